"""Where things lie on a card table, in u: two halves that face each other in columns, or places round a middle.

Pure: rooms in, rooms out. A room is left, top, width, height.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Room = tuple[float, float, float, float]

GAP: Final = 4.0
HEAD: Final = 26.0
LEAST: Final = 48.0
"""A finger needs so much."""
UPRIGHT: Final = (64.0, 104.0)
"""A card at its largest, where there is not plenty of room; ROOMY times as large at most where there is."""
ROOMY: Final = 1.6
SIDEWAYS: Final = 76.0
"""How wide a card is at most that lies sideways, because it rests."""
HEAP: Final = 48.0
FLAT: Final = 22.0
"""How high a heap is that lies under the cards of a narrow column."""
SLIM: Final = 1.7
"""A card is so many times as high as wide at most."""
BAND: Final = 20.0
"""Between the halves, where the columns have their numbers."""
PILES: Final = 2 * 52.0 + GAP
BIGGEST: Final = (290.0, 190.0)
IN_HAND: Final = (200.0, 190.0)
HAND: Final = 88.0
LOW_HAND, HIGH_HAND = 76.0, 132.0
"""How high cards of the hand are at least if their effects are to be read, and at most."""
NARROW: Final = 108.0
"""A column below this has its heap under its cards."""


# ---- two halves -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Half:
    """One player's half: his head, his columns, the ground of his piles."""

    head: Room
    columns: tuple[Room, ...]
    piles: Room


@dataclass(frozen=True)
class Halves:
    """Both halves, the band between them, and the hand of who looks; without height where there is none."""

    upper: Half
    lower: Half
    band: Room
    hand: Room


def halves(room: Room, columns: int, hand: bool) -> Halves:
    """The table of two who sit across: heads outside, columns of one number facing each other.

    >>> table = halves((6, 4, 621, 369), 3, True)
    >>> [round(one[3]) for one in (table.upper.columns[0], table.lower.columns[0], table.hand)]
    [98, 98, 88]
    """
    left, top, width, high = room
    rest = high - 2 * HEAD - BAND - 4 * 2 - (GAP if hand else 0.0)
    low = min(HIGH_HAND, max(HAND, rest * 0.28), max(LOW_HAND, rest - 4 * LEAST - 4)) if hand else 0.0
    each = (rest - low) / 2
    first = top + HEAD + 2
    band = first + each + 2
    second = band + BAND + 2
    foot = second + each + 2
    piles = PILES * min(1.4, larger(each)) if width > 620 else PILES
    lanes = width - piles - 2 * GAP

    def half(head: float, at: float) -> Half:
        one = (lanes - GAP * (columns - 1)) / columns
        rooms = tuple((left + (one + GAP) * n, at, one, each) for n in range(columns))
        return Half((left, head, width, HEAD), rooms, (left + width - piles, at, piles, each))

    return Halves(
        half(top, first),
        half(foot, second),
        (left, band, lanes, BAND),
        (left, foot + HEAD + GAP, width, low),
    )


def larger(high: float) -> float:
    """How many times as large as usual cards are in a room so high.

    >>> larger(90), larger(104), round(larger(156), 1), larger(999)
    (1.0, 1.0, 1.5, 1.6)
    """
    return min(ROOMY, max(1.0, high / UPRIGHT[1]))


def in_column(room: Room, cards: Sequence[bool], empty: int, heap: bool) -> tuple[list[Room], list[Room], Room | None]:
    """The cards of a column, empty places after them, and the heap at its end. cards: which lie sideways.

    Cards at rest are low, and two of them lie one above the other. Where there are many, they lie on each other so that
    each still shows an edge; empty places give way first.

    >>> here, free, heap = in_column((0, 0, 170, 100), [False, True, True, False], 0, True)
    >>> [round(one[0]) for one in here], round(here[2][1] - here[1][1]), free, heap[2]
    ([0, 35, 35, 70], 52, [], 48.0)
    """
    left, top, width, high = room
    grown = larger(high)
    tall = min(high, UPRIGHT[1] * grown)
    above = (high - tall) / 2
    under = heap and width < NARROW
    place: Room | None = None
    if under:
        place = (left, top + above + tall - FLAT, width, FLAT)
        tall -= FLAT + 2
    elif heap:
        pile = HEAP * min(grown, max(1.0, width / 170))
        place = (left + width - pile, top + above, pile, tall)
        width -= pile + GAP
    flat = tall < LEAST  # no room for one above the other
    slots = _slots(cards if not flat else [False] * len(cards))
    widths = [SIDEWAYS if all(cards[n] for n in slot) else UPRIGHT[0] for slot in slots]
    spare = width - GAP * (len(widths) + empty - 1) - LEAST * empty
    widths = [wide * max(1.0, min(grown, spare / max(1.0, sum(widths)))) for wide in widths]
    free = min(empty, max(0, int((width + GAP) // (LEAST + GAP)) - len(slots)))
    widths += [LEAST] * free
    room_for_all = width - GAP * (len(widths) - 1)
    if widths and sum(widths) > room_for_all:
        share = room_for_all / sum(widths)
        widths = [max(LEAST, wide * share) for wide in widths]
    lap = max(0.0, sum(widths) - room_for_all) / max(1, len(widths) - 1)
    low = tall if flat else (tall - 3) / 2
    rooms: list[Room] = []
    at = left
    for slot, wide in zip(slots, widths, strict=False):
        for down, n in enumerate(slot):
            first = top + above + (low + 3) * down + (0 if len(slot) > 1 or not cards[n] else (tall - low) / 2)
            rooms.append((at, first, wide, low if cards[n] else tall))
        at += wide + GAP - lap
    empties = [(at + (LEAST + GAP) * n, top + above, widths[len(slots) + n], tall) for n in range(free)]
    return rooms, empties, place


def _slots(cards: Sequence[bool]) -> list[list[int]]:
    """Cards by the place they take: two that lie sideways share one."""
    slots: list[list[int]] = []
    for n, turned in enumerate(cards):
        if turned and slots and len(slots[-1]) == 1 and cards[slots[-1][0]]:
            slots[-1].append(n)
        else:
            slots.append([n])
    return slots


def pile_rooms(room: Room, count: int) -> list[Room]:
    """Piles two by two; fewer are larger."""
    left, top, width, high = room
    rows = 1 if count <= 2 else 2
    each, tall = (width - GAP) / 2, min((high - 3 * (rows - 1)) / rows, (64.0 if rows == 2 else 96.0) * larger(high))
    first = top + (high - tall * rows - 3 * (rows - 1)) / 2
    return [(left + (each + GAP) * (n % 2), first + (tall + 3) * (n // 2), each, tall) for n in range(count)]


# ---- a middle with places round it ------------------------------------------------------------------------------

MIDDLE: Final = 76.0
LOW_MIDDLE: Final = 64.0
"""Above two rows of players."""
PLACE: Final = 100.0
"""How wide a card in the middle is at most."""
ASIDE: Final = 152.0
"""The least width of a player's place among several."""
ONE_LINE: Final = 400.0
"""From this width on a head says all in one line; from TWO_LINES on in two."""
TWO_LINES: Final = 190.0


@dataclass(frozen=True)
class Round:
    """The middle, the place of each player with the height of its head, and the hand of who looks, with his head."""

    middle: Room
    places: tuple[Room, ...]
    head: float
    own: Room
    hand: Room


def round_table(room: Room, places: int, middle: bool, hand: bool) -> Round:
    """Players side by side, in as many rows as it takes for each to have room.

    >>> [len({place[1] for place in round_table((6, 4, 621, 369), n, True, n < 5).places}) for n in (2, 4, 5)]
    [1, 1, 2]
    """
    left, top, width, high = room
    low = min(HIGH_HAND, max(HAND, high * 0.2)) if hand else 0.0
    below = HEAD + GAP + low + GAP if hand else 0.0
    rows = 1 if width >= places * ASIDE + GAP * (places - 1) else 2
    above = (MIDDLE if rows == 1 else LOW_MIDDLE) + GAP if middle else 0.0
    columns = -(-places // rows)
    each = (high - above - below - GAP * (rows - 1)) / rows
    wide = (width - GAP * (columns - 1)) / max(1, columns)
    rooms = tuple(
        (left + (wide + GAP) * (n % columns), top + above + (each + GAP) * (n // columns), wide, each)
        for n in range(places)
    )
    foot = top + high - below + GAP
    return Round(
        (left, top, width, above - GAP if middle else 0.0),
        rooms,
        HEAD if wide >= ONE_LINE else 42.0 if wide >= TWO_LINES else 58.0,
        (left, foot, width, HEAD if hand else 0.0),
        (left, foot + HEAD + 2, width, low),
    )


def holds_cards(place: Room, head: float) -> bool:
    """Whether there is room under a head for two rows of cards that can be read, three in a row.

    >>> holds_cards((0, 0, 112, 228), 58), holds_cards((0, 0, 85, 228), 58), holds_cards((0, 0, 112, 120), 58)
    (True, False, False)
    """
    return (place[2] - 2 * GAP) / 3 >= 32 and (place[3] - head - GAP) / 2 >= 36


# ---- cards side by side -----------------------------------------------------------------------------------------


def in_row(room: Room, count: int, most: tuple[float, float] = UPRIGHT) -> tuple[list[Room], int]:
    """Cards in one row, or as many rows as it takes at the least size; and how many find room."""
    left, top, width, high = room
    for rows in range(1, 4):
        columns = -(-count // rows)
        wide = min(most[0], (width - GAP * (columns - 1)) / max(1, columns))
        tall = min(most[1], (high - GAP * (rows - 1)) / rows, max(LEAST, wide * SLIM))
        if wide >= LEAST or rows == 3 or tall < 2 * LEAST + GAP:
            break
    columns = max(1, min(columns, int((width + GAP + 0.01) // (min(wide, LEAST) + GAP)) or 1))
    wide = min(most[0], (width - GAP * (columns - 1)) / columns)
    rooms = [
        (left + (wide + GAP) * (n % columns), top + (tall + GAP) * (n // columns), wide, tall)
        for n in range(min(count, columns * rows))
    ]
    return rooms, len(rooms)


def grid(count: int, width: float, height: float, most: tuple[float, float] = BIGGEST) -> tuple[int, float, float]:
    """How many columns so many cards lie in, and how large each is: the largest at which all are in sight.

    >>> grid(3, 138, 160)
    (1, 138.0, 50.666666666666664)
    >>> grid(5, 620, 130)
    (5, 120.8, 130.0)
    """
    best: tuple[float, int, float, float] | None = None
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        wide, high = (width - GAP * (columns - 1)) / columns, (height - GAP * (rows - 1)) / rows
        wide, high = min(wide, most[0]), min(high, most[1])
        if min(wide, high) < LEAST:
            continue
        worth = min(wide, 180.0) * min(high, 140.0) * (1.0 if wide >= NARROWEST else 0.6)
        if best is None or worth > best[0]:
            best = (worth, columns, wide, high)
    if best is not None:
        return best[1:]
    columns = max(1, int((width + GAP) // (LEAST + 12 + GAP)))
    rows = max(1, int((height + GAP) // (LEAST + GAP)))
    return columns, (width - GAP * (columns - 1)) / columns, (height - GAP * (rows - 1)) / rows


NARROWEST: Final = 84.0


def in_groups(room: Room, counts: Sequence[int]) -> tuple[list[Room], bool]:
    """Rooms of groups: the first in a row of its own where it is narrow, else all side by side by their numbers.

    counts: of cards, the most that any player has of each, so that all lie alike.
    """
    left, top, width, high = room
    shares = [max(1, count) for count in counts]
    if width >= sum(shares) * (LEAST + GAP):
        one = min(UPRIGHT[0], (width + GAP) / sum(shares) - GAP)
        rooms, at = [], left
        for share in shares:
            rooms.append((at, top, (one + GAP) * share - GAP, high))
            at += (one + GAP) * share
        return rooms, True
    one = (width - GAP * (shares[0] - 1)) / shares[0]
    upper = max(LEAST, min((high - GAP) * 0.5, one * SLIM))
    small = [(width - GAP * (len(counts) - 2)) / max(1, len(counts) - 1)] * (len(counts) - 1)
    lower = min(high - upper - GAP, upper * 1.4)
    below = [(left + (small[0] + GAP) * n, top + upper + GAP, small[0], lower) for n in range(len(small))]
    return [(left, top, width, upper), *below], False


def first_of(room: Room, several: bool) -> Room:
    """Where the first card of an empty group would lie."""
    left, top, width, high = room
    return (left, top, min(width, UPRIGHT[0]) if several else width, min(high, UPRIGHT[1]))
