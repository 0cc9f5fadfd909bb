"""`./kuroko doctor`: everything that an evening needs, one line a check with the way out."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from companion.games.shelf import SHELF
from companion.manifest import Manifest
from companion.settings import Settings, settings_file
from hardware.doctor import examine
from hardware.machine import Finding, Machine, check, disk
from hardware.rig import BadRig, Rig, load_rig
from ui.books import box_of
from ui.boxes import TAGS_FILE, load_tags
from ui.loudspeaker import silent_because
from ui.ports import CannotOpen
from ui.rigging import zones_of_the_maps
from ui.typefaces import find_faces

BY_TOUCH: Final = "no device is described, so this table is played by touch. To describe one: ./kuroko rig"


class _Monotonic:
    def now(self) -> float:
        return time.monotonic()


def checkup(
    rig_path: Path,
    settings_path: Path | None = None,
    seconds: float = 5.0,
    machine: Machine | None = None,
    cache: Path | None = None,
) -> list[Finding]:
    """Machine, files, letters and devices, in this order. seconds: how long boards that are starting are waited for."""
    machine = machine or Machine()
    found, rig = _rig(rig_path, settings_path)
    settings, wrong = Settings.load(settings_path)
    found += check(machine, rig)
    found += [disk(machine, settings.tables_folder()), *_files(rig_path, settings_file(settings_path))]
    found += [Finding("settings", str(error), "wrong") for error in wrong]
    found += [*_letters(settings, cache), *_tags(rig_path.with_name(TAGS_FILE), rig)]
    found.append(_sound(machine, settings))
    if not rig.empty:
        found += examine(rig, _Monotonic(), seconds, before=found)
    return found


def _rig(path: Path, settings: Path | None) -> tuple[list[Finding], Rig]:
    try:
        rig = load_rig(path)
    except BadRig as error:
        return [Finding("rig", f"{error}. Until then the table is played by touch", "wrong")], Rig()
    if rig.empty:
        return [Finding("rig", BY_TOUCH)], rig
    boards = f"{_so_many(len(rig.boards), 'board')}, {_so_many(len(rig.readers), 'card reader')}"
    zones = f"{_so_many(len(rig.places), 'zone')} with a reader"
    known = zones_of_the_maps(settings)
    strangers = [zone for zone in rig.zones if zone not in known]
    if strangers:
        near = get_close_matches(strangers[0].upper(), known, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else "a zone is called as on the board"
        say = f"{path} names zones that no map has, so they never answer: {', '.join(strangers[:5])}; {hint}"
        return [Finding("rig", say, "wrong")], rig
    return [Finding("rig", f"{path} describes {boards}, {zones}")], rig


def _files(rig: Path, settings: Path) -> Iterable[Finding]:
    """What Kuroko writes and somebody else may own, by an earlier sudo (B35)."""
    for path in (settings, rig.with_name(TAGS_FILE), rig):
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            yield Finding("files", f"this user may not write {path}. Run: sudo chown $USER {path}", "wrong")


def _sound(machine: Machine, settings: Settings) -> Finding:
    silent = silent_because(machine.root, machine.environment)
    if not settings.sound or not settings.volume:
        return Finding("sound", "switched off in the settings")
    if silent:
        say = f"{silent}, so nothing is heard. Connect a loudspeaker, or do without: every sound is on the screen too"
        return Finding("sound", say, "note")
    return Finding("sound", f"on, at {settings.volume} % of the loudspeaker")


def _letters(settings: Settings, cache: Path | None) -> Iterable[Finding]:
    faces = find_faces(settings.language, cache, settings.fonts)
    if not faces.covers_cjk:
        # Who reads English misses a few signs at most; who reads another language cannot read it.
        yield Finding("fonts", "no font here has Chinese and Japanese. Run: sudo apt install fonts-noto-cjk",
                      "note" if settings.language == "en" else "wrong")  # fmt: skip
    elif faces.hint:
        yield Finding("fonts", f"{Path(faces.medium).name}. {faces.hint}", "note")
    else:
        yield Finding("fonts", f"every sign of all four languages is in {Path(faces.medium).name}")


def _tags(path: Path, rig: Rig) -> Iterable[Finding]:
    """Whether what stands in the file of the tags can be used, and whether anything stands there."""
    try:
        manifest = load_tags(path)
    except CannotOpen as error:
        yield Finding("tags", str(error), "wrong")
        return
    if not len(manifest):
        if rig.readers or rig.places:
            yield Finding("tags", "no piece has a tag yet. To give them theirs: ./kuroko enrol", "note")
        return
    pieces = _pieces()
    strangers = [token for _uid, token in manifest if token not in pieces]
    if strangers:
        say = f"{path} names pieces that no game has: {', '.join(strangers[:3])}. Correct them, or enrol the tags anew"
        yield Finding("tags", say, "wrong")
    yield Finding("tags", f"{len(manifest)} pieces have their tag: {_counted(manifest)}")


def _pieces() -> frozenset[str]:
    found = {piece for book in SHELF for piece in box_of(book.id, "en").tokens()}
    seats = {f"seal:{seat}" for book in SHELF for players in book.players for seat in _seats(book.id, players)}
    return frozenset(found | seats)


def _seats(name: str, players: int) -> tuple[str, ...]:
    from companion.games.catalogue import game

    return tuple(game(name).seats(players))


def _counted(manifest: Manifest) -> str:
    counts: dict[str, int] = {}
    for _uid, token in manifest:
        kind = token.partition(":")[0]
        counts[kind] = counts.get(kind, 0) + 1
    return ", ".join(_so_many(count, kind) for kind, count in counts.items())


def _so_many(count: int, kind: str) -> str:
    return f"{count} {kind}{'' if count == 1 else 's'}"
