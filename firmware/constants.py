"""Writes the link's constants, from their one table, into C and into Python: `python -m firmware.constants`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

HOUSE: Final = Path(__file__).resolve().parent.parent
TABLE: Final = HOUSE / "hardware" / "board" / "link.toml"
HEADER: Final = HOUSE / "firmware" / "zoneboard" / "protocol.h"
MODULE: Final = HOUSE / "hardware" / "board" / "protocol.py"
FROM: Final = "Made by `python -m firmware.constants` from hardware/board/link.toml: change that, not this."


def constants(table: dict[str, object]) -> dict[str, int]:
    """Each constant by its name, in the table's order.

    >>> constants({"protocol": 1, "kind": {"ack": 1}})
    {'PROTOCOL': 1, 'KIND_ACK': 1}
    """
    found: dict[str, int] = {}
    for name, value in table.items():
        match value:
            case int():
                found[name.upper()] = value
            case dict():
                found |= constants({f"{name}_{inner}": number for inner, number in value.items()})
            case _:
                raise ValueError(f"{name} is no number and no group of numbers")
    return found


def header(numbers: dict[str, int]) -> str:
    """As C's preprocessor wants it."""
    lines = [f"#define {name} {value}" for name, value in numbers.items()]
    return "\n".join([f"/* {FROM} */", "#ifndef PROTOCOL_H", "#define PROTOCOL_H", "", *lines, "", "#endif", ""])


def module(numbers: dict[str, int]) -> str:
    """As a module of the host."""
    lines = [f"{name}: Final = {value}" for name, value in numbers.items()]
    return "\n".join([f'"""{FROM}"""', "", "from typing import Final", "", *lines, ""])


def made() -> dict[Path, str]:
    """What each file must hold."""
    numbers = constants(tomllib.loads(TABLE.read_text(encoding="utf-8")))
    return {HEADER: header(numbers), MODULE: module(numbers)}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
