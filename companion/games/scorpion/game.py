"""Scorpion Clan as the referee knows it: the pure functions of `companion.game.Game`, put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.chance import Chance
from companion.events import Event
from companion.game import BadOpening, Laid, Opening, Outcome, Player, Stands, allowed_values, read_options
from companion.games.pictures import from_view
from companion.games.scorpion import (
    asks,
    bots,
    chronicle,
    ending,
    fold,
    hindsight,
    laid,
    pictures,
    position,
    routes,
    show,
    show_private,
    turns,
    words,
)
from companion.games.scorpion import events as e
from companion.games.scorpion.board import SHIPPED, Board
from companion.games.scorpion.cards import SHIPPED as CARD_SETS
from companion.games.scorpion.cards import CardSet
from companion.games.scorpion.names import (
    ALERT,
    FIGURES,
    GUARD_NUMBERS,
    GUARD_SIDE,
    INTRUDER_SIDE,
    NINJA,
    SEATS,
    SETUP,
    TRAITOR,
)
from companion.games.scorpion.reckoning import Suspects
from companion.games.scorpion.rulebook import rulebook
from companion.games.scorpion.state import Options, State, guard_seats, is_mine, seat_of
from companion.games.scorpion.telling import Telling
from companion.prompts import Prompt, read
from companion.seats import REFEREE, Seat
from companion.unknown import TEXT
from companion.verdicts import Refused
from companion.views import CardFace, EndingPanel, Illustration, LogLine, TableCheckPanel, View

BY_CARD: Final = {"rope": "rope", "passage": "secret_passage"}
"""Choices that play a card without naming it."""
OUTCOME_RULES: Final = {"intruders": "R253", "draw": "R254", "guards": "R255"}


class Scorpion:
    """Ninja: Legend of the Scorpion Clan."""

    id = "scorpion"
    events: Mapping[str, type[Event]] = e.VOCABULARY
    general: Mapping[str, str] = {"game_over": "R252", "not_your_turn": "R248"}

    def about(self) -> dict[str, Any]:
        """Titles, player numbers, maps and card sets, options with defaults."""
        return {
            "id": self.id,
            "titles": {language: words.texts(language).title for language in words.LANGUAGES},
            "players": sorted(SEATS),
            "maps": list(SHIPPED),
            "map_titles": {name: Board.load(name).title for name in SHIPPED},
            "cards": list(CARD_SETS),
            "card_titles": {name: CardSet.load(name).title for name in CARD_SETS},
            "options": msgspec.to_builtins(Options()),
            "allowed": allowed_values(Options),
        }

    def seats(self, players: int) -> tuple[Seat, ...]:
        """R4-R7."""
        if players not in SEATS:
            raise BadOpening(f"players: Scorpion Clan is for 2, 3 or 4 players, not for {players}")
        return SEATS[players]

    def sides(self, players: int) -> tuple[frozenset[Seat], ...]:
        """Guards and intruders (R1)."""
        seats = frozenset(SEATS[players])
        return (GUARD_SIDE & seats, INTRUDER_SIDE & seats)

    def blank(self, opening: Opening) -> State:
        """The empty table: map, cards and options are public, everything else is not known yet."""
        self.seats(opening.players)
        options = read_options(Options, opening.options)
        board = Board.load(opening.map or "twin-castles")
        return State(board=board, cards=CardSet.load(opening.cards), options=options, players=opening.players)

    def open(self, blank: State, opening: Opening, chance: Chance) -> tuple[list[Event], list[Event]]:
        """A new game with its missions drawn (R18), or the loaded position going on from where it stands."""
        if opening.position is not None:
            text = position.parse(opening.position)
            position.check(blank, text)
            laid = position.lay(blank, text, chance)
            self._check_prompts(blank, text, laid)
            asked = any(prompt is not None for prompt in text.prompts.values())
            return laid, [] if asked else self._settled(blank, laid, chance)
        whole = list(blank.cards.whole("guards"))
        half = list(blank.cards.half("guards"))
        if blank.options.deck == "physical":
            whole, half = [TEXT] * len(whole), [TEXT] * len(half)  # real cards: nobody knows what lies where
        deck: position.Cards = whole if blank.players < 4 else {"swords": half, "spears": half}
        text = position.PositionText(deck=deck, map=blank.board.source, cards=blank.cards.source)
        goals = chance.draw("ABCDEF", 2)
        first: list[Event] = [
            e.GameOpened(
                blank.board.source, blank.cards.source, blank.players, position.changed_options(blank.options)
            ),
            e.MissionDrawn(NINJA, goals[0]),
            e.MissionDrawn(TRAITOR, goals[1]),
        ]
        return position.lay(blank, text, chance), first

    def _check_prompts(self, blank: State, text: position.PositionText, laid: Iterable[Event]) -> None:
        """Refuses prompts that do not belong to what else a position says. Raises BadOpening naming the key."""
        seats = SEATS[blank.players]
        for key, named in (("prompts", text.prompts), ("confirmed", text.confirmed)):
            for name in named:
                if name not in seats:
                    raise BadOpening(f"position, {key}: {name!r} does not sit here; seats are {', '.join(seats)}")
        state = blank
        for event in laid:
            state = fold.evolve(state, event)
        for name, prompt in text.prompts.items():
            for choice in prompt.about if prompt is not None else ():
                if not asks.readable(state, choice):
                    raise BadOpening(f"position, prompts.{name}.about: {choice!r} is no pick")
        for seat in seats:
            key = f"position, prompts.{seat}"
            way_out = "leave the prompts out, and the phase begins anew"
            try:
                asked = asks.prompt(state, seat)
            except (KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration):
                raise BadOpening(f"{key}: this step cannot be resumed; {way_out}") from None
            written = text.prompts.get(seat)
            if written is not None and written.ask and (asked is None or asked.ask != written.ask):
                found = asked.ask if asked is not None else "nothing"
                raise BadOpening(f"{key}.ask: the seat is asked {found} here, not {written.ask}; {way_out}")

    def _settled(self, blank: State, laid: Iterable[Event], chance: Chance) -> list[Event]:
        """What happens at once in a position loaded without its prompts: an alert phase with nothing drawn is over."""
        state = blank
        for event in laid:
            state = fold.evolve(state, event)
        telling = Telling(state, REFEREE, chance)
        if state.phase != SETUP:
            telling.end_if_all_gone()
        begun = any(state.about.values()) or state.mover is not None or state.listening is not None
        if telling.now.phase == ALERT and not begun:
            turns.settle_alert(telling)
        return telling.events

    def evolve(self, known: State, event: Event) -> State:
        """See `fold`."""
        return fold.evolve(known, event)

    def prompt(self, known: State, seat: Seat) -> Prompt | None:
        """See `asks`."""
        return asks.prompt(known, seat)

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
        """Turn and phase (R84)."""
        return table.turn, table.phase

    def undone(self, seat: Seat, told: int, events: int) -> Event:
        """Told to the seat's side alone."""
        return e.Undone(seat, told, events)

    # ---- pieces on the table ------------------------------------------------------------------------------------

    def tokens(self, known: State) -> Iterable[str]:
        """The 58 cards, 20 guards, two intruders and a seal a seat."""
        for deck, kinds in known.cards.decks.items():
            for kind, card in kinds.items():
                yield from (f"card:{deck}/{kind}/{n}" for n in range(1, card.copies + 1))
        yield from (f"guard:{guard}" for guard in GUARD_NUMBERS)
        yield from (f"figure:{figure}" for figure in FIGURES)
        yield from (f"seal:{seat}" for seat in SEATS[known.players])

    def piece(self, known: State, token: str) -> tuple[str, str]:
        """`Guards`, `Sentry Listen 3`; guards are called by their number, as on the board."""
        spoken = words.texts(known.options.language)
        kind, _, name = token.partition(":")
        if kind != "card":
            return "", {"figure": spoken.say(f"figures.name.{name}"), "seal": spoken.say(f"seats.{name}")}.get(
                kind, name
            )
        deck, card, number = name.split("/")
        return spoken.say(f"seats.{deck}"), f"{known.cards.decks[deck][card].names[spoken.language]} {number}"

    def answers(self, known: State, seat: Seat, token: str) -> tuple[str, ...]:
        """The choices that a scanned piece stands for: a card its kind, a figure itself or the patrol it walks in."""
        prompt = self.prompt(known, seat)
        if prompt is None:
            return ()
        kind, _, rest = token.partition(":")
        found: list[str] = []
        for choice in prompt.choices:
            pick = read(choice)
            if kind == "card":
                deck, card, _ = rest.split("/")
                mine = deck == ("guards" if seat in guard_seats(known) else pick.who or _holder(known, prompt.ask))
                same = pick.form in ("card", "bluff") and pick.what == card
                if mine and (same or BY_CARD.get(pick.form) == card):
                    found.append(choice)
            elif (pick.form in ("guard", "figure") and pick.what == rest) or (
                pick.form == "patrol" and rest in known.patrols[pick.what].guards
            ):
                found.append(choice)
        return tuple(found)

    def meant(self, known: State, token: str) -> tuple[Seat, str]:
        """A card is its owner's, a guard the guards', an intruder his seat's.

        Of two guard players a figure's is who controls its weapon (R7), a card's the first for the first half of the
        copies (R26).
        """
        kind, _, rest = token.partition(":")
        seats = guard_seats(known)
        if kind == "card":
            deck, card, copy = rest.split("/")
            if deck in FIGURES:
                return seat_of(known, deck), f"card:{card}@{deck}"
            return seats[0 if int(copy) * len(seats) <= known.cards.copies(deck, card) else -1], f"card:{card}"
        if kind == "figure":
            return seat_of(known, rest), token
        return next((seat for seat in seats if is_mine(known, seat, rest)), seats[0]), token

    def laid(self, table: State, token: str) -> Laid:
        """See `laid`. Intruders answer nothing in the open."""
        kind, _, rest = token.partition(":")
        if kind == "guard":
            return laid.figure(table, token)
        if kind != "card" or rest.partition("/")[0] in FIGURES:
            return Laid()
        owner, _ = self.meant(table, token)
        return laid.card(table, rest.split("/")[1], owner)

    def routes(self, known: State, seat: Seat, token: str, zone: str) -> Sequence[tuple[str, ...]]:
        """See `routes`."""
        return routes.routes(known, seat, token, zone)

    def stands(self, table: State) -> Stands:
        """See `routes`."""
        return routes.stands(table)

    def table_check(self, table: State, astray: Mapping[str, str | None]) -> TableCheckPanel:
        """See `routes`."""
        return routes.table_check(table, astray)

    def simple_players(self, players: int, seed: int) -> Mapping[Seat, Player[State]]:
        """See `bots`."""
        return bots.simple_players(players, seed)

    # ---- what is shown ------------------------------------------------------------------------------------------

    def outcome(self, known: State) -> Outcome | None:
        """R252-R255."""
        if known.over is None:
            return None
        winner, reason = known.over
        return Outcome(winner, reason, OUTCOME_RULES[winner])

    def position(self, known: State, seat: Seat) -> dict[str, Any]:
        """See `position`."""
        prompts: dict[str, Any] = {}
        if seat == REFEREE:
            for owner in SEATS[known.players]:
                asked = self.prompt(known, owner)
                about = list(known.about.get(owner, ()))
                # Who has begun a step that waits for another seat is asked nothing, and must not lose it.
                ask = asked.ask if asked is not None else None
                prompts[owner] = {"ask": ask, "about": about} if ask or about else None
        return position.write(known, seat, prompts)

    def lights(self, table: State) -> dict[str, str]:
        """See `show`."""
        return dict(show.lights(table))

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
        """See `show_private`."""
        return show_private.every_face(known)

    def illustrate(self, known: State, table: State, seat: Seat, rule: str) -> Illustration | None:
        """See `pictures`."""
        picture = rulebook().pictures.get(rule, "")
        if picture.startswith("track "):
            return from_view(self.view(known, table, seat, (), None), picture)
        return pictures.draw(known, seat, picture)

    def retold(self, truth: State, events: Sequence[Event]) -> list[LogLine]:
        """See `hindsight`."""
        return hindsight.retold(truth, events)

    def rule_of(self, event: Event) -> str | None:
        """See `chronicle`."""
        return chronicle.rule_of(event)

    def reckoning(self) -> Suspects:
        """See `reckoning`."""
        return Suspects()

    def sign_of(self, event: Event) -> str:
        """See `chronicle`."""
        return chronicle.sign_of(event)


def _holder(known: State, ask: str) -> str:
    """The intruder whose hand an unnamed card choice is about: whose hand is chosen, who meets guards, found a sentry.

    ask: the question, which names him where a hand is chosen.
    """
    named = ask.rpartition("_")[2]
    if named in FIGURES:
        return named
    if isinstance(known.meeting, str):
        return known.meeting
    if known.sentry_found is not None:
        return known.sentry_found[0]
    if known.listening is not None:
        return TRAITOR
    return known.active if isinstance(known.active, str) else ""
