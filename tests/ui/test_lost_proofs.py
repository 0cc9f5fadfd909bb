"""Where the settings lost what a seat's seal or PIN is checked against, nothing opens that seat; put back, they do."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from ui.desk import House
from ui.opened import OpenTable
from ui.presenter import BACK

from .evening import Evening
from .test_seals import said, show

PINS = {"guards": "1234"}
SEALS = {"guards": "0A0B0C0D", "intruders": "1A1B1C1D"}

Damage = Callable[[Path], Path]
"""Spoils the settings; where they are sought from then on."""


def written(change: Callable[[str], str]) -> Damage:
    def spoil(path: Path) -> Path:
        path.write_text(change(path.read_text()))
        return path

    return spoil


def gone(path: Path) -> Path:
    path.rename(path.with_name("elsewhere.toml"))
    return path


def other_home(path: Path) -> Path:
    (path.parent / "other").mkdir()
    return path.parent / "other" / path.name


DAMAGES: dict[str, Damage] = {
    "deleted": gone,
    "empty": written(lambda _text: ""),
    "cut off": written(lambda text: text.partition("[pins]")[0]),
    "no TOML": written(lambda text: text.replace("sound =", "sound", 1)),
    "no letters": lambda path: (path.write_bytes(b"\xff" + path.read_bytes()), path)[1],
    "no tables": written(lambda text: re.sub(r"\[(pins|seals)\]", r"[[\1]]", text)),
    "no hashes": written(lambda text: re.sub(r'"scrypt:.*"', '"1234"', text)),
    "other home": other_home,
}


def house(home: Path, path: Path | None = None) -> House:
    """The house with these settings, and its games where they always are."""
    found = House(path or home / "settings.toml", threaded=False, seed=4, clock=lambda: "2025-01-31 18:30")
    found.settings = msgspec.structs.replace(found.settings, journal_folder=str(home / "tables"))
    return found


def night(home: Path, pins: dict[str, str] = PINS, seals: dict[str, str] = SEALS) -> str:
    """A night that was opened and left."""
    table = house(home).open("scorpion", 2, pins, seals=seals)
    table.close()
    return table.saved


def ways(table: OpenTable) -> list[tuple[str, ...]]:
    return [table.opens(seat) for seat in table.seats]


def tried(table: OpenTable) -> set[object]:
    """What every proof opens that there ever was, and a tag that names a seat."""
    opened: set[object] = {table._opened_by(uid, None) for uid in SEALS.values()}
    opened |= {table._opened_by("AAAAAAAA", seat) for seat in table.seats}
    return opened | {table.pin_fits(seat, pin) or None for seat in table.seats for pin in ("1234", "")}


def note(home: Path, saved: str) -> dict[str, str]:
    connection = sqlite3.connect(home / "tables" / saved)
    found = dict(connection.execute("SELECT key, value FROM public_note").fetchall())
    connection.close()
    return found


def test_the_book_says_in_words_what_each_seat_chose_and_keeps_no_proof(tmp_path: Path) -> None:
    notes = note(tmp_path, night(tmp_path))
    assert (notes["opened by guards"], notes["opened by intruders"]) == ("seal pin", "seal")
    assert not [value for value in notes.values() if "scrypt" in value or "1234" in value or "0A0B" in value]
    assert note(tmp_path, night(tmp_path, {}, {}))["opened by guards"] == "hold"


@pytest.mark.parametrize("damage", DAMAGES)
def test_whoever_chose_a_seal_or_pin_is_opened_by_nothing_else_whatever_became_of_the_settings(
    tmp_path: Path, damage: str
) -> None:
    saved = night(tmp_path)
    desk = house(tmp_path, DAMAGES[damage](tmp_path / "settings.toml"))
    for _again in range(2):
        table = desk.resume(saved)
        assert ways(table) == [(), ()]
        assert tried(table) == {None}
        table.close()
        desk.keep(msgspec.structs.replace(desk.settings, calm=True, open_by_hold=True))  # saved anew, and loosened


@pytest.mark.parametrize("damage", ["no TOML", "no letters", "no tables", "no hashes"])
def test_a_damaged_file_stays_beside_the_new_one_and_put_back_it_opens_the_seats_again(
    tmp_path: Path, damage: str
) -> None:
    saved, path = night(tmp_path), tmp_path / "settings.toml"
    whole = path.read_bytes()
    bad = DAMAGES[damage](path).read_bytes()
    desk = house(tmp_path)
    for calm in (True, False):
        assert not desk.keep(msgspec.structs.replace(desk.settings, calm=calm))
    assert path.with_name("settings.toml.bad").read_bytes() == bad
    path.write_bytes(whole)  # while the game runs, which then writes its settings once more
    desk.keep(msgspec.structs.replace(desk.settings, volume=1))
    for found in (desk, house(tmp_path)):
        table = found.resume(saved)
        assert ways(table) == [("seal", "pin"), ("seal",)]
        assert table.pin_fits("guards", "1234")
        table.close()


def test_what_is_left_of_two_proofs_opens_and_the_other_does_not(tmp_path: Path) -> None:
    saved, path = night(tmp_path), tmp_path / "settings.toml"
    path.write_text(re.sub(r"\[seals\][^[]*", "", path.read_text()))
    table = house(tmp_path).resume(saved)
    assert ways(table) == [("pin",), ()]
    assert table.pin_fits("guards", "1234")
    table.close()


def test_a_proof_that_the_seat_did_not_choose_for_this_night_opens_nothing(tmp_path: Path) -> None:
    saved = night(tmp_path, {"guards": "1234"}, {})
    desk = house(tmp_path)
    stem = saved.rpartition(".")[0]
    more = desk.settings.with_seals({f"{stem}-guards": "0A0B0C0D"}).with_pin(f"{stem}-intruders", "1234")
    desk.settings = more
    table = desk.resume(saved)
    assert ways(table) == [("pin",), ("hold",)]
    assert (table._opened_by("0A0B0C0D", None), table.pin_fits("intruders", "1234")) == (None, False)
    table.close()


def test_where_a_hold_was_agreed_on_or_nothing_was_chosen_it_opens_without_settings_too(tmp_path: Path) -> None:
    desk = house(tmp_path)
    desk.settings = msgspec.structs.replace(desk.settings, open_by_hold=True)
    agreed, chose_nothing = desk.open("scorpion", 2, PINS), night(tmp_path, {}, {})
    agreed.close()
    (tmp_path / "settings.toml").unlink()
    for saved in (agreed.saved, chose_nothing):
        table = house(tmp_path).resume(saved)
        assert ways(table) == [("hold",), ("hold",)]
        table.close()


def test_a_night_of_before_that_note_is_opened_as_it_was(tmp_path: Path) -> None:
    saved = night(tmp_path, PINS, {})
    connection = sqlite3.connect(tmp_path / "tables" / saved)
    connection.execute("DELETE FROM public_note WHERE key LIKE 'opened by %'")
    connection.commit()
    connection.close()
    table = house(tmp_path).resume(saved)
    assert ways(table) == [("pin",), ("hold",)]
    table.close()


def test_proofs_outlive_a_night_begun_in_another_folder(tmp_path: Path) -> None:
    saved = night(tmp_path)
    desk = house(tmp_path)
    desk.settings = msgspec.structs.replace(desk.settings, journal_folder=str(tmp_path / "stick"))
    desk.open("scorpion", 2, {"guards": "5678"}).close()
    table = house(tmp_path).resume(saved)
    assert ways(table) == [("seal", "pin"), ("seal",)]
    table.close()


# ---- on the glass


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    saved = night(tmp_path)
    (tmp_path / "settings.toml").unlink()
    found = Evening(tmp_path)
    found.glass.resume(saved)
    found.finger.settle()
    yield found
    found.close()


def test_the_curtain_of_a_seat_that_nothing_opens_says_which_file_and_how_to_go_on(evening: Evening) -> None:
    for seat in ("guards", "intruders"):
        evening.glass.call(seat)
        evening.finger.settle()
        evening.check()
        assert {name for name in evening.finger.tags() if name.startswith("glass:")} == {BACK}
        assert "settings.toml" in evening.strip.say
        assert "settings.toml.bad" in said(evening)
        evening.glass.page.show()
        assert "settings.toml" in evening.strip.say
    evening.finger.tap(BACK)
    assert evening.page == "TablePage"


def test_no_tag_and_no_digit_comes_past_that_curtain(evening: Evening) -> None:
    show(evening, "guards")
    assert evening.page == "TablePage"
    evening.glass.call("guards")
    evening.finger.settle()
    show(evening, "guards")
    evening.glass.bridge.look("guards", "1234")  # type: ignore[union-attr]
    evening.finger.settle()
    assert (evening.page, evening.glass.own) == ("CurtainPage", None)
