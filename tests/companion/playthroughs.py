"""Whole games of the simple players, as each seat saw them, written down once and replayed ever after.

`python -m tests.companion.playthroughs` writes them anew. Do so only when what a seat sees was meant to change, and
read the difference: every line of it is a change of the game or of what somebody may know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.prompts import Prompt
from companion.seats import TABLE, Seat
from companion.session import Session
from companion.verdicts import Accepted
from tests.companion.support import GAMES, asked, copy_of, open_table, position, text, told

FOLDER = Path(__file__).parents[1] / "playthroughs"
WRITTEN: dict[str, dict[str, Any]] = {
    "scorpion-2": {"game": "scorpion", "seed": 2, "players": 2, "map": "twin-castles"},
    "scorpion-3": {"game": "scorpion", "seed": 3, "players": 3, "map": "drill-yard"},
    "scorpion-4": {"game": "scorpion", "seed": 4, "players": 4, "map": "drill-yard"},
}
"""The games, and how each is opened."""
IN_FULL = (0, 1, 2, 6)
"""The turns of which every word is written down (0 is the setup); of the others picks, and a digest for each seat."""


class Watched:
    """A table that is played, and what its seats and whoever looks on see after each pick."""

    def __init__(self, opening: dict[str, Any]) -> None:
        how = dict(opening)
        self.session: Session[Any] = open_table(how.pop("game"), how.pop("seed"), **how)
        self.eyes = (*self.session.seats, TABLE)
        self._heard = dict.fromkeys(self.eyes, 0)
        self._asked: dict[Seat, Prompt | None] = dict.fromkeys(self.session.seats)

    def turn(self) -> int:
        """The turn that is played, 0 during setup."""
        table = copy_of(self.session, TABLE)
        return 0 if getattr(table, "phase", "") == "setup" else int(table.turn)

    def told(self) -> dict[Seat, list[dict[str, Any]]]:
        """What each was told since the last look."""
        found = {seat: told(self.session, seat, self._heard[seat]) for seat in self.eyes}
        self._heard = {seat: self.session.basis(seat) for seat in self.eyes}
        return found

    def asks(self) -> dict[Seat, list[str] | None]:
        """Each question that is another than at the last look: its name, and its choices in one line."""
        now = {seat: self.session.prompt(seat) for seat in self.session.seats}
        new = {seat: prompt for seat, prompt in now.items() if prompt != self._asked[seat]}
        self._asked = now
        return {seat: None if p is None else [p.ask, " ".join(p.choices)] for seat, p in new.items()}


def _shared(heard: dict[Seat, list[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """What was told, each line once with all who were told it so; in the order of whoever was told most."""
    left = {seat: [text(event) for event in events] for seat, events in heard.items() if events}
    while left:
        first = max(left, key=lambda seat: len(left[seat]))
        line = left[first][0]
        hearers = [seat for seat, lines in left.items() if lines[0] == line]
        yield {"to": " ".join(hearers), **msgspec.json.decode(line)}
        left = {seat: lines[seat in hearers :] for seat, lines in left.items()}
        left = {seat: lines for seat, lines in left.items() if lines}


def lines_of(opening: dict[str, Any], picks: Sequence[str]) -> Iterator[str]:
    """A game in its text form: how it is opened, what is there at first, and then a line a pick or a line a turn."""
    watched = Watched(opening)
    yield text(opening)
    yield text({"told": list(_shared(watched.told())), "asked": watched.asks()})
    turn, in_turn = watched.turn(), list[str]()
    seen = {seat: hashlib.sha256() for seat in watched.eyes}
    for at, pick in enumerate(picks):
        seat, choice = pick.split(" ")
        verdict = watched.session.pick(Seat(seat), choice)
        assert isinstance(verdict, Accepted), f"{pick} is refused now: {verdict.reason}"
        heard, asks = watched.told(), watched.asks()
        in_turn.append(pick)
        if turn in IN_FULL:
            yield text({"pick": pick, "told": list(_shared(heard)), "asked": asks})
        for eye, digest in seen.items():
            digest.update(text([heard[eye], asks.get(eye)]).encode())
        if watched.turn() != turn or at == len(picks) - 1:
            for eye, digest in seen.items():
                digest.update(text(position(watched.session, eye)).encode())
            digests = {eye: digest.hexdigest()[:12] for eye, digest in seen.items()}
            played = {} if turn in IN_FULL else {"picks": in_turn}
            yield text({"turn": turn, **played, "seen": digests})
            turn, in_turn = watched.turn(), []
            seen = {seat: hashlib.sha256() for seat in watched.eyes}
    yield text({"result": watched.session.outcome(), "lights": watched.session.lights()})


def picks_in(lines: Sequence[str]) -> list[str]:
    """The picks of a game that was written down."""
    found: list[str] = []
    for line in map(msgspec.json.decode, lines):
        found += [line["pick"]] if "pick" in line else line.get("picks", [])
    return found


def play(opening: dict[str, Any]) -> list[str]:
    """The picks of the simple players, to the end of a game."""
    session = Watched(opening).session
    players = GAMES[opening["game"]].simple_players(opening["players"], opening["seed"])
    picks = []
    while session.outcome() is None:
        seat = asked(session)[0].seat
        choice = session.advice(seat, players[seat])
        assert isinstance(session.pick(seat, str(choice)), Accepted)
        picks.append(f"{seat} {choice}")
    return picks


if __name__ == "__main__":
    for name, how in WRITTEN.items():
        (FOLDER / f"{name}.jsonl").write_text("\n".join([*lines_of(how, play(how)), ""]), encoding="utf-8")
