"""The sounds, made out of nothing but sines and a little noise: wood, skin and bronze.

`python -m ui.synth FOLDER` writes them, for whoever wants to listen.
"""

from __future__ import annotations

import hashlib
import math
import os
import random
import sys
import wave
from array import array
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from companion.sounds import Sound

RATE: Final = 22_050
"""Samples a second: enough for all that a small loudspeaker can play."""
ATTACK: Final = 0.003
"""Seconds in which a stroke swells, so that nothing clicks."""
LOUDEST: Final = 0.8
"""Of what a sample can hold."""


class Stroke(NamedTuple):
    """Something is struck once.

    at: seconds after the beginning. hertz, falls: the tone, and to which share of it that falls. fades: seconds to a
    third of the loudness. loud: 0 to 1. partials: each one's share of the tone, and its loudness. noise: how much.
    """

    at: float
    hertz: float
    fades: float
    loud: float = 1.0
    falls: float = 1.0
    partials: tuple[tuple[float, float], ...] = ((1.0, 1.0),)
    noise: float = 0.0


WOOD: Final = ((1.0, 1.0), (2.7, 0.5), (5.2, 0.25))
SKIN: Final = ((1.0, 1.0), (1.6, 0.5), (2.3, 0.25))
BRONZE: Final = ((1.0, 1.0), (2.0, 0.5), (2.76, 0.4), (5.4, 0.15))

STROKES: Final[dict[Sound, tuple[Stroke, ...]]] = {
    # two clappers, struck once
    "tag": (Stroke(0.0, 1150, 0.018, 0.7, partials=WOOD, noise=0.2),),
    # twice on the rim, low
    "refused": (
        Stroke(0.0, 190, 0.05, 0.8, 0.8, SKIN, 0.15),
        Stroke(0.14, 160, 0.07, 0.8, 0.8, SKIN, 0.15),
    ),
    # two clappers, struck twice: the scene changes
    "turn": (
        Stroke(0.0, 900, 0.04, 0.7, partials=WOOD, noise=0.25),
        Stroke(0.22, 900, 0.06, 0.9, partials=WOOD, noise=0.25),
    ),
    # a big drum far away
    "heard": (
        Stroke(0.0, 110, 0.16, 1.0, 0.65, SKIN, 0.05),
        Stroke(0.32, 110, 0.22, 0.6, 0.65, SKIN, 0.05),
    ),
    # a drum close by, three times
    "detected": tuple(Stroke(0.16 * at, 210, 0.09, 1.0, 0.7, SKIN, 0.3) for at in range(3)),
    # a small bell
    "alert": (Stroke(0.0, 1320, 0.3, 0.7, partials=BRONZE),),
    # a temple bell, and a second one higher as it gets light
    "dawn": (
        Stroke(0.0, 330, 0.32, 0.8, partials=BRONZE),
        Stroke(0.4, 495, 0.3, 0.6, partials=BRONZE),
        Stroke(0.7, 660, 0.28, 0.4, partials=BRONZE),
    ),
}


def samples(name: Sound) -> array[int]:
    """A sound as whole numbers of 16 bits. The same every time."""
    strokes = STROKES[name]
    whole = max(stroke.at + 5.5 * stroke.fades for stroke in strokes)
    wanted = [0.0] * int(whole * RATE)
    source = random.Random(name)
    for stroke in strokes:
        _strike(stroke, wanted, source)
    peak = max(map(abs, wanted))
    loudest = max(stroke.loud for stroke in strokes)
    return array("h", (round(32_767 * LOUDEST * loudest * value / peak) for value in wanted))


def _strike(stroke: Stroke, into: list[float], source: random.Random) -> None:
    first, length = int(stroke.at * RATE), int(5.5 * stroke.fades * RATE)
    phase = 0.0
    for at in range(min(length, len(into) - first)):
        seconds = at / RATE
        fallen = math.exp(-seconds / stroke.fades)
        tail = min(1.0, (length - at) / (0.1 * length))  # to nothing at its end
        swell = min(1.0, seconds / ATTACK) * fallen * tail * stroke.loud
        phase += 2 * math.pi * stroke.hertz * (stroke.falls + (1 - stroke.falls) * fallen) / RATE
        value = sum(loud * math.sin(share * phase) for share, loud in stroke.partials)
        value += stroke.noise * source.uniform(-1, 1) * math.exp(-seconds / 0.012) * 4
        into[first + at] += swell * value


def file_of(name: Sound, folder: Path) -> Path:
    """Where a sound is kept: another one, once it is made otherwise."""
    key = hashlib.sha256(repr((RATE, LOUDEST, STROKES[name])).encode()).hexdigest()[:8]
    return folder / f"{name}-{key}.wav"


def write(name: Sound, folder: Path) -> Path:
    """Writes a sound as a WAV file, unless it is there. Raises OSError."""
    path = file_of(name, folder)
    if path.is_file():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    made, whole = samples(name), BytesIO()
    if sys.byteorder == "big":
        made.byteswap()
    with wave.open(whole, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(made.tobytes())
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(whole.getvalue())
    part.replace(path)  # whole or not at all: a power cut leaves no half sound behind
    return path


if __name__ == "__main__":
    for found in STROKES:
        print(write(found, Path(sys.argv[1] if len(sys.argv) > 1 else "build/sounds")))
