"""The strip: one sentence and its tags, from a prompt, a refusal, a rule, or what all may read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.prompts import WAYS_OUT, read
from companion.views import Hint, Misplaced, PromptChoice, PromptPanel, TallyPanel, View
from ui.locale import _
from ui.picture import Picture
from ui.ports import HELD_BACK, PIECES, Narrowing, Ruling
from ui.presenter.words import (
    BACK,
    CARD_FORMS,
    CORNER,
    FIGURES,
    LEARNT,
    LOOK,
    MOST_TAGS,
    RULE,
    TAKEN,
    VERDICT,
    panel,
    panels,
    seat_inside,
    seat_name,
)


@dataclass(frozen=True)
class TagModel:
    """One wooden tag. on_board: the same choice can be taken on the board, so the tag may give way to a list.

    place, who: the zone that it stands for, and the figure that it is about. long: all its words, for a list.
    held: a finger must lie on it for a while.
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
    held: bool = False


@dataclass(frozen=True)
class StripModel:
    """The sentence and its tags.

    undo: the choice of the corner, which takes something back. astray: the figure that it is about. listed: what stands
    in the list behind one tag, where there are too many. case_room: how far the case may reach before the tags begin,
    in u.
    """

    say: str
    kind: str = "lantern"
    case: str = ""
    aside: str = ""
    rules: tuple[str, ...] = ()
    sign: str = ""
    tags: tuple[TagModel, ...] = ()
    undo: str = ""
    astray: Misplaced | None = None
    listed: tuple[TagModel, ...] = ()
    case_room: float = 322.0


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
            return replace(
                made, zone=_number(choice.zone or pick.what, choice.say), icon="", kind="place", on_board=True
            )
        case "guard" | "patrol":
            kind = "place" if choice.zone else made.kind
            return replace(made, text="", badge=number, zone=choice.zone or "", icon="", kind=kind, on_board=True)
        case form if choice.zone and form in FIGURES:
            place = _place_alone(choice)
            return replace(made, text=place, zone=_number(choice.zone, place), kind="place", on_board=True)
        case "figure" if choice.zone and choice.leads and not choice.main:
            return replace(made, on_board=True)
        case form if choice.zone and form not in PIECES | {"rope"}:
            return replace(made, kind="place", on_board=True)
        case _:
            return made


def taken_tag(choice: PromptChoice) -> TagModel:
    """What was chosen already, with its number: a touch takes it back."""
    number = str(choice.order)
    who = read(choice.id).form
    made = TagModel(TAKEN + choice.id, choice.say, badge=number, kind="taken", long=choice.say, place=choice.zone or "")
    return replace(made, who=who if who in FIGURES else "")


def _number(zone: str, name: str) -> str:
    """The number that is written before a name: none where that is all there is of it.

    >>> _number("W5", "West keep"), _number("B4", "B4")
    ('W5', '')
    """
    return "" if zone == name else zone


def _place_alone(choice: PromptChoice) -> str:
    """`Ninja: West keep (W5)` without the figure, whose sign stands there, and without the number.

    >>> _place_alone(PromptChoice(id="ninja:W5", say="Ninja: West keep (W5)", zone="W5"))
    'West keep'
    """
    _figure, found, place = choice.say.replace("：", ": ").partition(":")
    return (place if found else choice.say).strip().removesuffix(f"({choice.zone})").strip()


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
    asked_anew = bool(only) or narrowed is not None  # which of several one touch meant: another question
    undo = next((choice.id for choice in prompt.choices if choice.id in CORNER), "")
    choices = [choice for choice in offered(prompt, narrowed, only) if choice.id != undo]
    if without_cards:
        choices = [choice for choice in choices if read(choice.id).form not in CARD_FORMS]
    if ways_out:
        choices = [choice for choice in choices if choice.id in WAYS_OUT]
    alike = Counter(choice.same_as for choice in choices if choice.same_as)
    choices = [choice for choice in choices if not alike or choice.same_as not in {other.id for other in choices}]
    tags = [replace(tag_of(choice), value=str(1 + alike[choice.id]) if alike[choice.id] else "") for choice in choices]
    if marked:
        tags = [replace(tag, kind="taken", on_board=False) if _is_at(tag, marked) else tag for tag in tags]
        tags.sort(key=lambda tag: not _is_at(tag, marked))
    else:
        tags.sort(key=lambda tag: tag.kind != "main")
    before = (*before, *(taken_tag(choice) for choice in prompt.taken if not asked_anew))
    on_board = tuple(tag for tag in tags if tag.on_board)
    aside, rules = ("", ()) if asked_anew else (prompt.note, prompt.rules)
    if on_board and len(tags) + len(before) > MOST_TAGS:
        tags = [tag for tag in tags if not tag.on_board]
        aside = aside or _("touch it on the board")
    elif on_board and not aside and all(read(tag.choice).form == "guard" for tag in on_board):
        aside = _("touch him or his tag")
    elif len(tags) == 1 and not before and tags[0].kind == "plain":
        tags = [replace(tags[0], kind="main")]  # what alone is left is the next act
    say = prompt.say
    if asked_anew:
        say = _("Is this meant?") if len(choices) == 1 else _("Which one?")
        say = _("Which way did it come?") if narrowed is not None and narrowed.ask == "route" else say
    if only or (narrowed is not None and narrowed.ask != "route"):  # a figure stands where it was put
        tags.append(TagModel(BACK, _("Back"), icon="undo"))
    tags = list(one_main((*before, *tags)))
    back = "" if only else undo
    return StripModel(say=say, aside=aside, rules=rules, tags=tuple(tags), undo=back, listed=on_board)


def _is_at(tag: TagModel, zone: str) -> bool:
    return tag.zone == zone or read(tag.choice).what == zone


def refusal_strip(ruling: Ruling) -> StripModel:
    """Why a pick was refused: the rule in one line, the case, the way to the rule and out.

    Where no one rule is behind it, the way to what the phase allows; none where the book itself is in trouble.
    """
    back = TagModel(BACK, _("All right"), icon="tick", kind="main")
    if ruling.reason == HELD_BACK:
        return StripModel(
            say=_("This cannot be played now"),
            kind="refusal",
            case=_("It cannot be played now. Look behind the curtain for why."),
            tags=(TagModel(LOOK + ruling.seat, _("Why?"), icon="hide", kind="refused"), back),
            case_room=338.0,
        )
    says = _("{rule} why?").format(rule=ruling.rule) if ruling.rule else _("Why?")
    why = TagModel(RULE + (ruling.rule or ""), says, icon="rules", kind="refused")
    return StripModel(
        say=ruling.head or _("This cannot be done now"),
        kind="refusal",
        case=ruling.say,
        tags=(back,) if ruling.reason == "book" else (why, back),
        case_room=470.0 if ruling.reason == "book" else 338.0,
    )


def hint_strip(say: str, hint: Hint) -> StripModel:
    """What is asked for the first time tonight: the question, the rules that explain it, and the way on."""
    first = hint.lines[0].id
    tags = (
        TagModel(RULE + first, _("{rule} why?").format(rule=first), icon="rules"),
        TagModel(LEARNT, _("I see"), icon="tick", kind="main"),
    )
    case = " ".join(line.say for line in hint.lines)
    return StripModel(say=say, kind="hint", case=case, tags=tags, sign="lantern", case_room=338.0)


def public_strip(picture: Picture, marked: str = "", only: Sequence[str] = ()) -> StripModel:
    """The strip of the public table: what everybody may name, and the ways behind the curtain."""
    prompt = panel(picture.table, PromptPanel)
    if picture.refusal is not None:
        return refusal_strip(picture.refusal)
    if prompt is None:
        return StripModel(say="", kind="plain")
    asked = picture.table.turn_of
    waits = (picture.asked_back or prompt).seat
    if picture.programs.issuperset(asked or (waits,)) and waits in picture.programs and picture.proof is None:
        return StripModel(say=prompt.say, aside=_("Kuroko plays {seat}").format(seat=seat_inside(waits)), kind="plain")
    if picture.asked_back is not None:
        return _taking_back(picture.asked_back, prompt.say)
    if picture.hint is not None:
        return hint_strip(prompt.say, picture.hint)
    if picture.begun is not None and picture.begun.prompt.choices:
        return strip_of(picture.begun.prompt, only=only, marked=marked)
    if picture.held_up or picture.begun is not None:
        say = _("Go on behind the curtain") if picture.begun else _("Something is begun behind the curtain")
        return StripModel(say=say, tags=_looks(asked, len(asked) == 1, picture.persons))
    if picture.proof is not None:
        return StripModel(say=prompt.say, tags=(TagModel(VERDICT, _("The verdict"), icon="moon", kind="main"),))
    if not prompt.choices:
        looks = _looks(asked, len(asked) == 1, picture.persons)
        return StripModel(say=prompt.say, aside=prompt.note, rules=prompt.rules, tags=looks)
    places = any(read(choice.id).form == "zone" for choice in prompt.choices)
    main = any(choice.main for choice in prompt.choices)
    before = () if places else _hands(picture.table, asked or (prompt.seat,), main=not main)
    strip = strip_of(prompt, narrowed=picture.narrowed, only=only, marked=marked, before=before)
    if len(asked) > 1 and prompt.seat in asked:
        return replace(strip, say=f"{seat_name(prompt.seat)}: {strip.say}")  # two may act, and the tags are the one's
    return strip


def _taking_back(asked: PromptPanel, say: str) -> StripModel:
    """What one side asks, for the other to answer: nothing of it is a secret."""
    tags = [replace(tag_of(choice), note=seat_name(asked.seat), kind="plain") for choice in asked.choices]
    return StripModel(say=say, sign="undo", tags=tuple(tags))


def _looks(seats: Iterable[str], main: bool, persons: Mapping[str, str]) -> tuple[TagModel, ...]:
    """The ways behind the curtain, each with the name of whom the screen is handed to."""
    kind, behind = "main" if main else "plain", _("behind the curtain")
    return tuple(
        TagModel(LOOK + seat, seat_name(seat), icon="hide", kind=kind, note=persons.get(seat, behind)) for seat in seats
    )


def _hands(view: View, seats: Sequence[str], main: bool) -> tuple[TagModel, ...]:
    """The way to the cards of each seat that may play some, with their number where all may count them."""
    rows = {row.id: row.value for tally in panels(view, TallyPanel) for row in tally.rows}
    alone = len(seats) == 1
    return tuple(
        TagModel(
            LOOK + seat,
            _("Hand") if alone else seat_name(seat),
            icon="hand",
            value=rows.get(f"hand_{seat}", ""),
            kind="main" if main and alone else "plain",
        )
        for seat in seats
    )
