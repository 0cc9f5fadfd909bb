"""Where guards suspect the intruders: weights over zones, from what their own copy shows and their own memory.

Nothing here knows a secret. It is a rough guess that a good guard player makes in his head: he starts from where
intruders may start (R54-R59), lets them wander, and sharpens the guess by what becomes public.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.scorpion.board import Board
from companion.games.scorpion.bots_habits import sober_zones
from companion.games.scorpion.names import FIGURES, NINJA, PASSAGE, SETUP, STEPS
from companion.games.scorpion.state import State

Weights = dict[str, float]
Drift = dict[str, tuple[tuple[str, float], ...]]

AUDIBLE = (0.9, 0.9, 0.75, 0.35)
"""How likely an intruder so many zones away is heard: one who walked is, at two zones; few run, few stand still."""
NEAR_A_SEARCH = 2
"""How far from a zone that was searched its searcher mostly is (R155)."""
OVER_A_WALL = 0.15
"""How likely a rope is, beside a border."""
WELL_HIDDEN = 0.1
"""What is left of the suspicion that somebody walked into guards and was not seen (R182)."""


@lru_cache(maxsize=8)
def drift(board: Board, outward: bool) -> Drift:
    """For each zone where a turn may lead from there (R142, R149, R152), on the way to the castles or home."""
    aims = board.edges if outward else frozenset(board.object_zones)
    far = {zone: min(board.distance[zone][aim] for aim in aims) for zone in board.zones}
    found: Drift = {}
    for start in board.zones:
        reached = {start: 0.3}
        rim = {start: 1.0}
        for _ in range(STEPS["intruder"]):
            further: Weights = {}
            for zone, weight in rim.items():
                ways = [(to, 1.0) for to in board.borders[zone]] + [(to, OVER_A_WALL) for to in board.walls[zone]]
                for to, ease in ways:
                    if to not in reached:
                        further[to] = max(further.get(to, 0.0), weight * ease)
            for zone, weight in further.items():
                reached[zone] = weight * (1.0 + 0.7 * (far[start] - far[zone]) if far[zone] < far[start] else 0.5)
            rim = {zone: weight for zone, weight in further.items() if zone not in board.moats}
        total = sum(reached.values())
        found[start] = tuple((zone, weight / total) for zone, weight in reached.items())
    return found


class Hunch:
    """The guess, one map of weights an intruder that sums to 1. It follows the copies that it is shown."""

    def __init__(self) -> None:
        self.weights: dict[str, Weights] = {}
        self._seen: State | None = None

    def look(self, known: State) -> None:
        """Takes in whatever became public since the copy that was looked at before."""
        before = self._seen
        if before is known:
            return
        if before is None or before.board is not known.board or known.turn < before.turn or before.phase == SETUP:
            self._begin(known)
            before = known
        self._seen = known
        for _ in range(known.turn - before.turn):
            self._wander(known)
        for name in FIGURES:
            self._follow(before, known, name)
        self._clues(before, known)
        here = sober_zones(known)
        for name, weights in self.weights.items():
            figure = known.figures[name]
            if not (figure.shown and figure.zone in here):
                self._scale(name, {zone: 0.0 for zone in here if zone in weights})

    def mass(self) -> Weights:
        """How many intruders each zone may be expected to hold."""
        total: Weights = {}
        for weights in self.weights.values():
            for zone, weight in weights.items():
                total[zone] = total.get(zone, 0.0) + weight
        return total

    def hearing(self, known: State, zone: str) -> float:
        """How likely a listener in the zone hears somebody."""
        silent = 1.0
        for weights in self.weights.values():
            silent *= 1.0 - self._audible(known.board, weights, zone)
        return 1.0 - silent

    def listened(self, known: State, zone: str, heard: bool) -> None:
        """A guard there heard somebody (who, is not told: R106), or nobody."""
        reach = known.board.distance[zone]
        likely = {name: self._audible(known.board, weights, zone) for name, weights in self.weights.items()}
        anybody = self.hearing(known, zone)
        for name, weights in self.weights.items():
            for place in weights:
                loud = AUDIBLE[reach[place]] if reach[place] < len(AUDIBLE) else 0.0
                if not heard:
                    weights[place] *= 1.0 - loud
                elif likely[name] > 0.0:
                    mine = likely[name] / anybody
                    weights[place] *= mine * loud / likely[name] + (1.0 - mine) * (1.0 - loud) / (1.001 - likely[name])
            self._settle(name)

    # ---- how it follows -----------------------------------------------------------------------------------------

    def _begin(self, known: State) -> None:
        free = [zone for zone in known.board.traitor_starts if zone not in sober_zones(known)]
        starts = {NINJA: sorted(known.board.edges, key=known.board.order.__getitem__)}
        for name in FIGURES:
            zones = starts.get(name, free) or list(known.board.zones)
            self.weights[name] = dict.fromkeys(zones, 1.0 / len(zones))
        for _ in range(known.turn - 1):
            self._wander(known)

    def _wander(self, known: State) -> None:
        """Everybody may have moved; few walk into guards (R147)."""
        here = sober_zones(known)
        for name, weights in self.weights.items():
            way = drift(known.board, known.figures[name].done)
            after: Weights = {}
            for zone, weight in weights.items():
                if weight > 0.0005:
                    for to, share in way[zone]:
                        after[to] = after.get(to, 0.0) + weight * share
            self.weights[name] = after
            self._scale(name, {zone: WELL_HIDDEN for zone in here if zone in after})

    def _follow(self, before: State, known: State, name: str) -> None:
        """One intruder: gone, come again, in sight, or just out of it."""
        figure, earlier = known.figures[name], before.figures[name]
        if not figure.on_map:
            self.weights.pop(name, None)
        elif name not in self.weights or figure.lives < earlier.lives:
            zones = known.board.edges if name == NINJA else known.board.traitor_starts
            self.weights[name] = dict.fromkeys(sorted(zones), 1.0 / len(zones))
        elif figure.shown and isinstance(figure.zone, str) and figure.zone != PASSAGE:
            self.weights[name] = {figure.zone: 1.0}
        else:
            seen = known.last_seen.get(name)  # None also where it was taken back
            if seen is not None and seen != before.last_seen.get(name) and seen[0] in known.board.order:
                self._near(name, known.board, seen[0], NEAR_A_SEARCH)

    def _clues(self, before: State, known: State) -> None:
        """Zones searched, missions completed, guards who are no more: somebody was there."""
        for zone in known.found:
            if zone not in before.found:
                who = [name for name in self.weights if known.figures[name].done and not before.figures[name].done]
                self._somebody(known.board, zone, NEAR_A_SEARCH, who or list(self.weights))
        for guard, stood in before.guards.items():
            now = known.guards.get(guard)
            if (now is None or now.drunk) and not stood.drunk and stood.zone != PASSAGE:
                self._somebody(known.board, stood.zone, 1, list(self.weights))

    def _somebody(self, board: Board, zone: str, reach: int, names: list[str]) -> None:
        """One of these intruders is within reach of the zone; whoever was the likelier before is it."""
        near = {
            name: sum(w for z, w in self.weights[name].items() if board.distance[zone][z] <= reach) for name in names
        }
        total = sum(near.values())
        for name in names:
            if known_weights := self.weights[name]:
                share = near[name] / total if total else 1.0 / len(names)
                if share > 0.5:
                    self._near(name, board, zone, reach)
                elif share > 0.2:
                    far = [z for z in known_weights if board.distance[zone][z] > reach]
                    self._scale(name, dict.fromkeys(far, 1.0 - share))

    def _near(self, name: str, board: Board, zone: str, reach: int) -> None:
        """He is within reach of the zone: where he was thought to be there, else anywhere there."""
        old = self.weights.get(name, {})
        within = [place for place in board.zones if board.distance[zone][place] <= reach]
        self.weights[name] = {place: old.get(place, 0.0) + 0.02 for place in within}
        self._settle(name)

    def _scale(self, name: str, factors: Weights) -> None:
        weights = self.weights[name]
        for zone, factor in factors.items():
            weights[zone] *= factor
        if factors:
            self._settle(name)

    def _settle(self, name: str) -> None:
        """The weights sum to 1 again; a guess that was wrong altogether is kept as it is, but even."""
        weights = self.weights[name]
        total = sum(weights.values())
        for zone in weights:
            weights[zone] = weights[zone] / total if total > 1e-9 else 1.0 / len(weights)

    @staticmethod
    def _audible(board: Board, weights: Weights, zone: str) -> float:
        """How likely this one is heard from the zone."""
        reach, total = board.distance[zone], 0.0
        for place, weight in weights.items():
            steps = reach[place]
            if steps < len(AUDIBLE):
                total += weight * AUDIBLE[steps]
        return total
