"""Prompts, choices and refusals of Shinobinogi in the words of the table's language.

Every sentence is made from the copy of the seat that will read it, so it can say no more than that seat knows.
"""

from __future__ import annotations

from companion.games.shinobinogi import objects, verbs
from companion.games.shinobinogi import texts as t
from companion.games.shinobinogi.names import OTHER, Place, place
from companion.games.shinobinogi.reading import Reading, read
from companion.games.shinobinogi.scanning import SCAN_DRAWN, owed
from companion.games.shinobinogi.state import Face, State, card_of, chooser, found, release_left, running
from companion.games.texts import UNSAID
from companion.prompts import Prompt
from companion.seats import Seat
from companion.unknown import UNKNOWN
from companion.verdicts import Refused

OWN: tuple[str, ...] = ("undo", "take_back", "allow", "refuse")
"""Answers of the session, which no game has."""


# ---- what a seat is asked ---------------------------------------------------------------------------------------


def say_prompt(state: State, prompt: Prompt) -> str:
    """The question, in one line of a screen (42 Latin characters at most)."""
    spoken, seat, ask = t.spoken(state), prompt.seat, prompt.ask
    if ask == "front_column":
        picked = state.about.get(seat, ("",))[0].partition(":")[2]
        return spoken.say("prompts.front_column", ninja=t.ninja(state, picked) if picked else "")
    if ask == "discard_two":
        return spoken.count("prompts.discard_two", len(state.about.get(seat, ("",))))
    if ask == "release":
        frame = state.frames[-1]
        return spoken.count("prompts.release", release_left(state, frame), column=str(frame.column))
    if ask == "place_follower":
        return spoken.say("prompts.place_follower", card=t.card(state, _coming(state, seat)))
    if ask == "on_entry" and state.entering is not None:
        return spoken.say("prompts.on_entry", card=t.card(state, at_place(state, seat, place(state.entering[1]))))
    if ask == "target":
        return spoken.count("prompts.target", state.frames[-1].left)
    if ask == "block":
        spot = place((state.attacked or "").partition(":")[2])
        return spoken.say("prompts.block", column=str(spot.column) if spot is not None else UNSAID)
    if ask == SCAN_DRAWN:
        where = owed(state, seat)
        kind = "opened" if where in ("deck", "hand") or where.startswith("set:") else "drawn" if where else "own"
        return spoken.say(f"prompts.scan_drawn.{kind}")
    if ask == "choose":
        return spoken.say(f"prompts.choose.{_chosen(state)}")
    return spoken.say(f"prompts.{ask}")


def _chosen(state: State) -> str:
    """What the running step asks for."""
    step = running(state)
    if step is None:
        return ""
    if objects.column_is_open(state, step):
        return "column"
    return f"move.{step.source}" if step.do == "move" else step.do


def _coming(state: State, seat: Seat) -> Face:
    """The follower that is on its way to a space."""
    step = running(state)
    if step is None:
        return state.frames[-1].card
    if not state.named or not isinstance(state.named[0], str):
        return UNKNOWN
    return at_place(state, seat, place(state.named[0]))


def at_place(state: State, seat: Seat, spot: Place | None) -> Face:
    """The card of a seat at a place, as far as the copy knows it."""
    half = state.halves[seat]
    if spot is None:
        return UNKNOWN
    if spot.zone in "hd":
        pile: tuple[Face, ...] = half.hand if spot.zone == "h" else half.discard
        return pile[spot.number - 1] if spot.number <= len(pile) else UNKNOWN
    if spot.zone == "k":
        left = verbs.remaining(state.looking, state.named)
        return left[spot.number - 1] if spot.number <= len(left) else UNKNOWN
    lying = found({"s": half.set, "m": half.mana, "f": half.followers}[spot.zone], spot)
    if lying is None:
        return UNKNOWN
    face: Face = lying if spot.zone == "m" else lying.card
    return face


def whose_card(state: State, seat: Seat, ask: str) -> Seat:
    """Whose cards the places of a question are of."""
    step = running(state)
    if ask == "target" or (ask == "choose" and step is not None and step.do in ("look", "rest", "strike", "exclude")):
        return OTHER[seat]
    return chooser(state.frames[-1], step) if ask == "choose" and step is not None else seat


def say_choice(state: State, prompt: Prompt, choice: str) -> str:
    """One answer, as a tag."""
    spoken, pick = t.spoken(state), read(choice)
    if choice in OWN or choice.startswith("to:"):
        return spoken.say(f"choices.{choice.replace(':', '.')}")
    if pick is None:
        return choice
    owner = whose_card(state, prompt.seat, prompt.ask)
    column = pick.number or (pick.spot.column if pick.spot is not None else 0)
    words = {"column": str(column), "number": str(pick.spot.number if pick.spot is not None else 0)}
    if pick.form == "card":
        return t.card(state, pick.name)
    if pick.form == "ninja":
        return spoken.say("choices.ninja", ninja=t.ninja(state, pick.name))
    if pick.form == "way":
        return spoken.say("choices.way", way=_way(state, prompt.seat, pick.number))
    if pick.form == "pass":
        return spoken.say("choices.block_pass" if prompt.ask == "block" else "choices.pass")
    if pick.form == "target":
        return _target(state, owner, pick, words)
    if pick.spot is not None:
        words["card"] = t.card(state, at_place(state, owner, pick.spot))
    if pick.form == "place":
        return _place(state, pick, owner, words)
    return spoken.say(f"choices.{pick.form}", **words)


def _place(state: State, pick: Reading, owner: Seat, words: dict[str, str]) -> str:
    spoken, spot = t.spoken(state), pick.spot
    if spot is None or not spot.column:
        return spoken.say("choices.card", **words)
    if not isinstance(at_place(state, owner, spot), str):
        return spoken.say("choices.set_card", **words)
    return spoken.say("choices.card_in_column", **words)


def _target(state: State, owner: Seat, pick: Reading, words: dict[str, str]) -> str:
    """A target as its attacker sees it: hidden cards are counted, open ones named (SQ19)."""
    spoken, spot = t.spoken(state), pick.spot
    if spot is None:
        return spoken.say("choices.deck")
    if spot.zone == "s":
        return spoken.say("choices.set_card", **words)
    opened = state.halves[owner].opened
    if spot.number <= len(opened):
        return spoken.say("choices.hand_open", card=t.card(state, opened[spot.number - 1]))
    return spoken.say("choices.hand", **words)


def _way(state: State, seat: Seat, number: int) -> str:
    """A way to meet the condition that is asked about."""
    where = state.entering[1] if state.entering is not None else ""
    where = where or state.about.get(seat, ("",))[0].partition(":")[2]
    card = card_of(state, at_place(state, seat, place(where)))
    return t.condition(state, card.ways[number - 1]) if card is not None and number <= len(card.ways) else str(number)


# ---- refusals ---------------------------------------------------------------------------------------------------


def say_refusal(state: State, refused: Refused) -> str:
    """Why not, and the way out, in one sentence; whatever the case does not name is left out."""
    spoken = t.spoken(state)
    case = dict(refused.case)
    if "card" in case:
        case["card"] = t.card(state, case["card"])
    if "ninja" in case:
        case["ninja"] = t.ninja(state, case["ninja"])
    if "zone" in case:
        zone = spoken.say(f"zones.{case['zone']}")
        case["zone"] = zone[:1].upper() + zone[1:]
    return spoken.say(f"refusals.{refused.reason}", **case)
