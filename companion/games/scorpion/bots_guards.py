"""The simple guards: they listen where somebody may be heard, search where somebody may be, and strike on sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.games.scorpion.bots_habits import GUARD_LIKES, Taste, answers, next_card, whatever
from companion.games.scorpion.bots_hunch import Hunch, Weights
from companion.games.scorpion.moving import open_mover, place
from companion.games.scorpion.names import (
    AWAKEN,
    KENJUTSU,
    LAST_TURN,
    PASSAGE,
    PATROL_LISTEN,
    PATROL_SEARCH,
    SENTRY_LISTEN,
    SENTRY_SEARCH,
    STEPS,
    SWORDS,
    TRAITOR,
    WOUNDS_TO_DIE,
)
from companion.games.scorpion.state import Draft, State, holds, is_mine, patrol_of, patrol_zone
from companion.prompts import Prompt, read
from companion.seats import Seat

LISTENS = (SENTRY_LISTEN, PATROL_LISTEN)
SEARCHES = (SENTRY_SEARCH, PATROL_SEARCH)
A_HIT_IS_WORTH = 0.35
"""Beside seeing somebody, hearing him counts so much: the listener may go two zones, and the next search is better."""
ONE_MORE_GUARD, LATE = 0.04, 12
"""What a woken guard is worth wherever he is, as long as it is not late in the game."""
SHARE_OF_A_PATROL = 0.9
"""A guard taken out of his patrol leaves it weaker (R122)."""


class SimpleGuards:
    """Plays the guards. It remembers what it asked and what it saw, in the order it was asked."""

    def __init__(self, seed: int) -> None:
        self._taste = Taste(seed)
        self._hunch = Hunch()
        self._listener: tuple[str, int] | None = None

    def choose(self, known: State, prompt: Prompt) -> str:
        """One of the prompt's choices, never `undo`."""
        ask = prompt.ask
        if ask.startswith(("choose_hand", "post_", "place_", "face_", "hide_", "confirm")):
            return self._set_up(known, prompt)
        self._hunch.look(known)
        self._take_answer(known, prompt)
        if ask in ("play_drawn", "play_hand"):
            return self._play(known, prompt)
        if ask in ("choose_sentry", "choose_patrol", "choose_guard"):
            return self._target(known, prompt)
        if ask in ("step", "pursue"):
            return self._step(known, prompt)
        if ask == "choose_barracks":
            mass = self._hunch.mass()
            return self._best(prompt, lambda zone: self._sweep(known, mass, zone, STEPS["guard"]))
        if ask == "choose_target":
            return self._best(prompt, lambda name: known.figures[name].wounds / WOUNDS_TO_DIE[name])
        if ask == "move_patrols":
            return next(c for c in (f"card:{KENJUTSU}", *prompt.choices) if c in prompt.choices and c != "muster")
        if ask == "fork":
            return self._best(prompt, lambda zone: self._scent(known, zone))
        if ask == "remove_guard":
            return self._make_room(known, prompt)
        if ask == "bonus_cards":
            return next((c for kind in GUARD_LIKES if (c := f"card:{kind}") in prompt.choices), whatever(prompt))
        if ask == "bonus_sleeper":
            return next((c for c in answers(prompt) if c.startswith("zone:")), whatever(prompt))
        if ask.startswith(("split_", "share_")):
            return self._share(prompt)
        return whatever(prompt) if ask != "choose_attacker" else answers(prompt)[0]

    def _share(self, prompt: Prompt) -> str:
        """Half each, the odd one to the swords: two of these players always agree (R98, R127, R178)."""
        takes = answers(prompt)
        whole = len(takes) - 1
        return takes[(whole + (prompt.seat == SWORDS)) // 2]

    # ---- setup --------------------------------------------------------------------------------------------------

    def _set_up(self, known: State, prompt: Prompt) -> str:
        """The starter hand (R29); watch posts from which the castles are heard; the rest as it falls."""
        board = known.board
        if prompt.ask == "choose_hand":
            taken = known.drafts.get(prompt.seat, Draft()).hand
            return next_card(prompt, known.cards.starter("guards"), taken)
        if prompt.ask == "post_sentry":
            return self._best(
                prompt, lambda zone: 2.0 * self._taste(zone) - min(board.distance[zone][z] for z in board.object_zones)
            )
        if prompt.ask == "place_patrol":
            return self._best(prompt, lambda zone: self._taste(zone, len(known.drafts[prompt.seat].patrols)))
        if "arrange" in prompt.choices and prompt.ask != "face_patrol":
            return "arrange"
        return self._best(prompt, lambda zone: self._taste(zone, known.turn))

    # ---- cards --------------------------------------------------------------------------------------------------

    def _play(self, known: State, prompt: Prompt) -> str:
        """An attack if there can be one (R186), else the card that promises most, else listening for free (R129)."""
        if f"card:{KENJUTSU}" in prompt.choices:
            return f"card:{KENJUTSU}"
        worth = {}
        for choice in prompt.choices:
            kind = read(choice).what
            if kind in (*SEARCHES, *LISTENS, AWAKEN):
                worth[choice] = max((value for _, value in self._promises(known, prompt.seat, kind)), default=0.0)
        best = max(worth, key=lambda choice: (worth[choice], self._taste(choice, known.turn)), default=None)
        if best is not None and worth[best] >= self._dear(known, prompt):
            return best
        return "listen" if "listen" in prompt.choices else "end"

    def _dear(self, known: State, prompt: Prompt) -> float:
        """What a card must promise: more when the hand will not last until dawn."""
        hand = len(known.piles[prompt.seat].hand)
        return 0.04 if hand >= 1.5 * (LAST_TURN - known.turn) else 0.1

    def _promises(self, known: State, seat: Seat, kind: str) -> Iterable[tuple[str, float]]:
        """What a card kind (`listen`: the free one) would be played on, and how much it promises there."""
        mass = self._hunch.mass()
        if kind == AWAKEN:
            more = ONE_MORE_GUARD if known.turn < LATE else 0.0
            for zone in known.sleepers if isinstance(known.sleepers, dict) else ():
                yield f"zone:{zone}", self._sweep(known, mass, zone, STEPS["guard"]) + more
            return
        searching = kind in SEARCHES
        for choice, members in self._groups(known, seat, kind):
            guards = [known.guards[name] for name in members]
            zone = guards[0].zone
            if zone == PASSAGE or any(guard.drunk or guard.carded or guard.moved for guard in guards):
                continue
            if not searching:
                yield choice, A_HIT_IS_WORTH * self._hunch.hearing(known, zone)
            else:
                share = SHARE_OF_A_PATROL if len(members) == 1 and patrol_of(known, members[0]) else 1.0
                yield choice, share * self._sweep(known, mass, zone, STEPS["guard"])

    @staticmethod
    def _groups(known: State, seat: Seat, kind: str) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The sentries and patrols of the seat that the card is for (R75, R99, R123)."""
        if kind not in (PATROL_LISTEN, PATROL_SEARCH):
            for name in known.guards:
                if is_mine(known, seat, name) and (kind == SENTRY_SEARCH or patrol_of(known, name) is None):
                    yield f"guard:{name}", (name,)
        if kind not in (SENTRY_LISTEN, SENTRY_SEARCH):
            for name, patrol in known.patrols.items():
                if holds(known, seat, name):
                    yield f"patrol:{name}", patrol.guards

    def _target(self, known: State, prompt: Prompt) -> str:
        """Whoever the card at hand promises most with."""
        begun = known.about[prompt.seat][0]
        kind = read(begun).what or "listen"
        worth = dict(self._promises(known, prompt.seat, kind))
        offered = answers(prompt)
        choice = max(offered, key=lambda one: (worth.get(one, -1.0), self._taste(one, known.turn)))
        if kind in (*LISTENS, "listen"):
            pick = read(choice)
            zone = patrol_zone(known, pick.what) if pick.form == "patrol" else known.guards[pick.what].zone
            self._listener = (zone, len(known.figures[TRAITOR].hand))
        return choice

    def _take_answer(self, known: State, prompt: Prompt) -> None:
        """What came of the last listen: a hit opens a pursuit; a cat (R104) says nothing that can be trusted."""
        if self._listener is None:
            return
        zone, cards = self._listener
        self._listener = None
        if len(known.figures[TRAITOR].hand) == cards:
            self._hunch.listened(known, zone, prompt.ask == "pursue")

    # ---- moving -------------------------------------------------------------------------------------------------

    def _step(self, known: State, prompt: Prompt) -> str:
        """On to where somebody may be; nobody leaves his place for nothing."""
        mover = open_mover(known)
        zones = [choice for choice in answers(prompt) if choice.startswith("zone:")]
        if mover is None or not zones or place(known, mover) == PASSAGE:
            return (zones or [whatever(prompt)])[0]
        mass = self._hunch.mass()
        worth = {c: self._enter(known, mass, read(c).what, mover.steps_left) for c in zones}
        best = max(zones, key=lambda choice: (worth[choice], self._taste(choice, known.turn)))
        return best if worth[best] >= 0.02 else "stay"

    def _enter(self, known: State, mass: Weights, zone: str, steps: int) -> float:
        """How likely somebody is found by going there, and one further where a step is left (R117)."""
        found = mass.get(zone, 0.0)
        if steps > 1 and zone not in known.board.moats:
            found += max((mass.get(to, 0.0) for to in known.board.borders[zone]), default=0.0)
        return found

    def _sweep(self, known: State, mass: Weights, zone: str, steps: int) -> float:
        """How likely somebody is found from a zone, by the best way."""
        return max((self._enter(known, mass, to, steps) for to in known.board.borders[zone]), default=0.0)

    def _scent(self, known: State, zone: str) -> float:
        """How much suspicion lies near a zone."""
        reach = known.board.distance[zone]
        return sum(weight / (1.0 + reach[to]) ** 2 for to, weight in self._hunch.mass().items())

    def _make_room(self, known: State, prompt: Prompt) -> str:
        """A drunk guard goes first (R219), then whoever is farthest from where the sentry will stand."""
        at = known.removal[1] if known.removal is not None else None

        def spare(name: str) -> float:
            guard = known.guards[name]
            if guard.drunk or guard.zone == PASSAGE or at is None:
                return 100.0
            return known.board.distance[guard.zone][at] + (0.0 if patrol_of(known, name) else 0.5)

        return self._best(prompt, spare)

    def _best(self, prompt: Prompt, worth: Callable[[str], float]) -> str:
        """The choice whose zone, guard or figure is worth most; equals by taste."""
        offered = [choice for choice in answers(prompt) if ":" in choice]
        if not offered:
            return whatever(prompt)
        return max(offered, key=lambda choice: (worth(read(choice).what), self._taste(choice)))
