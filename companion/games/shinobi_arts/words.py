"""Prompts, choices and refusals of Shinobi Arts in the words of the table's language.

Every sentence is made from the copy of the seat that will read it, so it can say no more than that seat knows.
"""

from __future__ import annotations

from companion.games.shinobi_arts import texts as t
from companion.games.shinobi_arts.asks import OUT_OF_HAND, choosing, scanning
from companion.games.shinobi_arts.chronicle import describe
from companion.games.shinobi_arts.state import State
from companion.games.shinobi_arts.texts import LANGUAGES, Texts, texts
from companion.prompts import Pick, Prompt, read
from companion.verdicts import Refused

__all__ = ["LANGUAGES", "Texts", "describe", "say_choice", "say_prompt", "say_refusal", "short_refusal", "texts"]

CHOOSES = {"v": "choose_place", "p": "choose_player", "n": "choose_card"}


def say_prompt(state: State, prompt: Prompt) -> str:
    """The question, in one line of a screen (42 Latin characters at most)."""
    spoken = t.spoken(state)
    if prompt.ask == "turn" and state.main_done:
        return spoken.say("prompts.turn_done")
    if prompt.ask == "defend" and state.attack is not None:
        return spoken.say("prompts.defend", kind=spoken.say(f"kinds.{state.attack.kind}"))
    if prompt.ask == "choose":
        doing, _, offered = choosing(state, prompt.seat)
        name = t.card(state, doing.card) if doing is not None else ""
        return spoken.say(f"prompts.{CHOOSES[(offered or ['v'])[0][0]]}", card=name)
    if prompt.ask == "scan_drawn":
        place = scanning(state, prompt.seat)
        what = spoken.say("rows.unused") if place == OUT_OF_HAND else _place_to_show(state, place)
        return spoken.say("prompts.scan_drawn", what=what)
    return spoken.say(f"prompts.{prompt.ask}")


def _place_to_show(state: State, place: str) -> str:
    """A place whose card is shown; a second valuable has none of its own yet."""
    second = state.second
    return t.place(state, second.place if "." not in place and not place.startswith("v") and second else place)


def say_choice(state: State, prompt: Prompt, choice: str) -> str:
    """What one answer does, as it stands on its tag."""
    spoken = t.spoken(state)
    pick = read(choice)
    if pick.form == "to":
        return spoken.say(f"choices.to.{pick.what}")
    if prompt.ask == "take_back":
        return spoken.say("choices.stay")
    if prompt.ask == "choose" and not pick.what and pick.form[1:].isdigit():
        return _say_object(state, prompt, choice)
    if prompt.ask == "defend" and pick.form[1:].isdigit():
        return spoken.say("choices.defend", slot=t.slot(state, prompt.seat, choice))
    if pick.form == "card":
        return t.card(state, pick.what)
    return spoken.say(f"choices.{pick.form}", **_words(state, prompt, pick))


def _words(state: State, prompt: Prompt, pick: Pick) -> dict[str, str]:
    seat, mine = prompt.seat, state.players[prompt.seat]
    if pick.form == "ougi":
        return {"card": t.card(state, mine.partner)} if isinstance(mine.partner, str) else {}
    if pick.form == "old" and isinstance(mine.valuable, str):
        return {"card": t.card(state, mine.valuable)}
    if pick.form == "new" and state.second is not None and isinstance(state.second.valuable, str):
        return {"card": t.card(state, state.second.valuable)}
    words: dict[str, str] = {}
    for part in pick.what.split(":") if pick.what else ():
        if part[0] == "v":
            words["place"] = t.place(state, part, with_card=True)
        elif part[0] == "n":
            words["slot"] = words["card"] = t.slot(state, seat, part)
        elif part[0] == "p":
            words["seat"] = t.seat(state, part)
        else:
            words["kind"] = t.spoken(state).say(f"kinds.{part}")
    return words


def _say_object(state: State, prompt: Prompt, choice: str) -> str:
    if choice[0] == "v":
        said = t.place(state, choice, with_card=True)
        return said[:1].upper() + said[1:]
    if choice[0] == "p":
        return t.seat(state, choice)
    _, picks, _ = choosing(state, prompt.seat)
    said = t.slot(state, picks[0] if picks else prompt.seat, choice)
    return said[:1].upper() + said[1:]


# ---- refusals ---------------------------------------------------------------------------------------------------


def say_refusal(state: State, refused: Refused) -> str:
    """Why not, and the way out, in one sentence; whatever the case does not name is left out."""
    return t.spoken(state).say(f"refusals.{refused.reason}", **_case(state, refused))


def short_refusal(state: State, refused: Refused) -> str:
    """The same in a few words, where there are some: for a card that cannot be used now."""
    spoken = t.spoken(state)
    key = f"short.{refused.reason}"
    return spoken.say(key) if spoken.has(key) else say_refusal(state, refused)


def _case(state: State, refused: Refused) -> dict[str, str]:
    words: dict[str, str] = {}
    for name, value in refused.case.items():
        if name == "seat":
            words[name] = t.seat(state, value)
        elif name == "card":
            words[name] = t.card(state, value)
        elif name == "kind":
            words[name] = t.spoken(state).say(f"kinds.{value}")
        else:
            words[name] = value
    return words
