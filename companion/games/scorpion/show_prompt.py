"""The strip: the question with its tags for the seat that is asked, and what everybody may read of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.events import Event
from companion.games.scorpion import asks, moving, show_private, words
from companion.games.scorpion import texts as t
from companion.games.scorpion.beside import about, beside, beside_waiting, then
from companion.games.scorpion.draft import draft_of
from companion.games.scorpion.laid import may_play, public_prompt
from companion.games.scorpion.listening import hears
from companion.games.scorpion.names import (
    FIGURES,
    GUARD_SIDE,
    INTRUDER_SIDE,
    NINJA,
    OVER,
    PASSAGE,
    SEATS,
    SETUP,
    TRAITOR,
    is_sword,
)
from companion.games.scorpion.show_log import open_question
from companion.games.scorpion.show_private import copies
from companion.games.scorpion.state import State, figures_of, of_seat, patrol_zone
from companion.games.scorpion.texts import Texts, texts
from companion.prompts import UNDO, Pick, Prompt, read
from companion.seats import Seat
from companion.taking import ALLOW_TAKE_BACK
from companion.unknown import UNKNOWN
from companion.views import PromptChoice, PromptPanel

ICONS: Final = {
    **dict.fromkeys(("stay", "muster", "end", "undo", "arrange", "search", "off_map", "pause", "passage"), ""),
    "done": "tick",
    "confirm": "tick",
    "pass": "tick",
    "starter": "hand",
    "listen": "ear",
    "other_exit": "passage",
    "show": "eye",
    "take_back": "undo",
    "to": "undo",
    "allow": "tick",
    "refuse": "cross",
    "spare": "cross",
    "decline": "cross",
    "rope": "rope",
    **dict.fromkeys(FIGURES, "search"),
}
"""Icons of answers by form; an empty one is called as its form."""

STEPPED_OPENLY: Final = frozenset({"step", "pursue", "fork"})
"""Questions whose zones follow from where a guard stands, whom everybody sees: no secret is in them."""
STEPPING: Final = frozenset({"step", "pursue", "fork", "sneak"})


# ---- what everybody may know ------------------------------------------------------------------------------------


def turn_of(table: State) -> tuple[Seat, ...]:
    """The seats that are to act, by public facts alone."""
    if table.phase == OVER:
        return ()
    seats = tuple(seat for seat in SEATS[table.players] if asks.ask_of(table, seat) is not None)
    # Both sides have confirmed and the night does not begin: an intruder meets guards where he starts.
    return seats or tuple(seat for seat in SEATS[table.players] if seat in INTRUDER_SIDE)


def public_panel(table: State, told: Sequence[Event]) -> PromptPanel:
    """Who is to act, and what; the tags that every seat could name, and no others."""
    spoken = texts(table.options.language)
    wish = open_question(told)
    if wish is not None:
        say = spoken.say("waiting.take_back", seat=spoken.say(f"seats.{wish.seat}"))
        return PromptPanel(seat=wish.seat, ask=ALLOW_TAKE_BACK, say=say, choices=())
    acting = turn_of(table)
    if not acting:
        return PromptPanel(seat="", ask="over", say=spoken.say("waiting.over"), choices=())
    seat = acting[0]
    prompt = public_prompt(table, seat)
    if prompt is None:
        ask = SETUP if table.phase == SETUP else asks.ask_of(table, seat) or ""
        say, rules = _waiting(table, spoken, acting, ask), beside_waiting(table, ask)
        return PromptPanel(seat=seat, ask=ask, say=say, choices=(), rules=rules)
    return msgspec.structs.replace(_asked(table, table, prompt), hand=may_play(table, seat))


def _waiting(table: State, spoken: Texts, acting: tuple[Seat, ...], ask: str) -> str:
    if table.phase == SETUP:
        guards, intruders = (any(seat in side for seat in acting) for side in (GUARD_SIDE, INTRUDER_SIDE))
        side = "setup" if guards and intruders else "setup_guards" if guards else "setup_intruders"
        return spoken.say(f"waiting.{side}")
    if ask == "answer_listen":
        return spoken.say("waiting.answer_listen", who=t.group(table, table.listening or ()))
    if ask.startswith("restart_"):
        return spoken.say("waiting.restart", **t.figure(spoken, ask.removeprefix("restart_")))
    if ask == "hidden_sentry":
        return spoken.say("waiting.hidden_sentry")
    if ask in ("sentry_figure", "scan_drawn"):
        return spoken.say(f"waiting.{ask}")
    if ask in asks.SHARE_ASK.values():
        return spoken.say("waiting.share")
    if ask.startswith("bonus_"):
        return spoken.say("waiting.bonus")
    return spoken.say("waiting.intruders" if acting[0] in INTRUDER_SIDE else "waiting.guards")


# ---- what the seat that is asked sees ---------------------------------------------------------------------------


def panel(known: State, table: State, prompt: Prompt | None, told: Sequence[Event]) -> PromptPanel:
    """The question with every answer; who is not asked reads what everybody may."""
    if prompt is None:
        shown = public_panel(table, told)
        return PromptPanel(seat=shown.seat, ask=shown.ask, say=shown.say, choices=(), rules=shown.rules)
    return _asked(known, table, prompt)


def _asked(known: State, table: State, prompt: Prompt) -> PromptPanel:
    """A question with its answers, in the words of whoever reads it."""
    note, rules = beside(known, prompt)
    return PromptPanel(
        seat=prompt.seat,
        ask=prompt.ask,
        say=words.say_prompt(known, prompt),
        choices=_tags(known, table, prompt),
        way=_way(known, prompt),
        taken=_taken_so_far(known, prompt),
        note=note,
        rules=rules,
        about=about(known, prompt),
        card=show_private.in_play(known, prompt),
    )


def _way(known: State, prompt: Prompt) -> tuple[str, ...]:
    """The way of whoever is led zone by zone, as far as he stands on the board."""
    way: tuple[str, ...] = ()
    if prompt.ask == "sneak":
        figure = known.figures[of_seat(known, prompt.seat, "moving") or NINJA]
        path = figure.path if isinstance(figure.path, tuple) else ()
        way = path or ((figure.zone,) if isinstance(figure.zone, str) else ())
    elif prompt.ask in STEPPING:
        mover = moving.open_mover(known)
        way = (moving.place(known, mover),) if mover is not None else ()
    return way if way and way[-1] in known.board.order else ()


def _taken_so_far(known: State, prompt: Prompt) -> tuple[PromptChoice, ...]:
    """The zones that the seat's intruders will search, with their number in the order they are read out (R159)."""
    if prompt.ask != "declare_search" or not isinstance(known.declaring, tuple):
        return ()
    return tuple(
        PromptChoice(
            id=choice,
            say=words.say_choice(known, prompt, choice),
            zone=zone,
            icon=name,
            private=True,
            order=at,
        )
        for at, (name, zone) in enumerate(known.declaring, 1)
        for choice in (f"{name}:{zone}",)
        if name in figures_of(known, prompt.seat)
    )


def _tags(known: State, table: State, prompt: Prompt) -> tuple[PromptChoice, ...]:
    open_to_all = public_prompt(table, prompt.seat)
    public = frozenset(open_to_all.choices if open_to_all is not None else ())
    main = _main(known, prompt)
    return tuple(
        PromptChoice(
            id=choice,
            say=words.say_choice(known, prompt, choice),
            zone=_zone(known, read(choice)),
            icon=_icon(known, prompt, read(choice)),
            note=_note(known, prompt, read(choice)),
            main=choice == main,
            private=choice not in public and not (prompt.ask in STEPPED_OPENLY and read(choice).form == "zone"),
            then=then(known, prompt, read(choice).what) if read(choice).form == "zone" else None,
            leads=read(choice).form == "figure" and prompt.ask in ("intruder_turn", "sneak"),
        )
        for choice in prompt.choices
    )


def _main(known: State, prompt: Prompt) -> str | None:
    """The usual next act, where there is one."""
    choices = prompt.choices
    for act in ("confirm", "starter", "done"):
        if act in choices and (not prompt.ask.startswith("bonus") or len(choices) == 1):
            return act
    if prompt.ask == "sneak":
        return "stay" if "stay" in choices else None
    if prompt.ask in ("move_patrols", "intruder_turn"):
        begins = [choice for choice in choices if choice.startswith("patrol:")]
        begins += [f"figure:{name}" for name in _unmoved(known, prompt)]
        return next(iter(begins), "end" if "end" in choices else None)
    if prompt.ask in ("play_drawn", "play_hand"):
        piles = known.piles[prompt.seat]
        may_hold = UNKNOWN in (*piles.hand, *piles.drawn)  # on the public screen no card is offered
        more = any(choice == "listen" or choice.startswith("card:") for choice in choices)
        return None if may_hold or more else "end"
    return None


def _unmoved(known: State, prompt: Prompt) -> tuple[str, ...]:
    """The intruders of a seat who may move and have not begun to; one who waits for the other has."""
    mine = (name for name in FIGURES if f"figure:{name}" in prompt.choices or known.figures[name].moving is True)
    return tuple(name for name in mine if known.figures[name].moved == 0)


def _zone(known: State, pick: Pick) -> str | None:
    """The zone that an answer stands for: where one touches the board to give it."""
    zone: object = None
    if pick.form in ("zone", "rope", *FIGURES):
        zone = pick.what
    elif pick.form == "guard" and pick.what in known.guards:
        zone = known.guards[pick.what].zone
    elif pick.form == "patrol" and pick.what in known.patrols:
        zone = patrol_zone(known, pick.what)
    elif pick.form == "figure":
        zone = known.figures[pick.what].zone
    return zone if isinstance(zone, str) and zone in known.board.order else None


def _icon(known: State, prompt: Prompt, pick: Pick) -> str:
    if pick.form in ("card", "bluff"):
        deck = known.cards.decks.get(words.deck_of(known, prompt.seat, pick), {})
        return deck[pick.what].icon if pick.what in deck else ""
    if pick.form == "guard":
        return "sword" if is_sword(pick.what) else "spear"
    if pick.form == "patrol":
        return "patrol"
    if pick.form == "figure":
        return pick.what
    if pick.form == "zone":
        return "step" if prompt.ask in STEPPING else ""
    return ICONS.get(pick.form, "") or (pick.form if pick.form in ICONS or pick.form == UNDO else "")


def _note(known: State, prompt: Prompt, pick: Pick) -> str:
    """The second line of a tag."""
    spoken = texts(known.options.language)
    if pick.form in ("arrange", "starter"):
        return spoken.say(f"notes.{pick.form}")
    if pick.form == "pause":
        other = TRAITOR if of_seat(known, prompt.seat, "moving") == NINJA else NINJA
        return spoken.say("notes.pause", **t.figure(spoken, other))
    if pick.form == "pass":
        return _truth(known, spoken)
    if pick.form == "zone" and prompt.ask in STEPPING and pick.what in known.board.moats:
        return spoken.say("notes.moat")
    if pick.form == "card" and prompt.ask.startswith("choose_hand"):
        return _taken(known, spoken, prompt, pick)
    if pick.form == "end" and prompt.ask in ("intruder_turn", "sneak"):
        still = _unmoved(known, prompt)
        figures = spoken.join(t.figure(spoken, name)["figure"] for name in still)
        return spoken.say("notes.not_moved", figures=figures) if still else ""
    return ""


def _truth(known: State, spoken: Texts) -> str:
    """What the true answer to a listen is: for the side that gives it, from its own copy (R100)."""
    if not known.listening or known.guards[known.listening[0]].zone == PASSAGE:
        return ""
    zone = known.guards[known.listening[0]].zone
    heard = [t.figure(spoken, name)["figure"] for name in FIGURES if hears(known, zone, known.figures[name])]
    return spoken.say("notes.heard", figures=spoken.join(heard)) if heard else spoken.say("notes.unheard")


def _taken(known: State, spoken: Texts, prompt: Prompt, pick: Pick) -> str:
    deck = words.deck_of(known, prompt.seat, pick)
    draft = draft_of(known, prompt.seat)
    hand = draft.hand if deck == "guards" else draft.hands.get(deck, ())
    return spoken.say("notes.taken", count=str(hand.count(pick.what)), of=str(copies(known, deck, pick.what)))
