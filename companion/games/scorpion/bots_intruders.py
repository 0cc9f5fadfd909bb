"""The simple intruders: the quietest quick way to where something may be hidden, and home when it is done.

A turn of one intruder is planned whole, from every way he could walk, and planned again at each step, so that what he
meets on the way counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush

import msgspec

from companion.games.scorpion.bots_habits import Taste, answers, next_card, sober_zones, whatever
from companion.games.scorpion.intruders import hangs, lies_open
from companion.games.scorpion.listening import hears
from companion.games.scorpion.names import (
    BLADES,
    CAT,
    FIGURES,
    HIGH,
    LAST_TURN,
    PASSAGE,
    POTENT_SAKE,
    ROPE,
    SECRET_PASSAGE,
    SHADOW_WALK,
    SHURIKEN,
    STEPS,
    WOUNDS_TO_DIE,
)
from companion.games.scorpion.search import MOST_ZONES, searchable
from companion.games.scorpion.state import Draft, Figure, State, figures_of, of_seat
from companion.prompts import Prompt, read

QUIET_FIRST = (POTENT_SAKE, SHURIKEN, *BLADES)
"""What removes guards, by how much alert it costs."""
A_FIND, HIS_MISSION, HOME = 2.0, 8.0, 30.0
"""What it is worth to search a new zone, his own mission's, and to be home, in steps."""
A_LISTENER, A_SEARCHER, A_GUARD_IN_THE_WAY = 0.35, 0.6, 5.0
"""What it costs to be heard by a guard, to stand within his reach (more with every wound), to walk into him."""
A_ROPE, A_MOAT, THE_PASSAGE = 1.5, 1.0, 3.0
"""What these cost beside their step, since they end a turn's movement (R251) and use a card."""
STILL_TO_DO = 12.0
"""Steps that an intruder without his mission must count on after the first zone that he may search."""
FAR = 40.0
"""Farther than any way is."""

Doors = tuple[str, ...]


class Task(msgspec.Struct, frozen=True):
    """What an intruder is after. aims: zones to come to, each with what is still to go from there.

    finds: what a search of a zone would be worth. leaving: True when he only wants home.
    """

    aims: dict[str, float]
    finds: dict[str, float]
    leaving: bool


class SimpleIntruders:
    """Plays both intruders, or with three and four players the seat of one. It remembers nothing."""

    def __init__(self, seed: int) -> None:
        self._taste = Taste(seed)

    def choose(self, known: State, prompt: Prompt) -> str:
        """One of the prompt's choices, never `undo`."""
        ask = prompt.ask
        if ask.startswith(("choose_hand", "restart")):
            return self._cards_and_start(known, prompt)
        if ask.startswith(("start_", "dig_")):
            return self._start(known, prompt)
        if ask == "sneak":
            return self._sneak(known, prompt)
        if ask == "intruder_turn":
            return self._turn(known, prompt)
        if ask == "declare_search":
            return self._declare(known, prompt)
        if ask == "meet_guards":
            return self._meet(known, prompt)
        if ask == "answer_listen":
            return self._answer(known, prompt)
        if ask == "hidden_sentry":
            return next((c for k in (SHURIKEN, *BLADES) if (c := f"card:{k}") in prompt.choices), "spare")
        if ask == "choose_victim":
            return answers(prompt)[0]
        return "confirm" if "confirm" in prompt.choices else whatever(prompt)

    # ---- setup, and coming again --------------------------------------------------------------------------------

    def _cards_and_start(self, known: State, prompt: Prompt) -> str:
        """The starter hand (R30, R31), or as much of it as a new copy gets (R207)."""
        figure = prompt.ask.rpartition("_")[2]
        if prompt.ask.startswith("restart") and any(c.startswith("zone:") for c in prompt.choices):
            return self._start(known, prompt)
        draft = known.drafts.get(prompt.seat, Draft()).hands.get(figure, ())
        begun = tuple(read(choice).what for choice in known.about.get(prompt.seat, ()))
        return next_card(prompt, known.cards.starter(figure), draft or begun)

    def _start(self, known: State, prompt: Prompt) -> str:
        """Near what is to be searched and away from guards; entrances at the rim and near the castles."""
        board = known.board
        here = sober_zones(known)
        digging = prompt.ask == "dig_passage"
        first = not known.drafts.get(prompt.seat, Draft()).entrances

        def worth(zone: str) -> float:
            whim = 1.5 * self._taste(prompt.ask, zone, known.turn)
            near = min(board.distance[zone][aim] for aim in board.object_zones)
            if digging and not first:
                return whim - min(board.distance[zone][edge] for edge in board.edges) - (zone in board.posts)
            watched = sum(max(0, 3 - board.distance[zone][at]) for at in here if at in board.order)
            return whim - near - 0.5 * watched - 2.0 * (zone in here) - (digging and zone in board.castle)

        zones = [choice for choice in answers(prompt) if choice.startswith("zone:")]
        return max(zones, key=lambda choice: worth(read(choice).what)) if zones else whatever(prompt)

    # ---- the turn -----------------------------------------------------------------------------------------------

    def _turn(self, known: State, prompt: Prompt) -> str:
        """Whoever was seen strikes back while the alert is High anyway; then each moves, then they search."""
        for choice in prompt.choices:
            pick = read(choice)
            if pick.form == "card" and self._strikes_back(known, pick.who, pick.what):
                return choice
        move = next((choice for choice in prompt.choices if choice.startswith("figure:")), None)
        if move is not None:
            return move
        if "search" in prompt.choices:
            for name in figures_of(known, prompt.seat):
                finds = self._task(known, name).finds
                if any(zone in finds for zone in searchable(known, name)):
                    return "search"
        return "end"

    def _strikes_back(self, known: State, name: str, kind: str) -> bool:
        """True for a card against a single guard who sees him, when it raises no alert (R68) and he can still go."""
        figure = known.figures[name]
        if not figure.shown or kind not in QUIET_FIRST or sober_zones(known)[str(figure.zone)] != 1:
            return False
        return known.alert == HIGH or not known.cards.card(name, kind).alert

    def _declare(self, known: State, prompt: Prompt) -> str:
        """The zones worth it, each by one of them; his own mission must be searched by himself (R165)."""
        taken = {zone for _, zone in known.declaring} if isinstance(known.declaring, tuple) else set()
        best, most = "done", 0.0
        for choice in answers(prompt):
            pick = read(choice)
            if pick.form in FIGURES:
                worth = self._task(known, pick.form).finds.get(pick.what, 0.0)
                if worth > most and (worth >= HIS_MISSION or pick.what not in taken):
                    best, most = choice, worth
        return best if best in prompt.choices else whatever(prompt)

    # ---- one step -----------------------------------------------------------------------------------------------

    def _sneak(self, known: State, prompt: Prompt) -> str:
        """The first step of the best way to spend the rest of his movement."""
        name = of_seat(known, prompt.seat, "moving") or figures_of(known, prompt.seat)[0]
        figure = known.figures[name]
        task = self._task(known, name)
        plan = Plan(known, name, task, self._taste)
        path = figure.path if isinstance(figure.path, tuple) else ()
        moved = figure.moved if isinstance(figure.moved, int) else 0
        best, most = "stay", plan.worth(path, moved)
        for choice in answers(prompt):
            pick = read(choice)
            if pick.form == "off_map":
                value = HOME if task.leaving else -HOME
            elif pick.form in ("zone", "rope", "passage"):
                value = plan.best(path, moved, pick.form, pick.what or PASSAGE)
            else:
                continue
            if value > most:
                best, most = choice, value
        return best

    def _task(self, known: State, name: str) -> Task:
        """His own mission where its place is known (R166), else what nobody searched yet, else home."""
        figure, board = known.figures[name], known.board
        other = next(known.figures[mate] for mate in FIGURES if mate != name)
        finds: dict[str, float] = {}
        own = [zone for zone, what in known.found.items() if what == f"goal_{figure.goal}"]
        fresh = [zone for zone in board.object_zones if zone not in known.found]
        helps = (
            other.on_map and not other.done and not any(f"goal_{other.goal}" == what for what in known.found.values())
        )
        if not figure.done:
            finds = dict.fromkeys(own, HIS_MISSION)
        if not own and not figure.done:
            finds |= dict.fromkeys(fresh, A_FIND)
        elif helps:
            finds |= dict.fromkeys(fresh, A_FIND / 2)
        leaving = figure.done or not finds
        aims = dict.fromkeys(board.edges, 1.0) if leaving else dict.fromkeys(finds, 0.0)
        if not leaving and own:
            aims = dict.fromkeys(own, 0.0)
        return Task(aims, finds, leaving)

    # ---- meeting guards, being heard ----------------------------------------------------------------------------

    def _meet(self, known: State, prompt: Prompt) -> str:
        """Unseen if he can go on; else whatever removes all of them; else he shows himself (R182-R183)."""
        name = of_seat(known, prompt.seat, "met") or figures_of(known, prompt.seat)[0]
        figure = known.figures[name]
        guards = sober_zones(known)[str(figure.zone)]
        kinds = [kind for kind in QUIET_FIRST if f"card:{kind}" in prompt.choices]
        if figure.moved != STEPS["intruder"] and not figure.halted and f"card:{SHADOW_WALK}" in prompt.choices:
            return f"card:{SHADOW_WALK}"
        able = sum(figure.hand.count(kind) for kind in kinds)
        if kinds and able >= guards and not figure.shown:
            return f"card:{kinds[0]}"
        return "show"

    def _answer(self, known: State, prompt: Prompt) -> str:
        """It Was a Cat when the truth would be yes (R104, R105)."""
        if f"card:{CAT}" in prompt.choices and known.listening:
            zone = known.guards[known.listening[0]].zone
            if any(hears(known, zone, known.figures[name]) for name in FIGURES):
                return f"card:{CAT}"
        return "pass"


class Plan:
    """How good the ways are on which one intruder could spend his turn."""

    def __init__(self, known: State, name: str, task: Task, taste: Taste) -> None:
        self._known, self._name, self._task, self._taste = known, name, task, taste
        self._figure: Figure = known.figures[name]
        self._guards: Counter[str] = sober_zones(known)
        self._posts = [(zone, count) for zone, count in self._guards.items() if zone in known.board.order]
        mates = [known.figures[mate].path for mate in FIGURES if mate != name]
        self._mates = {zone for path in mates if isinstance(path, tuple) and len(path) > 1 for zone in path}
        self._doors = known.entrances if isinstance(known.entrances, tuple) and self._may_use_passage() else ()
        self._far = distances(known, task.aims, self._guards, ROPE in self._figure.hand, self._doors)
        still = self._far.get(str(self._figure.zone), 0.0) + (0.0 if task.leaving else STILL_TO_DO)
        self._hurry = min(3.0, max(1.0, still / (LAST_TURN + 1 - known.turn)))
        # Whoever the guards have just seen need not be quiet: they know where to look.
        self._quiet = 0.0 if self._figure.shown else A_LISTENER
        self._shy = A_SEARCHER * 3.0 / max(1, WOUNDS_TO_DIE[name] - self._figure.wounds)
        self._ends: dict[tuple[str, int], float] = {}

    def best(self, path: tuple[str, ...], moved: int, form: str, zone: str) -> float:
        """The best that can follow a step to the zone."""
        return self._after((*path, zone), moved + 1, self._ends_there(path[-1] if path else zone, form, zone))

    def _after(self, path: tuple[str, ...], moved: int, halted: bool) -> float:
        cost = A_GUARD_IN_THE_WAY * min(2, self._guards[path[-1]])
        most = self.worth(path, moved)
        if not halted and moved < STEPS["intruder"]:
            for form, zone in self._ways(path[-1]):
                if zone != path[-1] and (len(path) < 2 or zone != path[-2]):
                    most = max(most, self._after((*path, zone), moved + 1, self._ends_there(path[-1], form, zone)))
        return most - cost

    def worth(self, path: tuple[str, ...], moved: int) -> float:
        """A turn that ends here: what can be searched, how far it still is, who hears, who is near."""
        if not path:
            return 0.0
        finds = self._task.finds
        gain, home = 0.0, path[-1]
        if moved and finds:
            hits = sorted((finds[z] for z in {*path} if z in finds and z not in self._mates), reverse=True)
            gain = sum(hits[:MOST_ZONES])
            if hits and hits[0] >= HIS_MISSION and self._task.aims.get(home) is None:
                gain += 1.0  # done where he need not stay
        key = (home, moved)
        if key not in self._ends:
            self._ends[key] = self._end(home, moved)
        return gain + self._ends[key]

    def _end(self, zone: str, moved: int) -> float:
        """What it is like to stand in a zone at the end of a turn, so many zones walked."""
        whim = 0.2 * self._taste(zone, self._known.turn)
        away = -self._hurry * self._far.get(zone, FAR)
        if zone == PASSAGE:
            return away + whim
        hear = near = 0
        reach, walk = self._known.board.distance[zone], self._known.board.border_distance[zone]
        for at, count in self._posts:
            hear += count * (0 < reach[at] <= moved)
            near += count * (walk.get(at, 9) <= STEPS["guard"])
        return away + whim - self._quiet * min(hear, 4) - self._shy * min(near, 4)

    # ---- ways ---------------------------------------------------------------------------------------------------

    def _may_use_passage(self) -> bool:
        inside = self._figure.zone == PASSAGE
        return inside or lies_open(self._known, self._name) or SECRET_PASSAGE in self._figure.hand

    def _ways(self, zone: str) -> Iterator[tuple[str, str]]:
        """Form and zone of every step from a zone."""
        board = self._known.board
        if zone == PASSAGE:
            yield from (("zone", door) for door in self._doors)
            return
        yield from (("zone", to) for to in board.borders[zone])
        for to in board.walls[zone]:
            if ROPE in self._figure.hand or hangs(self._known, zone, to):
                yield "rope", to
        if zone in self._doors:
            yield "passage", PASSAGE

    def _ends_there(self, source: str, form: str, zone: str) -> bool:
        """True when a step ends the turn's movement (R251)."""
        board = self._known.board
        return form in ("rope", "passage") or zone in board.moats or zone in board.walls.get(source, ())


def distances(known: State, aims: dict[str, float], guards: Counter[str], rope: bool, doors: Doors) -> dict[str, float]:
    """How far it is from everywhere to the nearest aim, round guards, with ropes where they save steps."""
    board = known.board
    toll = {zone: 1.0 + 0.6 * A_GUARD_IN_THE_WAY * min(2, count) for zone, count in guards.items()}
    far: dict[str, float] = dict(aims)
    heap = [(cost, zone) for zone, cost in sorted(aims.items())]
    while heap:
        cost, zone = heappop(heap)
        if cost > far[zone]:
            continue
        step = cost + toll.get(zone, 1.0)
        if zone == PASSAGE:
            sources = [(door, THE_PASSAGE) for door in doors]
        else:
            step += A_MOAT * (zone in board.moats)
            sources = [(to, 0.0) for to in board.borders[zone]]
            for to in board.walls[zone]:
                if known.ropes and hangs(known, zone, to):
                    sources.append((to, A_MOAT))
                elif rope:
                    sources.append((to, A_ROPE))
            if zone in doors:
                sources.append((PASSAGE, 0.0))
        for source, extra in sources:
            if step + extra < far.get(source, FAR):
                far[source] = step + extra
                heappush(heap, (step + extra, source))
    return far
