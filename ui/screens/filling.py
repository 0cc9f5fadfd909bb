"""Strips and tags as the presenter wants them, in the room that there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ui.presenter import LIST, PLAY_ON, StripModel, TagModel
from ui.theme import Look
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag


def tag(look: Look, model: TagModel) -> Tag:
    """A tag as the presenter wants it."""
    return Tag(
        look,
        choice=model.choice,
        text=model.text,
        note=model.note,
        icon=model.icon,
        zone=model.zone,
        badge=model.badge,
        value=model.value,
        kind=model.kind,
    )


def fill(strip: Strip, model: StripModel, list_word: str = "", undo_word: str = "") -> None:
    """Shows a strip. Where its tags do not fit, those that are on the board too give way to a list behind one tag."""
    strip.say, strip.kind, strip.case, strip.aside = model.say, model.kind, model.case, model.aside
    strip.sign, strip.astray = model.sign, model.astray
    if tuple(strip.rules) != model.rules:
        strip.rules = list(model.rules)
    strip.case_room = model.case_room
    tags = list(model.tags)
    there = {entry.choice for entry in tags}
    missing = any(entry.choice not in there for entry in model.listed)
    if not missing and not _fits(strip, tags, bool(model.undo)):
        tags = [_shortened(entry) for entry in tags]
    if model.listed and (missing or not _fits(strip, tags, bool(model.undo))):
        tags = [entry for entry in model.tags if not entry.on_board]
        tags.append(TagModel(LIST, list_word, icon="menu", value=str(len(model.listed))))
    if not _fits(strip, tags, bool(model.undo)):
        tags = [replace(entry, note="") for entry in tags]  # half a note says the wrong thing
    shown = tuple(tags)
    if getattr(strip, "shown", None) != (shown, model.undo):
        strip.shown = (shown, model.undo)
        strip.show_tags([tag(strip.look, entry) for entry in shown], bool(model.undo), undo_word)
        if strip.undo is not None and model.undo == PLAY_ON:
            strip.undo.icon = "step"


def _shortened(model: TagModel) -> TagModel:
    """A place with its number alone, and whose place it is."""
    if model.kind != "place" or model.badge or not model.place:
        return model
    return replace(model, text=model.place, zone="", note="", icon=model.who)


def _fits(strip: Strip, tags: Sequence[TagModel], undo: bool) -> bool:
    u = strip.look.u
    room = strip.width - u(2 * 8 + strip.lead) - (u(64) if undo else 0) - u(6) * max(0, len(tags) - 1)
    return sum(_least(strip, entry) for entry in tags) <= room


def _least(strip: Strip, entry: TagModel) -> float:
    """How narrow a tag may become: a guard's number and his zone need little."""
    made = tag(strip.look, entry)
    return strip.look.u(56) if made.compact else max(made.natural_width(), strip.look.u(52))
