"""Settings are usable whatever the file says, say what is wrong with it, and keep no PIN."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest
import rich.console
import rich.pretty
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.settings import COMMENTS, DEFAULTS, KEYS, PROOFS, TABLES, Settings, settings_file

ROOT = Path(__file__).parents[2]
change = msgspec.structs.replace


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def load(path: Path, content: str | bytes) -> tuple[Settings, list[str]]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = path.read_bytes()
    found, warnings = Settings.load(path)
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path]
    assert all(warning.path == str(path) for warning in warnings)
    return found, [str(warning).removeprefix(str(path)) for warning in warnings]


def test_no_file_is_no_mistake(path: Path) -> None:
    assert Settings.load(path) == (Settings(), ())
    assert not path.exists()


def test_what_is_saved_is_loaded(path: Path) -> None:
    ours = Settings(
        language="ja",
        theme="contrast",
        brightness=10,
        scale=1.25,
        turned=270,
        dark_minutes=0,
        left_hand=True,
        calm=True,
        large_text=True,
        sound=False,
        volume=0,
        open_by_seal=False,
        open_by_pin=False,
        open_by_hold=True,
        curtain_seconds=5,
        answer_pause_seconds=0.5,
        table="board",
        lights=60,
        journal_folder='C:\\games "here"',
        fonts={"serif": "/usr/share/fonts/mine.otf"},
        persons={"Aiko": "ja", "Mei Lin": "zh_Hans"},
        pins={"p1": f"scrypt:{'0' * 32}:{'1' * 64}"},
        seals={"p1": f"scrypt:{'0' * 32}:{'2' * 64}"},
    )
    assert all(getattr(ours, key) != DEFAULTS[key] for key in KEYS)
    for saved in (ours, Settings(), ours):
        assert saved.save(path) is None
        assert Settings.load(path) == (saved, ())
    assert [*path.parent.iterdir()] == [path]
    assert path.stat().st_mode & 0o777 == 0o600


def test_every_key_is_explained_in_a_new_file(path: Path) -> None:
    assert set(COMMENTS) == set(KEYS)
    Settings().save(path)
    for key, comment in COMMENTS.items():
        assert key in TABLES or re.search(rf"^{key} = .* # {re.escape(comment)}$", path.read_text(), re.M)


def test_comments_order_and_line_ends_stay(path: Path) -> None:
    text = '# mine\r\nvolume = 10   # the baby sleeps\r\n\r\ntheme = "night"\r\n'
    found, warnings = load(path, text.encode("utf-8-sig"))
    assert (found, warnings) == (Settings(volume=10, theme="night"), [])
    assert change(found, volume=30, calm=True).save(path) is None
    assert path.read_bytes().decode() == text.replace("10", "30") + "calm = true\r\n"


THEMES = "this must be 'day', 'night', 'contrast' or 'clock'"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('theme = "nihgt"', f", line 1, theme: {THEMES}; did you mean 'night'?"),
        ("\n\nvolume = 101", ", line 3, volume: this must be a whole number from 0 to 100"),
        ("volume = true", ", line 1, volume: this must be a whole number from 0 to 100"),
        ("curtain_seconds = 4", ", line 1, curtain_seconds: this must be a whole number from 5 to 600"),
        ("answer_pause_seconds = nan", ", line 1, answer_pause_seconds: this must be a number from 0 to 30"),
        ('calm = "yes"', ", line 1, calm: this must be true or false"),
        ("calm = 1", ", line 1, calm: this must be true or false"),
        ("journal_folder = 5", ", line 1, journal_folder: this must be text in quotes"),
        ("pins = 1234", ", line 1, pins: this must be a table"),
        ("[[pins]]", ", line 1, pins: this must be a table"),
        (
            '[fonts]\nbod = "mine.otf"',
            ", line 2, fonts.bod: a font is the path of its file, in quotes, for serif, medium or bold",
        ),
        (
            '[persons]\nAiko = "jp"',
            ", line 2, persons.Aiko: a person has a name of 1 to 16 letters and a language: en, zh_Hans, zh_Hant, ja",
        ),
        ("[volume]\nx = 1", ", line 1, volume: this must be a whole number from 0 to 100"),
        ("language = 5", ", line 1, language: this must be 'en', 'zh_Hans', 'zh_Hant' or 'ja'"),
        (
            "curtain-second = 5",
            ", line 1, curtain-second: unknown key 'curtain-second'; did you mean 'curtain_seconds'?",
        ),
        ("Volume = 5", ", line 1, Volume: unknown key 'Volume'; did you mean 'volume'?"),
        ("xyzzy = 5", ", line 1, xyzzy: unknown key 'xyzzy'; known are language, theme,"),
    ],
)
def test_a_wrong_value_is_named_and_the_rest_is_used(path: Path, content: str, said: str) -> None:
    found, warnings = load(path, content)
    assert found == Settings()
    assert len(warnings) == 1
    assert warnings[0].startswith(said)
    found, warnings = load(
        path, f'theme = "night"\n{content}\n' if "theme" not in content else f"sound = false\n{content}\n"
    )
    assert len(warnings) == 1
    assert found in (Settings(theme="night"), Settings(sound=False))


def test_all_mistakes_are_told_in_the_order_of_the_lines(path: Path) -> None:
    found, warnings = load(path, 'calm = 1\nfoo = 2\nvolume = "loud"\ntheme = "night"\n[pins]\np1 = "1234"\n')
    assert found == Settings(theme="night")
    assert [re.findall(r"^, line (\d), ([\w.]+):", warning)[0] for warning in warnings] == [
        ("1", "calm"),
        ("2", "foo"),
        ("3", "volume"),
        ("6", "pins.p1"),
    ]


@pytest.mark.parametrize(
    "content", [b"theme = \n", b"[[[", b"\xff\xfe\x00", bytes(range(256)), b"a=1\na=2", b"\x00" * 40]
)
def test_B19_a_broken_file_is_kept_before_it_is_written_over(path: Path, content: bytes) -> None:
    found, warnings = load(path, content)
    assert found == Settings()
    assert len(warnings) == 1
    ours = change(found, theme="night")
    assert ours.save(path) is None
    assert Settings.load(path) == (ours, ())
    assert path.with_name("settings.toml.bad").read_bytes() == content
    path.write_bytes(b"another mistake =")
    assert ours.save(path) is None
    assert path.with_name("settings.toml.bad").read_bytes() == content
    assert path.with_name("settings.toml.bad2").read_bytes() == b"another mistake ="


def test_a_wrong_value_is_kept_before_it_is_written_over_and_an_unknown_key_stays(path: Path) -> None:
    text = 'volume = "loud"  # at last\nfuture_key = 5\n'
    found, _ = load(path, text)
    assert found.save(path) is None
    assert path.read_text() == text.replace('"loud"', "70")
    assert path.with_name("settings.toml.bad").read_text() == text
    again, warnings = Settings.load(path)
    assert again == found
    assert len(warnings) == 1
    assert again.save(path) is None
    assert not path.with_name("settings.toml.bad2").exists()


@pytest.mark.slow
@given(content=st.binary(max_size=200))
@settings(deadline=None, max_examples=60)
def test_any_file_at_all_can_be_loaded_and_saved_over(content: bytes) -> None:
    check_saved_over(content)


VALUES = ["5", "true", '"x"', "[]", "[1]", "{}", "{a = 1}", "1.5", "1979-05-27", "[{a = 1}]"]


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*KEYS, "x"]),
            st.sampled_from(["{} = {}", "[{}]", "[[{}]]", "{}.a = {}"]),
            st.sampled_from(VALUES),
        )
    )
)
@settings(deadline=None, max_examples=100)
def test_any_toml_at_all_can_be_loaded_and_saved_over(lines: list[tuple[str, str, str]]) -> None:
    check_saved_over("\n".join(form.format(key, value) for key, form, value in lines).encode())


def check_saved_over(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.toml"
        path.write_bytes(content)
        found, _ = Settings.load(path)
        pins = {"p1": f"scrypt:{'0' * 32}:{'1' * 64}"}
        for ours in (
            change(found, calm=not found.calm, theme="contrast", volume=1, pins=pins),
            found,
            Settings(sound=False),
        ):
            assert ours.save(path) is None
            again, warnings = Settings.load(path)
            assert again == ours
            assert all("unknown key" in str(warning) for warning in warnings)


# PINs


def test_a_pin_fits_its_seat_alone() -> None:
    ours = Settings().with_pin("guards", "1234").with_pin("ninja", "1234")
    assert ours.pin_fits("guards", "1234")
    assert not ours.pin_fits("guards", "12345")
    assert not ours.pin_fits("guards", "")
    assert not ours.pin_fits("traitor", "1234")
    assert (ours.has_pin("ninja"), ours.has_pin("traitor")) == (True, False)
    assert ours.pins["guards"] != ours.pins["ninja"]
    assert not ours.without_proofs("guards").has_pin("guards")
    assert ours.without_proofs("guards").pin_fits("ninja", "1234")
    for wrong in ("123", "123456789", "12a4", "", "١٢٣٤", "1234\n"):
        with pytest.raises(ValueError, match="a PIN has 4 to 8 digits"):
            ours.with_pin("guards", wrong)


def test_no_pin_and_no_hash_is_written_printed_or_said(path: Path) -> None:
    ours = Settings().with_pin("guards", "86420")
    hashed = ours.pins["guards"].split(":")[2]
    ours.save(path)
    assert "86420" not in path.read_text().replace(ours.pins["guards"], "")
    assert hashed in path.read_text()
    assert Settings.load(path)[0].pin_fits("guards", "86420")
    printed = io.StringIO()
    rich.pretty.pprint(ours, console=rich.console.Console(file=printed))
    for text in (repr(ours), str(ours), printed.getvalue()):
        assert hashed[:8] not in text
        assert "86420" not in text


def test_a_seal_opens_its_seat_alone_and_its_number_stands_nowhere(path: Path) -> None:
    ours = Settings().with_seals({"night-guards": "04A3C6CAE26180", "night-ninja": "13E67515"})
    assert ours.seal_of(("night-guards", "night-ninja"), "13E67515") == "night-ninja"
    assert ours.seal_of(("night-guards", "night-ninja"), "04A3C6CAE26181") is None
    assert ours.seal_of(("night-guards",), "13E67515") is None, "another seat's seal opens nothing"
    assert ours.seal_of(("other-guards",), "04A3C6CAE26180") is None, "nor does last night's"
    assert ours.without_proofs("night-guards").seal_of(("night-guards",), "04A3C6CAE26180") is None
    ours.save(path)
    assert "04A3C6CAE26180" not in (path.read_text() + repr(ours)).upper()
    assert ours.seals["night-guards"] not in repr(ours)
    assert Settings.load(path)[0].seal_of(("night-guards",), "04A3C6CAE26180") == "night-guards"


@pytest.mark.parametrize("wrong", ['volume = "loud"', "theme = 5", "calm.x = 1", "persons = 3", "nothing = 1"])
def test_a_mistake_elsewhere_costs_no_pin_and_no_seal(path: Path, wrong: str) -> None:
    ours = Settings().with_pin("guards", "1234").with_seals({"ninja": "13E67515"})
    path.write_text(f"{wrong}\n{_tables(ours)}")
    for _again in range(2):
        found, _ = Settings.load(path)
        assert (found.pins, found.seals) == (ours.pins, ours.seals)
        assert change(found, calm=not found.calm).save(path) is None


def test_one_spoilt_pin_costs_no_other(path: Path) -> None:
    ours = Settings().with_pin("guards", "1234").with_pin("ninja", "5678").with_seals({"ninja": "13E67515"})
    path.write_text(_tables(ours).replace(ours.pins["guards"], ours.pins["guards"][:-1]))
    found, warnings = Settings.load(path)
    assert len(warnings) == 1
    assert found.save(path) is None
    assert Settings.load(path) == (ours.without_proofs("guards"), ())
    assert ours.pins["guards"][:-1] in path.with_name("settings.toml.bad").read_text()


def test_a_file_with_proofs_that_cannot_be_read_is_kept_and_no_later_one_takes_its_place(path: Path) -> None:
    kept = []
    for number in range(3):
        content = f"{number} =\n{_tables(Settings().with_pin('guards', '1234'))}"
        path.write_text(content)
        kept.append(content)
        found, warnings = Settings.load(path)
        assert (found, len(warnings)) == (Settings(), 1)
        for volume in (1, 2):
            assert change(found, volume=volume).save(path) is None
    assert [path.with_name(f"settings.toml.bad{end}").read_text() for end in ("", "2", "3")] == kept


def _tables(ours: Settings) -> str:
    """PINs and seals as they stand in a file."""
    lines = [[f"[{key}]", *(f'{seat} = "{kept}"' for seat, kept in getattr(ours, key).items())] for key in PROOFS]
    return "\n".join(line for table in lines for line in table) + "\n"


def test_a_pin_written_by_hand_is_not_repeated_and_opens_nothing(path: Path) -> None:
    found, warnings = load(path, '[pins]\nguards = "86420"\nninja = 97531\n')
    assert [warning.partition(":")[0] for warning in warnings] == [", line 2, pins.guards", ", line 3, pins.ninja"]
    assert not [warning for warning in warnings if "86420" in warning or "97531" in warning]
    assert not found.pin_fits("guards", "86420")


# Places


def test_settings_and_games_lie_in_the_users_folders_or_in_one_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KUROKO_HOME", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert settings_file() == tmp_path / "config" / "kuroko" / "settings.toml"
    assert Settings().tables_folder() == tmp_path / "data" / "kuroko" / "tables"
    monkeypatch.setenv("KUROKO_HOME", str(tmp_path / "stick"))
    assert settings_file() == tmp_path / "stick" / "settings.toml"
    assert Settings().tables_folder() == tmp_path / "stick" / "tables"
    assert Settings(journal_folder="~/games").tables_folder() == Path("~/games").expanduser()
    assert Settings(calm=True).save() is None  # makes the folder
    assert Settings.load() == (Settings(calm=True), ())


UNWRITABLE = """
import os, sys, tomlkit  # before it is somebody who may not read where Python lies
from companion.settings import *
if os.geteuid() == 0:
    os.setuid(65534)
settings, warnings = Settings.load(sys.argv[1])
print(settings.theme, *warnings)
print(settings.save(sys.argv[1]))
"""


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o777), (0o444, 0o555), (0o000, 0o555)])
def test_B35_settings_left_by_sudo_are_named_and_the_play_goes_on(file_mode: int, folder_mode: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.toml"
        path.write_text('theme = "night"\n')
        os.chmod(path, file_mode)
        os.chmod(folder, folder_mode)
        done = subprocess.run(
            [sys.executable, "-c", UNWRITABLE, path], cwd=ROOT, capture_output=True, text=True, check=False
        )
        os.chmod(folder, 0o755)
        assert done.stderr == ""
        loaded, saved = done.stdout.splitlines()
        assert loaded == "night" if file_mode else loaded.startswith(f"day {path}: the file cannot be read")
        assert saved.startswith(f"{path}: ")
        assert "give it to this user with chown" in saved
        os.chmod(path, 0o644)
        assert path.read_text() == 'theme = "night"\n'


def test_a_strange_place_gets_a_sentence(path: Path) -> None:
    path.mkdir()
    for strange in (path, Path("a\0b"), path / "x" / ("y" * 300)):
        found, _ = Settings.load(strange)
        assert found == Settings()
        assert str(found.save(strange)).startswith(str(strange))
    path.with_name("plain").write_text("")
    assert Settings().save(path.with_name("plain") / "settings.toml") is not None


def test_a_value_that_cannot_be_is_a_programmers_error() -> None:
    for key, value in (("volume", 101), ("theme", "pink"), ("calm", 1), ("pins", {"p1": "1234"})):
        with pytest.raises(ValueError, match=f"{key}: this must be") as caught:
            change(Settings(), **{key: value})
        assert "1234" not in str(caught.value)
