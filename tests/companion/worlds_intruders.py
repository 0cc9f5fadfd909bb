"""Worlds in which the intruders have other secrets: where they are, what they hold, what they are to find."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Sequence

from companion.games.scorpion.board import Board
from companion.games.scorpion.cards import CardSet
from companion.prompts import UNDO
from companion.seats import REFEREE, TABLE, Seat
from companion.taking import TAKE_BACK
from tests.companion.support import asked, copy_of, lively, loaded, of_the_game, position, told
from tests.companion.worlds import (
    FIGURES,
    PASSAGE,
    Dropped,
    Position,
    Witness,
    guard_side,
    hears,
    player_of,
    replay,
    sober,
)

CAT = "it_was_a_cat"
TRIES = 300
"""How many second worlds are tried before a pair is dropped."""


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
        turn = cls()
        died: list[tuple[int, str]] = []
        for number, event in enumerate(told(witness.session, REFEREE, since), since):
            name = event["event"]
            if name == "Listened":
                alive = tuple(figure for figure in FIGURES if figure not in {figure for _, figure in died})
                turn.listens.append((event["zone"], alive, False))
            elif name == "CatAnswered":
                turn.listens[-1] = (*turn.listens[-1][:2], True)
            elif name == "Died":
                died.append((number, event["figure"]))
            elif name == "TakenBack":
                # What was answered stays known; who died since is alive again.
                died = [(at, figure) for at, figure in died if at < event["told"]]
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
        start = position(one.session)
        self.players: int = start["players"]
        self.board = Board.load(start["map"])
        self.acts: Counter[str] = Counter()
        self.ended: set[str] = set()
        """The intruders whose players have ended the phase."""

    def states(self) -> list[Position]:
        """The two true positions."""
        return [position(witness.session) for witness in self.both]

    def asks(self, name: str) -> set[str | None]:
        """What the player of an intruder is asked in the two worlds."""
        seat = player_of(self.players, name)
        return {p.ask if (p := w.session.prompt(seat)) else None for w in self.both}

    def play(self) -> None:
        """New copies, cards, walks, meetings, a search, the end of the phase."""
        while name := next((n for n in FIGURES if any((a or "").startswith("restart") for a in self.asks(n))), None):
            self._restart(player_of(self.players, name))
        asks = {ask for name in FIGURES for ask in self.asks(name)} - ({None} if self.players > 2 else set())
        if self._over() or asks != {"intruder_turn"}:
            raise Dropped(f"the phase begins with {asks}")
        for name in self.source.sample(FIGURES, 2):
            self._figure(name)
            self._guards_answer()  # two guard players share the cards that marked wounds
            if self._over():
                return
            if self.players > 2 and self._often(0.2):
                self._end(player_of(self.players, name))
                self.ended.add(name)
        self._search()
        for name in self.source.sample(FIGURES, 2):
            if not self._over() and name not in self.ended:
                self._end(player_of(self.players, name))

    def _end(self, seat: Seat) -> None:
        for witness in self.both:
            prompt = witness.session.prompt(seat)
            if prompt is not None and prompt.ask == "intruder_turn":
                witness.pick(seat, "end")

    def _over(self) -> bool:
        phases = {copy_of(witness.session, TABLE).phase for witness in self.both}
        return phases != {"intruders"}

    def _restart(self, seat: Seat) -> None:
        """A new copy takes any cards and begins where no guard stands."""
        for witness in self.both:
            prompt = witness.session.prompt(seat)
            asked_for = prompt.ask if prompt else ""
            while (prompt := witness.session.prompt(seat)) is not None and prompt.ask == asked_for:
                choices = of_the_game(prompt)
                if choices[0].startswith("zone:"):
                    watched = sober(position(witness.session))
                    choices = [choice for choice in choices if choice[5:] not in watched]
                    if not choices:
                        raise Dropped("guards stand wherever he may begin")
                witness.pick(seat, self.source.choice(choices))
        self.acts["restart"] += 1
        self._guards_answer()  # the bonus

    def _guards_answer(self) -> None:
        """The guards' own secrets are the same in both worlds, and so is what they pick."""
        one, other = self.both
        guards = guard_side(self.players)
        while open_now := [prompt for seat in guards if (prompt := one.session.prompt(seat)) is not None]:
            if copy_of(one.session, TABLE).phase != "intruders":
                return
            prompt = self.source.choice(open_now)
            choice = lively(self.source, [choice for choice in prompt.choices if choice != TAKE_BACK])
            one.pick(prompt.seat, choice)
            other.pick(prompt.seat, choice)

    def _often(self, share: float) -> bool:
        """True in that share of cases."""
        return self.source.random() < share

    # ---- one figure ---------------------------------------------------------------------------------------------

    def _seat(self, name: str) -> Seat:
        return player_of(self.players, name)

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
        witness.pick(self._seat(name), f"figure:{name}")
        for zone in way:
            witness.pick(self._seat(name), f"zone:{zone}")
            if (
                self.source.random() < 0.1
                and UNDO in (witness.session.prompt(self._seat(name)) or asked(witness.session)[0]).choices
            ):
                witness.pick(self._seat(name), UNDO)
                witness.pick(self._seat(name), f"zone:{zone}")
        prompt = witness.session.prompt(self._seat(name))
        if prompt is not None and prompt.ask == "sneak":
            witness.pick(self._seat(name), last)

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
                    witness.pick(self._seat(name), f"figure:{name}")
                    witness.pick(self._seat(name), f"rope:{self.source.choice(over)}")
                    if (prompt := witness.session.prompt(self._seat(name))) is not None and prompt.ask == "sneak":
                        witness.pick(self._seat(name), "stay")
                    self.acts["rope"] += 1
                    continue
            laid = state["passage"][f"{name}_card"] and name not in state["passage"]["bluffed"]
            open_to_him = fig["zone"] in state["passage"]["entrances"] and PASSAGE not in sober(state)
            if real and kind == "secret_passage" and open_to_him and not laid:
                witness.pick(self._seat(name), f"figure:{name}")
                witness.pick(self._seat(name), "passage")
                self.acts["slip"] += 1
                continue
            witness.pick(self._seat(name), f"bluff:{kind}@{name}")
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
            witness.pick(self._seat(name), f"card:shuriken@{name}")
            prompt = witness.session.prompt(self._seat(name))
            if prompt is not None and prompt.ask == "choose_victim":
                witness.pick(self._seat(name), f"guard:{guard}")
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
            witness.pick(self._seat(name), f"figure:{name}")
            for step in self.source.choice(into[zone]):
                witness.pick(self._seat(name), f"zone:{step}")
        while self.asks(name) <= {"meet_guards", "choose_victim"}:
            offered = [set(of_the_game(w.session.prompt(self._seat(name)))) for w in self.both]  # type: ignore[arg-type]
            shared = offered[0] & offered[1]
            # He who walks unseen is seen where his last step ends (Q55): then all know that it was his last.
            if len({state[name]["moved"] == 3 for state in self.states()}) > 1:
                shared -= {"card:shadow_walk"}
            choice = self.source.choice(sorted(shared))
            for witness in self.both:
                witness.pick(self._seat(name), choice)
        for witness in self.both:
            if (prompt := witness.session.prompt(self._seat(name))) is not None and prompt.ask == "sneak":
                witness.pick(self._seat(name), "stay")
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
            witness.pick(self._seat(name), f"figure:{name}")
            for zone in self.source.choice(found):
                witness.pick(self._seat(name), f"zone:{zone}")
            witness.pick(self._seat(name), "off_map")
        self.acts["escape"] += 1
        return True

    # ---- searching ----------------------------------------------------------------------------------------------

    def _search(self) -> None:
        """Zones that he moved into or out of in both worlds, where what lies there is answered alike (R155, R162)."""
        states = self.states()
        there = [n for n in FIGURES if n not in self.ended and all(self._is_on(state, n) for state in states)]
        if self._over() or not there or any(self.asks(name) != {"intruder_turn"} for name in there):
            return
        declared: list[tuple[str, str]] = []
        for name in there:
            ways = [set(state[name]["path"] or ()) if state[name]["moved"] else set() for state in states]
            zones = [z for z in sorted(ways[0] & ways[1]) if z != PASSAGE and self._found_alike(states, name, z)]
            declared += [
                (name, zone) for zone in self.source.sample(zones, min(len(zones), self.source.choice([0, 1, 2, 2])))
            ]
        if not declared:
            return
        self.source.shuffle(declared)
        seats = tuple(dict.fromkeys(self._seat(name) for name in there))
        for witness, state in zip(self.both, states, strict=True):
            for name in there if self.players > 2 else ():
                if not state[name]["finished"]:  # with a player for each, each says first that he has moved
                    witness.pick(self._seat(name), f"figure:{name}")
                    witness.pick(self._seat(name), "stay")
            given = [answer for seat in seats for answer in witness.pick(seat, "search").picks[1:]]
            for name, zone in declared:
                if f"{name}:{zone}" not in given:  # where a single player has but one zone to name, he is not asked
                    witness.pick(self._seat(name), f"{name}:{zone}")
            for seat in seats:
                witness.pick(seat, "done")
        self.acts["search"] += 1
        self._settle_sentries()

    def _settle_sentries(self) -> None:
        """Who was found, and how he appears: the same answers in both worlds."""
        about = {"hidden_sentry", "remove_guard", "sentry_figure"}
        while open_now := [prompt for prompt in asked(self.both[0].session) if prompt.ask in about]:
            seat = self.source.choice(open_now).seat
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


# ---- a pair -----------------------------------------------------------------------------------------------------


def guards_phases(witness: Witness, source: random.Random) -> list[tuple[Seat, str]]:
    """The alert, card and patrol phases of one turn, played at random; all picks, those given by the referee too."""
    picks: list[tuple[Seat, str]] = []
    session = witness.session
    while session.outcome() is None and copy_of(session, TABLE).phase not in ("intruders", "over"):
        prompt = source.choice(asked(session))
        taking = TAKE_BACK in prompt.choices and source.random() < 0.1
        choice = TAKE_BACK if taking else lively(source, [c for c in prompt.choices if c != TAKE_BACK])
        picks += [(prompt.seat, given) for given in witness.pick(prompt.seat, choice).picks]
    return picks


def pair_of_intruders(start: Position, seed: int) -> tuple[Witness, Witness, Counter[str]]:
    """Two tables whose intruders' secrets differ, after one turn that guards and table cannot tell apart.

    Raises Dropped.
    """
    source = random.Random(seed)
    observers = (*guard_side(start["players"]), TABLE)
    one = Witness(loaded(start, seed), observers, seed)
    since = one.session.basis(REFEREE)
    picks = guards_phases(one, source)
    turn = GuardsTurn.of(one, since)
    other = Witness(loaded(other_intruders(start, turn, source), seed), observers, seed)
    replay(other, picks)
    worlds = Worlds(one, other, source)
    if one.session.outcome() is None:
        worlds.play()
    return one, other, worlds.acts + Counter(pick for _, pick in picks if pick == TAKE_BACK)
