"""The rules in every language: all there, with the same numbers, linked to rulings, options and refusals, and found."""

import ast
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.files import BadFile
from companion.games.files import LANGUAGES
from companion.games.rulebooks import RULEBOOKS
from companion.games.scorpion.refusals import RULES
from companion.games.scorpion.rulebook import FURTHER, rulebook
from companion.games.scorpion.state import Options
from companion.rule_structure import ID
from companion.rules import Catalogue, load

SCORPION = Path(__file__).resolve().parents[2] / "companion/games/scorpion"
ALL = [*(f"R{n}" for n in range(1, 256)), "R65a", "R251a", *(f"Q{n}" for n in range(1, 75))]
NO_RULING = {"deck", "language"}

# What every entry is held to, language by language: a set of signs that holds the one script and not the other.
SCRIPTS = {"zh_Hans": "gb2312", "zh_Hant": "cp950", "ja": "euc_jp"}
# The sets do hold some signs of the other script, so these are looked for one by one; one stands for the other.
SIMPLIFIED = (
    "个万与为义产从伤们体关击则剑务区单卫发变号员围场墙声处备复头学对开张径战户执护报择换据显术权条来样档气沟测灯点独猫现环画"
    "监盘确种签类紧线组结给绳编网职听脱营补视规触计认让记许设证识译话该语说请读谁调质赢踪"
)
TRADITIONAL = (
    "個萬與為義產從傷們體關擊則劍務區單衛發變號員圍場牆聲處備復頭學對開張徑戰戶執護報擇換據顯術權條來樣檔氣溝測燈點獨貓現環畫"
    "監盤確種簽類緊線組結給繩編網職聽脫營補視規觸計認讓記許設證識譯話該語說請讀誰調質贏蹤"
)
TORN = "“”‘’„‚…·—–−"
"""Signs that Latin fonts and Chinese ones draw at different widths."""


@pytest.fixture(scope="module")
def rules() -> Catalogue:
    return rulebook()


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", unicodedata.normalize("NFKC", text)))


# ---- what is in it ----------------------------------------------------------------------------------------------


def test_every_rule_and_ruling_is_there_in_order(rules: Catalogue) -> None:
    assert sorted(rules.rules) == sorted(ALL)
    listed = list(rules.rules)
    assert listed[listed.index("R65") + 1] == "R65a"
    assert listed[listed.index("R251") + 1] == "R251a"
    assert (listed[0], listed[listed.index("R255") + 1], listed[-1]) == ("R1", "Q1", "Q74")
    assert rules.spans() == (("R1", "R255"), ("Q1", "Q74"))


def test_every_language_says_every_rule(rules: Catalogue) -> None:
    assert sorted(rules.languages) == sorted(LANGUAGES)
    assert rules.languages[0] == "en"
    for rule in rules:
        assert sorted(rule.texts) == sorted(LANGUAGES), rule.id
        for language, text in rule.texts.items():
            assert text == text.strip() != "", (rule.id, language)
            assert text.endswith("." if language == "en" else "。"), (rule.id, language)


def test_no_text_says_the_same_as_another(rules: Catalogue) -> None:
    """A copied line would be a rule that is missing."""
    for language in LANGUAGES:
        texts = [rule.texts[language] for rule in rules]
        assert len(texts) == len(set(texts)), sorted(text for text in texts if texts.count(text) > 1)


def test_the_same_numbers_stand_in_every_language(rules: Catalogue) -> None:
    for rule in rules:
        for language in LANGUAGES:
            missing = numbers(rule.texts["en"]) - numbers(rule.texts[language])
            assert not missing, (rule.id, language, missing)


def test_chinese_adds_no_number_of_its_own(rules: Catalogue) -> None:
    for rule in rules:
        for language in ("zh_Hans", "zh_Hant"):
            assert numbers(rule.texts[language]) == numbers(rule.texts["en"]), (rule.id, language)


def test_both_scripts_of_chinese_are_of_one_length(rules: Catalogue) -> None:
    """They say the same sentence; whoever mends one mends the other."""
    for rule in rules:
        assert len(rule.texts["zh_Hans"]) == len(rule.texts["zh_Hant"]), rule.id


def test_other_rules_that_a_text_names_exist(rules: Catalogue) -> None:
    for rule in rules:
        for text in rule.texts.values():
            named = set(re.findall(r"[RQ]\d+a?", text))
            assert named <= set(rules.rules), rule.id
            assert named >= set(rule.mentions), rule.id


def test_english_is_written_with_plain_signs(rules: Catalogue) -> None:
    for rule in rules:
        assert not set(rule.texts["en"]) & set(TORN), rule.id
        assert "..." not in rule.texts["en"], rule.id
        assert rule.texts["en"].isascii(), rule.id
        assert not re.search(r"\s\s", rule.texts["en"]), rule.id


@pytest.mark.parametrize(("language", "signs"), SCRIPTS.items())
def test_every_language_keeps_to_its_script(rules: Catalogue, language: str, signs: str) -> None:
    for rule in rules:
        for text in (rule.texts[language], rule.section.titles[language]):
            assert text.encode(signs, "replace").decode(signs) == text, (rule.id, language)


@pytest.mark.parametrize(("language", "foreign"), [("zh_Hant", SIMPLIFIED), ("zh_Hans", TRADITIONAL)])
def test_neither_script_of_chinese_strays_into_the_other(rules: Catalogue, language: str, foreign: str) -> None:
    for rule in rules:
        strays = set(foreign) & {*rule.texts[language], *rule.section.titles[language]}
        assert not strays, (rule.id, language, strays)


@pytest.mark.parametrize(
    ("id", "said", "unsaid"),
    [
        ("R8", "叛徒卡10张", "12张叛徒"),  # Z1
        ("R38", "红色巡逻路线", None),  # Z2, Z27
        ("R51", "可以在同一座城堡", None),  # Z4
        ("R52", "可以在同一座城堡", None),  # Z5
        ("R55", "外护城河环内", "外面"),  # Z6
        ("R10", "独立的区域", "谨慎"),  # Z7
        ("R134", "该队不移动", "不用"),  # Z8
        ("R156", "移动结束之后", None),  # Z9
        ("R161", "哪名入侵者", None),  # Z10
        ("R165", "不能", "可能"),  # Z11
        ("R189", "上升1或2级", None),  # Z12
        ("R191", "不必", None),  # Z13
        ("R194", "不计入", None),  # Z14
        ("R178", "弃牌堆分到几张", "放弃"),  # Z15
        ("R244", "通道内的守卫", "入侵者"),  # Z16
        ("R247", "两张守卫的秘密通道卡都在场", None),  # Z17
        ("R236", "出口在哪里", "谁"),  # Z18
        ("R234", "忍者和叛徒", None),  # Z19
        ("R148", "不必", None),  # Z20
        ("R152", "停在墙后", "休息"),  # Z21
        ("R138", "掉头", "方向"),  # Z22
        ("R102", "被听到", "隐约"),  # Z23
        ("R130", "任意移动", None),  # Z24
        ("R169", "陷阱留在原处", None),  # Z26
        ("R213", "已醒来离开的兵营", None),  # Z28
        ("R245", "首次", None),  # Z29
        ("R164", "这个任务目标出示给守卫方", None),  # Z30
        ("R49", "任何种类", None),  # Z31
    ],
)
def test_what_the_printed_chinese_has_wrong_is_right(rules: Catalogue, id: str, said: str, unsaid: str | None) -> None:
    text = rules.rules[id].texts["zh_Hans"]
    assert said in text
    assert unsaid is None or unsaid not in text


# ---- how it hangs together --------------------------------------------------------------------------------------


def test_every_rule_that_a_refusal_cites_is_linked_to_it(rules: Catalogue) -> None:
    for reason, rule in RULES.items():
        for id in (rule, *FURTHER.get(reason, ())):
            if id is not None:
                assert reason in rules.rules[id].reasons, (reason, id)


def test_rules_that_are_cited_in_cases_of_their_own_are_linked_too(rules: Catalogue) -> None:
    """Whoever refuses with another rule than the one in RULES writes it into FURTHER."""
    seen = 0
    for module in sorted(SCORPION.glob("*.py")):
        for reason, cited in refusals(module.read_text(encoding="utf-8")):
            for id in cited:
                # What has no rule of its own, like `not_now`, may cite whichever the case has.
                loose = reason in RULES and RULES[reason] is None
                linked = any(re.fullmatch(reason, known) for known in rules.rules[id].reasons)
                assert loose or linked, (
                    f"{module.name} refuses {reason!r} by {id}: write it into FURTHER in rulebook.py"
                )
                seen += 1
    assert seen > 10
    assert set(FURTHER) <= set(RULES)


def refusals(source: str) -> Iterator[tuple[str, list[str]]]:
    """The reasons, as patterns, and the rules that calls of `no` name.

    >>> list(refusals('no("wall"); no(f"{halted}_ends_move", {"moat": "R149"}.get(halted))'))
    [('wall', []), ('.*_ends_move', ['R149'])]
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "no":
            parts = node.args[0].values if isinstance(node.args[0], ast.JoinedStr) else [node.args[0]]
            reason = "".join(str(part.value) if isinstance(part, ast.Constant) else ".*" for part in parts)
            constants = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
            yield reason, [text for text in constants if isinstance(text, str) and re.fullmatch(r"[RQ]\d+a?", text)]


def test_every_option_is_named_by_exactly_one_ruling(rules: Catalogue) -> None:
    options = [rule.option for rule in rules if rule.option is not None]
    assert sorted(options) == sorted({field.name for field in msgspec.structs.fields(Options)} - NO_RULING)
    assert all(rule.id.startswith("Q") for rule in rules if rule.option is not None)


def test_every_ruling_settles_rules_and_they_know_it(rules: Catalogue) -> None:
    for rule in rules:
        assert bool(rule.settles) == rule.id.startswith("Q"), rule.id
        for settled in rule.settles:
            assert settled.startswith("R")
            assert rule.id in rules.rules[settled].settled_by
        for ruling in rule.settled_by:
            assert rule.id in rules.rules[ruling].settles


@pytest.mark.parametrize("players", [2, 3, 4])
def test_some_rules_are_for_so_many_players(rules: Catalogue, players: int) -> None:
    others = {(2,): "R5", (3,): "R6", (4,): "R7", (3, 4): "R20"}
    for of, id in others.items():
        assert rules.rules[id].players == of
    assert [rule for rule in rules if players in rule.players]
    assert rules.rules["R116"].players == ()


def test_hints_are_told_from_rules(rules: Catalogue) -> None:
    assert [rule.id for rule in rules if rule.hint] == ["R29", "R30", "R31", "R112", "R167", "R190", "R231"]


def test_every_section_has_rules_of_one_kind_and_a_title(rules: Catalogue) -> None:
    assert sum(len(rules.of(section)) for section in rules.sections) == len(rules) == len(ALL)
    for section in rules.sections:
        assert len({rule.id[0] for rule in rules.of(section)}) == 1
        assert sorted(section.titles) == sorted(LANGUAGES)
    assert [rule.id for rule in rules.of(rules.sections[9])] == [f"R{n}" for n in range(179, 186)]


# ---- finding ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["R116", "r116", " R 116 ", "Ｒ１１６"])
def test_a_rule_is_found_by_its_number(rules: Catalogue, number: str) -> None:
    found = rules.find(number)
    assert found is not None
    assert found.id == "R116"


def test_a_letter_after_a_number_makes_another_rule(rules: Catalogue) -> None:
    letter, plain = rules.find("R65A"), rules.find("R65")
    assert letter is not None
    assert plain is not None
    assert (letter.id, plain.id) == ("R65a", "R65")


@pytest.mark.parametrize("number", ["R256", "R0", "X1", "", "wall", "116"])
def test_what_is_no_number_of_a_rule_finds_none(rules: Catalogue, number: str) -> None:
    assert rules.find(number) is None


@pytest.mark.parametrize(
    ("query", "language", "first"),
    [
        ("R116", "en", "R116"),
        ("q9", "ja", "Q9"),
        ("wall", "en", "R116"),
        ("WALL noise", "en", "R103"),
        ("underline", "en", "R145"),
        ("first_alert_advances", "en", "Q5"),
        ("越过墙壁", "zh_Hans", "R116"),
        ("越過牆壁", "zh_Hant", "R116"),
        ("塀を越え", "ja", "R116"),
        ("声响 墙壁", "zh_Hans", "R103"),
        ("物音 塀", "ja", "R103"),
    ],
)
def test_the_best_comes_first(rules: Catalogue, query: str, language: str, first: str) -> None:
    assert rules.search(query, language)[0].id == first


def test_a_number_alone_finds_the_rules_of_that_number_before_texts_with_it(rules: Catalogue) -> None:
    assert [rule.id for rule in rules.search("36")][:2] == ["R36", "Q36"]
    assert "R24" in [rule.id for rule in rules.search("36")]


def test_whole_words_come_before_beginnings_and_these_before_what_stands_beside(rules: Catalogue) -> None:
    found = [rule.id for rule in rules.search("rope")]
    assert found.index("R150") < found.index("R214")  # Rope, ropes
    passage = [rule.id for rule in rules.search("passage")]
    assert passage.index("R221") < passage.index("R248")  # the latter only stands under a title with that word


def test_every_word_of_a_query_must_be_found(rules: Catalogue) -> None:
    both = {rule.id for rule in rules.search("moat wall")}
    assert both == {rule.id for rule in rules.search("moat")} & {rule.id for rule in rules.search("wall")}
    assert rules.search("moat zzzz") == ()


def test_a_reason_finds_the_rules_behind_it(rules: Catalogue) -> None:
    assert {rule.id for rule in rules.search("off_track")} == {"R121", "R133", "R136"}


def test_a_word_of_another_language_is_found_too(rules: Catalogue) -> None:
    assert rules.search("牆壁", "en")[0].id == "R116"
    assert {"R150", "R153"} <= {rule.id for rule in rules.search("rope", "ja")}


@pytest.mark.parametrize("query", ["", "  ", "?", "「」", "()"])
def test_a_query_without_a_word_finds_nothing(rules: Catalogue, query: str) -> None:
    assert rules.search(query) == ()


@pytest.mark.slow
def test_every_rule_is_found_by_its_own_number_first(rules: Catalogue) -> None:
    for rule in rules:
        assert rules.search(rule.id)[0] == rule


# ---- a folder that is not in order ------------------------------------------------------------------------------

STRUCTURE = """
[[sections]]
id = "1"
first = "S1"
last = "S2"
title = { en = "Play", ja = "遊び" }

[[sections]]
id = "2"
first = "SQ1"
last = "SQ1"
title = { en = "Rulings", ja = "裁定" }

[players]
2-3 = ["S2"]

[rulings]
SQ1 = { settles = ["S1"], option = "columns" }
"""
ENGLISH = 'S1 = "Draw a card."\nS2 = "Then play one, see S1."\nSQ1 = "Or not."\n'
JAPANESE = 'S1 = "札を引く。"\nS2 = "1枚出す。"\nSQ1 = "出さなくてもよい。"\n'


def folder(path: Path, structure: str = STRUCTURE, english: str = ENGLISH, japanese: str = JAPANESE) -> Path:
    for name, text in (("structure", structure), ("en", english), ("ja", japanese)):
        (path / f"{name}.toml").write_text(text, encoding="utf-8")
    return path


def test_any_game_may_have_a_catalogue(tmp_path: Path) -> None:
    rules = load(folder(tmp_path), {"S2": ["no_card"]})
    assert list(rules.rules) == ["S1", "S2", "SQ1"]
    assert rules.languages == ("en", "ja")
    second = rules.rules["S2"]
    assert (second.players, second.reasons, second.mentions) == ((2, 3), ("no_card",), ("S1",))
    assert rules.rules["S1"].settled_by == ("SQ1",)
    assert rules.rules["SQ1"].option == "columns"
    assert rules.spans() == (("S1", "S2"), ("SQ1", "SQ1"))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"japanese": JAPANESE.replace("S2", "S3")}, "S2: this rule is missing"),
        ({"japanese": JAPANESE + 'S3 = "終わり。"\n'}, "S3: English has no such rule"),
        ({"english": ENGLISH.replace("Or not.", " ")}, "line 3, SQ1: this must be a text in quotes, and not empty"),
        ({"english": ENGLISH + 'wall = "No."\n'}, "line 4, wall: 'wall' is no number of a rule"),
        ({"structure": STRUCTURE.replace('["S1"]', '["S9"]')}, "there is no rule S9"),
        ({"structure": STRUCTURE.replace('last = "S2"', 'last = "S1"')}, "S2 must stand in exactly one section"),
        ({"structure": STRUCTURE + '[together]\nwalls = ["S1", "S9"]'}, "there is no rule S9"),
        ({"structure": STRUCTURE + '[cards]\nrope = ["S9"]'}, "there is no rule S9"),
        ({"structure": STRUCTURE.replace("2-3", "two")}, "write a number of players"),
        ({"structure": STRUCTURE.replace(', ja = "裁定"', "")}, "the title in ja is missing"),
        ({"structure": STRUCTURE.replace("option", "opinion")}, "unknown field `opinion`"),
    ],
)
def test_a_folder_out_of_order_is_refused_in_one_sentence(tmp_path: Path, changed: dict[str, str], said: str) -> None:
    with pytest.raises(BadFile) as refused:
        load(folder(tmp_path, **changed), {})
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_refusal_that_cites_a_rule_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="S7: a refusal cites this rule"):
        load(folder(tmp_path), {"S7": ["wall"]})


def test_every_rulebook_opens_once() -> None:
    for opened in RULEBOOKS.values():
        assert opened() is opened()
        assert all(ID.fullmatch(rule.id) for rule in opened())
