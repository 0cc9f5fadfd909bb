"""The Arduino IDE builds the firmware from the sketch: as its AVR platform compiles and links, with a core that has a
`main` of its own."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.firmware.simulator import HAS_SIMULATOR, LARGE, SMALL, WHY_NOT, Kind, built

pytestmark = pytest.mark.skipif(not HAS_SIMULATOR, reason=WHY_NOT)

SKETCH = Path(__file__).resolve().parent.parent.parent / "firmware/zoneboard"
COMMON = ["-c", "-g", "-Os", "-w", "-ffunction-sections", "-fdata-sections", "-flto"]
C = [*COMMON, "-std=gnu11", "-fno-fat-lto-objects"]
CXX = [*COMMON, "-std=gnu++11", "-fpermissive", "-fno-exceptions", "-fno-threadsafe-statics"]
CORE = """
#include <avr/interrupt.h>
void setup(); void loop();
volatile unsigned long ticks;
ISR(TIMER0_OVF_vect) { ticks++; }
int main() { setup(); for (;;) loop(); }
"""


def compiled(folder: Path, kind: Kind) -> Path:
    chip = [f"-mmcu={kind.chip}", f"-DF_CPU={kind.clock}L", "-DARDUINO=10819", "-DARDUINO_ARCH_AVR", f"-I{folder}"]

    def run(*words: str | Path) -> None:
        subprocess.run(words, check=True)

    (folder / "Arduino.h").write_text("#pragma once\n")
    (folder / "main.cpp").write_text(CORE)
    run("avr-g++", *CXX, *chip, folder / "main.cpp", "-o", folder / "core.o")
    run("avr-gcc-ar", "rcs", folder / "core.a", folder / "core.o")
    sketch = folder / "sketch"
    shutil.copytree(SKETCH, sketch)
    ino = sketch / f"{SKETCH.name}.ino"  # the IDE wants the folder's name
    (sketch / "zoneboard.ino.cpp").write_text(f"#include <Arduino.h>\n{ino.read_text()}")
    run("avr-g++", *CXX, *chip, sketch / "zoneboard.ino.cpp", "-o", sketch / "zoneboard.ino.o")
    for source in sketch.glob("*.c"):
        run("avr-gcc", *C, *chip, source, "-o", source.with_suffix(".o"))
    image = folder / "zoneboard.elf"
    link = ["-w", "-Os", "-g", "-flto", "-fuse-linker-plugin", "-Wl,--gc-sections", chip[0]]
    run("avr-gcc", *link, "-o", image, *sorted(sketch.glob("*.o")), folder / "core.a", "-lm")
    return image


def functions(image: Path) -> set[str]:
    listed = subprocess.run(["avr-nm", image], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r" T (main|setup|__vector_\d+)$", listed, re.M))


def flash(image: Path) -> int:
    listed = subprocess.run(["avr-size", image], check=True, capture_output=True, text=True).stdout
    text, data = listed.splitlines()[1].split()[:2]
    return int(text) + int(data)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [SMALL, LARGE], ids=lambda kind: kind.chip)
def test_the_sketch_is_the_same_program(tmp_path: Path, kind: Kind) -> None:
    ours = built() / f"zoneboard-{kind.chip}.elf"
    image = compiled(tmp_path, kind)
    assert functions(image) == functions(ours), "nothing of the core: neither its `main` nor its clock"
    assert abs(flash(image) - flash(ours)) <= 64
