"""Evenings made ready, for whoever sits down for the first time: one file a game, `data/starters/starters.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.files import BadFile, TomlText

FOLDER: Final = Path(__file__).parent


class Evening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evening. title, note: by language. map: the game's own where empty. hints: each new thing is explained."""

    title: dict[str, str]
    note: dict[str, str]
    players: int
    map: str = ""
    hints: bool = False
    options: dict[str, Any] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    starter: tuple[Evening, ...] = ()


@cache
def starters(game: str) -> tuple[Evening, ...]:
    """Those of a game, the first for beginners; none where it has no file. Raises BadFile."""
    path = FOLDER / game / "data" / "starters" / "starters.toml"
    if not path.is_file():
        return ()
    try:
        return msgspec.convert(TomlText.read(path).table, _File).starter
    except msgspec.ValidationError as error:
        raise BadFile(path, None, None, f"this cannot be used: {error}") from None
