"""The simple players: they end what they begin, answer every question with what was offered, and know no secret."""

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.game import BadOpening, Opening, Player
from companion.games.scorpion.board import Board
from companion.games.scorpion.bots import SimpleGuards, simple_players
from companion.games.scorpion.bots_habits import Taste, next_card, whatever
from companion.games.scorpion.bots_hunch import Hunch, drift
from companion.games.scorpion.game import Scorpion
from companion.games.scorpion.names import FIGURES, SEATS
from companion.games.scorpion.state import State
from companion.prompts import UNDO, Prompt
from companion.seats import Seat
from companion.session import Session
from companion.taking import TAKE_BACK
from companion.unknown import UNKNOWN
from companion.verdicts import Accepted

GAME = Scorpion()
MOST_PICKS = 3000
BACK = {UNDO, TAKE_BACK}
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "given"


def table(seed: int, board: str = "twin-castles", players: int = 2) -> Session[State]:
    return Session(GAME, Opening(game="scorpion", seed=seed, map=board, players=players))


def asked(session: Session[State]) -> Iterator[Prompt]:
    return (prompt for seat in session.seats if (prompt := session.prompt(seat)) is not None)


def played(seed: int, board: str = "twin-castles", seats: int = 2) -> tuple[Session[State], list[str]]:
    """A game of the simple players to its end, each pick checked, and the picks."""
    session, players = table(seed, board, seats), simple_players(seats, seed)
    picks: list[str] = []
    while session.outcome() is None:
        prompt = next(asked(session))
        choice = str(session.advice(prompt.seat, players[prompt.seat]))
        assert choice in prompt.choices
        assert choice not in BACK
        assert isinstance(session.pick(prompt.seat, choice), Accepted)
        picks.append(choice)
        assert len(picks) < MOST_PICKS
    return session, picks


@pytest.mark.parametrize("seed", range(4))
def test_a_game_ends_with_a_winner_and_every_pick_was_offered(seed: int) -> None:
    session, _ = played(seed)
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.winner in ("guards", "draw", "intruders")


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_more_players_end_their_games_too(players: int, seed: int) -> None:
    assert played(seed, seats=players)[0].outcome() is not None


def test_R98_two_guard_players_always_agree_on_their_shares() -> None:
    for whole in range(4):
        takes = tuple(f"take:{n}" for n in range(whole + 1))
        prompts = [Prompt(Seat(seat), "split_draw", takes) for seat in ("swords", "spears")]
        picks = [SimpleGuards(0).choose(blank(), prompt) for prompt in prompts]
        assert sum(int(pick.removeprefix("take:")) for pick in picks) == whole


def test_the_small_yard_is_played_to_an_end_too() -> None:
    assert played(1, "drill-yard")[0].outcome() is not None


def test_the_same_seed_plays_the_same_game_and_another_one_another() -> None:
    assert played(5)[1] == played(5)[1]
    assert played(5)[1] != played(6)[1]


def test_the_same_table_is_played_otherwise_by_players_of_another_seed() -> None:
    openings = set()
    for seed in range(3):
        session, players = table(0), simple_players(2, seed)
        seat = Seat("guards")
        picks = []
        for _ in range(9):
            picks.append(str(session.advice(seat, players[seat])))
            session.pick(seat, picks[-1])
        openings.add(tuple(picks))
    assert len(openings) == 3


class Tempted:
    """A player that is offered to take back at every question."""

    def __init__(self, player: Player[State]) -> None:
        self.player = player

    def choose(self, known: State, prompt: Prompt) -> str:
        return self.player.choose(known, msgspec.structs.replace(prompt, choices=(*prompt.choices, *BACK)))


def mess(seed: int, board: str) -> set[str]:
    """A game in which others pick at random, while the simple players are asked at every question; what was asked.

    With odd seeds the guards play well, so that intruders die and come again; with even ones nobody arranges.
    """
    session, source = table(seed, board), random.Random(seed)
    players = {seat: Tempted(player) for seat, player in simple_players(2, seed).items()}
    met: set[str] = set()
    for _ in range(MOST_PICKS):
        prompts = list(asked(session))
        if not prompts:
            break
        answers = {}
        for prompt in prompts:
            met.add(prompt.ask)
            answers[prompt.seat] = str(session.advice(prompt.seat, players[prompt.seat]))
            assert answers[prompt.seat] in set(prompt.choices) - BACK
        prompt = source.choice(prompts)
        wild = [c for c in prompt.choices if c not in (*BACK, "starter") and (seed % 2 or c != "arrange")]
        plain = seed % 2 and prompt.seat == "guards"
        session.pick(prompt.seat, answers[prompt.seat] if plain else source.choice(wild))
    assert session.outcome() is not None
    return met


@pytest.mark.parametrize("board", ["twin-castles", "drill-yard"])
def test_every_question_is_answered_with_what_is_offered_and_never_with_undo(board: str) -> None:
    """Whoever comes to a table where others made a mess has an answer still."""
    met = set().union(*(mess(seed, board) for seed in range(8)))
    assert len(met) > 25


def scene(lines: Iterable[str]) -> set[str]:
    """Every table of a scenario, with the simple players asked before each pick; what was asked."""
    met: set[str] = set()
    session: Session[State] | None = None
    players: dict[Seat, Tempted] = {}
    for line in map(json.loads, lines):
        if line.get("do") == "load":
            position = line["position"]
            opening = Opening(
                game="scorpion",
                players=position.get("players", 2),
                seed=line.get("seed", 0),
                map=position["map"],
                options=position.get("options", {}),
                position=position,
            )
            try:
                session = Session(GAME, opening)
            except BadOpening:
                session = None  # the scenario is about a position that is refused
            players = {seat: Tempted(p) for seat, p in simple_players(opening.players, opening.seed).items()}
        elif line.get("do") == "pick" and session is not None:
            for prompt in asked(session):
                met.add(prompt.ask)
                assert session.advice(prompt.seat, players[prompt.seat]) in set(prompt.choices) - BACK
            session.pick(Seat(line["seat"]), line["choice"])
    return met


def test_every_question_of_the_scenarios_is_answered_with_what_is_offered() -> None:
    """They set up by hand what seldom comes about: a map of twenty guards, guards in the passage."""
    met = set().union(*(scene(path.read_text("utf-8").splitlines()) for path in sorted(SCENARIOS.glob("*.jsonl"))))
    assert met >= {"choose_members", "hidden_sentry", "remove_guard", "restart_ninja", "bonus_sleeper"}


def test_R198_whoever_is_nearer_to_death_is_struck() -> None:
    position = {
        "game": "scorpion",
        "map": "drill-yard",
        "players": 2,
        "turn": 5,
        "phase": "guard_cards",
        "alert": 3,
        "guards": {"g1": {"zone": "F3"}},
        "hand": {"guards": ["kenjutsu", "sentry_listen"], "ninja": [], "traitor": []},
        "ninja": {"zone": "F3", "shown": True, "wounds": 1},
        "traitor": {"zone": "F3", "shown": True, "wounds": 1},
    }
    session = Session(GAME, Opening(game="scorpion", map="drill-yard", position=position))
    guards = SimpleGuards(0)
    picks: list[str] = []
    while (prompt := session.prompt(Seat("guards"))) is not None and prompt.ask != "move_patrols":
        picks.append(str(session.advice(Seat("guards"), guards)))
        session.pick(Seat("guards"), picks[-1])
    assert picks[:2] == ["card:kenjutsu", "figure:traitor"]


Note = tuple[State, Prompt, str]


def noted(seed: int) -> dict[Seat, list[Note]]:
    """What each player of a game was handed, and answered."""
    session, players = table(seed), simple_players(2, seed)
    notes: dict[Seat, list[Note]] = {seat: [] for seat in players}

    class Noting:
        def __init__(self, seat: Seat) -> None:
            self.seat = seat

        def choose(self, known: State, prompt: Prompt) -> str:
            choice = players[self.seat].choose(known, prompt)
            notes[self.seat].append((known, prompt, choice))
            return choice

    while session.outcome() is None:
        seat = next(asked(session)).seat
        session.pick(seat, str(session.advice(seat, Noting(seat))))
    return notes


def test_a_player_is_handed_its_own_copy_and_that_holds_no_secret_of_the_other_side() -> None:
    notes = noted(3)
    for known, _, _ in notes[Seat("guards")]:
        assert known.entrances is UNKNOWN
        assert all(figure.path is UNKNOWN and figure.moved is UNKNOWN for figure in known.figures.values())
        assert all(figure.shown or not isinstance(figure.zone, str) for figure in known.figures.values())
    for known, _, _ in notes[Seat("intruders")]:
        assert known.goals is known.traps is known.hidden_sentries is UNKNOWN


def test_what_a_player_was_handed_is_all_that_its_answers_come_from() -> None:
    """Away from the table, shown the same copies in the same order, another player of that seed answers the same."""
    for seat, notes in noted(8).items():
        again = simple_players(2, 8)[seat]
        assert [again.choose(known, prompt) for known, prompt, _ in notes] == [choice for _, _, choice in notes]


# ---- the guess --------------------------------------------------------------------------------------------------


def blank() -> State:
    return GAME.blank(Opening(game="scorpion", map="twin-castles"))


def test_a_guess_sums_to_one_and_begins_where_intruders_may_start() -> None:
    known = blank()
    hunch = Hunch()
    hunch.look(known)
    assert set(hunch.weights["ninja"]) == known.board.edges
    assert set(hunch.weights["traitor"]) == set(known.board.traitor_starts)
    for name in FIGURES:
        assert sum(hunch.weights[name].values()) == pytest.approx(1.0)


def test_R101_silence_thins_the_guess_near_the_listener_and_a_hit_thickens_it() -> None:
    known = blank()
    zone = sorted(known.board.edges)[0]
    for heard in (False, True):
        hunch = Hunch()
        hunch.look(known)
        before = hunch.weights["ninja"][zone]
        hunch.listened(known, zone, heard)
        assert (hunch.weights["ninja"][zone] > before) is heard
        assert sum(hunch.weights["ninja"].values()) == pytest.approx(1.0)


def test_R142_nobody_is_thought_to_walk_further_than_three_zones() -> None:
    board = Board.load("twin-castles")
    for outward in (False, True):
        for start, ways in drift(board, outward).items():
            assert all(board.distance[start][zone] <= 3 for zone, _ in ways)
            assert sum(weight for _, weight in ways) == pytest.approx(1.0)


# ---- habits -----------------------------------------------------------------------------------------------------


def test_doing_nothing_is_what_is_picked_without_an_opinion() -> None:
    seat = Seat("guards")
    assert whatever(Prompt(seat, "remove_guard", ("guard:g1", "decline", UNDO))) == "decline"
    assert whatever(Prompt(seat, "take_back", ("to:step", "pass"))) == "pass"
    assert whatever(Prompt(seat, "allow_take_back", ("allow", "refuse"))) == "allow"
    assert whatever(Prompt(seat, "sentry_figure", ("sword", "spear"))) == "sword"


def test_R30_a_begun_hand_is_filled_up_towards_the_starter_hand() -> None:
    prompt = Prompt(Seat("intruders"), "choose_hand_ninja", ("card:kenjutsu+1", "card:rope", UNDO))
    assert next_card(prompt, ("kenjutsu+1", "rope", "rope"), ("kenjutsu+1", "rope")) == "card:rope"


def test_taste_is_even_and_its_own_for_every_seed() -> None:
    values = [Taste(seed)("zone", n) for seed in range(10) for n in range(100)]
    assert 0.45 < sum(values) / len(values) < 0.55
    assert len(set(values)) == len(values)


def test_there_is_a_player_for_every_seat() -> None:
    for players, seats in SEATS.items():
        assert tuple(simple_players(players, 0)) == seats


def test_a_detection_that_was_taken_back_or_was_in_the_passage_leaves_a_hunch_as_it_was() -> None:
    session, players = table(1), simple_players(2, 1)
    while (known := session._copies[Seat("guards")]).turn < 2:
        prompt = next(asked(session))
        session.pick(prompt.seat, str(session.advice(prompt.seat, players[prompt.seat])))
    assert all(known.figures[name].on_map and not known.figures[name].shown for name in FIGURES)
    for seen in ({}, dict.fromkeys(FIGURES, ("passage", 2))):
        hunch = Hunch()
        hunch.look(msgspec.structs.replace(known, last_seen=dict.fromkeys(FIGURES, ("G1", 2))))
        hunch.look(msgspec.structs.replace(known, last_seen=seen))
        assert all(0 < sum(weights.values()) < 1.001 for weights in hunch.weights.values())
