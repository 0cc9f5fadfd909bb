"""Prompts, choices and refusals of Scorpion Clan in the words of the table's language.

Every sentence is made from the copy of the seat that will read it, so it can say no more than that seat knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from companion.games.scorpion import texts as t
from companion.games.scorpion.chronicle import describe
from companion.games.scorpion.combat import who_met
from companion.games.scorpion.draft import ENTRANCES, OBJECTS, PATROLS, POSTS, draft_of, hand_size
from companion.games.scorpion.guards import LISTENS, card_in_hand
from companion.games.scorpion.moving import open_mover, place
from companion.games.scorpion.names import (
    ALERT,
    FIGURES,
    GUARD_CARDS,
    HAND_SIZE,
    INTRUDER_SIDE,
    NEW_HAND_SIZE,
    PASSAGE,
    POTENT_SAKE,
    SETUP,
    STEPS,
    TRAITOR,
    is_sword,
)
from companion.games.scorpion.patrols import at_fork, must_move
from companion.games.scorpion.returning import MOST_BONUS_CARDS, MOST_BONUS_SLEEPERS, waiting
from companion.games.scorpion.state import Draft, State, figures_of, of_seat, patrol_zone
from companion.games.scorpion.texts import LANGUAGES, Texts, texts
from companion.prompts import Pick, Prompt, read
from companion.seats import Seat
from companion.verdicts import Refused

__all__ = ["LANGUAGES", "Texts", "describe", "say_choice", "say_prompt", "say_refusal", "short_refusal", "texts"]

MOST_STEPS: Final = STEPS["intruder"]


# ---- what a seat is asked ---------------------------------------------------------------------------------------


class Question(NamedTuple):
    """What is asked: the name of its text, the words that fill it, and how many of something are left."""

    key: str
    words: dict[str, str] = {}
    left: int | None = None


def say_prompt(state: State, prompt: Prompt) -> str:
    """The question, in one line of a screen (42 Latin characters at most)."""
    spoken = texts(state.options.language)
    asked = question(state, prompt)
    if asked.left is None:
        return spoken.say(f"prompts.{asked.key}", **asked.words)
    return spoken.count(f"prompts.{asked.key}", asked.left, left=str(asked.left), **asked.words)


def question(state: State, prompt: Prompt) -> Question:
    """What a prompt asks: several of one name may be asked in words, and under rules, of their own."""
    if state.phase == SETUP and prompt.ask not in ("meet_guards", "choose_victim"):
        return _setup(state, prompt)
    found = _ASKED.get(prompt.ask)
    return found(state, texts(state.options.language), prompt) if found is not None else Question(prompt.ask)


def _setup(state: State, prompt: Prompt) -> Question:
    draft, ask = draft_of(state, prompt.seat), prompt.ask
    if ask == "choose_hand":
        return Question(ask, left=hand_size(state) - len(draft.hand))
    if ask.startswith("choose_hand_"):
        figure = ask.removeprefix("choose_hand_")
        return Question(ask, left=HAND_SIZE[figure] - len(draft.hands.get(figure, ())))
    if ask.startswith("hide_goal_"):
        return Question("hide_goal", {"letter": ask[-1]})
    done, of = {
        "post_sentry": (len(draft.posts), POSTS),
        "place_patrol": (len(draft.patrols), PATROLS),
        "face_patrol": (len(draft.patrols) - 1, PATROLS),
        "arm_patrol": (len(draft.arms), PATROLS),
        "hide_sleeper": _hidden(draft, "sleeper"),
        "hide_trap": _hidden(draft, "trap"),
        "hide_sentry": _hidden(draft, "hidden_sentry"),
        "dig_passage": (len(draft.entrances) + (prompt.seat == TRAITOR), ENTRANCES),  # Q68
    }.get(ask, (0, 0))
    return Question(ask, {"next": str(done + 1), "of": str(of)})


def _hidden(draft: Draft, kind: str) -> tuple[int, int]:
    return sum(hidden == kind for hidden, _ in draft.objects), OBJECTS.count(kind)


def _scan_drawn(state: State, spoken: Texts, prompt: Prompt) -> Question:
    drawn = state.piles[prompt.seat].drawn
    seen = sum(isinstance(card, str) for card in drawn)
    return Question("scan_drawn", {"next": str(seen + 1), "of": str(len(drawn))})


def _play_drawn(state: State, spoken: Texts, prompt: Prompt) -> Question:
    drawn = any(piles.drawn for piles in state.piles.values())
    return Question("play_drawn" if drawn else "play_drawn_attack")


def _play_hand(state: State, spoken: Texts, prompt: Prompt) -> Question:
    if state.free_listen_used:
        return Question("play_hand_listened")
    left = state.piles[prompt.seat].plays_left
    if not left:
        return Question("play_hand_done")
    return Question("play_hand") if "listen" in prompt.choices else Question("play_hand_more", left=left)


def _for_card(state: State, spoken: Texts, prompt: Prompt) -> Question:
    listens = card_in_hand(state, prompt.seat) in LISTENS
    return Question(f"{prompt.ask}.{'listen' if listens else 'search'}")


def _choose_target(state: State, spoken: Texts, prompt: Prompt) -> Question:
    return Question("choose_target", {"guard": read(state.about[prompt.seat][1]).what})


def _move_patrols(state: State, spoken: Texts, prompt: Prompt) -> Question:
    return Question("move_patrols" if must_move(state, prompt.seat) else "move_patrols_done")


def _fork(state: State, spoken: Texts, prompt: Prompt) -> Question:
    name = at_fork(state, prompt.seat)
    return Question("fork", {"who": t.patrol(state, name) if name else spoken.say("seats.guards")})


def _face(state: State, spoken: Texts, prompt: Prompt) -> Question:
    return Question("face_patrol_new")


def _step(state: State, spoken: Texts, prompt: Prompt) -> Question:
    mover = open_mover(state)
    if mover is None:
        return Question("")
    who = {"who": t.group(state, mover.guards)}
    if place(state, mover) == PASSAGE:
        return Question("step_passage", who)
    if mover.cause == "pursue":
        return Question("pursue" if mover.steps_left == STEPS["guard"] else "pursue_on", who)
    return Question("step", who, mover.steps_left)


def _bonus(state: State, spoken: Texts, prompt: Prompt) -> Question:
    picked = sum(choice != "done" for choice in state.about.get(prompt.seat, ()))
    if prompt.ask == "bonus_sleeper":
        return Question("bonus_sleeper", left=MOST_BONUS_SLEEPERS - picked)
    taken = state.bonus.taken if state.bonus is not None else 0
    return Question("bonus_cards", left=MOST_BONUS_CARDS - taken - picked)


def _share(state: State, spoken: Texts, prompt: Prompt) -> Question:
    return Question(prompt.ask, {"whole": str(state.sharing.whole if state.sharing is not None else 0)})


def _answer(state: State, spoken: Texts, prompt: Prompt) -> Question:
    return Question("answer_listen", {"who": t.group(state, state.listening or ())})


def _restart(state: State, spoken: Texts, prompt: Prompt) -> Question:
    name = waiting(state) or prompt.ask.removeprefix("restart_")
    left = NEW_HAND_SIZE[name] - len(state.about.get(prompt.seat, ()))
    return Question("restart", t.figure(spoken, name), left) if left > 0 else Question(f"restart_zone.{name}")


def _meet(state: State, spoken: Texts, prompt: Prompt) -> Question:
    return Question("meet_guards", t.figure(spoken, who_met(state, prompt.seat)))


def _victim(state: State, spoken: Texts, prompt: Prompt) -> Question:
    pick = read(state.about[prompt.seat][0])
    way = "sake" if pick.what == POTENT_SAKE else "kill"
    return Question(f"choose_victim.{way}", t.figure(spoken, pick.who or who_met(state, prompt.seat)))


def _declare(state: State, spoken: Texts, prompt: Prompt) -> Question:
    mine = figures_of(state, prompt.seat)
    return Question("declare_search") if len(mine) > 1 else Question("declare_search_single", t.figure(spoken, mine[0]))


def _sneak(state: State, spoken: Texts, prompt: Prompt) -> Question:
    name = of_seat(state, prompt.seat, "moving") or figures_of(state, prompt.seat)[0]
    words, figure = t.figure(spoken, name), state.figures[name]
    moved = figure.moved if isinstance(figure.moved, int) else 0
    if figure.halted or moved >= MOST_STEPS:
        return Question("sneak_halt", words)
    if figure.zone == PASSAGE:
        return Question("sneak_passage", words)
    return Question("sneak_on", words, MOST_STEPS - moved) if moved else Question("sneak", words)


def _intruder_turn(state: State, spoken: Texts, prompt: Prompt) -> Question:
    if state.searched:
        return Question("intruder_turn_searched")
    moves = any(choice.startswith("figure:") for choice in prompt.choices)
    return Question("intruder_turn" if moves else "intruder_turn_moved")


_ASKED: Final[dict[str, Callable[[State, Texts, Prompt], Question]]] = {
    "scan_drawn": _scan_drawn,
    "play_drawn": _play_drawn,
    "play_hand": _play_hand,
    "choose_sentry": _for_card,
    "choose_patrol": _for_card,
    "choose_target": _choose_target,
    "move_patrols": _move_patrols,
    "fork": _fork,
    "face_patrol": _face,
    "pursue": _step,
    "step": _step,
    "bonus_cards": _bonus,
    "bonus_sleeper": _bonus,
    "split_draw": _share,
    "share_plays": _share,
    "split_wounds": _share,
    "answer_listen": _answer,
    "restart_ninja": _restart,
    "restart_traitor": _restart,
    "meet_guards": _meet,
    "choose_victim": _victim,
    "declare_search": _declare,
    "sneak": _sneak,
    "intruder_turn": _intruder_turn,
}


# ---- the answers to it ------------------------------------------------------------------------------------------


def say_choice(state: State, prompt: Prompt, choice: str) -> str:
    """What one answer does, as it stands on its tag."""
    spoken = texts(state.options.language)
    pick = read(choice)
    if not pick.what:
        return spoken.say(f"choices.{_bare(state, prompt, pick.form)}")
    if pick.form in ("card", "bluff"):
        return _say_card(state, spoken, prompt.seat, pick)
    if pick.form in FIGURES:
        words = t.figure(spoken, pick.form)
        return spoken.say("choices.search_zone", zone=t.zone(state, pick.what, with_id=False), **words)
    if pick.form in ("zone", "rope"):
        return spoken.say(f"choices.{pick.form}", zone=t.zone(state, pick.what, with_id=False))
    if pick.form == "guard":
        stands = state.guards.get(pick.what)
        if stands is None:
            return spoken.say("choices.guard_away", guard=pick.what)
        return spoken.say("choices.guard", guard=pick.what, zone=t.zone(state, stands.zone, with_id=False))
    if pick.form == "patrol":
        name = t.patrol(state, pick.what)
        if pick.what not in state.patrols:
            return spoken.say("choices.patrol_away", patrol=name)
        return spoken.say("choices.patrol", patrol=name, zone=t.zone(state, patrol_zone(state, pick.what), False))
    if pick.form == "figure":
        key = "figure_moves" if prompt.ask in ("intruder_turn", "sneak") else "figure"
        return spoken.say(f"choices.{key}", **t.figure(spoken, pick.what))
    if pick.form == "guards":
        swords = sum(is_sword(guard) for guard in pick.what.split("+"))
        return spoken.say(f"choices.{('arm_spears', 'arm_both', 'arm_swords')[swords]}")
    if pick.form == "to":
        return spoken.say(f"choices.to.{pick.what}")
    return spoken.say(f"choices.{pick.form}", count=pick.what)


def _bare(state: State, prompt: Prompt, form: str) -> str:
    """The key of an answer that names nothing."""
    if form == "end":
        return {ALERT: "end_alert", GUARD_CARDS: "end_cards"}.get(state.phase, "end_turn")
    if form == "done":
        return {"declare_search": "done_search", "choose_members": "done_muster"}.get(prompt.ask, "done")
    if form == "pass" and prompt.ask == "take_back":
        return "leave"
    if form == "stay":
        mover = open_mover(state)
        walked = prompt.ask == "sneak" or (mover is not None and mover.steps_left < STEPS["guard"])
        return "stay_on" if walked else "stay"
    return form


def deck_of(state: State, seat: Seat | str, pick: Pick) -> str:
    """The deck that a card choice is about."""
    if seat not in INTRUDER_SIDE:
        return "guards"
    if pick.who:
        return pick.who
    met = of_seat(state, Seat(seat), "met")
    if met is not None:
        return met
    if state.phase == SETUP:
        return _setting_up(state, seat)
    if state.listening is not None:
        return TRAITOR
    if state.sentry_found is not None:
        return state.sentry_found[0]
    return waiting(state) or of_seat(state, Seat(seat), "moving") or ""


def _setting_up(state: State, seat: Seat | str) -> str:
    hands = draft_of(state, seat).hands
    mine = figures_of(state, Seat(seat))
    return next((name for name in mine if len(hands.get(name, ())) < HAND_SIZE[name]), mine[-1])


def _say_card(state: State, spoken: Texts, seat: Seat, pick: Pick) -> str:
    name = t.card(state, pick.what, deck_of(state, seat, pick))
    if pick.form == "bluff":
        return spoken.say("choices.bluff", card=name, **t.figure(spoken, pick.who))
    return spoken.say("choices.card_of", card=name, **t.figure(spoken, pick.who)) if pick.who else name


# ---- refusals ---------------------------------------------------------------------------------------------------


def say_refusal(state: State, refused: Refused) -> str:
    """Why not, and the way out, in one sentence; whatever the case does not name is left out."""
    return texts(state.options.language).say(f"refusals.{_reason(state, refused)}", **_case(state, refused))


def short_refusal(state: State, refused: Refused) -> str:
    """The same in a few words, where there are some: for a card that cannot be played now."""
    spoken = texts(state.options.language)
    key = f"short.{_reason(state, refused)}"
    return spoken.say(key) if spoken.has(key) else say_refusal(state, refused)


def _reason(state: State, refused: Refused) -> str:
    """In the alert phase the hand lies face down (R89, R92), so a card may be held and yet not played."""
    if refused.reason == "not_in_hand" and state.phase == ALERT:
        return "not_drawn"
    return refused.reason


def _case(state: State, refused: Refused) -> dict[str, str]:
    spoken = texts(state.options.language)
    words: dict[str, str] = {}
    for name, value in refused.case.items():
        if name in ("zone", "here"):
            words[name] = t.zone(state, value)
        elif name == "card":
            words[name] = t.card(state, value)
        elif name == "patrol":
            words[name] = t.patrol(state, value)
        elif name == "figure":
            words |= t.figure(spoken, value)
        else:
            words[name] = value
    return words
