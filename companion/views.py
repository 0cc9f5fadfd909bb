"""The words between rules and glass: what one seat is shown, as values without callbacks.

A view is a tuple of panels. The kinds are few and no game has kinds of its own; a second game that cannot say what it
needs with these extends them here. Zones, cards and pieces are named by their ids; texts are ready to be read.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Point = tuple[float, float]
Terrain = Literal["open", "moat", "bridge", "grounds", "court", "west", "east"]
LightName = Literal["heard", "detected", "searched", "legal", "out_of_place", "waiting"]
"""What shines under a zone. `waiting`: a figure is waited for there."""


class Panel(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """One part of a view. `title` is ready to be read, and may be empty."""

    title: str = ""


# ---- the board -------------------------------------------------------------------------------------------------


class SheetZone(msgspec.Struct, frozen=True):
    """A zone as it is printed. Coordinates in sheet units, y downwards; `label` is where its text is anchored."""

    polygon: tuple[Point, ...]
    label: Point
    terrain: Terrain
    name: str
    watch_post: bool = False
    barracks: bool = False
    edge: bool = False


class Sheet(msgspec.Struct, frozen=True):
    """A printed board: the same object for every view of a game, so that the glass cuts its triangles once.

    Pairs name two neighbouring zones. The corners that two neighbours share are their border or wall.
    """

    id: str
    title: str
    size: Point
    zones: dict[str, SheetZone]
    borders: tuple[tuple[str, str], ...]
    walls: tuple[tuple[str, str], ...]
    track: tuple[tuple[str, str], ...] = ()


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that stands on the board as the viewer knows it.

    kind: `sword`, `spear` (guards), `ninja`, `traitor`. group: the patrol it walks in. facing: zone that group faces.
    secret: True when the figure itself does not stand on the table (drawn on private maps only).
    """

    id: str
    kind: str
    zone: str
    group: str | None = None
    facing: str | None = None
    drunk: bool = False
    carded: bool = False
    moved: bool = False
    secret: bool = False


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Something drawn on the map. kind says how:

    `path` (zones in order, `texts` beside each: turn numbers; who: figure; `now`: this turn's way; text: `sneak`,
    `walk`, `run` decides the underline of the last zone) · `rope` (two zones) · `entrance` · `noise` (all zones that
    would hear) · `listener` (guards inside it) · `sleepers` (text: how many) · `goal`, `found` (text: the letter) ·
    `nothing` · `trap` · `hidden_sentry` · `ended` (where guards ended their turn) · `last_seen` (text: turn).
    """

    kind: str
    zones: tuple[str, ...]
    text: str = ""
    texts: tuple[str, ...] = ()
    who: str = ""
    now: bool = False


class BoardPanel(Panel, frozen=True, tag="board", kw_only=True):
    """The board with figures, the lights as they shine under it, and the marks of the viewer's own map."""

    sheet: Sheet
    pieces: tuple[Piece, ...] = ()
    lights: dict[str, LightName] = {}
    marks: tuple[Mark, ...] = ()


# ---- beside the board ------------------------------------------------------------------------------------------


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """A track with a lantern or marker: alert, turn, wounds. at: 0..of. style: `lanterns`, `rope`, `dots`, `phases`.

    icons: one sign for each step, where they differ or are not what the style says.
    """

    id: str
    name: str
    at: int
    of: int
    word: str = ""
    style: str = "rope"
    icons: tuple[str, ...] = ()


class TracksPanel(Panel, frozen=True, tag="tracks", kw_only=True):
    """All tracks of the game, in the order they are read."""

    tracks: tuple[Track, ...]


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """A card kind as it is printed, and how many of it lie here.

    choice: what touching it picks now, or None. why_not: the reason in words where it cannot be played now.
    why_rule: the rule behind that.
    choices: all that touching it may mean, where that is more than one. turned: it lies sideways, because it rests.
    down: it lies face down, whether the viewer knows it or not. place: the short name of its place, where that is what
    one calls it by. group: which cards of its panel it lies with. mark: what is happening to it. piece: the printed
    card it is, `DECK/KIND` as on its tag.
    brief: the effect in a few words, where it has many. then: what follows from it. copies: how many are printed.
    counts: where the others are, as far as the viewer knows, each a word with a number. topics: what it is, by which
    the rules that touch it are found; the first is its id in the rule book.
    """

    id: str
    name: str
    icon: str
    effect: str = ""
    rule: str | None = None
    count: int = 1
    choice: str | None = None
    why_not: str = ""
    why_rule: str | None = None
    choices: tuple[str, ...] = ()
    turned: bool = False
    down: bool = False
    place: str = ""
    group: str = ""
    mark: Literal["", "attacked", "in_use"] = ""
    piece: str = ""
    brief: str = ""
    then: str = ""
    copies: int = 0
    counts: tuple[tuple[str, str], ...] = ()
    topics: tuple[str, ...] = ()


class HandPanel(Panel, frozen=True, tag="hand", kw_only=True):
    """Cards that the viewer holds, by kind. `hidden` counts cards whose kind the viewer does not know.

    label: what it is called where there is little room. hidden_choice: what touching the hidden ones picks now.
    lines: what is said beside it where there is room.
    """

    owner: str
    cards: tuple[CardFace, ...] = ()
    hidden: int = 0
    label: str = ""
    hidden_choice: str | None = None
    lines: tuple[str, ...] = ()


class Heap(msgspec.Struct, frozen=True, kw_only=True):
    """A group of cards in a panel that are counted rather than read: MANA, coins."""

    group: str
    name: str
    icon: str


class CardsPanel(Panel, frozen=True, tag="cards", kw_only=True):
    """A grid of open cards: drawn cards, a discard pile, an offer.

    id: of what lies before a seat it begins with that seat, `p1` or `first.discard`; of one of its columns it ends with
    the number, `first.2`. pile: the cards lie on each other, the newest on top. groups: with their signs, all that may
    lie here, so that an empty place is seen too. heaps: those that are counted rather than read. places: the names of
    all places, where they keep them.
    """

    id: str
    cards: tuple[CardFace, ...] = ()
    hidden: int = 0
    pile: bool = False
    label: str = ""
    groups: tuple[tuple[str, str], ...] = ()
    places: tuple[str, ...] = ()
    heaps: tuple[Heap, ...] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a tally: a label, its value, and how much of `of` is done (both 0: no measure).

    icon: a sign for it, or the seat whose crest says it.
    """

    id: str
    label: str
    value: str = ""
    done: int = 0
    of: int = 0
    icon: str = ""


class TallyPanel(Panel, frozen=True, tag="tally", kw_only=True):
    """Counts and states: figures at work, wounds, piles, hidden things still to place, noise."""

    rows: tuple[Row, ...]


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened, as the viewer was told it."""

    text: str
    turn: int = 0
    rule: str | None = None


class LogPanel(Panel, frozen=True, tag="log", kw_only=True):
    """What happened, the newest last."""

    lines: tuple[LogLine, ...]


class PromptPanel(Panel, frozen=True, tag="prompt", kw_only=True):
    """What the viewer may do now. Choices as in `prompts.Choice`: id, sentence, and the zone it stands for, if any.

    way: where a figure is led zone by zone, the zones of this move so far, the last where it stands now. rules: the
    numbers of those behind the question. note: a few words beside them, where they say more than the question does.
    taken: what the seat has answered so far where it answers more than once, in order; undo takes the last back. about:
    what else one must know to answer, in sentences, where there is a place for them. card: the one that is being played
    step by step. hand: by what everybody knows it may also be answered out of a hand, which is no choice of a public
    screen.
    """

    seat: str
    ask: str
    say: str
    choices: tuple[PromptChoice, ...]
    way: tuple[str, ...] = ()
    taken: tuple[PromptChoice, ...] = ()
    rules: tuple[str, ...] = ()
    note: str = ""
    about: tuple[RuleLine, ...] = ()
    card: CardFace | None = None
    hand: bool = False


class PromptChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A choice as the glass draws it. main: the usual next act. private: nothing a public screen may name.

    same_as: an earlier choice that does the same for all the viewer can tell, so that one of the two is enough. leads:
    from then on its figure is led zone by zone, so that its way may be drawn at once. order: its number, where it was
    taken. then: what comes of it, by which rule: for a finger that is held on it.
    """

    id: str
    say: str
    zone: str | None = None
    icon: str = ""
    note: str = ""
    main: bool = False
    private: bool = False
    same_as: str = ""
    leads: bool = False
    order: int = 0
    then: RuleLine | None = None


class Misplaced(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that does not stand where the referee has it. None: not on the board.

    piece: as on the board, `g7`. figure: its kind there. say: where it belongs. case: where it was
    seen, and what to do.
    """

    piece: str
    stands: str | None
    belongs: str | None
    say: str
    case: str = ""
    figure: str = ""


class TableCheckPanel(Panel, frozen=True, tag="table_check", kw_only=True):
    """What must be put right on the table before it can be read again."""

    rows: tuple[Misplaced, ...]


# ---- the rules -------------------------------------------------------------------------------------------------


class RuleLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a list in the rules: a rule by number, a part of them by name, or a card by its sign.

    count: how many stand behind it, where it is a part.
    """

    id: str
    say: str
    icon: str = ""
    count: int = 0


class RulingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling on a rule. otherwise: what this table chose in its place, empty where it holds as it stands.

    optional: a table may choose otherwise.
    """

    id: str
    say: str
    optional: bool = False
    otherwise: str = ""


class RuleLeaf(msgspec.Struct, frozen=True, kw_only=True):
    """One rule to be read, with all that belongs to it; or a card, which has no number.

    hint: advice that nobody needs to follow. players: for so many only. reasons: refusals that cite it, in words.
    before, after: its neighbours. rulings: those that settle it, and those that are read beside it.
    """

    id: str
    part: str
    say: str
    hint: bool = False
    players: tuple[int, ...] = ()
    rulings: tuple[RulingLine, ...] = ()
    settles: tuple[RuleLine, ...] = ()
    see: tuple[RuleLine, ...] = ()
    reasons: tuple[str, ...] = ()
    cards: tuple[CardFace, ...] = ()
    before: str = ""
    after: str = ""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What explains a question to whoever meets it for the first time. key: by which it is remembered."""

    key: str
    lines: tuple[RuleLine, ...]


class Illustration(msgspec.Struct, frozen=True, kw_only=True):
    """A rule as it shows on the table at hand, from what the viewer knows. say: that case in words.

    near: the zones of the board to be seen, all where it is empty. struck: two of them with a wall between.
    """

    say: str = ""
    board: BoardPanel | None = None
    near: tuple[str, ...] = ()
    struck: tuple[str, str] | None = None
    cards: tuple[CardFace, ...] = ()
    track: Track | None = None


# ---- a night that is over --------------------------------------------------------------------------------------


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a figure, and of what it was sent for. done: whether that was done; None where it had nothing."""

    id: str
    label: str
    say: str
    mission: str = ""
    done: bool | None = None
    icon: str = ""


class EndingPanel(Panel, frozen=True, tag="ending", kw_only=True):
    """How it ended, and what of the night can be counted. It tells what was hidden: of a night that is over alone.

    why, rule: which rule ended it, in one sentence. sides: who won, sides or seats; all of them where nobody did.
    """

    why: str
    rule: str
    sides: tuple[str, ...]
    fates: tuple[Fate, ...] = ()
    counts: tuple[Row, ...] = ()


class NightColumn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of a night that is over. level of `of`: how high a track stood; signs: what happened, the rarest first.

    first, last: its steps. phases: the first step of each phase in it, in order.
    """

    label: str
    first: int
    last: int
    level: int = 0
    of: int = 0
    signs: tuple[str, ...] = ()
    phases: tuple[int, ...] = ()


class Trail(msgspec.Struct, frozen=True, kw_only=True):
    """Where everybody could have thought a hidden figure: 1 to 4 by zone, the likelier the higher.

    of: how many zones there are. seeker: the side that looks for it, and knows no more of it than everybody.
    """

    who: str
    name: str
    heat: dict[str, int]
    of: int
    seeker: str = ""


class NightStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened. lines: in words, as whoever is looked through was told it.

    title, phase: when it was. number of count: within its turn. told: False where those who are looked through were
    told nothing.
    """

    at: int
    column: int
    title: str
    phase: str
    number: int
    count: int
    lines: tuple[LogLine, ...]
    view: View
    told: bool = True
    signs: tuple[str, ...] = ()
    trails: tuple[Trail, ...] = ()


# ---- all of it -------------------------------------------------------------------------------------------------


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat is shown: whose banner stands, in which phase, and the panels. `seat` is TABLE for the public."""

    seat: str
    turn_of: tuple[str, ...]
    phase: str
    panels: tuple[Panel, ...]
    result: str = ""
