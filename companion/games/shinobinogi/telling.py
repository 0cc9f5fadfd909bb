"""How consequences come about: events told one after another, each folded into the referee's copy before the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.games.shinobinogi import events as e
from companion.games.shinobinogi.fold import evolve
from companion.games.shinobinogi.names import DECK, HAND, OTHER, PHYSICAL, SCROLL, SEATS, TO_WIN
from companion.games.shinobinogi.reading import Reading
from companion.games.shinobinogi.state import Face, Half, State
from companion.games.telling import Consequences
from companion.seats import Seat
from companion.unknown import UNKNOWN
from companion.verdicts import Refused


class Telling(Consequences[State]):
    """What follows from one pick."""

    evolve = staticmethod(evolve)

    @property
    def over(self) -> bool:
        """True when the game has ended: nothing after it is carried out (SQ31)."""
        return self.now.over is not None

    def half(self, seat: Seat) -> Half:
        """A seat's half of the table as it is now."""
        return self.now.halves[seat]

    # ---- real cards ---------------------------------------------------------------------------------------------

    @property
    def real(self) -> bool:
        """True where real cards are played with (option `deck`)."""
        return self.now.options.deck == PHYSICAL

    def ask_for(self, seat: Seat, *places: str) -> None:
        """Real cards of a seat must be shown before anything goes on."""
        if places and not self.over:
            self.tell(e.ScanAsked(seat, places))

    # ---- decks --------------------------------------------------------------------------------------------------

    def shuffle(self, seat: Seat, cards: Sequence[Face]) -> None:
        """All of a deck in a new order, which nobody knows; of real cards the referee does not either."""
        if self.real:
            self.tell(e.Shuffled(seat, (UNKNOWN,) * len(cards)))
            return
        self.tell(e.Shuffled(seat, self.chance.draw(cards, len(cards))))

    def rebuild(self, seat: Seat) -> None:
        """A deck at 0: all discards and a reserve scroll become the deck (S82), or its owner loses (S83).

        Scrolls that wait to be put back go in too (SQ29).
        """
        half = self.half(seat)
        if not half.reserve:
            self.tell(e.GameOver(OTHER[seat], "deck_out"))
            return
        self.tell(e.DeckRebuilt(seat, half.reserve - 1))
        self.shuffle(seat, (*half.discard, *(SCROLL,) * (half.waiting + 1)))

    def has_top(self, seat: Seat) -> bool:
        """True when a card can be taken from a deck; one that was loaded empty is rebuilt first."""
        if not self.half(seat).deck:
            self.rebuild(seat)
        return not self.over

    def left_deck(self, seat: Seat) -> None:
        """A single card has left a deck (S81, SQ30)."""
        if not self.half(seat).deck and not self.over:
            self.rebuild(seat)

    def draw(self, seat: Seat, count: int) -> int:
        """So many cards from a deck into the hand, one by one; how many were drawn before the game ended."""
        before, drawn = len(self.half(seat).hand), 0
        while drawn < count and not self.over and self.has_top(seat):
            self.tell(e.CardDrawn(seat, self.half(seat).deck[0]))
            drawn += 1
            self.left_deck(seat)
        if self.real and self.now.options.scan == "drawn":
            self.ask_for(seat, *(f"h{before + n}" for n in range(1, drawn + 1)))
        return drawn

    def return_scrolls(self) -> None:
        """Scrolls that were to be discarded go back into their decks, one shuffle each (S58, S59, SQ28)."""
        for seat in (self.now.whose, OTHER[self.now.whose]):
            half = self.half(seat)
            if half.waiting and not self.over:
                self.tell(e.ScrollReturned(seat, half.waiting))
                self.shuffle(seat, (*half.deck, *(SCROLL,) * half.waiting))

    # ---- cards --------------------------------------------------------------------------------------------------

    def discard_hand(self, seat: Seat, number: int) -> None:
        """A hand card to the discard."""
        half = self.half(seat)
        card = str(half.hand[number - 1])
        self.tell(e.CardDiscarded(seat, card, HAND, hand=number, opened=open_place(half, number)))

    def discard_top(self, seat: Seat, shown: str = "") -> None:
        """The top card of a deck to the discard. shown: the real one that lay there."""
        if self.has_top(seat):
            self.tell(e.CardDiscarded(seat, shown or str(self.half(seat).deck[0]), DECK))
            self.left_deck(seat)

    def capture(self, by: Seat) -> None:
        """The scroll that was turned up is taken (S45); the third one wins (S84)."""
        self.tell(e.ScrollCaptured(by))
        self.check_captured(by)

    def check_captured(self, by: Seat) -> None:
        """S84."""
        if self.half(by).captured >= TO_WIN and not self.over:
            self.tell(e.GameOver(by, "three_scrolls"))

    def hide_hands(self) -> None:
        """Open hand cards are hidden again (S50)."""
        for seat in SEATS:
            half = self.half(seat)
            if half.opened:
                self.tell(e.CardHidden(seat, half.hand))


def open_place(half: Half, number: int) -> int:
    """Where a hand card stands among the open ones, 0 where it is hidden; of several alike the first are open.

    >>> half = Half(hand=("a", "b", "a"), opened=("b", "a"))
    >>> [open_place(half, number) for number in (1, 2, 3)]
    [2, 1, 0]
    """
    card = half.hand[number - 1]
    alike = half.hand[:number].count(card)
    for place, opened in enumerate(half.opened, 1):
        if opened == card:
            alike -= 1
            if not alike:
                return place
    return 0


@dataclass(frozen=True)
class Ask:
    """One kind of prompt.

    forms: the forms of choice it is answered with. candidates: choices that are legal, in order. why_not: the refusal
    of one choice, judged on the seat's own copy. play: what follows, told on the referee's.
    """

    forms: frozenset[str]
    candidates: Callable[[State, Seat], Iterable[str]]
    why_not: Callable[[State, Seat, Reading], Refused | None]
    play: Callable[[Telling, Seat, str, Reading], None]


def ask(
    forms: str,
    candidates: Callable[[State, Seat], Iterable[str]],
    why_not: Callable[[State, Seat, Reading], Refused | None],
    play: Callable[[Telling, Seat, str, Reading], None],
) -> Ask:
    """An `Ask`, its forms written in one line."""
    return Ask(frozenset(forms.split()), candidates, why_not, play)
