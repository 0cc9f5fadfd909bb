"""Strips and tags as the presenter wants them, in the room that there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ui.presenter import LIST, PLAY_ON, StripModel, TagModel, seat_name
from ui.theme import LEAST_TARGET, Look
from ui.widgets.held import HeldTag
from ui.widgets.strip import GAP, Strip
from ui.widgets.tag import Tag, needs, wish


def tag(look: Look, model: TagModel, upright: bool = False) -> Tag:
    """A tag as the presenter wants it. upright: with its sign over its words, where it has one."""
    return (HeldTag if model.held else Tag)(
        look,
        choice=model.choice,
        text=model.text,
        note="" if upright else model.note,
        icon=model.icon,
        zone=model.zone,
        badge=model.badge,
        badge_role="ink" if model.kind == "taken" else "guard",
        value=model.value,
        kind=model.kind,
        upright=stands(model, upright),
    )


def fill(strip: Strip, model: StripModel, list_word: str = "", undo_word: str = "") -> tuple[TagModel, ...]:
    """Shows a strip. What finds no room gives way to a list behind one tag; what stands there is returned."""
    strip.say, strip.kind, strip.case, strip.aside = model.say, model.kind, model.case, model.aside
    strip.sign, strip.astray = model.sign, model.astray
    if tuple(strip.rules) != model.rules:
        strip.rules = list(model.rules)
    strip.case_room = model.case_room
    strip.base = strip.height
    undo = bool(model.undo)
    shown: tuple[TagModel, ...] = ()
    upright = False
    for shown, upright, tight in _ways(strip, model, list_word):
        if _fits(strip, shown, undo, upright, tight):
            break
    looks = (shown, upright, model.undo)
    if strip.shown != looks:
        strip.shown = looks
        strip.show_tags(_tags(strip, shown, upright), undo, undo_word)
        if strip.undo is not None and model.undo == PLAY_ON:
            strip.undo.icon = "step"
    else:
        strip.arrange()
    there = {entry.choice for entry in shown}
    if LIST not in there:
        return ()
    return (*model.listed, *(entry for entry in model.tags if entry.choice not in there and entry not in model.listed))


def _tags(strip: Strip, shown: tuple[TagModel, ...], upright: bool) -> list[Tag]:
    """The tags of a strip. One that says and does the same as before stays the tag that it was, unless a finger lies on
    it: that came down on what was asked before."""
    kept = {name: tag for name, tag in strip.made.items() if not tag.under_finger}
    strip.made = {(entry, upright): kept.get((entry, upright)) or tag(strip.look, entry, upright) for entry in shown}
    return [strip.made[entry, upright] for entry in shown]


def _ways(strip: Strip, model: StripModel, list_word: str) -> Iterator[tuple[tuple[TagModel, ...], bool, bool]]:
    """From all tags with all their words to ever fewer: the tags, whether their signs stand over their words, and
    whether they may lie so close that words stand in two lines."""
    tags = model.tags
    bare = tuple(replace(entry, note="") for entry in tags)  # half a note says the wrong thing
    short = tuple(_shortened(entry) for entry in bare)
    there = {entry.choice for entry in tags}
    low = strip.layout in ("small", "upright") or strip.width < strip.look.u(560)
    if all(entry.choice in there for entry in model.listed):
        yield tags, False, bool(model.case)
        yield bare, False, False
        if short != bare:
            yield bare, False, True  # the names of places in two lines, before they are left out
        yield short, False, False
        yield bare, False, True
        if low:
            yield bare, True, False
            yield short, True, False
            yield bare, True, True
        yield tuple(_shortest(entry) for entry in bare), False, True
    if model.listed:
        behind = TagModel(LIST, list_word, icon="menu", value=str(len(model.listed)))
        rest = tuple(entry for entry in tags if not entry.on_board)
        yield (*rest, behind), False, False
        bare = tuple(replace(entry, note="") for entry in rest)
        yield (*bare, behind), False, False
        yield (*bare, behind), False, True
        short = tuple(_shortened(entry) for entry in bare)
        if short != bare:
            yield (*short, behind), False, False
            yield (*short, behind), False, True
            yield (*(_shortest(entry) for entry in bare), behind), False, True
        if low:
            yield (*bare, replace(behind, value="")), True, False
            yield (*bare, replace(behind, value="")), True, True
    if not list_word:
        yield bare, low, True
        return
    bare = tuple(sorted(bare, key=lambda entry: entry.kind != "main"))  # the usual next act is the last to give way
    for most in range(len(bare) - 1, 0, -1):
        behind = TagModel(LIST, list_word, icon="menu", value=str(len(model.listed) + len(tags) - most))
        yield (*bare[:most], behind), False, True
        if low:
            yield (*bare[:most], replace(behind, value="")), True, False
            yield (*bare[:most], replace(behind, value="")), True, True
    yield (TagModel(LIST, list_word, icon="menu"),), False, True


def _shortened(model: TagModel) -> TagModel:
    """A place with its number alone, and whose place it is."""
    if model.kind == "taken" and model.badge and model.place:
        return replace(model, text=f"{seat_name(model.who)} {model.place}" if model.who else model.place)
    if model.kind != "place" or model.badge or not model.place:
        return model
    return replace(model, text=model.place, zone="", note="", icon=model.who)


def _shortest(model: TagModel) -> TagModel:
    """A figure with its number alone, a place that was taken with two numbers: the board shows the rest."""
    if model.kind == "taken" and model.badge and model.place:
        return replace(model, text="", zone=model.place)
    return replace(model, zone="") if model.badge and not model.text else _shortened(model)


def _fits(strip: Strip, tags: Sequence[TagModel], undo: bool, upright: bool, tight: bool) -> bool:
    u, room = strip.look.u, strip.tag_room(undo)
    wide = [_least(strip, entry, upright, tight) for entry in tags]
    if strip.layout != "upright":
        return sum(wide) + u(GAP) * max(0, len(tags) - 1) <= room
    columns = Strip.columns_of(len(tags))
    return len(tags) <= 2 * columns and all(need <= (room - u(GAP) * (columns - 1)) / columns for need in wide)


def _least(strip: Strip, entry: TagModel, upright: bool, tight: bool) -> float:
    """How narrow a tag may become: a guard's number and his zone need little, his number alone a finger's target."""
    if entry.badge and not entry.text:
        return strip.look.u(56 if entry.zone else LEAST_TARGET)
    least = 48 if tight else 52  # a finger's width
    return max((needs if tight else wish)(strip.look, entry, stands(entry, upright)), strip.look.u(least))


def stands(entry: TagModel, upright: bool) -> bool:
    """Whether its sign stands over its words."""
    return upright and bool(entry.icon) and not entry.zone and not entry.badge
