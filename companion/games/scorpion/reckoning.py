"""Where the intruders could have been, worked out from what everybody was told: the rules, and no guessing.

For each intruder all places are kept where he may stand, with how loud his last way was, since a listen asks for that;
each has a weight, as if he chose how far to go, and each next zone, by lot. A place that the rules and what was told
exclude goes. The two are reckoned apart but for listens, which ask for either, and so a place may stay that both
together would exclude; none goes where he may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from companion.events import Event
from companion.games.scorpion import events as e
from companion.games.scorpion.names import (
    FIGURES,
    GUARDS,
    INTRUDER_PHASE,
    KENJUTSU,
    NINJA,
    PASSAGE,
    ROPE,
    SECRET_PASSAGE,
    SETUP,
    SHADOW_WALK,
    STEPS,
)
from companion.games.scorpion.state import State, sober
from companion.games.scorpion.texts import texts
from companion.taking import TakenBack
from companion.views import Trail

Place = tuple[str, int]
"""A zone, and how far his last way is heard."""
Weights = dict[Place, float]
MOST: float = STEPS["intruder"]
WARM = (0.08, 0.25, 0.55)
"""From which part of the likeliest zone's weight on a zone is warmer."""


class Suspects:
    """Follows one night. `hear` each step in order; `trails` at any moment."""

    def __init__(self) -> None:
        self.places: dict[str, Weights] = {}
        self._kept: list[dict[str, Weights]] = []
        self._ropes = False
        self._inside: set[str] = set()
        self._begin_phase({})

    def _begin_phase(self, guarded: dict[str, int]) -> None:
        """What is told in the intruders' phase: each one's ways are narrowed down when it is over."""
        self._guarded = self._watched = guarded
        self._searched: dict[str, set[str]] = {name: set() for name in FIGURES}
        self._seen: dict[str, set[str]] = {name: set() for name in FIGURES}
        self._struck: dict[str, list[tuple[str, int]]] = {name: [] for name in FIGURES}
        self._unseen: set[str] = set()
        self._roped: set[str] = set()
        self._freed: set[str] = set()
        self._last_card: tuple[str, str] = ("", "")
        self._moving = False

    # ---- hearing

    def hear(self, table: State, told: Sequence[Event]) -> None:
        """Takes in what everybody was told in one step. table: the public copy after it."""
        for event in told:
            if isinstance(event, TakenBack):
                self.places = dict(self._kept[event.told - 1])
                self._begin_phase(_guarded(table))
                self._moving = table.phase == INTRUDER_PHASE
            else:
                self._take(table, event)
        if told and not self._moving:
            self._look_around(table)  # only now: who is met in a step is told after who moved
        self._kept += [dict(self.places)] * len(told)

    def _take(self, table: State, event: Event) -> None:
        match event:
            case e.Started(figure=figure):
                self._start(table, figure)
            case e.Restarted(figure=figure):
                self._start(table, figure)
                self._searched[figure], self._seen[figure] = set(), set()
            case e.PhaseBegan(phase=phase):
                if self._moving:
                    self._walk(table)
                self._begin_phase(_guarded(table))
                self._moving = phase == INTRUDER_PHASE
            case e.CardPlayed(figure=str(figure), card=card):
                self._card(figure, card)
            case e.SearchDeclared(figure=figure, zone=zone):
                self._searched[figure].add(zone)
            case e.Detected(figure=figure, zone=zone):
                self._detected(table, figure, zone)
            case e.GuardRemoved(guard=guard, card=str(card)) if self._moving:
                self._hit(table, guard, card)
            case e.GuardDrunk(guard=guard) if self._moving:
                self._hit(table, guard, "potent_sake")
            case e.Heard(guards=guards, heard=heard):
                self._heard(table, table.guards[guards[0]].zone, heard)
            case e.Died(figure=figure) | e.Escaped(figure=figure):
                self.places.pop(figure, None)
            case e.GameOver() if self._moving:
                self._walk(table)
                self._moving = False
            case _:
                pass

    def _start(self, table: State, figure: str) -> None:
        """R54-R60."""
        board = table.board
        zones = board.edges if figure == NINJA else board.traitor_starts
        guarded = {guard.zone for guard in table.guards.values()}
        free = [zone for zone in zones if figure == NINJA or zone not in guarded] or list(zones)
        self.places[figure] = {(zone, 0): 1.0 / len(free) for zone in free}

    def _card(self, figure: str, card: str) -> None:
        self._last_card = (figure, card)
        if card == ROPE:
            self._ropes = True
            self._roped.add(figure)
        elif card == SECRET_PASSAGE:
            self._inside.add(figure)
        elif card == SHADOW_WALK:
            self._unseen.add(figure)

    def _detected(self, table: State, figure: str, zone: str) -> None:
        if self._moving:
            self._seen[figure].add(zone)
        else:
            self._keep(table, figure, partial(_stands_in, zone))

    def _hit(self, table: State, guard: str, card: str) -> None:
        """An intruder's card served against a guard: he stood there, or near (R188, R250)."""
        figure, _ = self._last_card
        for zone, count in self._guarded.items():
            if _number(guard) in _numbers(count):
                self._freed.add(zone)
                if figure in self._struck:
                    self._struck[figure].append((zone, 0 if card.startswith(KENJUTSU) else 1))

    # ---- narrowing down

    def _keep(self, table: State, figure: str, wanted: Callable[[Place], bool]) -> None:
        """Only places that are wanted stay; where none would, he may be anywhere that is."""
        weights = self.places.get(figure)
        if weights is None:
            return
        kept = {place: weight for place, weight in weights.items() if wanted(place)}
        if not kept:
            everywhere = [(zone, steps) for zone in table.board.zones for steps in range(int(MOST) + 1)]
            kept = {place: 1.0 for place in everywhere if wanted(place)} or weights
        self.places[figure] = _settled(kept)

    def _look_around(self, table: State) -> None:
        """No intruder is where sober guards stand and nobody is shown (R179)."""
        guarded = _guarded(table)
        for name in FIGURES:
            figure = table.figures[name]
            if name not in self.places or not guarded:
                continue
            if figure.shown and isinstance(figure.zone, str):
                self._keep(table, name, partial(_stands_in, figure.zone))
            elif any(place[0] in guarded for place in self.places[name]):
                self._keep(table, name, lambda place: place[0] not in guarded)

    def _heard(self, table: State, zone: str, heard: bool) -> None:
        """R101-R106: yes is either of them, no is neither."""
        silent = table.options.still_is_silent

        def audible(place: Place) -> bool:
            here, reach = place
            if here == PASSAGE or (reach == 0 and silent):
                return False
            return table.board.distance[zone][here] <= reach

        loud = {name: sum(w for place, w in weights.items() if audible(place)) for name, weights in self.places.items()}
        if not heard:
            for name in self.places:
                self._keep(table, name, lambda place: not audible(place))
            return
        for name, weights in self.places.items():
            others = 1.0
            for other, share in loud.items():
                others *= 1.0 - share if other != name else 1.0
            either = {place: w * (1.0 if audible(place) else 1.0 - others) for place, w in weights.items()}
            kept = {place: w for place, w in either.items() if w > 0}
            self.places[name] = _settled(kept or weights)

    # ---- the intruders' phase

    def _walk(self, table: State) -> None:
        """Every way that he may have gone, each with its weight; then only those that fit what was told."""
        self._watched = _guarded(table)
        for name in list(self.places):
            figure = table.figures[name]
            shown = figure.zone if figure.shown and isinstance(figure.zone, str) else ""
            after: Weights = {}
            starts: Weights = {}
            for (zone, _), weight in self.places[name].items():
                starts[zone, 0] = starts.get((zone, 0), 0.0) + weight
            # how far a way is heard follows from its steps; by the other option from its ends, so each start for itself
            apart = table.options.noise != "steps"
            for group in [{place: weight} for place, weight in starts.items()] if apart else [starts]:
                for (zone, steps, inside), weight in self._ends(table, name, group).items():
                    if self._may_end(name, zone, shown):
                        heard = steps
                        if apart and steps and zone != PASSAGE:
                            start = next(iter(group))[0]
                            heard = inside + (table.board.distance[start][zone] if start != PASSAGE else 0)
                        after[zone, heard] = after.get((zone, heard), 0.0) + weight
            if after:
                self.places[name] = _settled(after)
            else:
                self._keep(table, name, partial(_stands_in, shown))

    def _ends(self, table: State, name: str, starts: Weights) -> dict[tuple[str, int, int], float]:
        """Where ways lead that were where he must have been: zone, steps, how often inside (R142, R149, R152, R226)."""
        must = self._must_have_been(table, name)
        passed = {zone: sum(1 << at for at, been in enumerate(must) if been(zone)) for zone in table.board.zones}
        whole = (1 << len(must)) - 1
        nexts: dict[str, list[tuple[str, bool]]] = {}
        entrances = _entrances(table)
        found: dict[tuple[str, int, int], float] = {}
        front: dict[tuple[str, int, int], float] = {}
        for (zone, _), weight in starts.items():
            front[zone, passed.get(zone, 0), int(zone == PASSAGE)] = weight
        for steps in range(int(MOST) + 1):
            further: dict[tuple[str, int, int], float] = {}
            stay = 1.0 / (MOST + 1 - steps)
            for (zone, mask, inside), weight in front.items():
                if mask == whole:
                    found[zone, steps, inside] = found.get((zone, steps, inside), 0.0) + weight * stay
                if steps == MOST:
                    continue
                if zone not in nexts:
                    nexts[zone] = self._next(table, name, zone, entrances)
                for step, ends in nexts[zone]:
                    part = weight * (1.0 - stay) / len(nexts[zone])
                    been = mask | passed.get(step, 0)
                    within = inside + (step == PASSAGE)
                    if not ends:
                        further[step, been, within] = further.get((step, been, within), 0.0) + part
                    elif been == whole:
                        found[step, steps + 1, within] = found.get((step, steps + 1, within), 0.0) + part
            front = further
        return found

    def _next(self, table: State, name: str, here: str, entrances: frozenset[str]) -> list[tuple[str, bool]]:
        """Where he may go from a zone, and whether his movement ends there (R149, R152, R226)."""
        board = table.board
        if here == PASSAGE:
            found = [(zone, zone in board.moats) for zone in board.zones if zone in entrances]
        else:
            found = [(zone, zone in board.moats) for zone in board.borders[here]]
            found += [(zone, True) for zone in board.walls[here] if self._ropes]
            found += [(PASSAGE, True)] if name in self._inside and here in entrances else []
        barred = set() if name in self._unseen else self._guarded.keys() - self._seen[name] - self._freed
        return [step for step in found if step[0] not in barred]

    def _must_have_been(self, table: State, name: str) -> list[Callable[[str], bool]]:
        """Where his way must have led: zones searched (R155), where he was seen, near guards whom his cards removed."""
        distance = table.board.distance
        places: list[tuple[str, int]] = [(zone, 0) for zone in sorted(self._searched[name] | self._seen[name])]
        return [
            lambda step, zone=zone, reach=reach: distance[zone][step] <= reach  # type: ignore[misc]
            for zone, reach in (*places, *self._struck[name])
        ]

    def _may_end(self, name: str, zone: str, shown: str) -> bool:
        if shown:
            return zone == shown
        return name in self._unseen or zone not in self._watched

    # ---- what is shown

    def trails(self, table: State) -> tuple[Trail, ...]:
        """Both, by zone; of one inside the passage nothing is marked."""
        if table.phase == SETUP and not self.places:
            return ()
        found = []
        for name in FIGURES:
            zones: dict[str, float] = {}
            for (zone, _), weight in self.places.get(name, {}).items():
                if zone != PASSAGE:
                    zones[zone] = zones.get(zone, 0.0) + weight
            most = max(zones.values(), default=1.0)
            heat = {
                zone: 1 + sum(zones[zone] >= part * most for part in WARM)
                for zone in table.board.zones
                if zone in zones
            }
            label = texts(table.options.language).say(f"figures.name.{name}")
            if heat:
                found.append(Trail(who=name, name=label, heat=heat, of=len(table.board.zones), seeker=GUARDS))
        return tuple(found)


def _guarded(table: State) -> dict[str, int]:
    """Zones with sober guards, and which, as bits of a number."""
    found: dict[str, int] = {}
    for zone in {guard.zone for guard in table.guards.values()}:
        for name in sober(table, zone):
            found[zone] = found.get(zone, 0) | 1 << _number(name)
    return found


def _stands_in(zone: str, place: Place) -> bool:
    """Whether a place is in that zone; anywhere, where none is named."""
    return not zone or place[0] == zone


def _number(guard: str) -> int:
    return int(guard[1:])


def _numbers(bits: int) -> Iterator[int]:
    return (number for number in range(bits.bit_length()) if bits >> number & 1)


def _entrances(table: State) -> frozenset[str]:
    """Where an entrance may be: both known, or wherever no guard has ended a turn without finding one (R227)."""
    known = frozenset(table.known_entrances)
    if len(known) > 1:
        return known
    stood = frozenset(table.ended) - known
    return frozenset(table.board.entrance_zones) - stood


def _settled(weights: Weights) -> Weights:
    total = sum(weights.values())
    return {place: weight / total for place, weight in weights.items()}
