"""A view without a board as a card table: what lies in the middle, before each player, and in the viewer's hand.

What lies before whom follows from the ids of the panels, which begin with a seat; what is counted of whom from those of
rows and tracks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.views import (
    BoardPanel,
    CardFace,
    CardsPanel,
    HandPanel,
    Heap,
    PromptPanel,
    Row,
    TallyPanel,
    Track,
    TracksPanel,
    View,
)
from ui.ports import Narrowing
from ui.presenter.strips import offered
from ui.presenter.words import panel, panels


@dataclass(frozen=True)
class LyingCard:
    """A card on the table, and the choices that a touch on it may mean."""

    face: CardFace
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spread:
    """Cards that lie together. label: its title in one word. pile: only the uppermost is to be seen. hand: the
    viewer's own. column: its number among those of its player, 0 where it is none. meant: what a touch on the hidden
    ones may mean. groups, places, heaps: what may lie there and where, and what of it is counted rather than read."""

    id: str
    title: str
    cards: tuple[LyingCard, ...] = ()
    hidden: int = 0
    pile: bool = False
    hand: bool = False
    label: str = ""
    column: int = 0
    meant: tuple[str, ...] = ()
    groups: tuple[tuple[str, str], ...] = ()
    places: tuple[str, ...] = ()
    heaps: tuple[Heap, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(choice for card in self.cards for choice in card.choices), *self.meant)))

    @property
    def spread_out(self) -> tuple[LyingCard, ...]:
        """Its cards side by side; the hidden ones lie there as one where a touch on them means something."""
        if not self.meant:
            return self.cards
        back = CardFace(id=f"{self.id}.hidden", name=self.title, icon="hide", count=self.hidden, down=True)
        return (*self.cards, LyingCard(back, self.meant[:1]))

    def of(self, group: str) -> tuple[LyingCard, ...]:
        """The cards of a group."""
        return tuple(card for card in self.cards if card.face.group == group)


@dataclass(frozen=True)
class Place:
    """All that lies before one player; with no owner, what lies in the middle. rows, tracks: what is counted of him."""

    owner: str
    spreads: tuple[Spread, ...] = ()
    rows: tuple[Row, ...] = ()
    tracks: tuple[Track, ...] = ()
    acts: bool = False

    @property
    def columns(self) -> tuple[Spread, ...]:
        """Its columns, in order."""
        return tuple(sorted((spread for spread in self.spreads if spread.column), key=lambda spread: spread.column))

    @property
    def piles(self) -> tuple[Spread, ...]:
        """What lies on each other, an empty one where nothing does."""
        return tuple(spread for spread in self.spreads if spread.pile and not spread.column)

    @property
    def laid_out(self) -> tuple[Spread, ...]:
        """What lies side by side without columns."""
        return tuple(spread for spread in self.spreads if not spread.pile and not spread.column)


@dataclass(frozen=True)
class CardTableModel:
    """The card table of a view. measures: short tracks that are nobody's own."""

    middle: Place
    places: tuple[Place, ...]
    hand: Spread | None = None
    measures: tuple[Track, ...] = ()

    @property
    def spreads(self) -> tuple[Spread, ...]:
        found = [spread for place in (self.middle, *self.places) for spread in place.spreads]
        return tuple(found if self.hand is None else [*found, self.hand])

    @property
    def touched(self) -> frozenset[str]:
        """Every choice that a touch on some card may mean."""
        return frozenset(choice for spread in self.spreads for choice in spread.choices)


def card_table_of(
    view: View, seats: Sequence[str], asked: PromptPanel | None = None, narrowed: Narrowing | None = None
) -> CardTableModel | None:
    """The card table of a view; None where there is a board. asked: another prompt than the view's."""
    if panel(view, BoardPanel) is not None:
        return None
    prompt = asked or panel(view, PromptPanel)
    open_now = frozenset(choice.id for choice in offered(prompt, narrowed)) if prompt is not None else frozenset()
    shown: list[CardsPanel | HandPanel] = [*panels(view, CardsPanel), *panels(view, HandPanel)]
    by_owner: dict[str, list[Spread]] = {"": [], **{seat: [] for seat in seats}}
    hand = None
    for found in shown:
        owner = found.owner if isinstance(found, HandPanel) else _owner(found.id, seats)
        cards = tuple(LyingCard(face, _meant(face, open_now)) for face in found.cards)
        if isinstance(found, HandPanel):
            own = owner == view.seat
            meant = _alike(prompt, found.hidden_choice, open_now)
            spread = Spread(
                f"{owner}.hand",
                found.title,
                cards,
                found.hidden,
                pile=not own,
                hand=own,
                label=found.label,
                meant=meant,
            )
            if spread.hand:
                hand = spread
                continue
        else:
            last = found.id.rpartition(".")[2] if owner else ""
            spread = Spread(
                found.id,
                found.title,
                cards,
                found.hidden,
                pile=found.pile,
                label=found.label,
                column=int(last) if last.isdecimal() else 0,
                groups=found.groups,
                places=found.places,
                heaps=found.heaps,
            )
        by_owner[owner].append(spread)
    order = [seat for seat in seats if seat != view.seat] + [seat for seat in seats if seat == view.seat]
    places = tuple(_place(view, seat, by_owner[seat]) for seat in order)
    tracks = [track for found in panels(view, TracksPanel) for track in found.tracks]
    measures = tuple(
        track for track in tracks if track.style in ("dots", "lanterns") and not any(_is_of(track.id, s) for s in seats)
    )
    return CardTableModel(Place("", tuple(by_owner[""])), places, hand, measures)


def _owner(name: str, seats: Sequence[str]) -> str:
    first = name.partition(".")[0]
    return first if first in seats else ""


def _meant(face: CardFace, open_now: frozenset[str]) -> tuple[str, ...]:
    """What a touch on a card may mean now."""
    found = dict.fromkeys((*((face.choice,) if face.choice else ()), *face.choices))
    return tuple(choice for choice in found if choice in open_now)


def _alike(prompt: PromptPanel | None, choice: str | None, open_now: frozenset[str]) -> tuple[str, ...]:
    """A choice and those that do the same."""
    if prompt is None or choice is None or choice not in open_now:
        return ()
    same = (other.id for other in prompt.choices if other.same_as == choice and other.id in open_now)
    return (choice, *same)


def _is_of(name: str, seat: str) -> bool:
    return name == seat or name.startswith(f"{seat}_") or name.endswith(f"_{seat}")


def _place(view: View, seat: str, spreads: list[Spread]) -> Place:
    rows = tuple(row for tally in panels(view, TallyPanel) for row in tally.rows if _is_of(row.id, seat))
    tracks = tuple(track for found in panels(view, TracksPanel) for track in found.tracks if _is_of(track.id, seat))
    return Place(seat, tuple(spreads), rows, tracks, seat in view.turn_of)
