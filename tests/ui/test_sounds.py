"""What is heard at a table: only public acts, as loud as it is wanted, and nothing where nobody wants it."""

from __future__ import annotations

import sys
import wave
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.sounds import SOUNDS, Sound
from ui.loudspeaker import Loudspeaker, silent_because
from ui.synth import RATE, samples, write

from .evening import PINS, Evening


class Listened:
    """An evening whose sounds are written down, each with its volume."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.heard: list[tuple[Sound, float]] = []
        evening.glass._play = lambda name, volume: self.heard.append((name, volume))

    def take(self) -> list[str]:
        found = [name for name, _volume in self.heard]
        self.heard.clear()
        return found

    def scan(self, card: str) -> list[str]:
        """Lays a card on the reader and takes it away: what was heard meanwhile."""
        self.take()
        for act in (self.evening.table.box.lay, self.evening.table.box.lift):
            act(card)
            self.evening.finger.settle()
        return self.take()


@pytest.fixture
def listened(tmp_path: Path) -> Iterator[Listened]:
    found = Listened(Evening(tmp_path))
    yield found
    found.evening.close()


@pytest.mark.slow
def test_a_public_card_is_heard_and_a_refused_one_otherwise(listened: Listened) -> None:
    listened.evening.set_up()
    assert "turn" in listened.take()
    assert listened.scan("card:guards/patrol_search/1") == ["tag"]
    listened.evening.play(("guards", "undo"))
    assert listened.scan("card:guards/kenjutsu/1") == ["refused"]
    listened.evening.play(("guards", "end"))
    assert listened.scan("card:ninja/rope/1") == listened.scan("card:ninja/shuriken/1") == ["tag"]


@pytest.mark.slow
def test_a_private_card_sounds_the_same_whatever_comes_of_it(listened: Listened) -> None:
    evening = listened.evening
    evening.to_intruders()
    cards = ("card:ninja/shuriken/1", "card:ninja/rope/1", "card:traitor/potent_sake/1")
    assert [listened.scan(card) for card in cards] == [["tag"]] * 3, "behind nobody's curtain"
    evening.look("intruders")
    listened.take()
    assert [listened.scan(card) for card in cards] == [["tag"]] * 3, "before whoever is asked"


@pytest.mark.slow
def test_what_is_touched_in_private_is_not_heard(listened: Listened) -> None:
    evening = listened.evening
    evening.to_intruders()
    evening.look("intruders")
    listened.take()
    table = evening.table.window().view()
    while (prompt := evening.glass.own) is not None and evening.table.window().view() == table:
        choice = evening.table.advise("intruders", 4)
        if prompt.view.turn_of != table.turn_of or choice is None:
            break
        evening.glass.bridge.pick_own("no such choice")  # type: ignore[union-attr]
        evening.finger.settle()
        evening.glass.bridge.pick_own(choice)  # type: ignore[union-attr]
        evening.finger.settle()
        if evening.table.window().view() == table:
            assert listened.take() == []


def test_each_is_as_loud_as_is_wanted_and_muted_nothing_is_heard(listened: Listened) -> None:
    evening = listened.evening
    evening.glass.open(evening.house.games()[0], 2, dict(PINS))
    evening.glass.prefer(volume=30)
    evening.finger.settle()
    card = "card:guards/kenjutsu/1"
    evening.table.box.lay(card)
    evening.finger.settle()
    assert listened.heard == [("tag", 0.3)]
    evening.table.box.lift(card)
    evening.glass.menu()
    evening.finger.settle()
    evening.finger.tap("Sound")
    assert not evening.house.settings.sound, "one touch in the menu"
    assert listened.scan(card) == []
    evening.finger.tap("Sound")
    evening.glass.prefer(volume=0)
    assert listened.scan(card) == []


@pytest.mark.parametrize("name", SOUNDS)
def test_each_sound_is_small_short_and_ends_in_silence(name: Sound, tmp_path: Path) -> None:
    path = write(name, tmp_path)
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        made = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        made.byteswap()
    assert len(made) < 3 * RATE
    assert 8_000 < max(map(abs, made)) < 32_767
    assert abs(made[0]) < 500
    assert abs(made[-1]) < 50


def test_a_sound_is_the_same_every_time_and_no_two_are_alike() -> None:
    assert samples("tag") == samples("tag")
    assert len({samples(name).tobytes() for name in ("tag", "refused", "turn")}) == 3


class Played:
    """Something to play, as Kivy would load it."""

    def __init__(self, path: str) -> None:
        self.path, self.volume, self.done = path, 1.0, [""]

    def stop(self) -> None:
        self.done.append("stop")

    def play(self) -> None:
        self.done.append(f"play {self.volume}")


def test_the_loudspeaker_plays_what_it_loaded_at_the_volume_it_is_told(tmp_path: Path) -> None:
    loaded: list[Played] = []
    speaker = Loudspeaker(tmp_path, lambda path: loaded.append(Played(path)) or loaded[-1])  # type: ignore[func-returns-value]
    speaker.play("tag", 0.5)  # nothing is loaded yet, and nothing happens
    for name in ("tag", "turn"):
        write(name, tmp_path)
    for _one in speaker.load():
        pass
    assert len(loaded) == 2
    speaker.play("tag", 0.5)
    assert [found.done for found in loaded if "tag" in found.path] == [["", "stop", "play 0.5"]]


def test_without_a_loudspeaker_or_with_one_that_fails_the_table_is_silent(tmp_path: Path) -> None:
    def fails(_path: str) -> object:
        raise RuntimeError("no such device")

    write("tag", tmp_path)
    speaker = Loudspeaker(tmp_path, fails)
    for _one in speaker.load():
        pass
    speaker.play("tag", 1.0)
    (tmp_path / "file").write_text("")
    Loudspeaker(tmp_path / "file", fails).make()
    assert (tmp_path / "file").read_text() == "", "what is no folder is left alone"


def test_whether_anything_can_be_heard_is_asked_of_the_machine(tmp_path: Path) -> None:
    assert silent_because(tmp_path, {"SDL_AUDIODRIVER": "dummy"}.get) == "SDL_AUDIODRIVER is dummy"
    assert silent_because(tmp_path, {}.get) == "no sound card is found"
    (tmp_path / "proc/asound").mkdir(parents=True)
    cards = tmp_path / "proc/asound/cards"
    cards.write_text("--- no soundcards ---\n")
    assert silent_because(tmp_path, {}.get) == "no sound card is found"
    cards.write_text(" 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n")
    assert silent_because(tmp_path, {}.get) == ""
    (tmp_path / "pulse").mkdir()
    (tmp_path / "pulse/native").write_text("")
    assert silent_because(tmp_path / "none", {"XDG_RUNTIME_DIR": str(tmp_path)}.get) == ""
