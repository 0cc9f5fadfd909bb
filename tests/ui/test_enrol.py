"""`./kuroko enrol`: a conversation of lines and tags, without hardware and with; nothing is lost between them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.manifest import Manifest
from ui.__main__ import app
from ui.desk import House
from ui.enrol import Conversation


def words(home: Path, *more: str, lines: str = "", table: str = "simulated") -> tuple[int, str]:
    result = CliRunner().invoke(app, ["enrol", "--table", table, "--home", str(home), *more], input=lines)
    return result.exit_code, result.output


def test_a_deck_is_enrolled_card_after_card(tmp_path: Path) -> None:
    status, said = words(tmp_path, lines="2\n" + "t\n" * 12 + "q\n")
    assert status == 0
    assert "(Ninja), 1 of 12" in said
    assert "Every piece of Ninja has its tag." in said
    manifest = Manifest.load(tmp_path / "simulated-tags.toml")
    assert len(manifest) == 12
    assert all(token.startswith("card:ninja/") for _uid, token in manifest)


def test_what_was_enrolled_lies_in_the_simulated_box_afterwards(tmp_path: Path) -> None:
    words(tmp_path, lines="g7\nt\nq\n")
    (uid, token), *more = Manifest.load(tmp_path / "simulated-tags.toml")
    assert (token, more) == ("guard:g7", [])
    house = House(tmp_path / "settings.toml", threaded=False)
    table = house.open("scorpion", 2, {})
    assert table.referee.manifest.uid("guard:g7") == uid
    assert table.referee.manifest.uid("guard:g8") is not None, "the other pieces have tags that are made up"
    table.close()


def test_tags_are_typed_where_there_is_no_reader(tmp_path: Path) -> None:
    status, said = words(tmp_path, lines="g7\n85470811541\ng8\n04a3c6cae26180\n", table="board")
    assert status == 0
    assert "No reader is described here" in said
    assert "has its check byte at the end; the tag is 13E67515" in said
    assert dict(Manifest.load(tmp_path / "tags.toml")) == {"13E67515": "guard:g7", "04A3C6CAE26180": "guard:g8"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("08A1B2C3", "made up anew each time, as phones"),
        ("8804A3C6", "first half of a longer uid"),
        ("04A3C6CAE2618", "has 8, 14 or 20"),
        ("85470811542", "check byte at the end of this number does not fit"),
        ("kenjutsuu", "no pile and no piece 'kenjutsuu'"),
        ("off g9", "There is nothing to change"),
        ("b", "There is nothing to change"),
    ],
)
def test_a_slip_is_one_sentence_and_changes_nothing(tmp_path: Path, line: str, said: str) -> None:
    status, answer = words(tmp_path, lines=f"g7\n{line}\n", table="none")
    assert status == 0
    assert said in answer
    assert not (tmp_path / "tags.toml").exists()


def test_tags_come_off_and_go_under_other_pieces(tmp_path: Path) -> None:
    lines = ["g7", "13E67515", "g8", "13E67515", "off g7", "g8", "13E67515", "g8", "04A3C6CAE26180", "r", "b", "l"]
    _status, said = words(tmp_path, lines="\n".join(lines), table="none")
    assert "13E67515 is under g7 already" in said
    assert "13E67515 was taken off g7" in said
    assert "g8 has the tag 13E67515; r gives it the new one" in said
    assert "04A3C6CAE26180 was taken off g8" in said
    assert len(Manifest.load(tmp_path / "tags.toml")) == 0


def test_B6_a_list_of_another_program_is_taken_over_and_what_was_taken_off_is_said(tmp_path: Path) -> None:
    old = tmp_path / "old.csv"
    old.write_bytes("number;piece\r\n".encode("utf-8-sig"))
    status, said = words(tmp_path, "--list", str(old), table="board")
    assert (status, "line 1" in said) == (1, True)
    old.write_bytes("85470811541;guard:g7\r\n04:A3:C6:CA:E2:61:80;guard:g8\r\n".encode("utf-8-sig"))
    status, said = words(tmp_path, "--list", str(old), table="board")
    assert status == 0
    assert "2 tags stand in the list, 2 of them new" in said
    assert "1 of their numbers had the check byte" in said
    old.write_text("13E67515 guard:g9\n")
    status, said = words(tmp_path, "--list", str(old), table="board")
    assert (status, "13E67515 is under g7 already" in said) == (1, True)


def test_the_list_to_print_names_every_piece_in_the_language_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "ja"\n')
    words(tmp_path, lines="g7\nt\nq\n")
    status, said = words(tmp_path, "--print")
    assert (status, "Written" in said) == (0, True)
    page = (tmp_path / "simulated-tags.html").read_text(encoding="utf-8")
    assert page.count("class=box") == 58 + 20 + 2
    assert page.count("&#10003;") == 1
    assert "歩哨の聞き耳 1" in page


def test_B35_a_file_that_cannot_be_written_is_said_and_the_tags_in_hand_stay(tmp_path: Path) -> None:
    house = House(tmp_path / "settings.toml", threaded=False)
    enrolling = house.enrolling(lambda: None, "scorpion")
    blocked = tmp_path / "in the way"
    blocked.write_text("")
    enrolling.path = blocked / "tags.toml"
    said: list[str] = []
    talk = Conversation(enrolling, said.append)
    talk.line("g7")
    talk.line("13E67515")
    assert any("The tag counts until this ends" in line for line in said)
    assert enrolling.enrolment.manifest.token("13E67515") == "guard:g7"
    enrolling.close()


def test_a_file_with_a_mistake_is_named_and_left_alone(tmp_path: Path) -> None:
    tags = tmp_path / "tags.toml"
    tags.write_text('[tags]\n08A1B2C3 = "guard:g7"\n')
    status, said = words(tmp_path, lines="q\n", table="none")
    assert status == 1
    assert "line 2" in said
    assert tags.read_text() == '[tags]\n08A1B2C3 = "guard:g7"\n'
