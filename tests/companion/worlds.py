"""Two worlds that one side cannot tell apart: the same public play over different secrets of the other side.

Which second worlds are consistent is worked out here from the rules (distances, contacts, searches), never by
comparing what the referee told: a leak would then only drop the pair.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from companion.games.scorpion.board import Board
from companion.games.scorpion.cards import CardSet
from companion.prompts import UNDO
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.taking import TAKE_BACK
from companion.verdicts import Accepted, Refused
from tests.companion.support import (
    asked,
    copy_of,
    forms,
    lively,
    loaded,
    of_the_game,
    open_table,
    play,
    position,
    text,
    told,
)

Position = dict[str, Any]
GUARDS, INTRUDERS = Seat("guards"), Seat("intruders")
FIGURES = ("ninja", "traitor")
PASSAGE = "passage"
CAT = "it_was_a_cat"
CLOSED = {"step", "pursue"}
"""Questions that a pick of another prompt closes: what they do not offer may be accepted all the same."""
PROBES = 3
"""Illegal picks tried at every look."""
TRIES = 300
LONGEST = 600
"""More picks than any turn may take."""


class Dropped(Exception):
    """No second world was found for this one."""


# ---- what a side sees -------------------------------------------------------------------------------------------


class Witness:
    """Plays a table, and keeps what observers see of it: one entry whenever anything that they see changes."""

    def __init__(self, session: Session[Any], observers: Sequence[Seat], seed: int) -> None:
        self.session, self.observers, self.seed = session, observers, seed
        self.forms = forms(session)
        self.seen: list[str] = []
        self.picks = 0
        self.look()

    def pick(self, seat: Seat, choice: str) -> Accepted:
        """One legal pick of whoever plays, and a look at what it showed."""
        self.picks += 1
        assert self.picks < LONGEST, "this turn does not end"
        verdict = self.session.pick(seat, choice)
        assert isinstance(verdict, Accepted), (seat, choice, verdict, self.session.prompt(seat))
        self.look()
        return verdict

    def look(self) -> None:
        """Adds what the observers see now, where it is not what they saw last."""
        session = self.session
        now: list[Any] = [session.lights(), session.outcome()]
        for seat in self.observers:
            prompt = session.prompt(seat)
            now += [seat, session.basis(seat), prompt, session.position(seat)]
            if session.basis(seat) % 8 == 0:  # drawing one takes as long as everything else here together
                now.append(picture(session, seat))
            if prompt is not None:
                now.append(session.say_prompt(prompt))
            if seat != TABLE:
                now.append(self._answers(seat))
        entry = text(now)
        if not self.seen or entry != self.seen[-1]:
            self.seen.append(entry)

    def _answers(self, seat: Seat) -> list[Any]:
        """What comes of illegal picks: by what the seat knows, the same ones in every world it cannot tell apart."""
        prompt = self.session.prompt(seat)
        source = random.Random(f"{self.seed}/{seat}/{self.session.basis(seat)}")
        found: list[Any] = []
        for choice in source.sample(self.forms, PROBES):
            if prompt is not None and (choice in prompt.choices or prompt.ask in CLOSED):
                continue
            verdict = self.session.pick(seat, choice)
            assert isinstance(verdict, Refused), (seat, choice, prompt)
            found.append([choice, verdict, self.session.say_refusal(seat, verdict)])
        return found

    def all_seen(self) -> list[str]:
        """Everything the observers saw and were told, in the order in which they learned it."""
        heard = [text(told(self.session, seat)) for seat in self.observers]
        return [*self.seen, *heard, *(picture(self.session, seat) for seat in self.observers)]


def picture(session: Session[Any], seat: Seat) -> str:
    """The view of a seat, but for the printed board, which never changes."""
    view = session.view(seat)
    panels = [msgspec.structs.replace(p, sheet=None) if hasattr(p, "sheet") else p for p in view.panels]
    return text(msgspec.structs.replace(view, panels=tuple(panels)))


def first_difference(one: list[str], other: list[str]) -> str | None:
    """Where two worlds look different; None where they look the same."""
    for at, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            place = next(i for i, (a, b) in enumerate(zip(here + "\0", there + "\1", strict=False)) if a != b)
            return (
                f"entry {at}:\n  {here[max(0, place - 200) : place + 80]}\n  {there[max(0, place - 200) : place + 80]}"
            )
    return None if len(one) == len(other) else f"{len(one)} entries and {len(other)}"


# ---- where worlds begin -----------------------------------------------------------------------------------------


def beginnings(board: str, seeds: Iterable[int]) -> Iterator[Position]:
    """Positions at the beginning of a guards' card phase, one a turn of random games."""
    for seed in seeds:
        session = open_table("scorpion", seed, map=board)
        turns: set[int] = set()
        for _ in play(session, random.Random(seed + 9000)):
            prompt = session.prompt(GUARDS)
            if prompt is None or prompt.ask not in ("play_drawn", "play_hand"):
                continue
            if copy_of(session, TABLE).turn in turns:
                continue
            found = position(session)
            if not found["played_this_turn"] and not found["prompts"]["guards"]["about"]:
                turns.add(found["turn"])
                yield found


def sober(state: Position) -> set[str]:
    """The zones in which a guard stands who notices something."""
    return {guard["zone"] for guard in state["guards"].values() if not guard["drunk"]}


def hears(board: Board, state: Position, figure: str, zone: str) -> bool:
    """R101-R103, Q7: the zone distance is at most the zones he moved on the previous turn, and he did move."""
    fig = state[figure]
    if fig["state"] != "on_map" or not fig["moved"]:
        return False
    return board.distance[zone][fig["zone"]] <= fig["moved"]


class GuardsTurn:
    """What the guards did in their phases that an intruder's secrets answer to: listening, coming into zones."""

    def __init__(self) -> None:
        self.listens: list[tuple[str, tuple[str, ...], bool]] = []
        """Where, who of the intruders was alive then, and whether a Cat answered."""
        self.entered: set[str] = set()
        self.found_entrance = False
        self.ended: set[str] = set()

    @classmethod
    def of(cls, witness: Witness, since: int) -> GuardsTurn:
        """From everything that happened."""
        turn, alive = cls(), list(FIGURES)
        for event in told(witness.session, REFEREE, since):
            name = event["event"]
            if name == "Listened":
                turn.listens.append((event["zone"], tuple(alive), False))
            elif name == "CatAnswered":
                turn.listens[-1] = (*turn.listens[-1][:2], True)
            elif name == "Died":
                alive.remove(event["figure"])
            elif name == "GuardsMoved":
                turn.entered.add(event["target"])
            elif name == "Woken":
                turn.entered.add(event["zone"])
            elif name == "PassageEntered":
                turn.entered.add(PASSAGE)
            elif name == "PassageFound":
                turn.found_entrance = True
        turn.ended = sober(position(witness.session))
        return turn

    @property
    def cats(self) -> int:
        """How many listens a Cat answered."""
        return sum(cat for _, _, cat in self.listens)


# ---- other secrets of the intruders -----------------------------------------------------------------------------


def hand_with(source: random.Random, whole: Sequence[str], needed: Counter[str], count: int) -> list[str]:
    """So many cards of a deck, among them those that are needed."""
    rest = list((Counter(whole) - needed).elements())
    return sorted([*needed.elements(), *source.sample(rest, count - needed.total())])


def other_intruders(state: Position, turn: GuardsTurn, source: random.Random) -> Position:
    """`state` with other secrets of the intruders that the guards' phases of `turn` cannot tell from the true ones.

    Raises Dropped.
    """
    board, cards = Board.load(state["map"]), CardSet.load(state["cards"])
    for _ in range(TRIES):
        other = copy.deepcopy(state)
        if not turn.found_entrance:
            _move_entrances(board, other, turn, source)
        for name in FIGURES:
            if other[name]["state"] in ("on_map", "in_passage"):
                _move_figure(board, other, name, turn, source)
            hand = other["hand"].get(name, [])
            needed = Counter({CAT: turn.cats} if name == "traitor" and turn.cats else {})
            laid = Counter({"secret_passage": int(other["passage"][f"{name}_card"])})
            whole = sorted((Counter(cards.whole(name)) - laid).elements())
            other["hand"][name] = hand_with(source, whole, needed, len(hand))
        _other_goals(other, source)
        walls = [(one, two) for one in board.zones for two in board.walls[one] if one < two]
        other["ropes"] = [list(wall) for wall in source.sample(walls, source.randrange(4))]
        if _answers_alike(board, state, other, turn):
            return other
    raise Dropped("no other intruders")


def _answers_alike(board: Board, one: Position, other: Position, turn: GuardsTurn) -> bool:
    for zone, alive, cat in turn.listens:
        if not cat and len({any(hears(board, state, name, zone) for name in alive) for state in (one, other)}) > 1:
            return False
    return True


def _move_entrances(board: Board, other: Position, turn: GuardsTurn, source: random.Random) -> None:
    known = list(other["passage"]["known"])
    free = [zone for zone in board.entrance_zones if zone not in turn.ended and zone not in known]
    hidden = len(other["passage"]["entrances"]) - len(known)
    other["passage"]["entrances"] = known + source.sample(free, hidden)


def _move_figure(board: Board, other: Position, name: str, turn: GuardsTurn, source: random.Random) -> None:
    fig = other[name]
    here = PASSAGE if fig["state"] == "in_passage" else fig["zone"]
    watched = sober(other)
    may_be_inside = other["passage"][f"{name}_card"]
    if not fig["shown"] and here not in turn.entered and here not in watched:
        free = [zone for zone in board.zones if zone not in turn.entered and zone not in watched]
        if may_be_inside and PASSAGE not in turn.entered and PASSAGE not in watched and source.random() < 0.4:
            here = PASSAGE
        elif free:
            # Near to where he is, so that some walks of the two worlds cross, or anywhere.
            near = [zone for zone in free if here != PASSAGE and board.distance[here][zone] <= 2]
            here = source.choice(near if near and source.random() < 0.6 else free)
    fig["zone"] = here
    fig["state"] = "in_passage" if here == PASSAGE else "on_map"
    fig["path"] = _way_to(board, here, other["passage"]["entrances"], source)
    fig["moved"] = len(fig["path"]) - 1
    bluffed = set(other["passage"]["bluffed"])
    if may_be_inside:
        bluffed = bluffed - {name} if here == PASSAGE or source.random() < 0.5 else bluffed | {name}
    other["passage"]["bluffed"] = sorted(bluffed)


def _way_to(board: Board, here: str, entrances: Sequence[str], source: random.Random) -> list[str]:
    if here == PASSAGE:
        return [source.choice(entrances), PASSAGE]
    way = [here]
    for _ in range(source.randrange(4)):
        way.insert(0, source.choice(board.borders[way[0]]))
    return way


def _other_goals(other: Position, source: random.Random) -> None:
    open_ones = [name for name in FIGURES if not other[name]["done"] and other[name]["goal"]]
    taken = {other[name]["goal"] for name in FIGURES if name not in open_ones}
    letters = source.sample([letter for letter in "ABCDEF" if letter not in taken], len(open_ones))
    for name, letter in zip(open_ones, letters, strict=True):
        other[name]["goal"] = letter


# ---- the intruders' phase, with the same face in both worlds ----------------------------------------------------


class Worlds:
    """Two tables played side by side by intruders whose public acts are the same, and whose private ones are not."""

    def __init__(self, one: Witness, other: Witness, source: random.Random) -> None:
        self.both = (one, other)
        self.source = source
        self.board = Board.load(position(one.session)["map"])
        self.acts: Counter[str] = Counter()

    def states(self) -> list[Position]:
        """The two true positions."""
        return [position(witness.session) for witness in self.both]

    def asks(self) -> set[str | None]:
        """What the intruders are asked in the two worlds."""
        return {p.ask if (p := w.session.prompt(INTRUDERS)) else None for w in self.both}

    def play(self) -> None:
        """New copies, cards, walks, meetings, a search, the end of the phase."""
        while any((ask or "").startswith("restart") for ask in self.asks()):
            self._restart()
        if self._over() or self.asks() != {"intruder_turn"}:
            raise Dropped(f"the phase begins with {self.asks()}")
        for name in self.source.sample(FIGURES, 2):
            self._figure(name)
            if self._over():
                return
        self._search()
        if not self._over():
            for witness in self.both:
                if witness.session.prompt(INTRUDERS) is not None:
                    witness.pick(INTRUDERS, "end")

    def _over(self) -> bool:
        return self.both[0].session.outcome() is not None

    def _restart(self) -> None:
        """A new copy takes any cards and begins where no guard stands."""
        for witness in self.both:
            prompt = witness.session.prompt(INTRUDERS)
            asked_for = prompt.ask if prompt else ""
            while (prompt := witness.session.prompt(INTRUDERS)) is not None and prompt.ask == asked_for:
                choices = of_the_game(prompt)
                if choices[0].startswith("zone:"):
                    watched = sober(position(witness.session))
                    choices = [choice for choice in choices if choice[5:] not in watched]
                    if not choices:
                        raise Dropped("guards stand wherever he may begin")
                witness.pick(INTRUDERS, self.source.choice(choices))
        self.acts["restart"] += 1
        # The guards' bonus: their own secrets are the same in both worlds.
        one, other = self.both
        while (prompt := one.session.prompt(GUARDS)) is not None:
            choice = lively(self.source, [choice for choice in prompt.choices if choice != TAKE_BACK])
            one.pick(GUARDS, choice)
            other.pick(GUARDS, choice)

    def _often(self, share: float) -> bool:
        """True in that share of cases."""
        return self.source.random() < share

    # ---- one figure ---------------------------------------------------------------------------------------------

    def _figure(self, name: str) -> None:
        states = self.states()
        if any(state[name]["state"] not in ("on_map", "in_passage") for state in states):
            return
        if self._often(0.5):
            self._bluff(name)
        if self.source.random() < 0.25 and self._throw(name):
            return
        states = self.states()
        if states[0][name]["shown"]:
            leaves = self.source.random() < 0.7
            ways = [self._quiet_ways(state, name) for state in states]
            if not leaves or not all(any(way for way in found) for found in ways):
                return
            for witness, found in zip(self.both, ways, strict=True):
                self._walk(witness, name, self.source.choice([way for way in found if way]))
            self.acts["leave"] += 1
        elif not (self._often(0.6) and self._meet(name)) and not (self._often(0.1) and self._escape(name)):
            for witness, state in zip(self.both, states, strict=True):
                if not state[name]["finished"]:
                    self._walk(witness, name, self.source.choice(self._quiet_ways(state, name)))
            self.acts["walk"] += 1

    def _quiet_ways(self, state: Position, name: str) -> list[list[str]]:
        """The ways of up to three zones on which he meets nobody and plays no card, also the one that stays."""
        fig, watched, board = state[name], sober(state), self.board
        hung = {(one, two) for rope in state["ropes"] for one, two in (rope, rope[::-1])}
        found: list[list[str]] = [[]]
        if fig["finished"]:
            return found
        if fig["state"] == "in_passage":
            return found + [[zone] for zone in state["passage"]["entrances"] if zone not in watched]
        edge: list[tuple[list[str], str, bool]] = [([], fig["zone"], False)]
        for _ in range(3):
            longer: list[tuple[list[str], str, bool]] = []
            for way, here, halted in edge:
                if halted:
                    continue
                steps = [(zone, zone in board.moats) for zone in board.borders[here]]
                steps += [(zone, True) for zone in board.walls[here] if (here, zone) in hung]
                longer += [([*way, zone], zone, stop) for zone, stop in steps if zone not in watched]
            edge = self.source.sample(longer, min(len(longer), 25))
            found += [way for way, _, _ in edge]
        return found

    def _walk(self, witness: Witness, name: str, way: list[str], last: str = "stay") -> None:
        if not way and self.source.random() < 0.5:
            return  # not to have moved at all looks like having stayed
        witness.pick(INTRUDERS, f"figure:{name}")
        for zone in way:
            witness.pick(INTRUDERS, f"zone:{zone}")
            if (
                self.source.random() < 0.1
                and UNDO in (witness.session.prompt(INTRUDERS) or asked(witness.session)[0]).choices
            ):
                witness.pick(INTRUDERS, UNDO)
                witness.pick(INTRUDERS, f"zone:{zone}")
        prompt = witness.session.prompt(INTRUDERS)
        if prompt is not None and prompt.ask == "sneak":
            witness.pick(INTRUDERS, last)

    def _bluff(self, name: str) -> None:
        """A card is laid open: in either world a bluff, or a rope, or the way into the passage (R250, Q52)."""
        shared = Counter(self.states()[0]["hand"][name]) & Counter(self.states()[1]["hand"][name])
        kinds = [kind for kind in shared if kind != CAT]
        if not kinds:
            return
        secret = [kind for kind in kinds if kind in ("rope", "secret_passage")]
        kind = self.source.choice(secret if secret and self._often(0.6) else kinds)
        for witness, state in zip(self.both, self.states(), strict=True):
            fig = state[name]
            real = fig["state"] == "on_map" and not fig["shown"] and self.source.random() < 0.8
            if real and kind == "rope":
                over = [zone for zone in self.board.walls[fig["zone"]] if zone not in sober(state)]
                if over:
                    witness.pick(INTRUDERS, f"figure:{name}")
                    witness.pick(INTRUDERS, f"rope:{self.source.choice(over)}")
                    if (prompt := witness.session.prompt(INTRUDERS)) is not None and prompt.ask == "sneak":
                        witness.pick(INTRUDERS, "stay")
                    self.acts["rope"] += 1
                    continue
            laid = state["passage"][f"{name}_card"] and name not in state["passage"]["bluffed"]
            open_to_him = fig["zone"] in state["passage"]["entrances"] and PASSAGE not in sober(state)
            if real and kind == "secret_passage" and open_to_him and not laid:
                witness.pick(INTRUDERS, f"figure:{name}")
                witness.pick(INTRUDERS, "passage")
                self.acts["slip"] += 1
                continue
            witness.pick(INTRUDERS, f"bluff:{kind}@{name}")
            self.acts["bluff"] += 1

    def _throw(self, name: str) -> bool:
        """A Shuriken out of hiding, at a guard whom he can reach in both worlds."""
        reach = []
        for state in self.states():
            fig = state[name]
            if fig["state"] != "on_map" or "shuriken" not in state["hand"][name]:
                return False
            near = {zone for zone, steps in self.board.border_distance[fig["zone"]].items() if steps <= 1}
            reach.append({guard for guard, where in state["guards"].items() if where["zone"] in near})
        shared = sorted(reach[0] & reach[1])
        if not shared:
            return False
        guard = self.source.choice(shared)
        for witness in self.both:
            witness.pick(INTRUDERS, f"card:shuriken@{name}")
            prompt = witness.session.prompt(INTRUDERS)
            if prompt is not None and prompt.ask == "choose_victim":
                witness.pick(INTRUDERS, f"guard:{guard}")
        self.acts["throw"] += 1
        return True

    def _meet(self, name: str) -> bool:
        """He comes into a zone with guards that he can reach in both worlds, and answers them alike."""
        states = self.states()
        ways: list[dict[str, list[list[str]]]] = []
        for state in states:
            into: dict[str, list[list[str]]] = {}
            if state[name]["state"] != "on_map" or state[name]["finished"]:
                return False
            for way in self._quiet_ways(state, name):
                here = way[-1] if way else state[name]["zone"]
                walls = any(zone in self.board.moats for zone in way) or len(way) > 2 or self._by_rope(state, name, way)
                if not walls:
                    for zone in self.board.borders[here]:
                        if zone in sober(state):
                            into.setdefault(zone, []).append([*way, zone])
            ways.append(into)
        shared = sorted(ways[0].keys() & ways[1].keys())
        if not shared:
            return False
        zone = self.source.choice(shared)
        for witness, into in zip(self.both, ways, strict=True):
            witness.pick(INTRUDERS, f"figure:{name}")
            for step in self.source.choice(into[zone]):
                witness.pick(INTRUDERS, f"zone:{step}")
        while self.asks() <= {"meet_guards", "choose_victim"}:
            offered = [set(of_the_game(w.session.prompt(INTRUDERS))) for w in self.both]  # type: ignore[arg-type]
            choice = self.source.choice(sorted(offered[0] & offered[1]))
            for witness in self.both:
                witness.pick(INTRUDERS, choice)
        for witness in self.both:
            if (prompt := witness.session.prompt(INTRUDERS)) is not None and prompt.ask == "sneak":
                witness.pick(INTRUDERS, "stay")
        self.acts["meet"] += 1
        return True

    def _by_rope(self, state: Position, name: str, way: list[str]) -> bool:
        here = state[name]["zone"]
        for zone in way:
            if zone not in self.board.borders[here]:
                return True
            here = zone
        return False

    def _escape(self, name: str) -> bool:
        """He leaves the map, from any edge (R174)."""
        ways = []
        for state in self.states():
            if state[name]["state"] != "on_map" or state[name]["finished"]:
                return False
            found = []
            for way in self._quiet_ways(state, name):
                end = way[-1] if way else state[name]["zone"]
                halted = any(zone in self.board.moats for zone in way) or self._by_rope(state, name, way)
                if end in self.board.edges and len(way) < 3 and not halted:
                    found.append(way)
            if not found:
                return False
            ways.append(found)
        for witness, found in zip(self.both, ways, strict=True):
            witness.pick(INTRUDERS, f"figure:{name}")
            for zone in self.source.choice(found):
                witness.pick(INTRUDERS, f"zone:{zone}")
            witness.pick(INTRUDERS, "off_map")
        self.acts["escape"] += 1
        return True

    # ---- searching ----------------------------------------------------------------------------------------------

    def _search(self) -> None:
        """Zones that he moved into or out of in both worlds, where what lies there is answered alike (R155, R162)."""
        if self.asks() != {"intruder_turn"}:
            return
        states = self.states()
        declared: list[tuple[str, str]] = []
        for name in FIGURES:
            ways = [set(s[name]["path"] or ()) if s[name]["moved"] and self._is_on(s, name) else set() for s in states]
            zones = [z for z in sorted(ways[0] & ways[1]) if z != PASSAGE and self._found_alike(states, name, z)]
            declared += [
                (name, zone) for zone in self.source.sample(zones, min(len(zones), self.source.choice([0, 1, 2, 2])))
            ]
        if not declared:
            return
        self.source.shuffle(declared)
        for witness in self.both:
            witness.pick(INTRUDERS, "search")
            for name, zone in declared:
                witness.pick(INTRUDERS, f"{name}:{zone}")
            witness.pick(INTRUDERS, "done")
        self.acts["search"] += 1
        while self.asks() == {"hidden_sentry"} or self.both[0].session.prompt(GUARDS) is not None:
            seat = INTRUDERS if self.asks() == {"hidden_sentry"} else GUARDS
            offered = [set(of_the_game(w.session.prompt(seat))) for w in self.both]  # type: ignore[arg-type]
            choice = self.source.choice(sorted(offered[0] & offered[1]))
            for witness in self.both:
                witness.pick(seat, choice)
            self.acts["sentry"] += 1

    def _is_on(self, state: Position, name: str) -> bool:
        return state[name]["state"] in ("on_map", "in_passage")

    def _found_alike(self, states: list[Position], name: str, zone: str) -> bool:
        letter = next((letter for letter, place in states[0]["goals"].items() if place == zone), None)
        own = {letter == state[name]["goal"] and not state[name]["done"] for state in states}
        there = {tuple(state[figure]["zone"] == zone for figure in FIGURES) for state in states}
        return len(own) == 1 and (zone not in states[0]["hidden_sentries"] or len(there) == 1)


def guards_phases(witness: Witness, source: random.Random) -> list[tuple[Seat, str]]:
    """The alert, card and patrol phases of one turn, played at random; all picks, those given by the referee too."""
    picks: list[tuple[Seat, str]] = []
    session = witness.session
    while session.outcome() is None:
        prompt = session.prompt(GUARDS) or session.prompt(INTRUDERS)
        assert prompt is not None
        if copy_of(session, TABLE).phase in ("intruders", "over"):
            break
        choice = lively(source, of_the_game(prompt))
        picks += [(prompt.seat, given) for given in witness.pick(prompt.seat, choice).picks]
    return picks


def _offered_to(witness: Witness, choice: str) -> Seat:
    """Whose choice it is that the referee gave itself in the first world and leaves to a seat in this one."""
    found = [prompt.seat for prompt in asked(witness.session) if choice in prompt.choices]
    assert found, f"{choice} is offered to nobody in the other world"
    return found[0]


def replay(witness: Witness, picks: Sequence[tuple[Seat, str]]) -> None:
    """The same picks at another table, where the referee may give other ones of them itself."""
    left = list(picks)
    while left:
        seat, choice = left.pop(0)
        prompt = witness.session.prompt(seat)
        if prompt is None or choice not in prompt.choices:
            seat = _offered_to(witness, choice)
        for given in witness.pick(seat, choice).picks[1:]:
            assert left[0][1] == given, (left[0], given)
            left.pop(0)


def pair_of_intruders(start: Position, seed: int) -> tuple[Witness, Witness, Counter[str]]:
    """Two tables whose intruders' secrets differ, after one turn that guards and table cannot tell apart.

    Raises Dropped.
    """
    source = random.Random(seed)
    observers = (GUARDS, TABLE)
    one = Witness(loaded(start, seed), observers, seed)
    since = one.session.basis(REFEREE)
    picks = guards_phases(one, source)
    turn = GuardsTurn.of(one, since)
    other = Witness(loaded(other_intruders(start, turn, source), seed), observers, seed)
    replay(other, picks)
    worlds = Worlds(one, other, source)
    if one.session.outcome() is None:
        worlds.play()
    return one, other, worlds.acts


# ---- other secrets of the guards --------------------------------------------------------------------------------


def other_guards(start: Position, events: list[dict[str, Any]], source: random.Random) -> Position:
    """`start` with other secrets of the guards from which everything in `events` could have come as well.

    What was found before, or is found now, lies where it lies; cards that were played are in the hand.
    """
    board, cards = Board.load(start["map"]), CardSet.load(start["cards"])
    other = copy.deepcopy(start)
    searched = {event["zone"] for event in events if event["event"] == "Searched"} | set(start["found"])
    woken = {event["zone"] for event in events if event["event"] == "Woken"}
    _move_objects(board, other, searched, woken, source)
    played = [e for e in events if e["event"] == "CardPlayed" and e["figure"] is None]
    needed = {s: Counter(e["card"] for e in played if e["source"] == s) for s in ("hand", "drawn")}
    kinds = {event["card"] for event in played}
    # Cards that lie open (wounds, the passage, discards) are no secret.
    pool = Counter([*start["hand"]["guards"], *start["drawn"], *start["deck"]])
    count, drawn = len(start["hand"]["guards"]), len(start["drawn"])
    if any(needed["hand"][k] > pool[k] - needed["drawn"][k] for k in kinds):
        raise Dropped("cards")
    # Drawn cards of the first phase are in the hand by the second: what was drawn and played then counts as hand.
    early = min(drawn, needed["drawn"].total())
    if early < needed["drawn"].total():
        raise Dropped("drawn")
    rest = pool - needed["drawn"] - needed["hand"]
    plain_cards = [card for card in sorted(rest.elements()) if card not in kinds]
    if len(plain_cards) < drawn - early or needed["hand"].total() > count:
        raise Dropped("cards")
    other["drawn"] = sorted([*needed["drawn"].elements(), *source.sample(plain_cards, drawn - early)])
    left = sorted((pool - Counter(other["drawn"]) - needed["hand"]).elements())
    other["hand"]["guards"] = sorted([*needed["hand"].elements(), *source.sample(left, count - needed["hand"].total())])
    other["deck"] = sorted((pool - Counter(other["drawn"]) - Counter(other["hand"]["guards"])).elements())
    assert cards.whole("guards")
    return other


def _move_objects(board: Board, other: Position, searched: set[str], woken: set[str], source: random.Random) -> None:
    lying = {zone: letter for letter, zone in other["goals"].items()}
    lying |= dict.fromkeys(other["traps"], "T") | dict.fromkeys(other["hidden_sentries"], "H")
    stays = {zone: what for zone, what in lying.items() if zone in searched}
    moves = [what for zone, what in lying.items() if zone not in searched]
    beds = {zone: count for zone, count in other["sleepers"].items() if zone in woken}
    asleep = sum(other["sleepers"].values()) - sum(beds.values())
    barracks = [zone for zone in sorted(board.barracks) if zone not in stays and zone not in woken] * 2
    for zone in source.sample(barracks, asleep):
        beds[zone] = beds.get(zone, 0) + 1
    free = [zone for zone in board.object_zones if zone not in searched and zone not in beds and zone not in stays]
    if len(free) < len(moves):
        raise Dropped("no room for objects")
    lies = stays | dict(zip(source.sample(free, len(moves)), moves, strict=True))
    other["sleepers"] = beds
    other["goals"] = {what: zone for zone, what in sorted(lies.items()) if what not in "TH"}
    other["traps"] = sorted(zone for zone, what in lies.items() if what == "T")
    other["hidden_sentries"] = sorted(zone for zone, what in lies.items() if what == "H")


def pair_of_guards(start: Position, seed: int) -> tuple[Witness, Witness, Counter[str]]:
    """Two tables whose guards' secrets differ, after one turn that intruders and table cannot tell apart.

    Raises Dropped.
    """
    source = random.Random(seed)
    observers = (INTRUDERS, TABLE)
    one = Witness(loaded(start, seed), observers, seed)
    since, turn = one.session.basis(REFEREE), start["turn"]
    picks: list[tuple[Seat, str, str]] = []
    while one.session.outcome() is None and copy_of(one.session, TABLE).turn == turn:
        prompt = source.choice(asked(one.session))
        # Guards do not take back: what was only begun need not be in the other world's hand.
        choices = [c for c in prompt.choices if c != TAKE_BACK and (c != UNDO or prompt.seat != GUARDS)]
        choice = lively(source, choices)
        given = one.pick(prompt.seat, choice).picks
        picks += [(prompt.seat, prompt.ask if not at else "given", pick) for at, pick in enumerate(given)]
    events = told(one.session, REFEREE, since)
    end = next((at for at, event in enumerate(events) if event["event"] == "TurnBegan"), len(events))
    events = events[:end]
    other = Witness(loaded(other_guards(start, events, source), seed), observers, seed)
    taken = [event["count"] for event in events if event["event"] == "BonusTaken"]
    _replay_guards(other, picks, taken, source)
    acts = Counter(event["event"] for event in events)
    return one, other, acts


def _replay_guards(
    witness: Witness, picks: list[tuple[Seat, str, str]], taken: list[int], source: random.Random
) -> None:
    left = list(picks)
    while True:
        prompt = witness.session.prompt(GUARDS)
        if prompt is not None and prompt.ask in ("bonus_cards", "bonus_sleeper"):
            for _ in range(taken.pop(0) if prompt.ask == "bonus_cards" else source.randrange(4)):
                offered = [c for c in of_the_game(witness.session.prompt(GUARDS)) if c != "done"]  # type: ignore[arg-type]
                if offered:
                    witness.pick(GUARDS, source.choice(offered))
            witness.pick(GUARDS, "done")
            while left and left[0][1].startswith(prompt.ask):
                left.pop(0)
            continue
        if not left:
            return
        seat, _, choice = left.pop(0)
        asks = witness.session.prompt(seat)
        if asks is None or choice not in asks.choices:
            seat = _offered_to(witness, choice)
        for given in witness.pick(seat, choice).picks[1:]:
            assert left[0][2] == given, (left[0], given)
            left.pop(0)
