"""The desk wires a whole table; no page of the glass reaches past it."""

from __future__ import annotations

import ast
import sqlite3
from pathlib import Path

import pytest

from ui.bridge import Bridge
from ui.desk import House
from ui.picture import prompt_of
from ui.ports import CannotOpen

UI = Path(__file__).resolve().parents[2] / "ui"
ROOTS = {
    "desk.py",
    "opened.py",
    "books.py",
    "boxes.py",
    "playing.py",
    "tagging.py",
    "enrol.py",
    "doctor.py",
    "rigging.py",
    "__main__.py",
    "demo.py",
}


def house(home: Path, **more: object) -> House:
    found = House(home / "settings.toml", threaded=False, seed=4, **more)  # type: ignore[arg-type]
    import msgspec

    found.settings = msgspec.structs.replace(found.settings, journal_folder=str(home / "tables"))
    return found


def test_no_page_of_the_glass_imports_the_wiring() -> None:
    strays = [
        f"{path.relative_to(UI)}: {name}"
        for path in sorted(UI.rglob("*.py"))
        if path.name not in ROOTS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in _imported(node)
        if name
        in (
            "ui.desk",
            "ui.opened",
            "ui.books",
            "ui.boxes",
            "ui.playing",
            "ui.tagging",
            "ui.enrol",
            "ui.doctor",
            "ui.rigging",
            "ui.__main__",
        )
    ]
    assert strays == []


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def test_the_glass_below_the_app_needs_no_kivy_to_say_what_it_shows() -> None:
    names = (
        "books.py",
        "boxes.py",
        "bridge.py",
        "desk.py",
        "enrol.py",
        "opened.py",
        "ports.py",
        "spoken.py",
        "tagging.py",
    )
    for path in (*(UI / name for name in names), *(UI / "presenter").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert [n for node in ast.walk(tree) for n in _imported(node) if n.startswith("kivy")] == []


def test_pins_belong_to_one_game_and_stand_nowhere_in_the_clear(tmp_path: Path) -> None:
    desk = house(tmp_path)
    first = desk.open("scorpion", 2, {"guards": "1111", "intruders": "2222"})
    name = first._journal.path.name
    first.close()
    second = desk.open("scorpion", 2, {"guards": "3333", "intruders": "4444"})
    assert [second.pin_fits("guards", pin) for pin in ("1111", "3333")] == [False, True]
    second.close()
    again = desk.resume(name)
    assert [again.pin_fits("guards", pin) for pin in ("1111", "3333")] == [True, False]
    again.close()
    written = (tmp_path / "settings.toml").read_text(encoding="utf-8")
    assert not any(pin in written.split(":")[0] for pin in ("1111", "2222", "3333", "4444"))


def test_the_list_of_games_says_where_each_stands_and_nothing_else(tmp_path: Path) -> None:
    desk = house(tmp_path)
    table = desk.open("scorpion", 2, {})
    bridge = Bridge(table)
    bridge.pump()
    table.close()
    (saved,) = desk.saved()
    assert saved.say == "Setup"
    assert desk.resume(saved.id).window().view().turn_of == ("guards", "intruders")


def test_B19_a_damaged_night_stands_in_the_lobby_and_goes_on_from_its_last_good_row(tmp_path: Path) -> None:
    desk = house(tmp_path)
    table = desk.open("scorpion", 2, {})
    path = table._journal.path
    table.close()
    other = sqlite3.connect(path)
    with other:
        other.execute("CREATE TRIGGER forget AFTER INSERT ON line BEGIN DELETE FROM line; END")
    other.close()
    (path.parent / "garbage.kuroko").write_bytes(b"garbage" * 100)
    damaged = {saved.id: saved for saved in desk.saved()}
    assert damaged.keys() == {path.name, "garbage.kuroko"}
    assert {saved.title for saved in damaged.values()} == {"A damaged night"}
    desk.resume(path.name).close()
    assert "A damaged night" not in [saved.title for saved in desk.saved() if saved.id == path.name]
    with pytest.raises(CannotOpen):
        desk.resume("garbage.kuroko")
    assert [saved.id for saved in desk.saved()] == [path.name], (
        "what nobody can read does not stand before other nights"
    )
    assert (path.parent / "garbage.kuroko").exists()


def test_a_game_that_cannot_be_opened_says_why_in_one_sentence(tmp_path: Path) -> None:
    desk = house(tmp_path)
    with pytest.raises(CannotOpen, match="players"):
        desk.open("scorpion", 7, {})
    with pytest.raises(CannotOpen):
        desk.resume("nothing.kuroko")
    assert not list((tmp_path / "tables").glob("*")) if (tmp_path / "tables").exists() else True


def test_the_thread_that_decides_and_the_glass_meet_in_the_mailbox(tmp_path: Path) -> None:
    import threading

    desk = House(tmp_path / "settings.toml", threaded=True, simulated=False, seed=4)
    import msgspec

    desk.settings = msgspec.structs.replace(desk.settings, journal_folder=str(tmp_path / "tables"))
    table = desk.open("scorpion", 2, {"guards": "1234"})
    bridge = Bridge(table)
    done = threading.Event()
    bridge.look("guards", "1234")
    bridge.pick_own("starter")
    table.do(done.set)
    assert done.wait(20)
    table.close()
    picture = bridge.latest()
    assert picture is not None
    assert picture.own is not None
    assert prompt_of(picture.own.view).ask == "post_sentry"  # type: ignore[union-attr]
    bridge._key += 1
    assert bridge.latest().own is None  # type: ignore[union-attr]


def test_where_a_night_was_left_is_said_in_the_language_of_who_reads_it(tmp_path: Path) -> None:
    import msgspec

    desk = house(tmp_path)
    for book in desk.games():
        table = desk.open(book.id, book.players[0], {})
        picks = [(seat, pick) for seat in table.seats if (pick := table.advise(seat, 1)) is not None]
        table.do(lambda table=table, seat=picks[0][0], pick=picks[0][1]: table.pick(seat, pick, None))
        table.step()
        table.close()
    said = {}
    for language in ("en", "zh_Hans", "zh_Hant", "ja"):
        desk.settings = msgspec.structs.replace(desk.settings, language=language)
        said[language] = {saved.id: saved.say for saved in desk.saved()}
    assert any(said["en"].values())
    for name in (name for name, say in said["en"].items() if say):
        assert said["en"][name].isascii()
        assert not any(said[other][name].isascii() for other in ("zh_Hans", "zh_Hant", "ja"))
