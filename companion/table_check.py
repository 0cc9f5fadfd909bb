"""Whether the figures stand on the table where the game has them; what does not is shown to all, and waited for.

It holds what zone readers saw of each figure against what is public, and knows no secret: where TABLE's copy has a
figure is all that it asks of a game. A figure that no reader ever saw is taken to stand right, unless a device watches
the zone where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.game import Stands
from companion.manifest import Manifest
from companion.ports import Watch
from companion.session import Session
from companion.views import BoardPanel, TableCheckPanel, View

OUT_OF_PLACE = "out_of_place"
WAITING = "waiting"


class _Seen(msgspec.Struct):
    """What is known of one figure. zone: where it stands, None in a hand or beside the board.

    base: the zone it belonged to when it last stood right: a figure that belongs elsewhere since has still to follow.
    """

    zone: str | None
    base: str | None


class TableCheck:
    """The check of one table. For the deciding thread.

    watched: the zones that each device looks into now. asked: a figure about whose way a question is open; it is waited
    for elsewhere.
    """

    def __init__(self, session: Session[Any], manifest: Manifest) -> None:
        self._session, self._manifest = session, manifest
        self._seen: dict[str, _Seen] = {}
        self._vouched: set[str] = set()
        self.watched: dict[str, frozenset[str]] = {}
        self._ever_watched: set[str] = set()
        self._in_play = False
        self.asked: str | None = None

    # ---- what devices saw ---------------------------------------------------------------------------------------

    def watch(self, watch: Watch) -> None:
        """A device looks into these zones now."""
        self.watched[watch.device] = watch.zones
        self._ever_watched |= watch.zones

    def arrived(self, token: str, zone: str) -> bool:
        """A figure was put down. False if that is no act of anybody: it stood there before anyone looked, where it
        should, or it comes after a move that was made already."""
        should = self._settled()
        if token not in should.places:
            return True
        belongs = should.places[token]
        seen = self._seen.setdefault(token, _Seen(None, belongs))
        self._in_play = True
        self._vouched.discard(token)
        seen.zone = zone
        stood_before = bool(self.watched) and zone not in self._ever_watched
        return not stood_before and zone != belongs and seen.base == belongs

    def left(self, token: str, zone: str) -> None:
        """A figure was lifted."""
        self._settled()
        seen = self._seen.get(token)
        if seen is not None and seen.zone == zone:
            seen.zone = None

    def stands_in(self, token: str, zone: str) -> bool:
        """Whether the figure was seen last in that zone."""
        seen = self._seen.get(token)
        return seen is not None and seen.zone == zone

    def vouch(self, piece: str) -> bool:
        """Somebody says that the figure stands where it should: until a reader sees it again that is believed."""
        for token in self._astray():
            if token.partition(":")[2] == piece:
                self._seen.pop(token, None)
                self._vouched.add(token)
                return True
        return False

    # ---- what is astray -----------------------------------------------------------------------------------------

    def astray(self, besides: Iterable[str] = ()) -> bool:
        """Whether any figure stands wrong. besides: tokens of figures that may."""
        return not self._astray().keys() <= set(besides)

    def _astray(self) -> dict[str, str | None]:
        """The figures that stand wrong, in the game's order, and where each was seen."""
        should = self._settled()
        found: dict[str, str | None] = {}
        for token, belongs in should.places.items():
            seen = self._seen.get(token)
            stands = seen.zone if seen is not None else None
            if stands == belongs or token == self.asked or token in self._vouched:
                continue
            in_hand = seen is not None and stands is None and token in should.loose
            if not in_hand and self._is_felt(token, stands, belongs):
                found[token] = stands
        return found

    def _is_felt(self, token: str, stands: str | None, belongs: str | None) -> bool:
        """Whether readers can tell that the figure stands wrong: by feeling it elsewhere, or not where it belongs."""
        if stands is not None and self._feels(stands):
            return True
        if belongs is None or not self._feels(belongs):
            return False
        if token in self._seen:
            return True
        # Never seen: that it is not there is known only of zones that are watched, and only where figures are used.
        return bool(self.watched) and self._in_play and self._manifest.uid(token) is not None

    def _feels(self, zone: str) -> bool:
        return not self.watched or any(zone in zones for zones in self.watched.values())

    def _settled(self) -> Stands:
        """Where each figure should stand; those that stand there, or of which that is believed, have followed."""
        should = self._session.stands()
        for token, seen in self._seen.items():
            if token in should.places:
                belongs = should.places[token]
                if seen.zone == belongs or not self._is_felt(token, seen.zone, belongs):
                    seen.base = belongs
        return should

    # ---- what is shown ------------------------------------------------------------------------------------------

    def panel(self, language: str = "") -> TableCheckPanel | None:
        """What must be put right, None while all stand right."""
        astray = self._astray()
        return self._session.table_check(astray, language) if astray else None

    def over(self, view: View, language: str = "") -> View:
        """The view with what must be put right, and the lights that say so."""
        check = self.panel(language)
        if check is None:
            return view
        panels = tuple(
            msgspec.structs.replace(panel, lights=_lit(panel.lights, check)) if isinstance(panel, BoardPanel) else panel
            for panel in view.panels
        )
        return msgspec.structs.replace(view, panels=(*panels, check))

    def lights(self) -> dict[str, str]:
        """Zone to light: what the game shines, and over it where figures stand wrong and where they are waited for."""
        return _lit(self._session.lights(), self.panel())


def _lit(shining: Mapping[str, Any], check: TableCheckPanel | None) -> dict[str, Any]:
    rows = check.rows if check is not None else ()
    waiting = {row.belongs: WAITING for row in rows if row.belongs is not None}
    wrong = {row.stands: OUT_OF_PLACE for row in rows if row.stands is not None}
    return {**shining, **waiting, **wrong}
