"""Which tag is under which piece: read from any editor, refused in one sentence, written whole."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import reduce
from operator import xor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.files import BadFile
from companion.manifest import Manifest, Taken
from companion.tag_lists import read_list
from companion.tags import BadTag, BadToken, Token, Unfit, uid, uid_of_list, uid_of_number

ROOT = Path(__file__).parents[2]
GOOD = """\
# our box

[tags]
04A3C6CAE26180 = "card:guards/kenjutsu/2"  # bent corner
"04:b1:d2:e3:f4:01:80" = "guard:g7"
# the grey one
13E67515 = 'figure:ninja'
"""
TOKENS = {
    "04A3C6CAE26180": "card:guards/kenjutsu/2",
    "04B1D2E3F40180": "guard:g7",
    "13E67515": "figure:ninja",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tags.toml"


def loaded(path: Path, content: str | bytes) -> Manifest:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Manifest.load(path)


def refused(path: Path, content: str) -> str:
    with pytest.raises(BadFile) as caught:
        loaded(path, content)
    said = str(caught.value)
    assert said.startswith(f"{path}")
    assert "\n" not in said
    return said.removeprefix(str(path))


# Tokens


@pytest.mark.parametrize(
    "text", ["card:guards/kenjutsu/2", "card:intruders/kenjutsu_plus/10", "guard:g7", "figure:ninja", "seal:p1"]
)
def test_a_token_is_written_as_it_is_read(text: str) -> None:
    assert str(Token.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "card:", "card:a/b", "card:a/b/0", "card:a/b/x", "card:a/b/1/2", "card:a//1", "card:a/b/01", "guard:"),
        *("guard:g 7", "Guard:g7", "spy:g7", "g7", "guard:g7\n", "seal:a/b", "figure:nin:ja", "guard:守"),
    ],
)
def test_what_is_no_token_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(BadToken, match="write card:DECK/KIND/N, guard:ID, figure:NAME or seal:SEAT"):
        Token.parse(text)


# Uids


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("08123456", Unfit.RANDOM),
        ("88A3C6CA", Unfit.HALF),
        ("8804A3C6", Unfit.HALF),
        ("04A3C6", Unfit.LENGTH),
        ("04A3C6CAE2", Unfit.LENGTH),
        ("04A3C6CAE261", Unfit.LENGTH),
        ("", Unfit.NOT_HEX),
        ("04A3C6CAE2618G", Unfit.NOT_HEX),
        ("٠٤A3C6CA", Unfit.NOT_HEX),
    ],
)
def test_a_uid_that_names_no_tag_is_refused_with_the_reason(text: str, why: Unfit) -> None:
    with pytest.raises(BadTag) as caught:
        uid(text)
    assert caught.value.why is why


def test_longer_uids_may_begin_as_they_like() -> None:
    for good in ("08A3C6CAE26180", "88A3C6CAE26180", "08" * 10, "13E67515"):
        assert uid(good) == good


def test_B31_a_phone_is_refused_because_its_uid_changes(path: Path) -> None:
    with pytest.raises(BadTag, match="made up anew each time, as phones"):
        Manifest().bind("08F1E2D3", "seal:guards")
    assert refused(path, '[tags]\n\n08F1E2D3 = "seal:guards"\n').startswith(
        ", line 3, tags.08F1E2D3: this uid is made up"
    )


def test_B5_half_a_uid_is_refused_because_two_tags_share_it(path: Path) -> None:
    # What a driver without cascade level 2 gives for both 04A3C6CAE26180 and 04A3C611223380.
    with pytest.raises(BadTag, match="first half of a longer uid"):
        Manifest().bind("8804A3C6", "guard:g7")
    both = Manifest({"04A3C6CAE26180": "guard:g7", "04A3C611223380": "guard:g8"})
    assert both.token("04A3C6CAE26180") == "guard:g7"
    assert both.token("04A3C611223380") == "guard:g8"


# Numbers of older programs


def test_B6_an_old_number_is_the_card_whose_uid_is_scanned(path: Path) -> None:
    path.write_text('85470811541 card:guards/kenjutsu/2\n"570500498927": "guard:g7",\n')
    old = read_list(path)
    assert old.tags == (("13E67515", "card:guards/kenjutsu/2"), (f"{570500498927:010X}"[:8], "guard:g7"))
    assert old.stripped == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_B6_a_list_is_read_from_whatever_editor_in_either_order(path: Path, encoding: str, end: str) -> None:
    lines = ["# my cards", "guard:g7;13:E6:75:15", 'guard:g8 = "04a3c6cae26180"', "13E6751696, guard:g9"]
    path.write_bytes(end.join(lines).encode(encoding))
    found = read_list(path)
    assert dict(found.tags) == {"13E67515": "guard:g7", "04A3C6CAE26180": "guard:g8", "13E67516": "guard:g9"}
    assert found.stripped == 1


@given(st.binary(min_size=4, max_size=4).filter(lambda body: body[0] not in (0x08, 0x88) and any(body)))
def test_B6_no_form_of_a_uid_is_taken_for_another(body: bytes) -> None:
    five = bytes([*body, reduce(xor, body)])
    plain = body.hex().upper()
    for form, stripped in ((plain, False), (five.hex(), True), (str(int.from_bytes(five)), True)):
        assert _read(form) in ((plain, stripped), None)
        # All digits of a uid may be decimal, and its last two fit as a check byte, or a number be as short as a uid.
        assert _read(form) is not None or re.fullmatch("[0-9]{8}|[0-9]{10}", form)


def _read(form: str) -> tuple[str, bool] | None:
    """The uid that was read, None where it may be one of two."""
    try:
        return uid_of_list(form)
    except BadTag as error:
        return None if error.why is Unfit.EITHER else ("", False)


@pytest.mark.parametrize("number", ["", "-5", "13E67515", "1" * 14, "9999999999999", "8,5", "٣", " 0 "])
def test_B6_what_is_no_number_of_a_card_is_refused(number: str) -> None:
    with pytest.raises(BadTag):
        uid_of_number(number)


def test_B6_an_old_number_of_half_a_uid_is_refused() -> None:
    half = bytes.fromhex("8804A3C6")
    with pytest.raises(BadTag) as caught:
        uid_of_number(int.from_bytes([*half, reduce(xor, half)]))
    assert caught.value.why is Unfit.HALF


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("85470811541 guard:g1\n85470811542 guard:g2", ", line 2, 85470811542: the check byte"),
        ("# old\n\n85470811541", ", line 3: write a number and a piece, such as"),
        ("85470811541 guard", ", line 1, 85470811541: 'guard' is no piece"),
        ("85470811541,guard:g1\n570500498927;guard:g1", ", line 2, 570500498927: guard:g1 stands already in line 1"),
        ("85470811541,guard:g1\n85470811541,guard:g1", ", line 2, 85470811541: this number stands already in line 1"),
        ("85470811541=guard:g1\n85470811541=guard:g2", ", line 2, 85470811541: this number stands already in line 1"),
    ],
)
def test_B6_a_bad_list_of_numbers_is_refused_with_its_line(path: Path, content: str, said: str) -> None:
    path.write_text(content)
    with pytest.raises(BadFile) as caught:
        read_list(path)
    assert str(caught.value).startswith(f"{path}{said}")


def test_a_list_names_pieces_that_there_are(path: Path) -> None:
    path.write_text("85470811541 guard:g77\n")
    with pytest.raises(BadFile, match=r"no game has a piece guard:g77; did you mean guard:g7\?"):
        read_list(path, {"guard:g7", "figure:ninja"})


# The file


def test_a_manifest_is_read_and_asked_both_ways(path: Path) -> None:
    manifest = loaded(path, GOOD)
    assert dict(manifest) == TOKENS
    for tag, token in TOKENS.items():
        assert manifest.token(tag) == token
        assert manifest.uid(token) == tag
    assert manifest.token("04FFFFFFFFFFFF") is None
    assert manifest.uid("guard:g1") is None


@pytest.mark.parametrize(
    "content",
    [
        GOOD.encode("utf-8-sig"),
        GOOD.encode("utf-16"),
        GOOD.replace("\n", "\r\n").encode("utf-8-sig"),
        GOOD.replace("\n", "\r").encode(),
        GOOD.replace('"guard:g7"', "“guard:g7”").encode("cp1252"),
        GOOD.replace('"guard:g7"', "“guard:g7”").encode(),
        GOOD.replace('"04:b1:d2:e3:f4:01:80"', "„04:b1:d2:e3:f4:01:80“").encode("utf-16"),
        GOOD.replace("the grey one", "the “grey” one’s").encode("cp1252"),
        GOOD.rstrip("\n").encode(),
    ],
)
def test_a_file_survives_its_editor(path: Path, content: bytes) -> None:
    manifest = loaded(path, content)
    assert dict(manifest) == TOKENS
    manifest.save(path)
    assert dict(Manifest.load(path)) == TOKENS
    assert [*path.parent.iterdir()] == [path]
    assert (b"\r\n" in path.read_bytes()) == (b"\r\n" in content)


def test_comments_and_order_stay_when_a_tag_is_added(path: Path) -> None:
    manifest = loaded(path, GOOD.replace("\n", "\r\n"))
    assert manifest.bind("04:11:22:33:44:55:66", "seal:guards") == "04112233445566"
    manifest.unbind("13E67515")
    manifest.save(path)
    expected = GOOD.replace("13E67515 = 'figure:ninja'\n", "") + '04112233445566 = "seal:guards"\n'
    assert path.read_bytes() == expected.replace("\n", "\r\n").encode()
    manifest.save(path)
    assert path.read_bytes() == expected.replace("\n", "\r\n").encode()


def test_a_tag_moved_to_another_piece_is_written_where_it_stood(path: Path) -> None:
    manifest = loaded(path, GOOD)
    assert manifest.unbind("04B1D2E3F40180") == "guard:g7"
    manifest.bind("04B1D2E3F40180", "guard:g8")
    manifest.save(path)
    assert path.read_text() == GOOD.replace("g7", "g8")


@pytest.mark.parametrize(
    "content", ['tags = { 13E67515 = "guard:g7" }', 'tags.13E67515 = "guard:g7"', "", "[tags]", "# x"]
)
def test_other_ways_to_write_the_same_table_can_be_added_to(path: Path, content: str) -> None:
    manifest = loaded(path, content)
    manifest.bind("04112233445566", "seal:guards")
    manifest.save(path)
    assert dict(Manifest.load(path)) == dict(manifest)


def test_a_new_file_says_how_to_write_it_and_is_the_owners(path: Path) -> None:
    Manifest(TOKENS).save(path)
    assert path.read_text().startswith("# Which tag is under which piece.")
    assert dict(Manifest.load(path)) == TOKENS
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_somebody_wrote_meanwhile_is_kept(path: Path) -> None:
    manifest = loaded(path, GOOD)
    edited = GOOD + "# and a note of mine\n"
    path.write_text(edited)
    manifest.bind("04112233445566", "seal:guards")
    manifest.save(path)
    assert path.with_name("tags.toml.old").read_text() == edited
    Manifest(TOKENS).save(path)
    assert len([*path.parent.glob("tags.toml.old*")]) == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            '[tags]\n04A3C6CAE26180 = "guard:g1"\n04A3C6CAE26180 = "guard:g2"',
            ", line 3, tags.04A3C6CAE26180: this tag is in",
        ),
        (
            '[tags]\n04A3C6CAE26180 = "guard:g1"\n"04:a3:c6:ca:e2:61:80" = "guard:g2"',
            ", line 3, tags.04:a3:c6:ca:e2:61:80: ",
        ),
        ('tags = {13E67515 = "guard:g1",\n13e67515 = "guard:g2"}', ": this is not TOML"),
        (
            'tags.13E67515 = "guard:g1"\ntags.13e67515 = "guard:g1"',
            ", line 2, tags.13e67515: this tag is in the file already",
        ),
        (
            '[tags]\n04A3C6CAE26180 = "guard:g1"\n\n04B1D2E3F40180 = "guard:g1"',
            ", line 4, tags.04B1D2E3F40180: guard:g1 has a tag already, in line 2; delete one",
        ),
        ("[tags]\n04A3C6CAE26180 = 7", ", line 2, tags.04A3C6CAE26180: this must be a piece in quotes"),
        ('[tags]\n04A3C6CAE26180 = "guard"', ", line 2, tags.04A3C6CAE26180: 'guard' is no piece; write card:DECK"),
        ('[tags]\n04A3C6 = "guard:g1"', ", line 2, tags.04A3C6: a uid has 8, 14 or 20"),
        ('[tags]\n04.A3 = "guard:g1"', ", line 2, tags.04: "),
        ('[tags]\nking = "guard:g1"', ", line 2, tags.king: a uid is written in hexadecimal"),
        ('\n[tag]\n04A3C6CAE26180 = "guard:g1"', ", line 2, tag: unknown key 'tag' (did you mean [tags]?)"),
        ("tags = 5", ", line 1, tags: this must be a table"),
        ('[tags]\n04A3C6CAE26180 = "guard:g1', ", line 2: this is not TOML"),
        ("[tags]\n\n\n= 5", ", line 4: this is not TOML"),
        ("a = " + "[" * 5000, ": the lists in it are nested too deeply"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(path: Path, content: str, said: str) -> None:
    assert said in refused(path, content)


@given(st.binary(max_size=300))
def test_any_file_at_all_is_read_or_refused(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for prefix in (b"", b"[tags]\n", b"\xff\xfe", b"\xef\xbb\xbf"):
            with suppress(BadFile):
                loaded(Path(folder) / "tags.toml", prefix + content)


def test_a_file_that_is_not_there_is_refused(path: Path) -> None:
    with pytest.raises(BadFile, match="there is no such file"):
        Manifest.load(path)
    with pytest.raises(BadFile, match="folder"):
        Manifest.load(path.parent)
    with pytest.raises(BadFile, match="cannot be the name"):
        Manifest.load("a\0b")


def test_a_piece_and_a_tag_go_together_once() -> None:
    manifest = Manifest(TOKENS)
    with pytest.raises(Taken, match="this tag is under guard:g7; take it off there first"):
        manifest.bind("04B1D2E3F40180", "guard:g1")
    with pytest.raises(Taken, match="guard:g7 has the tag 04B1D2E3F40180"):
        manifest.bind("04112233445566", "guard:g7")
    manifest.bind("04B1D2E3F40180", "guard:g7")
    assert dict(manifest) == TOKENS
    assert manifest.unbind("04112233445566") is None


UNWRITABLE = """
import os, sys
from companion.manifest import *
if os.geteuid() == 0:
    os.setuid(65534)
manifest = Manifest.load(sys.argv[1])
manifest.bind("04112233445566", "seal:guards")
try:
    manifest.save(sys.argv[1])
except BadFile as error:
    print(error)
print(manifest.token("04112233445566"))
"""


@pytest.mark.parametrize("folder_mode", [0o777, 0o555])
def test_B35_a_file_left_by_sudo_is_named_and_the_tags_in_hand_stay(folder_mode: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tags.toml"
        path.write_text(GOOD)
        os.chmod(path, 0o444)
        os.chmod(folder, folder_mode)
        done = subprocess.run(
            [sys.executable, "-c", UNWRITABLE, path], cwd=ROOT, capture_output=True, text=True, check=False
        )
        os.chmod(folder, 0o755)
        assert done.stderr == ""
        sentence, token = done.stdout.splitlines()
        assert sentence.startswith(
            f"{path}: this user may not write here and the file is as it was; give it to this user"
        )
        assert token == "seal:guards"
        assert path.read_text() == GOOD
        assert [*Path(folder).iterdir()] == [path]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can leave a file to others")
def test_B35_what_sudo_writes_stays_its_owners(path: Path) -> None:
    os.chown(path.parent, 65534, 65534)
    manifest = Manifest(TOKENS)
    manifest.save(path)
    assert path.stat().st_uid == 65534
    os.chown(path, 1000, 1000)
    os.chmod(path, 0o640)
    manifest.save(path)
    assert (path.stat().st_uid, path.stat().st_mode & 0o777) == (1000, 0o640)


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = loaded(path, GOOD)
    manifest.unbind("13E67515")
    for step in ("fsync", "replace"):
        with monkeypatch.context() as patch:

            def fail(*_: object) -> None:
                raise OSError(28, "No space left on device")

            patch.setattr(os, step, fail)
            with pytest.raises(BadFile, match="the disk is full and the file is as it was; free some space"):
                manifest.save(path)
        assert path.read_text() == GOOD
        assert [*path.parent.iterdir()] == [path]


def test_a_link_stays_a_link(path: Path) -> None:
    real = path.with_name("real.toml")
    real.write_text(GOOD)
    path.symlink_to(real)
    manifest = Manifest.load(path)
    manifest.unbind("13E67515")
    manifest.save(path)
    assert path.is_symlink()
    assert "figure:ninja" not in real.read_text()


# The simulated table


def test_each_piece_of_the_simulated_table_has_its_own_tag_always() -> None:
    tokens = [f"guard:g{n}" for n in range(1, 21)] + [f"card:guards/kenjutsu/{n}" for n in range(1, 300)]
    manifest = Manifest.simulated(tokens)
    assert len(manifest) == len(tokens)
    for tag, token in manifest:
        assert len(tag) == 14
        assert tag.startswith("04")
        assert uid(tag) == tag
        assert Manifest.simulated([token]).uid(token) == tag
    assert dict(Manifest.simulated(reversed(tokens))) == dict(manifest)
