"""What the game asks of any map, so that every setup can be made and every patrol can walk."""

from __future__ import annotations

from collections import Counter

from companion.games.files import listed
from companion.games.graph import parts
from companion.games.scorpion.map_file import CASTLES, MapFile

LEAST_POSTS = 8
"""As many as sentries are posted (R32); the box has 12 (R33)."""
LEAST_BARRACKS = 4
"""Room for 8 sleepers, two a zone (R43, R45)."""
LEAST_OBJECT_ZONES = 10
"""Six missions, two traps, two hidden sentries, each alone in its zone (R47-R49)."""
LEAST_GOALS = 3
"""Exactly 3 missions go in each castle (R50)."""
SENTRIES, PATROLS = 8, 3
"""R32, R35."""


def check_any_map(found: MapFile) -> None:
    """BadFile if a game cannot be set up or played on this map."""
    _castles(found)
    _features(found)
    _object_zones(found)
    if not complete_setup_exists(found):
        raise found.file.bad(
            ("zones",),
            "8 sleepers and 10 objects cannot all be placed without sharing a zone (Q1); "
            "give barracks to zones outside the castles or with a watch post, or add castle zones",
        )
    _traitor_start(found)
    _track(found)
    _connected(found)


def _castles(found: MapFile) -> None:
    """Exactly two castles, each in one piece: zones of one castle lying apart would be a third."""
    inner = found.borders + found.walls
    for name in CASTLES:
        zones = found.castle(name)
        if not zones:
            raise found.file.bad(
                ("zones",), f'no zone belongs to the castle {name}; mark its zones with castle = "{name}"'
            )
        pieces = parts(zones, (pair for pair in inner if pair[0] in zones and pair[1] in zones))
        if len(pieces) > 1:
            lost = sorted(pieces[-1], key=list(found.zones).index)
            raise found.file.bad(
                ("zones", lost[0], "castle"),
                f"the castle {name} lies in {len(pieces)} pieces and there must be exactly two castles; "
                f"{listed(lost)} touches no other zone of it",
            )


def _features(found: MapFile) -> None:
    for feature, least, rule in (
        ("watch_post", LEAST_POSTS, "R32"),
        ("barracks", LEAST_BARRACKS, "R45"),
        ("edge", 1, "R54"),
    ):
        zones = found.having(feature)
        if len(zones) < least:
            raise found.file.bad(
                ("zones",),
                f"only {len(zones)} zones have the feature '{feature}' ({listed(zones)}); "
                f"at least {least} must have it ({rule})",
            )


def _object_zones(found: MapFile) -> None:
    zones = found.object_zones()
    if len(zones) < LEAST_OBJECT_ZONES:
        raise found.file.bad(
            ("zones",),
            f"only {len(zones)} castle zones have no watch post ({listed(zones)}); "
            f"at least {LEAST_OBJECT_ZONES} are needed for the objects (R47-R49)",
        )
    for name in CASTLES:
        own = [zone for zone in zones if zone in found.castle(name)]
        if len(own) < LEAST_GOALS:
            raise found.file.bad(
                ("zones",),
                f"only {len(own)} zones of the castle {name} have no watch post ({listed(own)}); "
                f"at least {LEAST_GOALS} are needed for its missions (R50)",
            )


def complete_setup_exists(found: MapFile) -> bool:
    """True if 8 sleepers, two at most a barracks zone, and 10 objects fit with none sharing a zone (R43-R52, Q1).

    Four barracks zones hold all sleepers. Those that no object could use are filled first; the others cost their
    castle a zone for objects, and each way to share that cost between the castles is tried.
    """
    objects = set(found.object_zones())
    barracks = found.having("barracks")
    taken = max(0, LEAST_BARRACKS - sum(zone not in objects for zone in barracks))
    room = Counter(found.zones[zone].castle for zone in objects)
    beds = Counter(found.zones[zone].castle for zone in barracks if zone in objects)
    return len(objects) - taken >= LEAST_OBJECT_ZONES and any(
        0 <= taken - west <= beds["east"]
        and room["west"] - west >= LEAST_GOALS
        and room["east"] - (taken - west) >= LEAST_GOALS
        for west in range(beds["west"] + 1)
    )


def _traitor_start(found: MapFile) -> None:
    """A start is left wherever the guards of a setup stand (R55-R59): 8 on watch posts, 3 patrols on the track."""
    starts = found.traitor_starts()
    if not starts:
        raise found.file.bad(
            ("zones",),
            "the traitor can start nowhere; he needs a zone with inside_moat, but without castle, moat and "
            "between_castles (R55-R59)",
        )
    track = set(found.track_zones())
    post = {zone for zone in starts if "watch_post" in found.zones[zone].features}
    walked = {zone for zone in starts if zone in track}
    # The most starts that 8 sentries and 3 patrols can cover together.
    covered = min(len(post | walked), SENTRIES + len(walked), PATROLS + len(post), SENTRIES + PATROLS)
    if covered >= len(starts):
        raise found.file.bad(
            ("zones",),
            f"guards could stand in every zone where the traitor may start ({listed(starts)}); he needs more zones "
            "with inside_moat, but without castle, moat and between_castles (R55-R59)",
        )


def _track(found: MapFile) -> None:
    """Every patrol finds a way on that is not the way it came (R135, R138)."""
    if not found.track:
        raise found.file.bad(("track",), "the patrol track is empty; patrols start on it (R36)")
    steps = Counter(zone for pair in found.track for zone in pair)
    for index, pair in enumerate(found.track):
        for zone in pair:
            if steps[zone] == 1:
                raise found.file.bad(
                    ("track", index),
                    f"the track has a dead end at {zone}; lead it on to another zone, for a patrol may not turn back "
                    "(R138)",
                )


def _connected(found: MapFile) -> None:
    pieces = parts(found.zones, found.borders + found.walls)
    if len(pieces) > 1:
        lost = sorted(pieces[-1], key=list(found.zones).index)
        raise found.file.bad(
            ("zones", lost[0]),
            f"the map is not connected: no border or wall joins {listed(lost)} to the rest; add the pair that does",
        )
