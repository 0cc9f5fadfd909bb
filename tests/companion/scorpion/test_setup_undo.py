"""What the intruders hid before they saw where guards stand stays as it was hidden."""

from __future__ import annotations

from companion.game import Opening
from companion.games.catalogue import game
from companion.seats import Seat
from companion.session import Session

GUARDS, INTRUDERS = Seat("guards"), Seat("intruders")


def test_R55_starts_and_hands_are_not_chosen_anew_once_the_guards_stand() -> None:
    session, players = Session(game("scorpion"), Opening("scorpion", 2, 7)), game("scorpion").simple_players(2, 7)

    def play(seat: Seat) -> None:
        choice = session.advice(seat, players[seat])
        assert choice is not None
        session.pick(seat, choice)

    while session.prompt(INTRUDERS) is not None and session.advice(INTRUDERS, players[INTRUDERS]) != "undo":
        play(INTRUDERS)
    steps = []
    while session.prompt(INTRUDERS) is None or "undo" in session.prompt(INTRUDERS).choices:  # type: ignore[union-attr]
        steps.append(session.prompt(INTRUDERS))
        play(GUARDS)
    assert len(steps) > 3
    prompt = session.prompt(INTRUDERS)
    assert prompt is not None
    assert prompt.ask == "start_traitor"
    assert "undo" not in prompt.choices
    play(INTRUDERS)
    again = session.prompt(INTRUDERS)
    assert again is None or "undo" in again.choices or again.ask == "confirm_setup"
