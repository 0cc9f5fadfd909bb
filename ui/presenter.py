"""Views as the plain values that widgets take: which tags stand in a strip, what is lit, what the rail says. Pure.

Knows panels and prompts, never games. A choice that begins with `glass:` is the glass's own way from page to page and
never reaches the referee.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from companion.prompts import UNDO, WAYS_OUT, read
from companion.views import (
    BoardPanel,
    CardFace,
    CardsPanel,
    HandPanel,
    LogPanel,
    Panel,
    PromptChoice,
    PromptPanel,
    Row,
    TallyPanel,
    Track,
    TracksPanel,
    View,
)
from ui.bridge import Narrowing, Picture, Ruling
from ui.locale import _

P = TypeVar("P", bound=Panel)

GLASS = "glass:"
LOOK, LIST, VERDICT, BACK, MAP, CARDS, PLAY, READ, MORE = (
    GLASS + word for word in ("look:", "list", "verdict", "back", "map", "cards", "play", "read", "more")
)
MOST_TAGS = 8
CORNER = (UNDO, "take_back")
"""Choices that stand in the corner kept for taking something back."""
FIGURES = ("ninja", "traitor")
"""Kinds of figures that have a sign of their own."""
PIECES = frozenset({"guard", "patrol", "figure"})
CARD_FORMS = frozenset({"card", "bluff"})


def panels(view: View, kind: type[P]) -> list[P]:
    """The panels of one kind, in order."""
    return [panel for panel in view.panels if isinstance(panel, kind)]


def panel(view: View, kind: type[P]) -> P | None:
    """The first panel of a kind."""
    return next(iter(panels(view, kind)), None)


def side_of(seat: str) -> str:
    """Whose colour and crest a seat has.

    >>> [side_of(seat) for seat in ("swords", "ninja", "intruders")]
    ['guards', 'ninja', 'intruders']
    """
    return {"swords": "guards", "spears": "guards"}.get(seat, seat)


def seat_name(seat: str) -> str:
    """What a seat is called on a banner."""
    names = {
        "guards": _("Guards"),
        "intruders": _("Intruders"),
        "swords": _("Swords"),
        "spears": _("Spears"),
        "ninja": _("Ninja"),
        "traitor": _("Traitor"),
    }
    return names.get(seat, seat.replace("_", " ").title())


# ---- the strip ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TagModel:
    """One wooden tag. on_board: the same choice can be taken on the board, so the tag may give way to a list.

    place, who: the zone that it stands for, and the figure that it is about. long: all its words, for a list.
    """

    choice: str
    text: str = ""
    note: str = ""
    icon: str = ""
    zone: str = ""
    badge: str = ""
    value: str = ""
    kind: str = "plain"
    on_board: bool = False
    long: str = ""
    place: str = ""
    who: str = ""


@dataclass(frozen=True)
class StripModel:
    """The sentence and its tags.

    undo: the choice of the corner that takes something back. listed: what stands in the list behind one tag, where
    there are too many.
    """

    say: str
    kind: str = "lantern"
    case: str = ""
    aside: str = ""
    rules: tuple[str, ...] = ()
    sign: str = ""
    tags: tuple[TagModel, ...] = ()
    undo: str = ""
    listed: tuple[TagModel, ...] = ()


def tag_of(choice: PromptChoice) -> TagModel:
    """A choice as a tag: a place is green and has its number, a guard his own."""
    pick = read(choice.id)
    number = pick.what.lstrip("g") if pick.form == "guard" else pick.what
    made = TagModel(
        choice.id,
        choice.say,
        choice.note,
        choice.icon,
        kind="main" if choice.main else "plain",
        long=choice.say,
        place=choice.zone or "",
        who=pick.form if pick.form in FIGURES else "",
    )
    match pick.form:
        case "zone":
            return replace(made, zone=choice.zone or pick.what, icon="", kind="place", on_board=True)
        case "guard" | "patrol":
            kind = "place" if choice.zone else made.kind
            return replace(made, text="", badge=number, zone=choice.zone or "", icon="", kind=kind, on_board=True)
        case form if choice.zone and form not in PIECES | {"rope"}:
            return replace(made, kind="place", on_board=True)
        case _:
            return made


def one_main(tags: Iterable[TagModel]) -> tuple[TagModel, ...]:
    """The same tags, lacquer on the first only that asked for it."""
    found: list[TagModel] = []
    for tag in tags:
        taken = any(other.kind == "main" for other in found)
        found.append(replace(tag, kind="plain") if tag.kind == "main" and taken else tag)
    return tuple(found)


def offered(
    prompt: PromptPanel, narrowed: Narrowing | None = None, only: Sequence[str] = ()
) -> tuple[PromptChoice, ...]:
    """The choices that are asked for now: all, or those that a piece on the table or a touch may stand for."""
    wanted = only or (narrowed.choices if narrowed is not None else ())
    return tuple(choice for choice in prompt.choices if choice.id in wanted) if wanted else prompt.choices


def strip_of(
    prompt: PromptPanel,
    *,
    narrowed: Narrowing | None = None,
    only: Sequence[str] = (),
    marked: str = "",
    without_cards: bool = False,
    ways_out: bool = False,
    before: Sequence[TagModel] = (),
) -> StripModel:
    """A prompt as a strip. only: several choices that one touch may mean. marked: a zone that waits to be confirmed.

    without_cards: the cards lie open beside the strip. ways_out: no other choices than those that end it. before: tags
    of the glass that stand in front.
    """
    choices = [choice for choice in offered(prompt, narrowed, only) if choice.id not in CORNER]
    undo = next((choice.id for choice in prompt.choices if choice.id in CORNER), "")
    if without_cards:
        choices = [choice for choice in choices if read(choice.id).form not in CARD_FORMS]
    if ways_out:
        choices = [choice for choice in choices if choice.id in WAYS_OUT]
    tags = [tag_of(choice) for choice in choices]
    if marked:
        tags = [replace(tag, kind="taken", on_board=False) if _is_at(tag, marked) else tag for tag in tags]
        tags.sort(key=lambda tag: not _is_at(tag, marked))
    else:
        tags.sort(key=lambda tag: tag.kind != "main")
    on_board = tuple(tag for tag in tags if tag.on_board)
    if len(tags) + len(before) > MOST_TAGS:
        tags = [tag for tag in tags if not tag.on_board]
    say = prompt.say
    if only or narrowed is not None:
        say = _("Which way did it come?") if narrowed is not None and narrowed.ask == "route" else _("Which one?")
    if only:
        tags.append(TagModel(BACK, _("Back"), icon="undo"))
    return StripModel(say=say, tags=one_main((*before, *tags)), undo="" if only else undo, listed=on_board)


def _is_at(tag: TagModel, zone: str) -> bool:
    return tag.zone == zone or read(tag.choice).what == zone


def refusal_strip(ruling: Ruling) -> StripModel:
    """Why a pick was refused: its rule, its sentence, and one tag for those who look for one."""
    say = _("{rule} forbids this").format(rule=ruling.rule) if ruling.rule else _("This cannot be done now")
    return StripModel(
        say=say,
        kind="refusal",
        case=ruling.say,
        rules=(ruling.rule,) if ruling.rule else (),
        tags=(TagModel(BACK, _("All right"), icon="tick", kind="main"),),
    )


def rule_strip(number: str, sentence: str) -> StripModel:
    """A rule of the book, where the strip was, until it has been read."""
    back = TagModel(BACK, _("Back"), icon="undo", kind="main")
    return StripModel(say=number, kind="refusal", case=sentence, tags=(back,), sign="rules")


def public_strip(picture: Picture, marked: str = "", only: Sequence[str] = ()) -> StripModel:
    """The strip of the public table: what everybody may name, and the ways behind the curtain."""
    prompt = panel(picture.table, PromptPanel)
    if picture.refusal is not None:
        return refusal_strip(picture.refusal)
    if prompt is None:
        return StripModel(say="", kind="plain")
    asked = picture.table.turn_of
    if picture.begun is not None and picture.begun.prompt.choices:
        return strip_of(picture.begun.prompt, only=only, marked=marked)
    if picture.held_up or picture.begun is not None:
        say = _("Go on behind the curtain") if picture.begun else _("Something is begun behind the curtain")
        return StripModel(say=say, tags=one_main(_looks(picture.table, asked, main=True)))
    if picture.proof is not None:
        return StripModel(say=prompt.say, tags=(TagModel(VERDICT, _("The verdict"), icon="moon", kind="main"),))
    if not prompt.choices:
        return StripModel(say=prompt.say, tags=one_main(_looks(picture.table, asked, main=len(asked) == 1)))
    places = any(read(choice.id).form == "zone" for choice in prompt.choices)
    main = any(choice.main for choice in prompt.choices)
    before = () if places else _hand(picture.table, prompt.seat, main=not main)
    return strip_of(prompt, narrowed=picture.narrowed, only=only, marked=marked, before=before)


def _looks(view: View, seats: Iterable[str], main: bool) -> tuple[TagModel, ...]:
    return tuple(
        TagModel(
            LOOK + seat, seat_name(seat), icon="hide", kind="main" if main else "plain", note=_("behind the curtain")
        )
        for seat in seats
    )


def _hand(view: View, seat: str, main: bool) -> tuple[TagModel, ...]:
    """The way to a seat's cards, with their number where all may count them."""
    rows = [row for tally in panels(view, TallyPanel) for row in tally.rows]
    count = next((row.value for row in rows if row.id == f"hand_{seat}"), "")
    kind = "main" if main else "plain"
    return (TagModel(LOOK + seat, _("Hand"), icon="hand", value=count, kind=kind),)


# ---- the board ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardModel:
    """The board and what may be touched on it. zones, pieces: the choices that a touch there may mean.

    taken: zones that are chosen already, with their number in the order.
    """

    panel: BoardPanel
    zones: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)
    struck: tuple[str, str] | None = None
    taken: dict[str, str] = field(default_factory=dict)

    @property
    def choosable(self) -> frozenset[str]:
        return frozenset(self.zones)


def board_of(
    view: View, ruling: Ruling | None = None, narrowed: Narrowing | None = None, asked: PromptPanel | None = None
) -> BoardModel | None:
    """The board of a view with the choices of its prompt on it. asked: another prompt instead."""
    board, prompt = panel(view, BoardPanel), asked or panel(view, PromptPanel)
    if board is None:
        return None
    zones: dict[str, list[str]] = {}
    pieces: dict[str, str] = {}
    for choice in offered(prompt, narrowed) if prompt is not None else ():
        pick = read(choice.id)
        if pick.form in PIECES:
            pieces[pick.what] = choice.id
        elif choice.zone is not None:
            zones.setdefault(choice.zone, []).append(choice.id)
    taken = {zone: mark.text for mark in board.marks if mark.kind == "declared" for zone in mark.zones}
    return BoardModel(board, {zone: tuple(ids) for zone, ids in zones.items()}, pieces, _struck(board, ruling), taken)


def _struck(board: BoardPanel, ruling: Ruling | None) -> tuple[str, str] | None:
    """The wall that a refused pick ran against."""
    if ruling is None:
        return None
    pair = (ruling.case.get("here", ""), ruling.case.get("zone", ""))
    return pair if pair in board.sheet.walls or pair[::-1] in board.sheet.walls else None


def judged(view: View, zone: str) -> str | None:
    """The pick that a touch on a zone not offered would be, where zones are asked for: for the rule why not."""
    prompt = panel(view, PromptPanel)
    asks = prompt is not None and any(read(choice.id).form == "zone" for choice in prompt.choices)
    return f"zone:{zone}" if asks else None


# ---- the rail ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnModel:
    """A long track in words: `Turn` 7 `of 20`."""

    before: str
    at: int
    after: str
    of: int


@dataclass(frozen=True)
class Worker:
    """A figure of the seat's own: how far it is, its lives and wounds, and what may be said of it."""

    id: str
    label: str
    value: str
    lives: int
    wounds: int
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class RailModel:
    """What stands beside the board."""

    side: str
    name: str
    phases: tuple[tuple[str, str], ...] = ()
    phase_at: int = -1
    alert: Track | None = None
    turn: TurnModel | None = None
    words: tuple[str, ...] = ()


def rail_of(view: View, seat: str = "") -> RailModel:
    """The rail of a view: whose turn on the public screen, whose window on a private one."""
    who = seat or next(iter(view.turn_of), "")
    tracks = [track for tracks in panels(view, TracksPanel) for track in tracks.tracks]
    phase = next((track for track in tracks if track.style == "phases"), None)
    rope = next((track for track in tracks if track.style == "rope"), None)
    name = seat_name(who) if seat or len(view.turn_of) == 1 else _("Both sides") if view.turn_of else ""
    lines = [line.text for log in panels(view, LogPanel) for line in log.lines]
    return RailModel(
        side=side_of(who),
        name=name,
        phases=_phases(phase),
        phase_at=phase.at - 1 if phase is not None else -1,
        alert=next((track for track in tracks if track.style == "lanterns"), None),
        turn=_turn(rope) if rope is not None and (phase is None or phase.at > 0) else None,
        words=tuple(reversed(lines)),
    )


def _phases(track: Track | None) -> tuple[tuple[str, str], ...]:
    if track is None or not track.at:
        return ()
    icons = track.icons if len(track.icons) == track.of else ("next",) * track.of
    return tuple((icon, track.word if at == track.at else "") for at, icon in enumerate(icons, 1))


def _turn(track: Track) -> TurnModel:
    before, found, after = track.word.partition(str(track.at))
    if not found:
        before, after = track.word, ""
    return TurnModel(f"{track.name} {before}".strip(), track.at, after.strip(), track.of)


def workers(view: View) -> tuple[Worker, ...]:
    """The figures of the seat that are at work, from its tally."""
    rows = [row for tally in panels(view, TallyPanel) for row in tally.rows]
    found = []
    for name in FIGURES:
        own = [row for row in rows if row.id.endswith(f"_{name}")]
        base = next((row for row in rows if row.id == name), None)
        done = next((row for row in own if row.icon == name and row.of), None)
        if base is None or not any(row.id.startswith(("moved", "chosen")) for row in own):
            continue
        notes = tuple((row.label, row.value) for row in own if row is not done and row.icon != "hand" and row.value)
        found.append(Worker(name, base.label, done.value if done else base.value, base.of, base.done, notes))
    return tuple(found)


def measured(view: View, most: int = 5) -> tuple[tuple[Row, bool], ...]:
    """The rows that measure work to be done, the one at work lit: so many of them, around that one."""
    rows = [row for tally in panels(view, TallyPanel) for row in tally.rows if row.of and row.icon not in FIGURES]
    with_icon = [row for row in rows if row.icon]
    at = next((i for i, row in enumerate(with_icon) if row.done < row.of), len(with_icon))
    first = max(0, min(at - 1, len(with_icon) - most))
    return tuple((row, first + i == at) for i, row in enumerate(with_icon[first : first + most]))


def measures_below(view: View) -> tuple[Row, ...]:
    """Measures without a sign: sums that stand under the list."""
    return tuple(row for tally in panels(view, TallyPanel) for row in tally.rows if row.of and not row.icon)


# ---- cards -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsModel:
    """Cards laid out to be taken. direct: a touch takes one at once, as where a hand is chosen."""

    title: str
    cards: tuple[CardFace, ...]
    hidden: int
    direct: bool


def cards_of(view: View) -> CardsModel | None:
    """The cards that lie open in a private window: an offer, else drawn cards and the hand."""
    offers, hands = panels(view, CardsPanel), panels(view, HandPanel)
    offer = next((offer for offer in offers if offer.id == "offer"), None)
    if offer is not None:
        return CardsModel(offer.title, offer.cards, offer.hidden, True)
    shown: list[CardsPanel | HandPanel] = [*offers, *hands]
    faces = tuple(face for found in shown for face in found.cards)
    if not faces:
        return None
    title = next(iter([found.title for found in shown if found.cards]), "")
    return CardsModel(title, faces, sum(found.hidden for found in shown), False)


def opens_on_cards(view: View) -> bool:
    """True when a private window is about cards first: it offers some, or asks for one and for no place."""
    prompt = panel(view, PromptPanel)
    if any(face.choice for offer in panels(view, CardsPanel) if offer.id == "offer" for face in offer.cards):
        return True
    if prompt is None or prompt.seat != view.seat:
        return False
    forms = {read(choice.id).form for choice in prompt.choices}
    asks = "card" in forms and not forms & {"zone", "figure", "show", "pass", "spare"}
    return asks


def hand_of(view: View, owner: str) -> HandPanel | None:
    """The hand of one owner."""
    return next((hand for hand in panels(view, HandPanel) if hand.owner == owner), None)
