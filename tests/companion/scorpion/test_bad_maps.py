"""What the rules ask of any map, and how a bad map is refused: with file, key, line and the way out."""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.files import BadFile, TomlFile
from companion.games.scorpion.board import MAPS, Board
from companion.games.scorpion.map_checks import complete_setup_exists
from companion.games.scorpion.map_file import MapFile, Zone
from tests.companion.scorpion.spoilt import spoilt

YARD = Board.load("drill-yard")
YARD_TEXT = (MAPS / "drill-yard.toml").read_text(encoding="utf-8")


# ---- a complete guard setup exists (Q1) -------------------------------------------------------------------------

_PLACES = [
    (castle, post, beds) for castle in ("west", "east", None) for post in (False, True) for beds in (False, True)
]


def _map_of(counts: list[int]) -> MapFile:
    zones: dict[str, Zone] = {}
    for (castle, post, beds), count in zip(_PLACES, counts, strict=True):
        features = ("watch_post",) * post + ("barracks",) * beds
        for _ in range(count):
            zones[f"Z{len(zones)}"] = Zone(polygon=(), features=features, castle=castle)
    file = TomlFile("made.toml", "", {})
    return MapFile(file=file, id="made", title={}, zones=zones, borders=(), walls=(), track=())


def _setup_found(found: MapFile) -> bool:
    """The same asked the slow way: every choice of four barracks zones, then count what is left for objects."""
    for chosen in combinations(found.having("barracks"), 4):
        left = Counter(found.zones[zone].castle for zone in found.object_zones() if zone not in chosen)
        if left["west"] >= 3 and left["east"] >= 3 and left.total() >= 10:
            return True
    return False


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=len(_PLACES), max_size=len(_PLACES)))
def test_Q1_a_complete_setup_is_found_exactly_when_there_is_one(counts: list[int]) -> None:
    found = _map_of(counts)
    assert complete_setup_exists(found) == _setup_found(found)


# ---- bad files --------------------------------------------------------------------------------------------------


def _without(text: str, *pairs: str) -> str:
    for pair in pairs:
        one, other = pair.split("-")
        text = text.replace(f'["{one}", "{other}"], ', "").replace(f'["{one}", "{other}"],', "")
    return text


def _swap(old: str, new: str, count: int = -1, text: str = YARD_TEXT) -> str:
    assert old in text
    return text.replace(old, new, count)


def _zone(name: str, line: str) -> str:
    """drill-yard with the features (or, for `polygon`, the polygon) of one zone written anew."""
    key = line.split(" ")[0]
    changed, count = re.subn(rf"(\[zones\.{name}\]\n(?:\w.*\n)*?){key} = .*", rf"\1{line}", YARD_TEXT)
    assert count == 1
    return changed


def _between(*zones: str) -> str:
    text = YARD_TEXT
    for zone in zones:
        text = re.sub(rf'(\[zones\.{zone}\]\n.*\nfeatures = \[.*"inside_moat")\]', r'\1, "between_castles"]', text)
    return text


def _few_missions() -> str:
    """Eleven zones for objects, two of them in the castle east."""
    text = re.sub(
        r'features = \["inside_moat"\]\ncastle = "east"',
        'features = ["watch_post"]\ncastle = "east"',
        YARD_TEXT,
        count=5,
    )
    return text.replace('features = ["watch_post", "inside_moat"]\ncastle = "west"', 'features = []\ncastle = "west"')


@dataclass(frozen=True)
class Bad:
    """A map that must be refused: what it says, the key and the text of the line to name, and part of the sentence."""

    text: str
    key: str
    line: str
    says: str


BAD = {
    "unknown feature": Bad(
        _zone("A1", 'features = ["moatt"]'), "zones.A1.features", '["moatt"]', "unknown feature 'moatt'"
    ),
    "feature twice": Bad(_zone("A1", 'features = ["edge", "edge"]'), "zones.A1.features", '["edge", "edge"]', "twice"),
    "unknown zone in a border": Bad(_swap('["A1", "B1"]', '["A1", "Z9"]'), "borders", '"Z9"', "unknown zone 'Z9'"),
    "unknown zone in a wall": Bad(_swap('["E2", "E3"]', '["E2", "E33"]'), "walls", '"E33"', "unknown zone 'E33'"),
    "unknown zone in the track": Bad(_swap('["E3", "F3"], ["F3", "G3"]', '["E3", "X"]'), "track", '"X"', "zone 'X'"),
    "border twice": Bad(_swap('["I5", "I6"]', '["I5", "I6"], ["I6", "I5"]'), "borders", '["I6", "I5"]', "twice"),
    "wall twice": Bad(_swap('["H6", "I6"],', '["H6", "I6"], ["I6", "H6"],'), "walls", '["I6", "H6"]', "twice"),
    "border and wall": Bad(
        _swap('["H6", "I6"],', '["H6", "I6"], ["A1", "B1"],'), "walls", '["A1", "B1"],\n]', "one or the other"
    ),
    "border to itself": Bad(_swap('["A1", "B1"]', '["A1", "A1"]'), "borders", '["A1", "A1"]', "itself"),
    "three in a pair": Bad(
        _swap('["A1", "B1"]', '["A1", "B1", "C1"]'), "borders", '"B1", "C1"', "must have 2 elements"
    ),
    "a number in a pair": Bad(_swap('["A1", "B1"]', '["A1", 7]'), "borders", '"A1", 7', "text in quotes, not a whole"),
    "zones that do not touch": Bad(_swap('["A1", "B1"]', '["A1", "D1"]'), "borders", '["A1", "D1"]', "two corners"),
    "track off the borders": Bad(
        _swap("track = [", 'track = [ ["D3", "F3"],'), "track", "track = [", "D3-F3 is no border"
    ),
    "track along a wall": Bad(_swap("track = [", 'track = [ ["E2", "E3"],'), "track", "track = [", "no border"),
    "track step twice": Bad(
        _swap('["F4", "F5"],\n]', '["F4", "F5"], ["F5", "F4"],\n]'), "track", '["F5", "F4"]', "twice"
    ),
    "track with a dead end": Bad(
        _swap('["F4", "F5"],\n]', '["F4", "F5"], ["F5", "F6"],\n]'), "track", '["F5", "F6"],\n]', "dead end at F6"
    ),
    "no track": Bad(re.sub(r"track = \[\n(.*\n)+?\]", "track = []", YARD_TEXT), "track", "track = []", "empty"),
    "disconnected": Bad(_without(YARD_TEXT, "A1-B1", "A1-A2"), "zones.A1", "[zones.A1]", "not connected"),
    "castle in two pieces": Bad(
        _zone("A1", 'features = ["edge"]\ncastle = "west"'), "zones.A1.castle", 'castle = "west"', "2 pieces"
    ),
    "unknown castle": Bad(
        _swap('castle = "east"', 'castle = "north"', 1), "zones.I4.castle", '"north"', "unknown castle"
    ),
    "one castle": Bad(_swap('castle = "east"\n', ""), "zones", "[zones.A1]", "no zone belongs to the castle east"),
    "no edge": Bad(_swap('features = ["edge"]\n', ""), "zones", "[zones.A1]", "feature 'edge'"),
    "seven watch posts": Bad(
        _swap('"watch_post", ', "", 5), "zones", "[zones.A1]", "only 7 zones have the feature 'watch_post'"
    ),
    "three barracks": Bad(
        _swap('"barracks", ', "", 3), "zones", "[zones.A1]", "only 3 zones have the feature 'barracks'"
    ),
    "too few object zones": Bad(
        re.sub(r'features = \["inside_moat"\]\ncastle', 'features = ["watch_post"]\ncastle', YARD_TEXT, count=5),
        "zones",
        "[zones.A1]",
        "only 9 castle zones have no watch post",
    ),
    "too few zones for missions": Bad(_few_missions(), "zones", "[zones.A1]", "only 2 zones of the castle east"),
    "no traitor start": Bad(
        _between(*(f"{letter}3" for letter in "ABCDEFGHIJK")),
        "zones",
        "[zones.A1]",
        "start nowhere",
    ),
    "starts that guards can cover": Bad(
        _between(*["B3", "C3", "I3", "J3"]), "zones", "[zones.A1]", "guards could stand in every zone"
    ),
    "unknown key": Bad(_swap("track = [", "tracks = [", 1), "tracks", "tracks = [", "unknown key 'tracks'"),
    "unknown table": Bad(YARD_TEXT + "\n[colours]\nmoat = 1\n", "colours", "[colours]", "unknown key 'colours'"),
    "unknown key of a zone": Bad(
        _zone("C2", 'features = []\ncastles = "west"'),
        "zones.C2.castles",
        "castles =",
        "unknown key 'castles'; allowed are polygon, features",
    ),
    "missing key": Bad(_swap('id = "drill-yard"\n', ""), "id", "# Drill yard", "missing"),
    "missing polygon": Bad(
        _swap("[zones.A2]\npolygon = [[0, 1], [1, 1], [1, 2], [0, 2]]\n", "[zones.A2]\n"),
        "zones.A2.polygon",
        "[zones.A2]",
        "missing",
    ),
    "no title": Bad(re.sub(r"\[title\]\n(.+\n)+", "[title]\n", YARD_TEXT), "title", "[title]", "no title"),
    "unknown language": Bad(_swap("ja = ", "jp = "), "title.jp", "jp = ", "unknown language 'jp'"),
    "empty name": Bad(_zone("A1", 'features = ["edge"]\nname = { en = " " }'), "zones.A1.name.en", "name = {", "empty"),
    "bad id": Bad(_swap('id = "drill-yard"', 'id = "a/b"'), "id", 'id = "a/b"', "letters, digits"),
    "zone called passage": Bad(
        YARD_TEXT.replace('"A1"', '"passage"').replace("zones.A1", "zones.passage"),
        "zones.passage",
        "[zones.passage]",
        "cannot be called",
    ),
    "zone called with a colon": Bad(
        YARD_TEXT.replace("zones.A1", 'zones."A:1"'), "zones.A:1", '"A:1"', "cannot be called"
    ),
    "zone that is no table": Bad(
        _swap("[zones.A1]", "[zones]\nL1 = 7\n[zones.A1]"), "zones.L1", "L1 = 7", "a zone is a table"
    ),
    "zones that are no table": Bad(
        'zones = 3\nid = "x"\ntitle.en = "x"\nborders = []\nwalls = []\ntrack = []\n',
        "zones",
        "zones = 3",
        "must be a table",
    ),
    "no zones": Bad(
        'zones = {}\nid = "x"\ntitle.en = "x"\nborders = []\nwalls = []\ntrack = []\n',
        "zones",
        "zones = {}",
        "no zones",
    ),
    "two corners": Bad(
        _zone("A1", "polygon = [[0, 0], [1, 0]]"), "zones.A1.polygon", "[[0, 0], [1, 0]]", "at least 3 corners"
    ),
    "corner twice": Bad(
        _zone("A1", "polygon = [[0, 0], [1, 0], [1, 1], [1, 0]]"), "zones.A1.polygon", "[1, 1], [1, 0]]", "twice"
    ),
    "crossed sides": Bad(
        _zone("A1", "polygon = [[0, 0], [1, 1], [1, 0], [0, 1]]"), "zones.A1.polygon", "[[0, 0], [1, 1]", "cross"
    ),
    "no area": Bad(_zone("A1", "polygon = [[0, 0], [1, 1], [2, 2]]"), "zones.A1.polygon", "[2, 2]]", "no area"),
    "corner without end": Bad(_zone("A1", "polygon = [[0, 0], [1, 0], [inf, 1]]"), "zones.A1.polygon", "inf", "finite"),
    "label without number": Bad(_zone("A1", "features = []\nlabel = [nan, 1]"), "zones.A1.label", "nan", "finite"),
    "corner of text": Bad(
        _zone("A1", 'polygon = [[0, 0], [1, "0"], [1, 1]]'), "zones.A1.polygon", '"0"', "a number, not text"
    ),
    "features of text": Bad(
        _zone("A1", 'features = "edge"'), "zones.A1.features", 'features = "edge"', "a list in [ ]"
    ),
    "syntax error": Bad(_swap("[zones.B6]", "[zones.B6"), "", "[zones.B6\n", "this is not TOML"),
    "table twice": Bad(_swap("[zones.B6]", "[zones.B5]"), "", "[zones.B5]\npolygon = [[1, 5]", "this is not TOML"),
    "text that does not end": Bad(YARD_TEXT + 'note = "', "", 'note = "', "this is not TOML"),
}


def _refused(path: Path) -> BadFile:
    with pytest.raises(BadFile) as caught:
        Board.load(path)
    return caught.value


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_bad_map_is_refused_with_file_key_and_line(bad: Bad, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(bad.text, encoding="utf-8")
    error = _refused(path)
    assert error.key == bad.key
    assert bad.says in error.message
    line = bad.text.count("\n", 0, bad.text.index(bad.line)) + 1
    assert error.line == line
    sentence = str(error)
    assert sentence.startswith(f"{path}, line {line}")
    assert "\n" not in sentence
    assert error.key in sentence
    assert "Traceback" not in sentence
    assert "`" not in sentence


def test_Q1_is_asked_of_a_map_whose_castles_hold_all_barracks(tmp_path: Path) -> None:
    text = YARD_TEXT.replace('"barracks", ', "")
    for zone in ("A4", "A5", "I6", "K4", "K5"):
        text = re.sub(rf"(\[zones\.{zone}\]\n.*\nfeatures = \[)", r'\1"barracks", ', text)
    path = tmp_path / "tight.toml"
    path.write_text(text, encoding="utf-8")
    assert len(Board.load(path).object_zones) == 14
    one_less = re.sub(r"(\[zones\.B6\]\n.*\nfeatures = \[)", r'\1"watch_post", ', text)
    path.write_text(one_less, encoding="utf-8")
    assert "(Q1)" in _refused(path).message


def test_a_file_that_is_not_there_names_the_maps_there_are() -> None:
    error = _refused(Path("nowhere/my.toml"))
    assert str(error) == (
        "nowhere/my.toml: there is no such file; name a TOML file, or one of the maps twin-castles, drill-yard"
    )


def test_a_folder_is_no_map(tmp_path: Path) -> None:
    assert "this is a folder" in str(_refused(tmp_path))


def test_a_map_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "my.toml"
    path.write_text(YARD_TEXT, encoding="utf-8")

    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert "cannot be read (Permission denied)" in str(_refused(path))


def test_a_map_that_is_not_utf8_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_bytes(b'id = "x"\n# caf\xe9\n')
    error = _refused(path)
    assert (error.line, "UTF-8" in error.message) == (2, True)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert "not a regular file" in str(_refused(path))


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 5000, "\udcff"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    with pytest.raises(BadFile):
        Board.load(name)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(5_000_000)
    assert "too large" in str(_refused(path))


@pytest.mark.parametrize("text", ["x = " + "[" * 5000, f"x = {'9' * 5000}", "x = 2024-99-99"])
def test_no_text_gets_past_the_reader_as_another_error(text: str, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    _refused(path)


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_bytes(b"\xef\xbb\xbf" + YARD_TEXT.replace("\n", "\r\n").encode())
    assert Board.load(path).zones == YARD.zones


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_spoilt_map_loads_or_is_a_bad_file(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    written = spoilt(YARD_TEXT, data)
    path = tmp_path_factory.mktemp("spoilt") / "my.toml"
    path.write_text(written, encoding="utf-8")
    refused: BadFile | None = None
    try:
        Board.load(path)
    except BadFile as error:
        refused = error
    if refused is not None and refused.line is not None:
        assert 1 <= refused.line <= written.count("\n") + 1
