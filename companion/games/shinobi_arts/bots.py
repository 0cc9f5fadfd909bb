"""Simple players: each knows what its seat may know, and no more.

They play for show and for measuring, not to be hard to beat: they seize, attack, look and defect by thresholds, and
leave when what they hold seems good enough.
"""

from __future__ import annotations

import random
from typing import Final

from companion.game import Player
from companion.games.shinobi_arts import effects as do
from companion.games.shinobi_arts.asks import choosing
from companion.games.shinobi_arts.bots_worlds import Worlds
from companion.games.shinobi_arts.doing import begun, step_of
from companion.games.shinobi_arts.effects import Step
from companion.games.shinobi_arts.names import SEATS
from companion.games.shinobi_arts.state import State, mate
from companion.prompts import UNDO, Prompt
from companion.seats import Seat
from companion.taking import TAKE_BACK

GOOD: Final = 0.68
"""From this part of the worlds on a hand is good enough to leave with."""
LATE: Final = 3
"""From this turn on less is good enough."""
BETTER: Final = 0.1
"""By so much a hand must become better to be worth a ninjutsu card."""
DENIED: Final = (0.2, 0.4, 0.7)
"""What it is worth to keep a fame from a mate who is behind, level, ahead with it; an own fame is worth 1."""
LAST: Final = 0.6
"""And so much more where it would win him the game."""
CAUTION: Final = 0.35
"""So much more than what the mate may win the own win must weigh before anybody deserts."""
OWN_WIN: Final = 0.6
"""From this part of the worlds on the own valuable is thought to decide the round."""
THROUGH: Final = 0.65
"""How often an attack is thought to succeed."""


def simple_players(players: int, seed: int) -> dict[Seat, Player[State]]:
    """A simple player for each seat of a game for so many; the same seed plays the same game."""
    return {seat: SimplePlayer(seed) for seat in SEATS[players]}


class SimplePlayer:
    """Plays one seat by what it was told."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, known: State, prompt: Prompt) -> str:
        """One of the prompt's choices."""
        choices = [choice for choice in prompt.choices if choice not in (UNDO, TAKE_BACK)]
        if len(choices) == 1:
            return choices[0]
        if prompt.ask in ("take_back", "allow_take_back"):
            return "pass" if "pass" in choices else "allow"
        turns = known.players[prompt.seat].turns
        moment = f"{self._seed}/{prompt.seat}/{known.round}/{known.whose}/{turns}/{prompt.ask}/{len(choices)}"
        mind = _Mind(known, prompt, choices, moment)
        return mind.choose()


class _Mind:
    """One decision."""

    def __init__(self, known: State, prompt: Prompt, choices: list[str], moment: str) -> None:
        self.known, self.seat, self.ask, self.choices = known, prompt.seat, prompt.ask, choices
        self.chance = random.Random(moment)
        self.worlds = Worlds(known, prompt.seat, moment)
        self.now = self.worlds.wins() if known.second is None else 0.0

    def choose(self) -> str:
        if self.ask == "turn":
            return self._turn()
        if self.ask == "keep":
            return self._keep()
        if self.ask == "defend":
            return self._defend()
        if self.ask == "box":
            return "swap" if self.worlds.with_unused() > self.now else "keep"
        if self.ask == "choose":
            return self._object()
        return self.chance.choice(self.choices)

    def _form(self, form: str) -> list[str]:
        return [choice for choice in self.choices if choice.partition(":")[0] == form]

    # ---- a turn -------------------------------------------------------------------------------------------------

    def _turn(self) -> str:
        mine = self.known.players[self.seat]
        if "leave" in self.choices and self._goes(mine.turns):
            return "leave"
        if "defect" in self.choices and self._deserts():
            return "defect"
        if (free := self._free()) is not None:
            return free
        if self.known.main_done:
            return "end"
        return self._main()

    def _goes(self, turns: int) -> bool:
        """Leaves with a hand that seems good enough, sooner when it is late or no card is left to act with."""
        enough = GOOD - 0.12 * max(0, turns - LATE)
        if not self.known.players[self.seat].ninjutsu:
            enough -= 0.2
        if self.known.last_turns:
            return self.now >= 0.9
        return turns > 1 and self.now >= enough

    def _deserts(self) -> bool:
        """Keeps a win from the mate where it is likely the own one, and is the dearer to him the more fame he has.

        It never raises the own fame (KQ38): what the mate's valuable would have won for both is lost.
        """
        fellow = mate(self.known, self.seat)
        if fellow is None or self.known.players[self.seat].valuable is None:
            return False
        fame, target = self.known.fame, self.known.options.target
        if fame[self.seat] + 1 >= target and fame[fellow] < fame[self.seat]:
            return False  # both winning, it is the own game
        ahead = fame[fellow] + 1 - fame[self.seat]
        worth = DENIED[min(2, max(0, ahead))] + (LAST if fame[fellow] + 1 >= target else 0)
        mine = self.worlds.decides(self.seat)
        return mine >= OWN_WIN and worth * mine > self.worlds.decides(fellow) + CAUTION

    def _free(self) -> str | None:
        """The first free action that is worth it now."""
        for choice in (*self._form("ougi"), *self._form("ninpo")):
            doing = begun(self.known, self.seat, choice)
            if doing is not None and self._worth(step_of(self.known, doing), choice == "ougi"):
                return choice
        return None

    def _worth(self, step: Step, ougi: bool) -> bool:
        """Whether the first step of an effect is worth its card; a partner costs nothing else."""
        known, turns = self.known, self.known.players[self.seat].turns
        cards = len(known.players[self.seat].ninjutsu)
        if step.do == do.DRAW:
            return ougi or step.count > 1 or (cards < 3 and self.chance.random() < 0.5)
        if step.do == do.LOOK and step.at == "place":
            unknown = sum(not isinstance(card, str) for card in known.table.values())
            return self.now < 0.5 if step.count > 1 else unknown > 1 and self.chance.random() < 0.6
        if step.do == do.LOOK:
            return turns > 1 and self._in_the_dark() and (ougi or self.chance.random() < 0.7)
        if step.do == do.EXCHANGE:
            return self.now < 0.2 and turns > 1
        if step.do == do.SWAP_PLACES:
            return self.now > 0.5 and self.chance.random() < 0.3
        if step.do == do.SWAP_UNUSED:
            return turns > 1 and self.now > 0.4
        if step.do == do.EXTRA_TURN:
            return turns > 1 and self.now < 0.5
        if step.do in (do.TAKE_NINJUTSU, do.COVER):
            return True
        return self._foes() and (turns > 1 if ougi else cards > 1 and self.chance.random() < 0.35)

    def _in_the_dark(self) -> bool:
        return any(
            player.valuable is not None and not isinstance(player.valuable, str)
            for seat, player in self.known.players.items()
            if not player.left
        )

    def _foes(self) -> bool:
        fellow = mate(self.known, self.seat)
        return any(
            seat not in (self.seat, fellow) and not player.left and player.ninjutsu
            for seat, player in self.known.players.items()
        )

    def _main(self) -> str:
        """The valuable that makes the hand best, if that is worth a card; else a look at what is not known."""
        best, gain = "", BETTER
        fellow = mate(self.known, self.seat)
        placed = {place: self.worlds.with_place(place) for place in self.known.table}
        for choice in self._form("seize"):
            _, slot, place = choice.split(":")
            better = placed[place] - self.now - self._cost(slot)
            if better > gain:
                best, gain = choice, better
        for choice in self._form("attack"):
            _, slot, _, target = choice.split(":")
            if target == fellow:
                continue
            better = THROUGH * (self.worlds.with_theirs(Seat(target)) - self.now) - self._cost(slot)
            if better > gain:
                best, gain = choice, better
        if best:
            return best
        looks = self._form("investigate")
        dark = [look for look in looks if not isinstance(self.known.table[look.partition(":")[2]], str)]
        return self.chance.choice(dark or looks)

    def _cost(self, slot: str) -> float:
        """A dearer card is kept for later: one that works again, attacks or defends."""
        held = self.known.players[self.seat].ninjutsu[slot]
        if not isinstance(held.card, str):
            return 0.0
        kind = self.known.cards.ninjutsu[held.card]
        return 0.01 * (len(kind.attack) + len(kind.defence)) + (0.0 if held.face_up else 0.01)

    # ---- other questions ----------------------------------------------------------------------------------------

    def _keep(self) -> str:
        second = self.known.second
        if second is None:
            return "old"
        old = self.worlds.with_card(self.known.players[self.seat].valuable)
        return "new" if self.worlds.with_card(second.valuable) > old else "old"

    def _defend(self) -> str:
        attack = self.known.attack
        if attack is None or (self.now < 0.25 and attack.seat == mate(self.known, self.seat)):
            return "pass"
        if "ougi" in self.choices and self.known.players[attack.seat].valuable is not None:
            return "ougi"
        cards = [choice for choice in self.choices if choice not in ("ougi", "pass")]
        if self.now < 0.2:
            return "pass"
        return min(cards, key=self._cost) if cards else self.choices[0]

    def _object(self) -> str:
        """An object of an effect: what is not known to look at, the best to take, the strongest foe to harm."""
        doing, _, _ = choosing(self.known, self.seat)
        if doing is None:
            return self.choices[0]
        step = step_of(self.known, doing)
        if self.choices[0][0] == "v":
            return self._place(step)
        if self.choices[0][0] == "p":
            fellow = mate(self.known, self.seat)
            foes = [seat for seat in self.choices if seat != fellow] or self.choices
            return max(foes, key=lambda seat: (self._danger(seat), self.chance.random()))
        owner = doing.target or doing.seat
        cards = self.known.players[owner].ninjutsu if step.of == "own" or step.do == do.COVER else {}
        if doing.target == self.seat or cards:
            return min(self.choices, key=self._cost)
        return self.chance.choice(self.choices)

    def _place(self, step: Step) -> str:
        if step.do in (do.TAKE_VALUABLE, do.EXCHANGE):
            return max(self.choices, key=self.worlds.with_place)
        dark = [place for place in self.choices if not isinstance(self.known.table[place], str)]
        if step.do == do.LOOK:
            return self.chance.choice(dark or self.choices)
        # What others may have seen there, and would be better than the own hand, is moved away.
        return max(self.choices, key=self.worlds.with_place)

    def _danger(self, seat: str) -> float:
        player = self.known.players[seat]
        return (player.valuable is not None) + 0.5 * self.known.fame[seat] + 0.1 * len(player.ninjutsu)
