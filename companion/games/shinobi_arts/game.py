"""Shinobi Arts as the referee knows it: the pure functions of `companion.game.Game`, put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.chance import Chance
from companion.events import Event
from companion.game import BadOpening, Laid, Opening, Outcome, Player, Stands, allowed_values, in_words, read_options
from companion.games.pictures import from_view
from companion.games.shinobi_arts import asks, bots, chronicle, ending, fold, open_steps, play, position, show, words
from companion.games.shinobi_arts import events as e
from companion.games.shinobi_arts.cards import SHIPPED as CARD_SETS
from companion.games.shinobi_arts.cards import CardSet, wrong_split
from companion.games.shinobi_arts.names import SEATS
from companion.games.shinobi_arts.refusals import RULES
from companion.games.shinobi_arts.rulebook import rulebook
from companion.games.shinobi_arts.state import Options, State, blank
from companion.games.shinobi_arts.telling import Telling
from companion.games.shinobi_arts.turns import begin_round
from companion.prompts import Prompt
from companion.seats import REFEREE, Seat
from companion.verdicts import GAME_OVER, NOT_YOUR_TURN, Refused
from companion.views import CardFace, EndingPanel, Illustration, LogLine, TableCheckPanel, View

SIDES: Final = {players: tuple(frozenset((seat,)) for seat in seats) for players, seats in SEATS.items()}


class ShinobiArts:
    """Shinobi Arts (Seiji Kanai, 2015)."""

    id = "shinobi_arts"
    events: Mapping[str, type[Event]] = e.VOCABULARY
    general: Mapping[str, str] = {reason: RULES[reason] or "" for reason in (GAME_OVER, NOT_YOUR_TURN)}

    def about(self) -> dict[str, Any]:
        """Titles, player numbers, card sets, options with defaults."""
        return {
            "id": self.id,
            "titles": {language: words.texts(language).title for language in words.LANGUAGES},
            "players": sorted(SEATS),
            "cards": list(CARD_SETS),
            "card_titles": {name: CardSet.load(name).title for name in CARD_SETS},
            "options": msgspec.to_builtins(Options()),
            "allowed": allowed_values(Options),
        }

    def seats(self, players: int) -> tuple[Seat, ...]:
        """K1."""
        if players not in SEATS:
            raise BadOpening(f"players: Shinobi Arts is for 3, 4 or 5 players, not for {players} (K1)")
        return SEATS[players]

    def sides(self, players: int) -> tuple[frozenset[Seat], ...]:
        """Everybody plays for himself: teams are made anew each round and share no cards (K8)."""
        return SIDES[players]

    def blank(self, opening: Opening) -> State:
        """The empty table: cards and options are public, everything else is not known yet."""
        self.seats(opening.players)
        if opening.map:
            raise BadOpening(f"map: Shinobi Arts has no map; take {opening.map!r} out")
        options = read_options(Options, opening.options)
        if options.turn_limit < 0:
            raise BadOpening("options: turn_limit: this cannot be below 0; 0 is no limit (KQ31)")
        if options.factions:
            _check_factions(options.factions, opening.players)
        cards = CardSet.load(opening.cards)
        cards.check(opening.players)
        return blank(cards, options, opening.players)

    def open(self, blank: State, opening: Opening, chance: Chance) -> tuple[list[Event], list[Event]]:
        """The first round of a new game, or the loaded position going on from where it stands."""
        if opening.position is not None:
            text = position.parse(opening.position)
            state = position.build(blank, text)
            telling = Telling(state, REFEREE, chance)
            play.settle(telling)
            return position.lay(blank, state), telling.events
        telling = Telling(blank, REFEREE, chance)
        options = position.changed_options(blank.options)
        telling.tell(e.GameOpened(blank.cards.source, len(blank.seats), options))
        begin_round(telling, 1, chance.choose(blank.seats))
        return [], telling.events

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
        play.play(telling, seat, choice)
        return telling.events, telling.now

    def moment(self, table: State) -> tuple[Any, Any]:
        """Whose which turn it is in which round, and the phase."""
        turns = table.players[table.whose].turns if table.whose is not None else 0
        return (table.round, table.whose, turns), table.phase

    def undone(self, seat: Seat, told: int, events: int) -> Event:
        """Told to the seat alone."""
        return e.Undone(seat, told, events)

    # ---- pieces on the table ------------------------------------------------------------------------------------

    def tokens(self, known: State) -> Iterable[str]:
        """Every card of the set, and a seal a seat."""
        cards = known.cards
        for deck, kinds in (("valuables", cards.valuables), ("partners", cards.partners), ("ninjutsu", cards.ninjutsu)):
            for kind, card in kinds.items():
                yield from (f"card:{deck}/{kind}/{n}" for n in range(1, card.copies + 1))
        yield from (f"seal:{seat}" for seat in known.seats)

    def piece(self, known: State, token: str) -> tuple[str, str]:
        """`Valuables`, `Box 1`; a seal is called by its player."""
        spoken = words.texts(known.options.language)
        kind, _, name = token.partition(":")
        if kind != "card":
            return "", spoken.say(f"seats.{name}")
        deck, card, number = name.split("/")
        return spoken.say(f"decks.{deck}"), f"{known.cards.card(card).names[spoken.language]} {number}"

    def answers(self, known: State, seat: Seat, token: str) -> tuple[str, ...]:
        """The choices that a scanned card stands for: its own in hand, or the valuable at a place that is known."""
        return show.answers(known, self.prompt(known, seat), token)

    def meant(self, known: State, token: str) -> tuple[Seat, str]:
        """A card is meant by whoever is asked."""
        seats = show.acting(known)
        return (seats or known.seats)[0], "card:" + token.partition(":")[2].split("/")[1]

    def laid(self, table: State, token: str) -> Laid:
        """See `show`."""
        return show.laid(table, token)

    def routes(self, known: State, seat: Seat, token: str, zone: str) -> Sequence[tuple[str, ...]]:
        """There are no figures and no zones."""
        return ()

    def simple_players(self, players: int, seed: int) -> Mapping[Seat, Player[State]]:
        """See `bots`."""
        return bots.simple_players(players, seed)

    # ---- what is shown ------------------------------------------------------------------------------------------

    def outcome(self, known: State) -> Outcome | None:
        """K2, K3, KQ8."""
        if known.over is None:
            return None
        winner, winners, reason = known.over
        return Outcome(winner, reason, chronicle.outcome_rule(known), winners if len(winners) > 1 else ())

    def position(self, known: State, seat: Seat) -> dict[str, Any]:
        """See `position`."""
        prompts: dict[str, Any] = {}
        if seat == REFEREE:
            for owner in known.seats:
                ask = asks.ask_of(known, owner)
                prompts[owner] = {"ask": ask, "about": open_steps.about(known, owner)} if ask is not None else None
        return position.write(known, seat, prompts)

    def stands(self, table: State) -> Stands:
        """There are no figures."""
        return Stands()

    def table_check(self, table: State, astray: Mapping[str, str | None]) -> TableCheckPanel:
        """Nothing can stand wrong."""
        return TableCheckPanel(rows=())

    def lights(self, table: State) -> dict[str, str]:
        """There is no board to be lit."""
        return {}

    def view(self, known: State, table: State, seat: Seat, told: Sequence[Event], prompt: Prompt | None) -> View:
        """See `show`."""
        return show.view(known, table, seat, told, prompt)

    def ending(self, truth: State, happened: Sequence[Event]) -> EndingPanel:
        """See `ending`."""
        return ending.ending(truth, happened)

    def in_language(self, known: State, language: str) -> State:
        """The same copy with another language among its options; they are in no event, so nothing else changes."""
        return msgspec.structs.replace(known, options=msgspec.structs.replace(known.options, language=language))

    def say_prompt(self, known: State, prompt: Prompt) -> tuple[str, tuple[str, ...]]:
        """See `words`."""
        return words.say_prompt(known, prompt), tuple(words.say_choice(known, prompt, c) for c in prompt.choices)

    def say_refusal(self, known: State, refused: Refused) -> str:
        """See `words`."""
        return words.say_refusal(known, refused)

    def describe(self, known: State, event: Event) -> str:
        """See `words`."""
        return words.describe(known, event)

    # ---- the rules, and a night that is over --------------------------------------------------------------------

    def faces(self, known: State) -> tuple[CardFace, ...]:
        """See `show`."""
        return show.every_face(known)

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


def _check_factions(written: str, players: int) -> None:
    parts = written.split("+")
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise BadOpening(f'options: factions: write players of red, blue, silver such as "2+1", not {written!r}')
    if (wrong := wrong_split([int(part[:3]) for part in parts], players)) is not None:
        raise BadOpening(f"options: factions: {wrong}")
