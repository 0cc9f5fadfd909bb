"""What was written in the book stays written and untold, and whatever happens to its file ends in a sentence."""

from __future__ import annotations

import hashlib
import itertools
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import book
from companion.journal import BadJournal, Journal, JournalForbidden, JournalFull, JournalInUse, tables

ROOT = Path(__file__).parents[2]
OPENING = b'{"game":"drill","seed":7}'
SECRET = b'{"event":"Walked","zone":"the-hidden-well"}'


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "PATIENCE", 0.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "night.kuroko"


def entry(n: int) -> bytes:
    """Entries of every size that matters: empty, small, just around a page, several pages."""
    return b"%d:" % n + SECRET * (0, 1, 3, 94, 95, 96, 250)[n % 7]


def filled(path: Path, count: int = 40, **notes: str) -> list[bytes]:
    with Journal.create(path, OPENING, started="2026-03-01T20:00") as journal:
        for n in range(count):
            journal.append(entry(n), {**notes, "turn": str(n)} if n % 5 == 0 else None)
        return [OPENING, *journal.entries()]


def read(path: Path) -> list[bytes]:
    with Journal.open(path) as journal:
        return [journal.opening, *journal.entries()]


def run(code: str, *arguments: object, **options: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)  # type: ignore


# What it keeps


@pytest.mark.slow
def test_what_was_written_is_read_back_in_order(path: Path) -> None:
    written = filled(path, 300)
    assert written == [OPENING, *(entry(n) for n in range(300))]
    assert read(path) == written


@pytest.mark.slow
def test_a_row_may_be_written_while_the_rows_are_read(path: Path) -> None:
    with Journal.create(path, OPENING) as journal:
        for n in range(book.SALT * 20):
            journal.append(b"%d" % n)
        reading = journal.entries()
        assert next(reading) == b"0"
        journal.append(b"later")
        assert [*reading][-1] == b"later"


def test_a_book_goes_on_where_it_was_closed(path: Path) -> None:
    filled(path, 3)
    with Journal.open(path) as journal:
        assert journal.count == 3
        journal.append(b"a")
        journal.append(b"b")
    with Journal.open(path) as journal:
        assert [*journal.entries()][-2:] == [b"a", b"b"]
        assert journal.verify().entries == 5


def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    old = os.umask(0)
    try:
        with Journal.create(path, OPENING) as journal:
            journal.append(SECRET)
            for file in path.parent.iterdir():
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
            assert len([*path.parent.iterdir()]) == 2
    finally:
        os.umask(old)


def test_the_file_says_what_it_is_and_is_never_less_than_full(path: Path) -> None:
    with Journal.create(path, OPENING) as journal:
        ask = journal._db.execute
        assert ask("PRAGMA synchronous").fetchone() == (2,)
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ask("PRAGMA user_version").fetchone() == (book.VERSION,)
        assert ask("PRAGMA application_id").fetchone() == (int.from_bytes(b"KURO"),)


def test_a_new_book_is_never_made_over_something(path: Path) -> None:
    written = filled(path)
    with pytest.raises(BadJournal, match=r"night\.kuroko: there is something here already; choose another name"):
        Journal.create(path, b"{}")
    assert read(path) == written


def test_a_new_book_does_not_take_up_the_log_of_a_lost_one(path: Path) -> None:
    path.with_name("night.kuroko-wal").write_bytes(b"rows of another evening")
    with pytest.raises(BadJournal, match="choose another name"):
        Journal.create(path, b"{}")


def test_an_empty_file_is_only_a_reserved_name(path: Path) -> None:
    path.touch()
    with pytest.raises(BadJournal, match="empty"):
        Journal.open(path)
    assert tables(path.parent) == []
    Journal.create(path, OPENING).close()
    assert read(path) == [OPENING]


# The seal


def test_the_seal_shown_before_the_first_turn_holds_afterwards(path: Path) -> None:
    with Journal.create(path, OPENING) as journal:
        shown = [journal.digest()]
        for n in range(20):
            journal.append(entry(n))
            shown.append(journal.digest())
    with Journal.open(path) as journal:
        assert [journal.seal_at(n) for n in range(21)] == shown
        assert (journal.verify().opening_seal, journal.verify().seal) == (shown[0], shown[-1])
        for wrong in (-1, 21):
            with pytest.raises(IndexError):
                journal.seal_at(wrong)


def test_anybody_can_check_the_seals_from_the_rows_given_out(path: Path) -> None:
    filled(path, 10)
    with Journal.open(path) as journal:
        head = hashlib.sha256(b"kuroko journal 1").digest()
        for row in journal.rows():
            head = hashlib.sha256(head + row.salt + row.entry).digest()
            assert head == row.seal
        assert head.hex() == journal.digest()


def test_the_seal_of_equal_games_differs_so_that_no_zone_is_guessed_from_it(tmp_path: Path) -> None:
    seals = set()
    for name in "ab":
        with Journal.create(tmp_path / name, OPENING) as journal:
            journal.append(SECRET)
            seals |= {journal.digest(), journal.seal_at(0)}
            salts = {row.salt for row in journal.rows()}
            assert {len(salt) for salt in salts} == {32}
            assert len(salts) == 2
    assert len(seals) == 4


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE line SET entry = CAST('nobody came by' AS BLOB) WHERE seq = 5",
        "UPDATE line SET salt = zeroblob(32) WHERE seq = 5",
        "UPDATE line SET salt = zeroblob(16), entry = zeroblob(16) || entry WHERE seq = 5",
        "UPDATE line SET entry = 5 WHERE seq = 5",
        "UPDATE line SET entry = 'text' WHERE seq = 5",
        "UPDATE line SET seal = zeroblob(32) WHERE seq = 5",
        "DELETE FROM line WHERE seq = 5",
        "UPDATE line SET seq = 1000 WHERE seq = 5",
    ],
)
def test_a_changed_row_is_named_and_costs_what_follows_it(path: Path, change: str) -> None:
    written = filled(path, 12)
    other = sqlite3.connect(path)
    with other:
        other.execute(change)
    other.close()
    with pytest.raises(BadJournal, match=r"night\.kuroko, row 5: this row is missing or was changed") as caught:
        Journal.open(path)
    assert caught.value.malformed
    assert caught.value.row == 5
    journal, said = Journal.recover(path)
    with journal:
        assert [journal.opening, *journal.entries()] == written[:5]
    assert "kept rows 0 to 4, later rows are lost" in said


def test_verify_reads_the_file_and_not_its_memory(path: Path) -> None:
    filled(path, 5)
    with Journal.open(path) as journal:
        journal._db.execute("DELETE FROM line WHERE seq = 5")
        with pytest.raises(BadJournal, match="the last row is not the one written"):
            journal.verify()
        with pytest.raises(BadJournal, match="row 5: this row is missing"):
            list(journal.entries())


def test_a_file_from_elsewhere_brings_no_triggers(path: Path) -> None:
    filled(path, 5)
    other = sqlite3.connect(path)
    with other:
        other.execute("CREATE TRIGGER forget AFTER INSERT ON line BEGIN DELETE FROM line; END")
    other.close()
    with pytest.raises(BadJournal, match="damaged or not a game"):
        Journal.open(path)
    journal, _ = Journal.recover(path)
    with journal:
        journal.append(b"x")
        assert journal.verify().entries == 6


def test_a_newer_book_is_left_as_it_is(path: Path) -> None:
    other = sqlite3.connect(path)
    with other:
        other.execute(f"PRAGMA application_id = {book.APPLICATION}")
        other.execute(f"PRAGMA user_version = {book.VERSION + 1}")
        other.execute("CREATE TABLE lines_of_tomorrow (seq INTEGER)")
    other.close()
    before = path.read_bytes()
    for opened in (Journal.open, Journal.recover):
        with pytest.raises(BadJournal, match="a newer Kuroko wrote this game; update this one"):
            opened(path)
    assert path.read_bytes() == before


# Nothing of a row outside the file


def test_no_repr_and_no_error_quotes_a_row(path: Path) -> None:
    filled(path, 12)
    texts = []
    with Journal.open(path) as journal:
        texts += [repr(journal), str(journal), *map(repr, journal.rows()), repr(journal.verify())]
        journal._db.execute("UPDATE line SET entry = entry || 'x' WHERE seq = 3")
        with pytest.raises(BadJournal) as caught:
            journal.verify()
        texts += [str(caught.value), repr(caught.value)]
        journal._db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(BadJournal) as caught:
            journal.append(SECRET * 1000)
        texts += [str(caught.value), repr(caught.value), repr(caught.value.__cause__)]
    journal, said = Journal.recover(path)
    journal.close()
    texts.append(said)
    assert not [text for text in texts if "hidden" in text or "Walked" in text or "drill" in text]
    assert "12" not in repr(journal).replace(str(path.parent), "")  # nor how many picks there were


# The list of games


def test_the_list_of_games_shows_public_notes_newest_first(tmp_path: Path) -> None:
    for name, started in (("old", "2026-01-01"), ("new", "2026-03-01"), ("middle", "2026-02-01")):
        with Journal.create(tmp_path / f"{name}.kuroko", OPENING, started=started) as journal:
            journal.append(SECRET, {"game": name, "turn": "1"})
            journal.append(SECRET, {"turn": "2"})
            journal.note("over", "no")
    (tmp_path / "notes.txt").write_text("not a game")
    expected = {"started": "2026-03-01", "game": "new", "turn": "2", "over": "no"}
    for _ in range(2):
        listed = tables(tmp_path)
        assert [table.notes["game"] for table in listed] == ["new", "middle", "old"]
        assert listed[0].notes == expected
        assert not any(table.trouble or table.in_use for table in listed)
    with Journal.open(tmp_path / "new.kuroko") as journal:
        assert journal.notes() == expected
        assert [table.in_use for table in tables(tmp_path)].count(True) == 1
        journal.append(b"still mine")
    assert not any("hidden" in repr(table) for table in tables(tmp_path))


def test_the_list_of_games_shows_what_is_wrong_with_one(tmp_path: Path) -> None:
    filled(tmp_path / "whole.kuroko")
    (tmp_path / "broken.kuroko").write_bytes(b"SQLite format 3\0" + bytes(5000))
    (tmp_path / "folder.kuroko").mkdir()
    troubles = {table.path.name: table.trouble for table in tables(tmp_path)}
    assert troubles["whole.kuroko"] == ""
    assert "damaged" in troubles["broken.kuroko"]
    assert "folder" in troubles["folder.kuroko"]
    assert tables(tmp_path / "missing") == []


def test_a_row_and_its_notes_are_written_together_or_not_at_all(path: Path) -> None:
    filled(path, 3)
    with Journal.open(path) as journal:
        before = journal.notes(), journal.digest()
        with pytest.raises((BadJournal, sqlite3.Error)):
            journal.append(b"x", {"turn": "9", "bad": None})  # type: ignore[dict-item]
        assert (journal.notes(), journal.digest()) == before
        journal.append(b"x", {"turn": "9"})
        assert journal.notes()["turn"] == "9"
        assert journal.verify().entries == 4


# Who may use it


def test_B14_a_second_opening_gets_a_sentence_and_leaves_the_first_alone(path: Path) -> None:
    filled(path, 3)
    with Journal.open(path) as journal:
        for attempt in (Journal.open, Journal.recover):
            with pytest.raises(JournalInUse, match="another program has this table open; close it there"):
                attempt(path)
        second = run("import sys; from companion.journal import Journal; Journal.recover(sys.argv[1])", path)
        _, said = second.communicate()
        assert second.returncode == 1
        assert b"JournalInUse" in said
        journal.append(b"x")
        assert journal.verify().entries == 4
    assert len(read(path)) == 5
    assert [file.name for file in path.parent.iterdir()] == ["night.kuroko"]


def test_a_wrong_path_gets_a_sentence(tmp_path: Path) -> None:
    cases = {
        tmp_path / "nothing.kuroko": "there is no such game",
        tmp_path: "this is a folder",
        tmp_path / "no-folder" / "x": "there is no such game",
        tmp_path / "a\0b": "cannot be the name",
    }
    for wrong, said in cases.items():
        for attempt in (Journal.open, Journal.recover):
            with pytest.raises(BadJournal, match=said):
                attempt(wrong)
    for wrong in (tmp_path / "no-folder" / "x", tmp_path / "a\0b"):
        with pytest.raises(JournalForbidden):
            Journal.create(wrong, b"")


FORBIDDEN = """
import os, sys
from companion.journal import *
if os.geteuid() == 0:
    os.setuid(65534)
for attempt in (Journal.open, Journal.recover, lambda path: Journal.create(path + ".other", b"{}")):
    try:
        attempt(sys.argv[1])
    except JournalForbidden as error:
        print(error)
print([table.trouble for table in tables(os.path.dirname(sys.argv[1]))])
"""


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o444])
def test_B35_a_file_of_somebody_else_gets_a_sentence_at_once(mode: int) -> None:
    if os.geteuid() != 0:
        mode &= 0o444  # somebody else's is then one that oneself may not write
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "night.kuroko"
        written = filled(path)
        os.chmod(path, mode)
        os.chmod(folder, 0o555)
        said, errors = run(FORBIDDEN, path).communicate()
        os.chmod(folder, 0o755)
        os.chmod(path, 0o600)
        assert errors == b""
        *sentences, listed = said.decode().splitlines()
        assert len(sentences) == 3
        for sentence in (*sentences, listed):
            assert "night.kuroko" in sentence
            assert "chown" in sentence
        assert read(path) == written


# The disk


def test_B19_a_full_disk_costs_nothing_and_the_game_goes_on(path: Path) -> None:
    filled(path, 5)
    with Journal.open(path) as journal:
        journal._db.execute("PRAGMA max_page_count = 1")  # SQLite says FULL as soon as it wants another page
        seal = journal.digest()
        for notes in (None, {"turn": "99"}):
            with pytest.raises(JournalFull, match=r"night\.kuroko: the disk is full .* free some space"):
                journal.append(SECRET * 500, notes)
        assert journal.digest() == seal
        assert journal.verify().entries == 5
        assert journal.notes()["turn"] == "0"
        journal._db.execute("PRAGMA max_page_count = 100000")
        journal.append(SECRET * 500)
    assert read(path)[-1] == SECRET * 500


FULL = """
import resource, signal, sys
from companion.journal import *
journal = Journal.open(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
done = journal.count
try:
    while True:
        journal.append(b"%d" % done * 300, {"turn": str(done)} if done % 3 == 0 else None)
        done += 1
except JournalFull as error:
    print(error)
print(done, journal.verify().entries)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append(b"after")
print(done + 1, journal.verify().entries)
"""


@pytest.mark.parametrize("limit", [30_000, 50_001, 77_777, 100_000])
def test_B19_a_file_that_may_not_grow_costs_only_the_row_that_failed(path: Path, limit: int) -> None:
    filled(path, 5)
    said, errors = run(FULL, path, limit).communicate()
    assert errors == b""
    sentence, *counts = said.decode().splitlines()
    assert "night.kuroko: the disk" in sentence
    assert all(len(set(pair.split())) == 1 for pair in counts)
    assert len(counts) == 2
    assert read(path)[-1] == b"after"


def test_B19_a_really_full_disk(tmp_path: Path) -> None:
    if (
        os.geteuid()
        or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", tmp_path], check=False).returncode
    ):
        pytest.skip("only who may mount can have a small disk")
    try:
        path = tmp_path / "night.kuroko"
        journal = Journal.create(path, OPENING)
        for done in itertools.count():
            try:
                journal.append(b"%d" % done * 300)
            except JournalFull as error:
                assert "free some space" in str(error)  # noqa: PT017
                break
        assert journal.verify().entries == done
        with pytest.raises(JournalFull):
            Journal.create(tmp_path / "other.kuroko", b"x" * 200_000)
        journal.close()
        assert len(read(path)) == done + 1
    finally:
        subprocess.run(["umount", "-l", tmp_path], check=True)


# Power cuts

WRITER = """
import os, sys
from companion.journal import Journal
journal = Journal.open(sys.argv[1])
n = journal.count
while True:
    journal.append(b"%d:" % n * (n % 7) * 60, {"turn": str(n)} if n % 4 == 0 else None)
    n += 1
    os.write(1, b"%d\\n" % n)  # only now is it told
"""


@pytest.mark.slow
def test_B18_what_was_acknowledged_survives_a_kill_at_any_moment(path: Path) -> None:
    Journal.create(path, OPENING).close()
    acknowledged = 0
    for more in (1, 2, 3, 5, 8, 30, 1, 90):
        writer = run(WRITER, path)
        assert writer.stdout is not None
        for line in writer.stdout:
            if int(line) >= acknowledged + more:
                break
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().splitlines()
        writer.wait()
        # A pipe keeps what was said before the kill.
        told = int(rest[-1]) if rest else int(line)
        with Journal.open(path) as journal:
            assert told <= journal.count <= told + 1
            for n, found in enumerate(journal.entries()):
                assert found == b"%d:" % n * (n % 7) * 60
            acknowledged = journal.count


CREATOR = """
import os, sys
from companion import book
from companion.journal import Journal
steps = iter(range(int(sys.argv[2])))
def counting(event, arguments):
    if event in ("open", "os.rename", "sqlite3.connect") and next(steps, None) is None:
        os.kill(os.getpid(), 9)
sys.addaudithook(counting)
getattr(Journal, sys.argv[3])(sys.argv[1], *([b"{}"] if sys.argv[3] == "create" else []))
"""


@pytest.mark.slow
def test_B18_a_book_being_made_is_whole_or_not_there(path: Path) -> None:
    outcomes = set()
    for steps in range(12):
        writer = run(CREATOR, path, steps, "create")
        writer.communicate()
        outcomes.add((path.exists(), writer.returncode))
        if path.exists():
            assert read(path) == [b"{}"]
            path.unlink()
        assert [*tables(path.parent)] == []
    assert {(False, -9), (True, 0)} <= outcomes


@pytest.mark.slow
def test_B19_a_repair_cut_short_is_finished_by_the_next(path: Path) -> None:
    written = filled(path, 30)
    whole = path.read_bytes()
    outcomes = set()
    for steps in range(14):
        for leftover in path.parent.iterdir():
            leftover.unlink()
        path.write_bytes(bytes(4096) + whole[4096:])
        path.with_name("night.kuroko-wal").write_bytes(bytes(100))
        writer = run(CREATOR, path, steps, "recover")
        writer.communicate()
        if not path.exists():
            (listed,) = tables(path.parent)
            assert (listed.path, "repair it again" in listed.trouble) == (path, True)
        outcomes.add((path.exists(), writer.returncode))
        journal, _ = Journal.recover(path)
        with journal:
            assert [journal.opening, *journal.entries()] == written
        kept = [file for file in path.parent.iterdir() if file.name.endswith(".bad1")]
        assert [file.read_bytes() for file in kept] == [bytes(4096) + whole[4096:]]
    assert outcomes == {(True, -9), (False, -9), (True, 0)}


# Damage

PAGE = book.PAGE


@pytest.fixture(scope="module")
def damaged() -> Iterator[tuple[list[bytes], bytes, bytes]]:
    """Rows, file and log of a book whose power was cut: part checkpointed, part in the log alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "night.kuroko"
        filled(path, 60, game="drill")
        with Journal.open(path) as journal:
            for n in range(60, 90):
                journal.append(entry(n), {"turn": str(n)} if n % 5 == 0 else None)
            written = [OPENING, *journal.entries()]
            # SQLite's lock is lost by closing these, which matters to nobody here.
            yield written, path.read_bytes(), path.with_name("night.kuroko-wal").read_bytes()


def check_sentence(error: BadJournal, path: Path) -> None:
    assert str(path) in str(error)
    assert "hidden" not in str(error)


def check_damaged(written: list[bytes], file: bytes, log: bytes) -> int:
    """Both ways into a damaged book give a beginning of what was written, or one sentence; how many rows there were."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "night.kuroko"
        path.write_bytes(file)
        path.with_name("night.kuroko-wal").write_bytes(log)
        tables(folder)
        opened = 0
        try:
            rows = read(path)
            assert rows == written[: len(rows)]
            opened = len(rows)
        except BadJournal as error:
            check_sentence(error, path)
        try:
            journal, said = Journal.recover(path)
        except BadJournal as error:
            check_sentence(error, path)
            return opened
        with journal:
            rows = [journal.opening, *journal.entries()]
            assert rows == written[: len(rows)]
            assert len(rows) >= opened
            assert str(path) in said
            for value in journal.notes().values():
                assert not value.isdigit() or int(value) < len(rows)
            journal.append(b"on with the game", {"turn": "next"})
        assert read(path) == [*rows, b"on with the game"]
        return len(rows)


def test_a_cut_power_line_costs_nothing(damaged: tuple[list[bytes], bytes, bytes]) -> None:
    written, file, log = damaged
    assert check_damaged(written, file, log) == 91


@pytest.mark.slow
def test_B19_log_cut_at_any_place_keeps_what_was_checkpointed(damaged: tuple[list[bytes], bytes, bytes]) -> None:
    written, file, log = damaged
    kept = [check_damaged(written, file, log[:cut]) for cut in [*range(0, len(log), 2503), 1, 31, 32, len(log) - 1]]
    assert min(kept) >= 61
    assert max(kept) >= 90


@pytest.mark.slow
def test_B19_file_cut_at_any_place_keeps_a_beginning(damaged: tuple[list[bytes], bytes, bytes]) -> None:
    written, file, log = damaged
    cuts = [*range(1, len(file), 6007), *range(PAGE, len(file), PAGE), 1, 15, 16, 99, 100, len(file) - 1]
    for with_log in (log, b""):
        kept = [check_damaged(written, file[:cut], with_log) for cut in cuts]
        assert max(kept) >= 61


@pytest.mark.slow
def test_B19_any_one_page_zeroed_keeps_the_rows_before_it(damaged: tuple[list[bytes], bytes, bytes]) -> None:
    written, file, _ = damaged
    kept = []
    for start in range(0, len(file), PAGE):
        kept.append(check_damaged(written, file[:start] + bytes(PAGE) + file[start + PAGE :], b""))
    # Header, the root of the rows, the notes and their index hold no rows: nothing is lost with them.
    assert kept.count(61) >= 4
    assert kept[:2] == [61, 61]


def test_B19_a_zeroed_page_costs_nothing_where_the_log_still_has_it(damaged: tuple[list[bytes], bytes, bytes]) -> None:
    written, file, log = damaged
    in_log = {int.from_bytes(log[at : at + 4]) for at in range(32, len(log), 24 + PAGE)}
    for page in in_log:
        start = (page - 1) * PAGE
        if start < len(file):
            check_damaged(written, file[:start] + bytes(PAGE) + file[start + PAGE :], log)


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_B19_flipped_bits_never_bring_in_a_wrong_row(
    damaged: tuple[list[bytes], bytes, bytes], data: st.DataObject
) -> None:
    written, file, log = damaged
    parts = [bytearray(file), bytearray(log)]
    for _ in range(data.draw(st.integers(1, 6))):
        part = parts[data.draw(st.integers(0, 1))]
        # Half of them where a page begins: headers, counts, pointers.
        page = data.draw(st.integers(0, len(part) // PAGE - 1)) * PAGE
        at = page + data.draw(st.one_of(st.integers(0, 120), st.integers(0, PAGE - 1)))
        part[at] ^= 1 << data.draw(st.integers(0, 7))
    check_damaged(written, bytes(parts[0]), bytes(parts[1]))


@given(content=st.binary(max_size=3 * PAGE), header=st.booleans())
@settings(max_examples=60, deadline=None)
def test_B19_any_file_at_all_gets_a_sentence(content: bytes, header: bool) -> None:
    check_damaged([], (b"SQLite format 3\0\x10\0\1\1\0\x40\x20\x20" if header else b"") + content, b"")


def test_B19_not_even_an_opening_leaves_the_file_where_it_is(path: Path) -> None:
    path.write_bytes(bytes(20_000))
    with pytest.raises(BadJournal, match=r"night\.kuroko: not even the opening can be read; restore a backup"):
        Journal.recover(path)
    assert [file.name for file in path.parent.iterdir()] == ["night.kuroko"]
    assert path.read_bytes() == bytes(20_000)


def test_B19_each_damaged_file_is_kept_under_its_own_name(path: Path) -> None:
    written = filled(path, 30)
    for number in (1, 2):
        broken = bytes(PAGE) + path.read_bytes()[PAGE:]
        path.write_bytes(broken)
        journal, said = Journal.recover(path)
        journal.close()
        assert f"the damaged file is kept as night.kuroko.bad{number}" in said
        kept = path.with_name(f"night.kuroko.bad{number}")
        assert kept.read_bytes() == broken
        assert read(path) == written
    shutil.copy(kept, path)
    Journal.recover(path)[0].close()
    assert path.with_name("night.kuroko.bad3").exists()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_whole_book_needs_no_repair(path: Path) -> None:
    written = filled(path)
    journal, said = Journal.recover(path)
    with journal:
        assert [journal.opening, *journal.entries()] == written
    assert said.endswith("night.kuroko: the game is whole; nothing was lost")
    assert [file.name for file in path.parent.iterdir()] == ["night.kuroko"]


def test_of_two_rows_that_fit_the_one_that_was_gone_on_from_is_kept(path: Path) -> None:
    from companion.mending import _longest

    opening = book.row(0, book.GENESIS, OPENING)
    failed, tried_again = book.row(1, opening.seal, b"cut off"), book.row(1, opening.seal, b"again")
    following = book.row(2, tried_again.seal, b"on")
    for pair in ([failed, tried_again], [tried_again, failed]):
        assert _longest({0: [opening], 1: pair, 2: [following]}) == [opening, tried_again, following]
        assert _longest({0: [opening], 1: pair}) == [opening, pair[1]]


def test_a_book_may_be_opened_in_one_thread_and_kept_by_another(path: Path) -> None:
    journal = Journal.create(path, OPENING)
    with ThreadPoolExecutor(1) as deciding:
        deciding.submit(journal.append, b"x", {"turn": "1"}).result()
        assert deciding.submit(journal.verify).result().entries == 1
        deciding.submit(journal.close).result()
    assert read(path) == [OPENING, b"x"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_B19_a_short_game_cut_at_every_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if Path("/dev/shm").is_dir():
        monkeypatch.setattr(tempfile, "tempdir", "/dev/shm")  # nothing here is about the disk
    path = tmp_path / "night.kuroko"
    with Journal.create(path, OPENING) as journal:
        journal.append(b"one")
    with Journal.open(path) as journal:
        journal.append(b"two")
        journal.append(SECRET)
        written = [OPENING, *journal.entries()]
        file, log = path.read_bytes(), path.with_name("night.kuroko-wal").read_bytes()
    # Rows come and go in order: the longer what is left, the more is kept.
    kept = [check_damaged(written, file, log[:cut]) for cut in every_byte(log)]
    assert kept == sorted(kept)
    assert {kept[0], kept[-1]} == {2, 4}
    kept = [check_damaged(written, file[:cut], b"") for cut in every_byte(file) if cut]
    assert kept == sorted(kept)
    assert {kept[0], kept[-1]} == {0, 2}


def every_byte(content: bytes) -> list[int]:
    """Every place to cut, but for the inside of long runs of zeros, where a few stand for all."""
    cuts = [cut for cut in range(len(content)) if cut % 64 == 0 or any(content[cut - 1 : cut + 1])]
    return [*cuts, len(content)]
