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
TWO: Final = 46.0
THREE: Final = 64.0
"""How high a head of so many lines is."""
NAMED: Final = 60.0
"""A card of the hand below this has no room for its name."""
NAMES: Final = 400.0
"""From this width on a head of one line has room for the names of a team."""
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
READ: Final = 36.0
"""How high a card is at least whose name can be read."""
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
    head_high = HEAD if width >= NAMES else TWO
    rest = high - 2 * head_high - BAND - 4 * 2 - (GAP if hand else 0.0)
    low = min(HIGH_HAND, max(HAND, rest * 0.28), max(LOW_HAND, rest - 4 * LEAST - 4)) if hand else 0.0
    each = (rest - low) / 2
    first = top + head_high + 2
    band = first + each + 2
    second = band + BAND + 2
    foot = second + each + 2
    piles = PILES * min(1.4, larger(each)) if width > 620 else PILES
    lanes = width - piles - 2 * GAP

    def half(head: float, at: float) -> Half:
        one = (lanes - GAP * (columns - 1)) / columns
        rooms = tuple((left + (one + GAP) * n, at, one, each) for n in range(columns))
        return Half((left, head, width, head_high), rooms, (left + width - piles, at, piles, each))

    return Halves(
        half(top, first),
        half(foot, second),
        (left, band, lanes, BAND),
        (left, foot + head_high + GAP, width, low),
    )


def larger(high: float) -> float:
    """How many times as large as usual cards are in a room so high.

    >>> larger(90), larger(104), round(larger(156), 1), larger(999)
    (1.0, 1.0, 1.5, 1.6)
    """
    return min(ROOMY, max(1.0, high / UPRIGHT[1]))


def in_column(room: Room, cards: Sequence[bool], empty: int, heap: bool) -> tuple[list[Room], list[Room], Room | None]:
    """The cards of a column, empty places after them, and the heap at its end. cards: which lie sideways.

    Cards at rest are low, and two of them lie one above the other. Where there are many, they lie below each other, or
    where there is no height for that, on each other so that each still shows an edge; empty places give way first.

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
    fits = int((width + GAP - sum(max(LEAST, wide) - LEAST for wide in widths)) // (LEAST + GAP)) if empty else 0
    free = min(empty, max(0, fits - len(slots)))
    widths += [LEAST] * free
    room_for_all = width - GAP * (len(widths) - 1)
    if widths and sum(widths) > room_for_all:
        share = room_for_all / sum(widths)
        widths = [max(LEAST, wide * share) for wide in widths]
    lap = max(0.0, sum(widths) - room_for_all) / max(1, len(widths) - 1)
    if lap > LEAST / 3 and under:
        across = max(1, int((width + GAP) // (LEAST + GAP)))
        rows = -(-len(cards) // across)
        one = (width - GAP * (across - 1)) / across, (tall - 3 * (rows - 1)) / rows
        if one[1] >= READ:
            down = top + above
            return [(left + (one[0] + GAP) * (n % across), down + (one[1] + 3) * (n // across), *one)
                    for n in range(len(cards))], [], place  # fmt: skip
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
"""Above several rows of players; LEAST where they would have no room else."""
PLACE: Final = 100.0
"""How wide a card in the middle is at most, and one with a name before a player."""
ONE_LINE: Final = 240.0
"""From this width on a head says all in one line; from TWO_LINES on in two."""
TWO_LINES: Final = 170.0


@dataclass(frozen=True)
class Round:
    """The middle, the place of each player with the height of its head, and the hand of who looks, with his head.

    card: how large a card with a name is.
    """

    middle: Room
    places: tuple[Room, ...]
    head: float
    own: Room
    hand: Room
    card: tuple[float, float]


def round_table(room: Room, places: int, counts: Sequence[int], middle: bool, hand: int) -> Round:
    """Players in so many rows as give their cards most room. counts: of cards of each group, the most anybody has.
    hand: how many cards who looks has in the hand; -1 where nobody does.

    >>> four, five = (6, 4, 621, 369), (6, 4, 354, 600)
    >>> [len({place[1] for place in round_table(four, n, (3, 1, 1), True, h).places}) for n, h in OTHERS]
    [1, 2, 3]
    >>> len({place[1] for place in round_table(five, 5, (3, 1, 1), True, -1).places})
    5
    >>> len(round_table(four, 3, (0, 0), True, 5).places)  # nobody has a card
    3
    """
    tables = [_in_rows(room, places, counts, rows, middle, hand) for rows in range(1, max(1, places) + 1)]
    return max(tables, key=lambda table: min(table.card[0], 84.0) * max(0.0, min(table.card[1], 76.0)))


def _in_rows(room: Room, places: int, counts: Sequence[int], rows: int, middle: bool, hand: int) -> Round:
    left, top, width, high = room
    two = hand * (NAMED + GAP) > width + GAP  # rows of the hand, if its names are to be read
    low = min(HIGH_HAND, max(2 * LEAST + GAP if two else HAND, high * 0.2)) if hand >= 0 else 0.0
    below = HEAD + GAP + low + GAP if hand >= 0 else 0.0
    columns = -(-places // rows)
    wide = (width - GAP * (columns - 1)) / max(1, columns)
    head = HEAD if wide >= ONE_LINE else TWO if wide >= TWO_LINES else THREE

    def each(middle_high: float) -> float:
        above = middle_high + GAP if middle else 0.0
        return (high - above - below - GAP * (rows - 1)) / rows

    tall = MIDDLE if rows == 1 else LOW_MIDDLE if each(LOW_MIDDLE) - head - 3 >= LEAST else LEAST
    above = tall + GAP if middle else 0.0
    rooms = tuple(
        (left + (wide + GAP) * (n % columns), top + above + (each(tall) + GAP) * (n // columns), wide, each(tall))
        for n in range(places)
    )
    foot = top + high - below + GAP
    card = (wide, each(tall) - head - 3)
    if rooms and counts:
        chips, several = in_groups(under(rooms[0], head), counts)
        named = in_row(chips[0], max(1, counts[0]), chips[0][2:])[0][0]  # a place may be empty, and keeps its room
        card = named[2], min(named[3], card[1] if several else (card[1] - GAP) / 2)
    return Round(
        (left, top, width, above - GAP if middle else 0.0),
        rooms,
        head,
        (left, foot, width, HEAD if hand >= 0 else 0.0),
        (left, foot + HEAD + 2, width, low),
        card,
    )


def under(place: Room, head: float) -> Room:
    """What a head leaves of a player's place."""
    left, top, width, high = place
    return (left, top + head + 3, width, high - head - 3)


def holds_cards(table: Round) -> bool:
    """Whether the cards before the players can be read.

    >>> [holds_cards(round_table((6, 4, wide, high), 5, (3, 1, 1), True, -1)) for wide, high in HELD]
    [True, True, False]
    """
    return table.card[0] >= 32 and table.card[1] >= 40


OTHERS: Final = ((2, 5), (4, 5), (5, -1))
"""Numbers of players before whom cards lie, and of cards in the hand of who looks."""
HELD: Final = ((354, 600), (268, 432), (301, 180))
"""Rooms as they are on an upright screen, there with large letters, and on a small one."""


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

    counts: of cards, the most that any player has of each, so that all lie alike. The first have names, and more room.

    >>> [round(where[2]) for where in in_groups((0, 0, 311, 60), (3, 1, 1))[0]]
    [207, 48, 48]
    """
    left, top, width, high = room
    shares = [max(1, count) for count in counts]
    if width >= sum(shares) * (LEAST + GAP) - GAP:
        spare = width - sum(shares) * (LEAST + GAP) + GAP
        named = min(PLACE, LEAST + spare / shares[0])
        rest = sum(shares[1:])
        other = min(UPRIGHT[0], LEAST + max(0.0, spare - (named - LEAST) * shares[0]) / rest) if rest else 0.0
        tall = min(high, max(LEAST, (other or named) * SLIM))  # all alike
        rooms, at = [], left
        for share, one in zip(shares, (named, *[other] * len(shares)), strict=False):
            rooms.append((at, top, (one + GAP) * share - GAP, tall))
            at += (one + GAP) * share
        return rooms, True
    one = (width - GAP * (shares[0] - 1)) / shares[0]
    upper = max(LEAST, min((high - GAP) * 0.5, one * SLIM))
    small = [(width - GAP * (len(counts) - 2)) / max(1, len(counts) - 1)] * (len(counts) - 1)
    lower = min(high - upper - GAP, upper * 1.4)
    below = [(left + (small[0] + GAP) * n, top + upper + GAP, small[0], lower) for n in range(len(small))]
    return [(left, top, width, upper), *below], False


def first_of(room: Room, count: int, several: bool) -> Room:
    """Where the first card of an empty group would lie."""
    left, top, width, high = room
    one = (width + GAP) / max(1, count) - GAP
    return (left, top, one if several else width, min(high, UPRIGHT[1]))
