"""Tables on whose reader pieces are laid while nobody's window is open, and pairs of them that look alike to all.

The second world of a pair has other secrets: other hands, decks and hidden things, and perhaps a step less that was
begun behind the curtain. What all see of both is the same until something is laid down.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.game import BadOpening, Opening
from companion.games.scorpion.names import FIGURES, INTRUDER_SIDE
from companion.journal import BadJournal
from companion.seats import TABLE, Seat
from companion.session import Session
from companion.settings import Settings
from companion.sounds import sound
from tests.companion.shinobi_arts.test_worlds import Revealed, other_world
from tests.companion.shinobinogi.test_worlds import dealt_anew
from tests.companion.support import copy_of, loaded, open_table, play, position, text
from tests.companion.worlds import Dropped, Position, guard_side
from tests.companion.worlds_guards import move_objects, other_cards
from ui.bridge import Bridge
from ui.opened import OpenTable
from ui.picture import prompt_of
from ui.ports import Heard, Ruling

Pair = tuple[Position, Position]


class NoBook:
    """What a table asks of its book, written nowhere."""

    path = Path("no-book.kuroko")

    def __init__(self, start: Position) -> None:
        self.opening = msgspec.json.encode(Opening(start["game"], start.get("players", 2)))

    def notes(self) -> dict[str, str]:
        return {}

    def note(self, key: str, value: str) -> None:
        """Nowhere."""

    def digest(self) -> str:
        return "no book"

    def verify(self) -> None:
        raise BadJournal(self.path, "nothing was written")

    def close(self) -> None:
        """There is none."""


class Watched:
    """A table at which nobody's window is open, as somebody beside it sees and hears it."""

    def __init__(self, start: Position) -> None:
        self.start = start
        self.session: Session[Any] = loaded(start, 5)
        book: Any = NoBook(start)
        self.table = OpenTable(
            self.session, book, Settings(), name=start["game"], title="", simulated=True, threaded=False
        )
        self.heard: list[Heard] = []
        self.table.listen(self.heard.append)
        self.bridge = Bridge(self.table)
        self.bridge.pump()
        self.before = self.told()

    def told(self) -> list[int]:
        return [self.session.basis(seat) for seat in self.session.seats]

    @property
    def untouched(self) -> bool:
        return self.told() == self.before

    def asks_in_the_open(self) -> str:
        """What is asked there, empty where all that is asked is private."""
        asked = prompt_of(self.table.window().view())
        return asked.ask if asked is not None and asked.choices else ""

    def lay(self, token: str) -> list[Any]:
        """Lays a piece down and takes it away; all that is to be seen and heard of it."""
        before, seen = self.bridge.latest(), []
        assert before is not None
        self.heard.clear()
        assert self.table.box is not None
        for act in (self.table.box.lay, self.table.box.lift):
            act(token)
            self.bridge.pump()
            picture = self.bridge.latest()
            assert picture is not None
            assert picture.own is None
            made = sound(
                before.table,
                picture.table,
                laid=picture.laid != before.laid,
                refused=picture.refused != before.refused,
            )
            counts = {"laid": picture.laid - before.laid, "refused": picture.refused - before.refused, "basis": {}}
            shown = msgspec.structs.replace(picture, **counts)
            seen.append((shown, made, dict(self.table.box.lights()), self.table.window().told()))
            before = picture
        return seen

    @property
    def taken(self) -> bool:
        """Whether what was laid down was a pick, and accepted."""
        return any(isinstance(heard, Ruling) and heard.accepted for heard in self.heard)


def tokens(here: Watched, source: random.Random, most: int = 14) -> list[str]:
    """Some pieces, at most one of each kind of card. First those that tell most: guards' cards, which are played in the
    open, and in card games what somebody holds."""
    every = [token for token in here.session.tokens() if not token.startswith("seal:")]
    kinds = {token.rpartition("/")[0]: token for token in every if token.startswith("card:")}
    told = {f"card:{name}" for name in _held(here.start)} | {name for name in kinds if name.startswith("card:guards/")}
    first = [token for kind, token in kinds.items() if kind in told or "card:" + kind.split("/")[1] in told]
    first = source.sample(first, min(most, len(first)))
    others = [token for token in every if token in kinds.values() or not token.startswith("card:")]
    others = [token for token in others if token not in first]
    return sorted([*first, *source.sample(others, max(2, most - len(first)))])


def _held(start: Position) -> set[str]:
    """The cards that players of a card game hold."""
    seats = [seat for seat in start.values() if isinstance(seat, dict)]
    held = [card for seat in seats for card in seat.get("hand", ()) if isinstance(card, str)]
    held += [slot["card"] for seat in seats for slot in seat.get("ninjutsu", {}).values()]
    return {*held, *(str(seat.get("partner")) for seat in seats)}


# ---- second worlds ----------------------------------------------------------------------------------------------


def scorpion(start: Position, source: random.Random) -> Position:
    """Guards and intruders hold other cards; other things lie hidden; what guards began in private they did not."""
    other = copy.deepcopy(start)
    if start["phase"] == "setup":
        raise Dropped("nothing is chosen yet")
    for seat in guard_side(start["players"]):
        other_cards(other, seat, [], source)
        if other["prompts"][seat] is not None and other["prompts"][seat]["about"]:
            other["prompts"][seat] = None
    if source.random() < 0.5:
        move_objects(other, [], source)
    for name in FIGURES:
        kinds = copy_of(loaded(start), TABLE).cards.whole(name)
        held = len(other["hand"][name])
        free = [card for card in kinds if card not in ("secret_passage", "rope")]
        other["hand"][name] = sorted(source.sample(free, min(held, len(free))))
        if len(other["hand"][name]) != held:
            raise Dropped("too many cards")
    return other


def shinobinogi(start: Position, source: random.Random) -> Position:
    """Both players' hidden cards lie elsewhere."""
    other = start
    for seat in ("first", "second"):
        other = dealt_anew(other, Seat(seat), source, kept=False)
    return other


def shinobi_arts(start: Position, source: random.Random) -> Position:
    """All that nobody but its holder has seen is dealt otherwise."""
    return other_world(start, Seat("p0"), Revealed(start, Seat("p0"), []), source)


WORLDS: dict[str, Callable[[Position, random.Random], Position]] = {
    "scorpion": scorpion,
    "shinobinogi": shinobinogi,
    "shinobi_arts": shinobi_arts,
}


@cache
def starts(game: str, players: int, deck: str, seeds: int) -> list[Position]:
    """Positions of random games, whoever is asked whatever."""
    found: dict[tuple[str, ...], list[Position]] = {}
    for seed in range(seeds):
        options = {"deck": deck}
        session = open_table(game, seed, players=players, options=options, **MAP.get(game, {}))
        source = random.Random(seed + 50)
        for _ in play(session, source, 900):
            asked = tuple(prompt.ask for seat in session.seats if (prompt := session.prompt(seat)) is not None)
            if not asked:
                break
            here = found.setdefault(asked, [])
            if len(here) < 6 or source.random() < 0.02:
                start = position(session)
                here.append({**start, "seen": {}} if game == "shinobi_arts" else start)
    mixed = [start for column in found.values() for start in column]
    random.Random(1).shuffle(mixed)
    return mixed


MAP = {"scorpion": {"map": "drill-yard"}}


def pairs(game: str, players: int, deck: str, count: int, seeds: int = 2) -> Iterator[Pair]:
    """So many pairs of worlds that look alike to all."""
    source = random.Random(f"{game}/{players}/{deck}")
    left = count
    for start in starts(game, players, deck, seeds):
        if not left:
            return
        try:
            other = WORLDS[game](start, source)
            alike = [text(loaded(world, 5).position(TABLE)) for world in (start, other)]
        except (Dropped, BadOpening):
            continue
        assert alike[0] == alike[1], "these worlds are not alike"
        left -= 1
        yield start, other


def may_be_played(watched: Watched, token: str) -> bool:
    """True for what guards may lay down in the open to play it, in their phases, which all see then: a card of theirs
    (R92, R124, R131), or a guard who stands for himself or his patrol. All else that is laid there is private, or the
    same in both worlds."""
    view = watched.table.window().view()
    guards = view.phase in ("alert", "guard_cards", "patrol") and not INTRUDER_SIDE & set(view.turn_of)
    return guards and token.startswith(("card:guards/", "guard:"))
