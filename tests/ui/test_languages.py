"""Four languages on the glass: nothing untranslated, every sign in the font, every question in its strip."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

import ui
from companion.games.catalogue import CATALOGUE
from companion.games.scorpion import texts
from companion.games.texts import read_texts
from companion.ports import Trouble
from companion.prompts import Prompt
from companion.seats import Seat
from companion.settings import Settings
from ui import app, locale
from ui.glass import Glass
from ui.lettering import width_of
from ui.locale import LANGUAGES, NAMES, speak
from ui.screens.curtain import CurtainPage
from ui.screens.lobby import LobbyPage
from ui.screens.own import OwnPage
from ui.spoken import TROUBLES, trouble_words
from ui.theme import Look
from ui.typefaces import DEFAULT_FACES, Faces, find_faces
from ui.widgets.tongues import Tongue

from ..companion.support import asked, lively, open_table
from .evening import Evening

HOUSE = Path(ui.__file__).parent.parent
OTHERS = [language for language in LANGUAGES if language != "en"]
PRINTED = re.compile("Cost|Release|MANA|Stand|Rest|Block")
"""What the cards of Shinobinogi say in Latin letters in every language."""
STRIP = 616.0
"""How much of a strip a question has, in u, in a private window."""
SMALL = 282.0
"""The same on the smallest screen."""


@cache
def said_in_source() -> dict[str | tuple[str, ...], str]:
    """Every message that the glass says, with the file it is in."""
    keywords = {**DEFAULT_KEYWORDS, "later": None}
    found = extract_from_dir(HOUSE / "ui", [("**.py", "python")], keywords=keywords)
    return {message: file for file, _line, message, _comments, _context in found}


@cache
def translated(language: str) -> dict[str | tuple[str, ...], tuple[str, ...]]:
    with (locale.FOLDER / f"{language}.po").open("rb") as file:
        written = read_po(file, locale=language)
    return {
        message.id: (message.string,) if isinstance(message.string, str) else tuple(message.string)
        for message in written
        if message.id and not message.fuzzy
    }


@pytest.fixture(scope="session")
def faces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Faces]:
    cut = tmp_path_factory.mktemp("faces")
    found = {language: find_faces(language, cut) for language in LANGUAGES}
    if not all(face.covers_cjk for face in found.values()):
        pytest.skip("no font with Chinese and Japanese signs is installed; ./kuroko installs fonts-noto-cjk")
    return found


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak("en")


# ---- the words of the glass ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_everything_that_the_glass_says_is_translated(language: str) -> None:
    assert {
        message: file for message, file in said_in_source().items() if not all(translated(language).get(message, ("",)))
    } == {}
    assert translated(language).keys() - said_in_source().keys() == set(), "no longer said"


@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_in_the_same_words(language: str) -> None:
    wrong = []
    for message, says in translated(language).items():
        english = message if isinstance(message, str) else message[-1]
        wrong += [say for say in says if sorted(re.findall(r"\{.*?\}", say)) != sorted(re.findall(r"\{.*?\}", english))]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_is_looked_up_in_the_language_that_is_spoken(language: str) -> None:
    speak(language)
    assert locale._("Back") == translated(language)["Back"][0]
    assert (
        locale.ngettext("{count} found", "{count} found", 1)
        == translated(language)["{count} found", "{count} found"][0]
    )
    assert locale._("what nobody says") == "what nobody says"
    speak("en")
    assert (locale._("Back"), locale.ngettext("{count} found", "{count} found", 1)) == ("Back", "{count} found")


# ---- signs -----------------------------------------------------------------------------------------------------


def sayings(language: str) -> Iterator[tuple[str, str]]:
    """Everything that is written in a language, with the file it stands in."""
    for path in sorted((HOUSE / "companion" / "games").glob("*/data/*/*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        name = str(path.relative_to(HOUSE))
        if path.parent.name in ("texts", "rules") and path.stem in LANGUAGES:
            found = _strings(table) if path.stem == language else ()
        else:
            found = _in_language(table, language)
        yield from ((name, text) for text in found)
    if language == "en":
        for message, file in said_in_source().items():
            yield from ((file, text) for text in ([message] if isinstance(message, str) else message))
    else:
        for says in translated(language).values():
            yield from ((f"{language}.po", say) for say in says)
    yield from (("tongues", name) for name in NAMES.values())


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)


def _in_language(value: Any, language: str) -> Iterator[str]:
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _strings(inner) if name == language else _in_language(inner, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_B26_every_sign_of_every_sentence_is_in_the_font(language: str, faces: dict[str, Faces]) -> None:
    from fontTools.ttLib import TTFont

    signs: dict[str, str] = {}
    for file, text in sayings(language):
        signs |= {sign: f"{file}: {text}" for sign in text if sign.isprintable()}
    assert len(signs) > (50 if language == "en" else 500)
    for weight in ("serif", "medium", "bold"):
        # of a collection the first face is opened, as SDL does
        with TTFont(getattr(faces[language], weight), fontNumber=0, lazy=True) as font:
            known = font.getBestCmap()
        assert {sign: where for sign, where in signs.items() if ord(sign) not in known} == {}, weight


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_the_face_of_its_own_shapes(language: str, faces: dict[str, Faces]) -> None:
    from fontTools.ttLib import TTFont

    with TTFont(faces[language].bold, fontNumber=0, lazy=True) as font:
        family = font["name"].getBestFamilyName() or ""
    if "Noto" in family:
        assert {"zh_Hans": "SC", "zh_Hant": "TC", "ja": "JP"}[language] in family.split()


def test_english_is_written_with_signs_that_do_not_tear_words_apart() -> None:
    """Curly quotes, ellipses and middle dots are full-width in these faces."""
    torn = [(file, text) for file, text in sayings("en") if re.search("[‘’“”…·]|\\.\\.\\.", text)]
    assert torn == []


def test_B26_without_a_font_the_glass_speaks_english_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(app, "find_faces", lambda *_: DEFAULT_FACES)
    look = app.look_for(Settings(language="ja"), (800, 480))
    assert look.language == "en"
    evening = Evening(tmp_path)
    try:
        evening.house.settings = msgspec.structs.replace(evening.house.settings, language="ja")
        glass = Glass(evening.house, look)
        assert glass.said == [DEFAULT_FACES.hint]
        glass.lobby()
        assert not any(isinstance(widget, Tongue) for widget in glass.page.children)
    finally:
        evening.close()


# ---- room ------------------------------------------------------------------------------------------------------

COUNTS = {"guard": "g20", "letter": "F", "left": "24", "next": "8", "of": "8", "whole": "3"}


def too_wide(look: Look, says: set[str]) -> dict[str, int]:
    widths = {say: min(width_of(look, say, style) for style in ("prompt", "prompt_long")) for say in says}
    small = {say: width_of(look, say, "letter") for say in says}
    return {say: width for say, width in widths.items() if width > STRIP or small[say] > SMALL}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_scorpion_clan_fits_in_its_strip(language: str, faces: dict[str, Faces]) -> None:
    spoken = texts.texts(language)
    figures = [texts.figure(spoken, name) for name in ("ninja", "traitor")]
    words = {name: max((figure[name] for figure in figures), key=len) for name in figures[0]}
    words |= {"who": spoken.say("things.patrol", number="3"), "seat": spoken.say("seats.intruders"), **COUNTS}
    says = {
        sentence.format_map(words)
        for key, sentences in read_texts(texts.FILES, language).items()
        if key.startswith("prompts.")
        for sentence in sentences
    }
    assert too_wide(Look(language=language, faces=faces[language]), says) == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), [(game.id, min(game.about()["players"])) for game in CATALOGUE])
def test_questions_and_answers_that_come_up_are_in_the_language_and_fit(
    game: str, players: int, language: str, faces: dict[str, Faces]
) -> None:
    if not (HOUSE / "companion" / "games" / game / "data" / "texts" / f"{language}.toml").is_file():
        pytest.skip(f"{game} is not translated into {language} yet")
    asks: set[str] = set()
    answers: set[str] = set()
    for seed in range(2):
        session, source = open_table(game, seed, players=players), random.Random(seed)
        session.speak(language)
        for _pick in range(250):
            prompts: list[Prompt] = asked(session)
            if not prompts:
                break
            prompt = source.choice(prompts)
            say, choices = session.say_prompt(prompt)
            asks.add(say)
            answers |= set(choices)
            session.pick(prompt.seat, lively(source, prompt.choices))
    assert too_wide(Look(language=language, faces=faces[language]), asks) == {}
    if language != "en":
        assert {say for say in asks | answers if re.search("[A-Za-z]{4}", PRINTED.sub("", say))} == set()


# ---- another language in the middle of a game ------------------------------------------------------------------


@pytest.fixture
def evening(tmp_path: Path, faces: dict[str, Faces]) -> Iterator[Evening]:
    found = Evening(tmp_path)
    found.glass._dress = lambda settings: Look(language=settings.language, faces=faces[settings.language])
    found.glass.wear(found.glass._dress(found.house.settings))
    found.glass.lobby()
    found.finger.settle()
    yield found
    found.close()


def choose(evening: Evening, language: str) -> None:
    tongue = next(
        widget for widget in evening.finger.widgets() if isinstance(widget, Tongue) and widget.language == language
    )
    assert min(tongue.size) >= 48
    evening.finger.touch(tongue.center)


def test_the_lobby_changes_its_language_at_a_touch(evening: Evening) -> None:
    choose(evening, "zh_Hant")
    assert isinstance(evening.glass.page, LobbyPage)
    assert "設定" in evening.finger.tags()
    assert evening.house.settings.language == "zh_Hant"
    assert evening.house.games()[0].title == "忍者：蠍族傳說"
    choose(evening, "en")
    assert "Settings" in evening.finger.tags()


@pytest.mark.slow
def test_a_game_goes_on_in_another_language(evening: Evening) -> None:
    evening.set_up()
    basis = evening.table.window(Seat("guards")).basis
    position = evening.table.window(Seat("guards")).position()
    say = evening.strip.say
    evening.glass.menu()
    evening.glass.preferences()
    evening.finger.settle()
    choose(evening, "ja")
    evening.finger.tap("戻る")
    assert evening.page == "TablePage"
    assert evening.strip.say != say
    assert not re.search("[A-Za-z]{3}", evening.strip.say)
    assert evening.glass.picture is not None
    assert evening.view().panels[0].title == "双子城"
    evening.look("guards")
    assert isinstance(evening.glass.page, OwnPage)
    assert evening.table.window(Seat("guards")).basis == basis
    assert evening.table.window(Seat("guards")).position() == position
    evening.check()


@pytest.mark.slow
def test_B32_a_change_of_language_lands_on_no_private_screen(evening: Evening) -> None:
    evening.set_up()
    evening.look("guards")
    assert isinstance(evening.glass.page, OwnPage)
    evening.glass.prefer(language="ja")
    evening.finger.settle()
    assert evening.glass.own is None
    assert not isinstance(evening.glass.page, OwnPage | CurtainPage)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_what_ails_a_device_is_said_in_every_language(language: str) -> None:
    for device, kind in TROUBLES:
        say = f"Something ails the {device}; mend it."
        assert trouble_words(Trouble(f"{device} left", say, kind=kind)) == say
        speak(language)
        said = trouble_words(Trouble(f"{device} left", say, kind=kind))
        speak("en")
        assert said != say, kind
        assert not re.search(r"\{|\bthe\b", said), said


def test_every_kind_of_trouble_that_a_device_can_have_is_in_the_words_of_the_glass() -> None:
    """Kinds are the first word given to a `Complaints`, or the `kind` of a Trouble made by hand."""
    kinds, made = set(), set()
    for path in (HOUSE / "hardware").rglob("*.py"):
        source = path.read_text("utf-8")
        kinds |= set(re.findall(r'(?:_complain|_say|_complaints\.say)\(\s*"(\w+)"', source))
        kinds |= set(re.findall(r'_complain\(f"[^"]+", "(\w+)"', source))
        kinds |= set(re.findall(r'Trouble\(.*kind="(\w+)"', source))
        made |= set(re.findall(r'Trouble\(f?"(\w+)[^"]*", \w+, kind="(\w+)"', source))
    assert {"offline", "dead", "between", "missing"} <= kinds
    assert kinds <= {kind for _, kind in TROUBLES}
    assert {("pin", "missing"), ("pins", "missing")} <= made <= TROUBLES.keys(), "else it is said of a card reader"
