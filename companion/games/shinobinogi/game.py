"""Shinobinogi as the referee knows it: the pure functions of `companion.game.Game`, put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.chance import Chance
from companion.events import Event
from companion.game import BadOpening, Laid, Opening, Outcome, Player, Stands, allowed_values, in_words, read_options
from companion.games.pictures import from_view
from companion.games.shinobinogi import (
    asks,
    bots,
    chronicle,
    ending,
    fold,
    laying,
    position,
    resuming,
    show,
    show_cards,
    words,
)
from companion.games.shinobinogi import events as e
from companion.games.shinobinogi import texts as t
from companion.games.shinobinogi.cards import SHIPPED as CARD_SETS
from companion.games.shinobinogi.cards import CardSet
from companion.games.shinobinogi.names import NINJA, SCROLL, SCROLLS, SEATS, SETUP
from companion.games.shinobinogi.refusals import RULES
from companion.games.shinobinogi.rulebook import rulebook
from companion.games.shinobinogi.state import Half, Options, State
from companion.games.shinobinogi.telling import Telling
from companion.prompts import Prompt
from companion.seats import REFEREE, Seat
from companion.verdicts import GAME_OVER, NOT_YOUR_TURN, Refused
from companion.views import CardFace, EndingPanel, Illustration, LogLine, TableCheckPanel, View

PLAYERS: Final = 2
"""S1."""
MOST_LIMIT: Final = 99_999


class Shinobinogi:
    """Shinobinogi, the ceremony of the secret scrolls."""

    id = "shinobinogi"
    events: Mapping[str, type[Event]] = e.VOCABULARY
    general: Mapping[str, str] = {reason: RULES[reason] or "" for reason in (GAME_OVER, NOT_YOUR_TURN)}

    def about(self) -> dict[str, Any]:
        """Titles, player numbers, card sets, options with defaults, and the teams of a first game (S12)."""
        return {
            "id": self.id,
            "titles": {language: t.texts(language).title for language in t.LANGUAGES},
            "players": [PLAYERS],
            "cards": list(CARD_SETS),
            "card_titles": {name: CardSet.load(name).title for name in CARD_SETS},
            "options": msgspec.to_builtins(Options()),
            "allowed": allowed_values(Options),
            "first_game": CardSet.load("house").first_game,
            "drawn": "first_player",
        }

    def seats(self, players: int) -> tuple[Seat, ...]:
        """S1."""
        if players != PLAYERS:
            raise BadOpening(f"players: Shinobinogi is for 2 players, not for {players} (S1)")
        return SEATS

    def sides(self, players: int) -> tuple[frozenset[Seat], ...]:
        """Each player for himself."""
        return tuple(frozenset((seat,)) for seat in SEATS)

    def blank(self, opening: Opening) -> State:
        """The empty table: cards and options are public, everything else is not known yet."""
        self.seats(opening.players)
        if opening.map:
            raise BadOpening("map: Shinobinogi is played without a board; leave map out")
        chosen = dict(opening.options)
        if opening.position is not None and "columns" in opening.position:
            chosen.setdefault("columns", opening.position["columns"])
        options = read_options(Options, chosen)
        for name in ("set_limit", "turn_limit"):
            if not 0 <= getattr(options, name) <= MOST_LIMIT:
                raise BadOpening(f"options: {name} is a number from 0, which means none, to {MOST_LIMIT}")
        empty: tuple[Any, ...] = ((),) * options.columns
        half = Half(set=empty, mana=empty, followers=empty)
        return State(cards=CardSet.load(opening.cards), options=options, halves=dict.fromkeys(SEATS, half))

    def open(self, blank: State, opening: Opening, chance: Chance) -> tuple[list[Event], list[Event]]:
        """A new game with its nine ninja laid out (S5), or the loaded position going on from where it stands."""
        if opening.position is None:
            return [], [e.GameOpened(blank.cards.source, position.changed_options(blank.options))]
        text = position.parse(opening.position)
        laying.check(blank, text)
        laid = laying.lay(blank, text)
        return laid, resuming.settled(blank, laid, chance)

    evolve = staticmethod(fold.evolve)
    prompt = staticmethod(asks.prompt)

    def readable(self, known: State, choice: str) -> bool:
        """See `asks`."""
        return asks.readable(known, choice)

    def refusal(self, known: State, seat: Seat, choice: str) -> Refused | None:
        """See `asks`."""
        return asks.refusal(known, seat, choice)

    def judge(self, truth: State, seat: Seat, choice: str, chance: Chance) -> tuple[list[Event], State]:
        """What follows, and the referee's copy after it."""
        telling = Telling(truth, seat, chance)
        asks.play(telling, seat, choice)
        return telling.events, telling.now

    def moment(self, table: State) -> tuple[Any, Any]:
        """Turn and phase (S20)."""
        return table.turn, table.phase

    def undone(self, seat: Seat, told: int, events: int) -> Event:
        """Told to the seat alone."""
        return e.Undone(seat, told, events)

    # ---- pieces on the table ------------------------------------------------------------------------------------

    def tokens(self, known: State) -> Iterable[str]:
        """Every card of the nine decks, five scrolls and a seal for each player."""
        for card in known.cards.cards.values():
            if card.kind != SCROLL:
                yield from (f"card:{card.id}/{n}" for n in range(1, card.copies + 1))
        for seat in SEATS:
            yield from (f"card:{seat}/{SCROLL}/{n}" for n in range(1, SCROLLS + 1))
        yield from (f"seal:{seat}" for seat in SEATS)

    def piece(self, known: State, token: str) -> tuple[str, str]:
        """`Hagakure Raika`, `Leaf blade 2`; scrolls and seals lie with their player."""
        spoken = t.texts(known.options.language)
        kind, _, name = token.partition(":")
        if kind != "card":
            return "", spoken.say(f"seats.{name}")
        deck, card, number = name.split("/")
        scroll = deck in SEATS
        pile = spoken.say(f"seats.{deck}") if scroll else known.cards.ninja[deck].names[spoken.language]
        return pile, f"{known.cards.cards[card if scroll else f'{deck}/{card}'].names[spoken.language]} {number}"

    def answers(self, known: State, seat: Seat, token: str) -> tuple[str, ...]:
        """See `show`."""
        return show.answers(known, self.prompt(known, seat), token)

    def meant(self, known: State, token: str) -> tuple[Seat, str]:
        """A card is of who has its ninja; nobody has it in a place where it could be used, so it is in no hand."""
        kind, _, name = token.partition(":")
        if kind != "card":
            return SEATS[0], token
        deck, card, _ = name.split("/")
        if known.phase == SETUP and card == NINJA:
            asked = next((seat for seat in SEATS if asks.ask_of(known, seat) is not None), SEATS[0])
            return asked, f"ninja:{deck}"
        owner = next((seat for seat in SEATS if deck in (seat, *known.halves[seat].team)), SEATS[0])
        return owner, "set:h99:1"

    def laid(self, table: State, token: str) -> Laid:
        """See `show`."""
        return show.laid(table, token)

    def routes(self, known: State, seat: Seat, token: str, zone: str) -> Sequence[tuple[str, ...]]:
        """Nothing walks here."""
        return ()

    def simple_players(self, players: int, seed: int) -> Mapping[Seat, Player[State]]:
        """See `bots`."""
        return bots.simple_players(seed)

    # ---- what is shown ------------------------------------------------------------------------------------------

    def outcome(self, known: State) -> Outcome | None:
        """S83, S84, SQ33."""
        if known.over is None:
            return None
        winner, reason = known.over
        return Outcome(winner, reason, chronicle.OUTCOME_RULES[reason])

    def position(self, known: State, seat: Seat) -> dict[str, Any]:
        """See `position`."""
        prompts: dict[str, Any] = {}
        if seat == REFEREE:
            for owner in SEATS:
                asked = asks.ask_of(known, owner)
                about = list(known.about.get(owner, ()))
                prompts[owner] = {"ask": asked, "about": about} if asked or about else None
        return position.write(known, seat, prompts)

    def stands(self, table: State) -> Stands:
        """There are no figures."""
        return Stands()

    def table_check(self, table: State, astray: Mapping[str, str | None]) -> TableCheckPanel:
        """Nothing can stand wrong."""
        return TableCheckPanel(rows=())

    def lights(self, table: State) -> dict[str, str]:
        """There is no board that could shine."""
        return {}

    def view(self, known: State, table: State, seat: Seat, told: Sequence[Event], prompt: Prompt | None) -> View:
        """See `show`."""
        return show.view(known, table, seat, told, prompt)

    def ending(self, truth: State, happened: Sequence[Event]) -> EndingPanel:
        """See `ending`."""
        return ending.ending(truth, happened)

    def in_language(self, known: State, language: str) -> State:
        """The same copy, speaking another language."""
        return replace(known, options=replace(known.options, language=language))

    def say_prompt(self, known: State, prompt: Prompt) -> tuple[str, tuple[str, ...]]:
        """See `words`."""
        return words.say_prompt(known, prompt), tuple(words.say_choice(known, prompt, c) for c in prompt.choices)

    def say_refusal(self, known: State, refused: Refused) -> str:
        """See `words`."""
        return words.say_refusal(known, refused)

    def describe(self, known: State, event: Event) -> str:
        """See `chronicle`."""
        return chronicle.describe(known, event)

    # ---- the rules, and a night that is over --------------------------------------------------------------------

    def faces(self, known: State) -> tuple[CardFace, ...]:
        """See `show`."""
        return show_cards.every_face(known)

    def illustrate(self, known: State, table: State, seat: Seat, rule: str) -> Illustration | None:
        """A track or cards that lie open."""
        picture = rulebook().pictures.get(rule, "")
        return from_view(self.view(known, table, seat, (), None), picture) if picture else None

    def retold(self, truth: State, events: Sequence[Event]) -> list[LogLine]:
        """As each of it is described."""
        return in_words(self.describe, self.rule_of, truth, events)

    def rule_of(self, event: Event) -> str | None:
        """See `chronicle`."""
        return chronicle.rule_of(event)

    def reckoning(self) -> None:
        """Nothing moves on a board."""

    def sign_of(self, event: Event) -> str:
        """See `chronicle`."""
        return chronicle.sign_of(event)
