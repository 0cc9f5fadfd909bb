"""What each seat is shown, and which lights shine: from positions, picks, and whole games."""

from __future__ import annotations

import random
from typing import Any, TypeVar

import pytest

from companion.games.scorpion import events as e
from companion.games.scorpion import show_board, show_log
from companion.games.scorpion.state import State
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Session
from companion.taking import TakeBackAsked, TakenBack
from companion.verdicts import Accepted
from companion.views import (
    BoardPanel,
    CardsPanel,
    HandPanel,
    LogPanel,
    Mark,
    Panel,
    PromptChoice,
    PromptPanel,
    TallyPanel,
    TracksPanel,
    View,
)
from tests.companion.support import asked, copy_of, lively, loaded, open_table
from ui.icon_paths import PATHS

GUARDS, INTRUDERS = Seat("guards"), Seat("intruders")
P = TypeVar("P", bound=Panel)
AWAY: dict[str, Any] = {"ninja": {"zone": "A1"}, "traitor": {"zone": "K3"}}


def at(**keys: Any) -> Session[Any]:
    """A table that stands at a position on the drill yard."""
    position = {"game": "scorpion", "map": "drill-yard", "turn": 5, "phase": "guard_cards", **AWAY, **keys}
    return loaded(position, seed=7)


def pick(session: Session[Any], seat: Seat, *choices: str) -> None:
    for choice in choices:
        assert isinstance(session.pick(seat, choice), Accepted), choice


def panel(view: View, kind: type[P], at: int = 0) -> P:
    return [found for found in view.panels if isinstance(found, kind)][at]


def marks(view: View, kind: str) -> list[Mark]:
    return [mark for mark in panel(view, BoardPanel).marks if mark.kind == kind]


def tag(view: View, choice: str) -> PromptChoice:
    return next(found for found in panel(view, PromptPanel).choices if found.id == choice)


def value(view: View, row: str) -> str:
    return next(found.value for found in panel(view, TallyPanel).rows if found.id == row)


HUNTED: dict[str, Any] = {
    "guards": {"g1": {"zone": "F3"}, "g2": {"zone": "A6"}},
    "hand": {"guards": ["sentry_listen", "kenjutsu"]},
    "ninja": {"zone": "F4", "moved": 1, "path": ["F5", "F4"]},
}

# ---- lights -----------------------------------------------------------------------------------------------------


def test_R106_the_listener_shines_as_heard_and_the_zones_he_may_go_to_as_legal() -> None:
    session = at(**HUNTED)
    pick(session, GUARDS, "card:sentry_listen")
    assert session.lights() == {}
    pick(session, GUARDS, "guard:g1")
    assert session.lights() == {"E3": "legal", "F2": "legal", "F3": "heard", "F4": "legal", "G3": "legal"}
    pick(session, GUARDS, "stay")
    assert session.lights() == {}


def test_R179_a_figure_that_is_shown_shines_as_detected_and_ends_the_search_for_him() -> None:
    session = at(**HUNTED)
    pick(session, GUARDS, "card:sentry_listen", "guard:g1", "zone:F4")
    assert session.lights() == {"F4": "detected"}


def test_a_lamp_shows_one_light_and_detected_goes_before_heard() -> None:
    session = at(**{**HUNTED, "traitor": {"zone": "F3", "shown": True}})
    pick(session, GUARDS, "card:sentry_listen", "guard:g1")
    assert session.lights()["F3"] == "detected"


@pytest.mark.skipif("searched_now" not in State.__struct_fields__, reason="the copy does not keep it yet")
def test_R163_what_was_searched_shines_until_the_next_turn_begins() -> None:
    session = at(phase="intruders", ninja={"zone": "B5"}, found={"A4": "nothing"})
    pick(session, INTRUDERS, "figure:ninja", "zone:B4", "stay", "search", "ninja:B4", "ninja:B5", "done")
    assert session.lights() == {"B4": "searched", "B5": "searched"}
    pick(session, INTRUDERS, "end")
    assert session.lights() == {}


def test_lights_tell_nothing_of_a_secret_move() -> None:
    session = at(phase="intruders")
    pick(session, INTRUDERS, "figure:ninja", "zone:B1")
    assert session.lights() == {}


# ---- the public screen ------------------------------------------------------------------------------------------


def test_the_public_strip_names_what_every_seat_could_name_and_no_card() -> None:
    session = at(**HUNTED)
    view = session.view(TABLE)
    strip = panel(view, PromptPanel)
    assert (view.turn_of, strip.seat, strip.ask) == (("guards",), "guards", "play_hand")
    assert [choice.id for choice in strip.choices] == ["listen", "end"]
    assert not any(choice.private for choice in strip.choices)
    assert not any(isinstance(found, (HandPanel, CardsPanel)) for found in view.panels)


def test_the_public_strip_stays_as_it_is_while_a_card_is_only_chosen() -> None:
    session = at(**HUNTED)
    before = session.view(TABLE)
    pick(session, GUARDS, "card:sentry_listen")
    assert session.view(TABLE) == before
    assert session.view(INTRUDERS) == at(**HUNTED).view(INTRUDERS)


def test_Q49_everybody_sees_that_the_answer_to_a_listen_is_waited_for() -> None:
    session = at(**{**HUNTED, "hand": {"guards": ["sentry_listen"], "traitor": ["rope"]}})
    pick(session, GUARDS, "card:sentry_listen", "guard:g1")
    view = session.view(TABLE)
    assert view.turn_of == ("intruders",)
    assert panel(view, PromptPanel).say == "g1 listens: the intruders answer"
    assert panel(view, PromptPanel).choices == ()
    answer = session.view(INTRUDERS)
    assert tag(answer, "pass").note == "they hear the ninja"
    assert tag(answer, "pass").private


def test_the_intruders_move_in_secret() -> None:
    session = at(phase="intruders")
    strip = panel(session.view(TABLE), PromptPanel)
    pick(session, INTRUDERS, "figure:ninja", "zone:B1")
    assert panel(session.view(TABLE), PromptPanel) == strip == panel(session.view(GUARDS), PromptPanel)
    assert (strip.seat, strip.say, strip.choices) == ("intruders", "The intruders move in secret", ())
    assert all(choice.private for choice in panel(session.view(INTRUDERS), PromptPanel).choices)


def test_R247_the_guards_prompt_outside_cards_is_public_in_both_windows() -> None:
    session = at(**HUNTED)
    pick(session, GUARDS, "card:sentry_listen", "guard:g1")
    public, own = (panel(session.view(seat), PromptPanel) for seat in (TABLE, GUARDS))
    assert [choice.id for choice in public.choices] == ["zone:E3", "zone:F2", "zone:F4", "zone:G3", "stay"]
    assert public == own
    assert tag(session.view(TABLE), "zone:E3").zone == "E3"
    assert public.say == "Heard! g1 may pursue"


def test_cards_and_barracks_are_private_choices() -> None:
    session = at(guards={"g1": {"zone": "F3"}}, hand={"guards": ["awaken"]}, sleepers={"B6": 2, "E6": 1})
    view = session.view(GUARDS)
    assert {choice.id: choice.private for choice in panel(view, PromptPanel).choices} == {
        "card:awaken": True,
        "listen": False,
        "end": False,
    }
    pick(session, GUARDS, "card:awaken")
    assert all(choice.private for choice in panel(session.view(GUARDS), PromptPanel).choices)


def test_drawn_cards_are_counted_in_public_and_open_to_the_guards() -> None:
    session = at(phase="alert", drawn=["awaken", "patrol_listen"], sleepers={"B6": 1}, guards={"g1": {"zone": "F3"}})
    public = session.view(TABLE)
    assert value(public, "drawn") == "2"
    assert panel(public, PromptPanel).say == "Play any of the drawn cards"
    drawn = panel(session.view(GUARDS), CardsPanel)
    assert [(card.id, card.choice, card.why_not) for card in drawn.cards] == [
        ("patrol_listen", None, "nobody there for it"),
        ("awaken", "card:awaken", ""),
    ]


def test_the_tracks_show_alert_turn_and_phase() -> None:
    tracks = {track.id: track for track in panel(at(alert=2).view(TABLE), TracksPanel).tracks}
    assert (tracks["alert"].at, tracks["alert"].of, tracks["alert"].word) == (2, 3, "Medium")
    assert (tracks["turn"].at, tracks["turn"].of, tracks["turn"].word) == (5, 20, "5 of 20")
    assert (tracks["phase"].at, tracks["phase"].word, len(tracks["phase"].icons)) == (2, "Cards", tracks["phase"].of)
    assert tracks["wounds_traitor"].of == 2


def test_a_wish_to_take_back_is_public() -> None:
    table = copy_of(at(), TABLE)
    view = show_view(table, [TakeBackAsked(GUARDS, "phase")])
    assert panel(view, PromptPanel).say == "Guards ask to take back"
    assert panel(show_view(table, [TakeBackAsked(GUARDS, "phase"), TakenBack(0)]), PromptPanel).ask == "play_hand"


def show_view(table: Any, told: list[Any]) -> View:
    from companion.games.scorpion import show

    return show.view(table, table, TABLE, told, None)


# ---- private windows --------------------------------------------------------------------------------------------


def test_R135_the_guards_see_their_map_and_others_do_not() -> None:
    secrets = {"sleepers": {"B6": 2}, "goals": {"A": "A4"}, "traps": ["C6"], "hidden_sentries": ["K6"]}
    session = at(guards={"g1": {"zone": "F3"}}, ended={"F3": 4}, found={"A5": "nothing", "B5": "goal_C"}, **secrets)
    view = session.view(GUARDS)
    assert [(mark.zones, mark.text) for mark in marks(view, "sleepers")] == [(("B6",), "2")]
    assert [(mark.zones, mark.text) for mark in marks(view, "goal")] == [(("A4",), "A")]
    assert [mark.zones for kind in ("trap", "hidden_sentry", "ended") for mark in marks(view, kind)] == [
        ("C6",),
        ("K6",),
        ("F3",),
    ]
    for seat in (TABLE, INTRUDERS):
        kinds = {mark.kind for mark in panel(session.view(seat), BoardPanel).marks}
        assert kinds.isdisjoint({"sleepers", "goal", "trap", "hidden_sentry", "ended"})
        assert {"nothing", "found"} <= kinds


def test_a_hand_says_why_a_card_cannot_be_played() -> None:
    session = at(guards={"g1": {"zone": "F3"}}, hand={"guards": ["sentry_search", "kenjutsu", "secret_passage"]})
    hand = panel(session.view(GUARDS), HandPanel)
    assert [(card.id, card.choice, card.why_not) for card in hand.cards] == [
        ("sentry_search", "card:sentry_search", ""),
        ("kenjutsu", None, "nobody there to attack"),
        ("secret_passage", None, "no entrance known yet"),
    ]


def test_the_intruders_see_both_hands_and_how_loud_they_are() -> None:
    session = at(
        phase="intruders",
        guards={"g1": {"zone": "F3"}, "g2": {"zone": "F5"}, "g3": {"zone": "F5"}, "g4": {"zone": "A6"}},
        patrols={"p1": {"guards": ["g2", "g3"]}},
        hand={"ninja": ["rope", "shuriken"], "traitor": ["it_was_a_cat"]},
        ninja={"zone": "D1"},
    )
    pick(session, INTRUDERS, "figure:ninja", "zone:C1", "zone:B1")
    view = session.view(INTRUDERS)
    assert value(view, "moved_ninja") == "2 of 3 zones"
    assert value(view, "noise_ninja") == "Walk"
    assert value(view, "hears_ninja") == "nobody"
    assert [panel(view, HandPanel, n).owner for n in (0, 1)] == ["ninja", "traitor"]
    assert [mark.who for mark in marks(view, "noise")] == ["ninja"]
    assert "B3" in marks(view, "noise")[0].zones
    assert panel(view, PromptPanel).say == "Ninja walks: 1 more, or stop?"
    assert [choice.id for choice in panel(view, PromptPanel).choices if choice.main] == ["stay"]


def test_R101_those_who_would_hear_are_named_a_patrol_as_one() -> None:
    session = at(
        guards={"g1": {"zone": "F3"}, "g2": {"zone": "F5"}, "g3": {"zone": "F5"}, "g4": {"zone": "A6"}},
        patrols={"p1": {"guards": ["g2", "g3"]}},
        ninja={"zone": "F4", "moved": 1, "path": ["F5", "F4"]},
    )
    view = session.view(INTRUDERS)
    assert value(view, "hears_ninja") == "g1, p1"
    assert [mark.text for mark in marks(view, "listener")] == ["g1", "g2", "g3"]
    assert marks(session.view(GUARDS), "noise") == []


def test_secret_figures_stand_on_private_maps_only() -> None:
    session = at(guards={"g1": {"zone": "F3", "drunk": True}}, ninja={"zone": "F3"})
    own = {piece.id: piece for piece in panel(session.view(INTRUDERS), BoardPanel).pieces}
    assert own["ninja"].secret
    assert own["g1"].drunk
    for seat in (TABLE, GUARDS):
        assert [piece.id for piece in panel(session.view(seat), BoardPanel).pieces] == ["g1"]


def test_R144_ways_carry_the_turn_and_this_turns_way_is_broad() -> None:
    session = at(phase="intruders", turn=5, ninja={"zone": "F1"})
    pick(session, INTRUDERS, "figure:ninja", "zone:E1", "stay", "end")
    pick(session, GUARDS, "end", "end")
    pick(session, INTRUDERS, "figure:ninja", "zone:D1", "zone:C1")
    ways = marks(session.view(INTRUDERS), "path")
    assert [(way.zones, way.texts, way.text, way.now) for way in ways] == [
        (("F1", "E1"), ("", "5"), "sneak", False),
        (("E1", "D1", "C1"), ("", "6", "6"), "walk", True),
    ]


def test_R225_the_passage_is_a_circle_round_the_number() -> None:
    passage = {"entrances": ["B1", "K6"], "known": [], "ninja_card": True}
    session = at(phase="intruders", ninja={"zone": "A1"}, passage=passage)
    pick(session, INTRUDERS, "figure:ninja", "zone:B1", "passage")
    (way,) = marks(session.view(INTRUDERS), "path")
    assert (way.zones, way.texts, way.text) == (("A1", "B1"), ("", "(5)"), "walk")
    assert [mark.zones for mark in marks(session.view(INTRUDERS), "entrance")] == [("B1",), ("K6",)]
    assert marks(session.view(GUARDS), "entrance") == []


def test_what_is_undone_is_neither_drawn_nor_said() -> None:
    session, straight = at(phase="intruders"), at(phase="intruders")
    pick(session, INTRUDERS, "figure:ninja", "zone:B1", "undo")
    pick(straight, INTRUDERS, "figure:ninja")
    assert session.view(INTRUDERS) == straight.view(INTRUDERS)
    pick(session, INTRUDERS, "zone:A2")  # a moat: the move ends by itself
    view = session.view(INTRUDERS)
    assert [way.zones for way in marks(view, "path")] == [("A1", "A2")]
    said = [line.text for line in panel(view, LogPanel).lines]
    assert said == ["The ninja went to A2.", "The ninja stopped."]


def test_what_both_sides_took_back_is_forgotten() -> None:
    told = [e.TurnBegan(5), e.CatAnswered(), TakeBackAsked(GUARDS, "turn"), TakenBack(1)]
    assert list(show_log.standing_events(told)) == [told[0], told[3]]


def test_what_the_other_side_did_meanwhile_stands() -> None:
    told = [e.Chosen(GUARDS, "zone:A3"), e.SetupConfirmed(INTRUDERS), e.Undone(GUARDS, 0, 1)]
    assert list(show_log.standing_events(told)) == [told[1]]


def test_R160_declared_zones_carry_their_number() -> None:
    session = at(phase="intruders", ninja={"zone": "B5"})
    pick(session, INTRUDERS, "figure:ninja", "zone:B4", "stay", "search", "ninja:B4", "ninja:B5")
    view = session.view(INTRUDERS)
    assert [(mark.zones, mark.text) for mark in marks(view, "declared")] == [(("B4",), "1"), (("B5",), "2")]
    assert marks(session.view(TABLE), "declared") == []
    assert tag(view, "done").main
    assert value(view, "searched_ninja") == "2 of 2 zones"
    assert [line.id for line in panel(view, PromptPanel).about] == ["R155", "R162", "R156"]
    assert panel(session.view(TABLE), PromptPanel).about == panel(session.view(GUARDS), PromptPanel).about == ()


def test_the_log_names_guards_as_they_walked_then() -> None:
    patrols = {"p1": {"guards": ["g1", "g2"]}}
    session = at(
        guards={"g1": {"zone": "F3"}, "g2": {"zone": "F3"}, "g3": {"zone": "A6"}},
        patrols=patrols,
        hand={"guards": ["patrol_search", "sentry_search"]},
    )
    pick(session, GUARDS, "card:patrol_search", "patrol:p1", "zone:E3", "stay")
    lines = [line.text for line in panel(session.view(TABLE), LogPanel).lines]
    assert "Patrol 1 moved to E3." in lines
    assert {line.turn for line in panel(session.view(TABLE), LogPanel).lines} == {5}


# ---- setup ------------------------------------------------------------------------------------------------------


def test_R50_goals_are_counted_by_castle_while_they_are_hidden() -> None:
    session = open_table("scorpion", 3, map="drill-yard")
    pick(session, GUARDS, "starter")
    source, counted = random.Random(3), []
    while (prompt := session.prompt(GUARDS)) is not None and prompt.ask != "confirm_setup":
        rows = {row.id: row for row in panel(session.view(GUARDS), TallyPanel).rows}
        castles = [rows[f"goals_{castle}"].done for castle in ("west", "east") if f"goals_{castle}" in rows]
        assert bool(castles) == prompt.ask.startswith("hide_goal")
        counted += [sum(castles)] if castles else []
        pick(session, GUARDS, source.choice([choice for choice in prompt.choices if choice.startswith("zone:")]))
    assert counted == [0, 1, 2, 3, 4, 5]


def test_what_is_placed_in_setup_is_on_its_own_map_only() -> None:
    session = open_table("scorpion", 3, map="drill-yard")
    pick(session, GUARDS, "starter", "arrange")
    pick(session, INTRUDERS, "starter", "starter", "arrange")
    own = panel(session.view(GUARDS), BoardPanel)
    assert [piece.id for piece in own.pieces] == [f"g{n}" for n in range(1, 15)]
    assert [piece.group for piece in own.pieces[8:]] == ["p1", "p1", "p2", "p2", "p3", "p3"]
    assert sum(int(mark.text) for mark in own.marks if mark.kind == "sleepers") == 8
    assert sorted(mark.text for mark in own.marks if mark.kind == "goal") == list("ABCDEF")
    theirs = panel(session.view(INTRUDERS), BoardPanel)
    assert [piece.id for piece in theirs.pieces] == ["ninja"]
    assert {mark.kind for mark in theirs.marks} == {"entrance"}
    public = session.view(TABLE)
    assert (panel(public, BoardPanel).pieces, panel(public, BoardPanel).marks) == ((), ())
    assert panel(public, PromptPanel).say == "Both sides set up in secret"
    assert public.turn_of == ("guards", "intruders")
    pick(session, GUARDS, "confirm")
    assert panel(session.view(TABLE), PromptPanel).say == "The intruders set up in secret"


def test_a_hand_is_chosen_from_what_is_left() -> None:
    session = open_table("scorpion", 3, map="drill-yard")
    pick(session, GUARDS, "card:awaken", "card:awaken")
    view = session.view(GUARDS)
    offer = {card.id: (card.count, card.choice) for card in panel(view, CardsPanel).cards}
    assert offer["awaken"] == (4, "card:awaken")
    assert [(card.id, card.count, card.choice) for card in panel(view, HandPanel).cards] == [("awaken", 2, None)]
    assert panel(view, PromptPanel).say == "Choose 22 more cards for the guards"
    assert tag(view, "card:awaken").note == "2 of 6 taken"
    assert value(view, "cards") == "2 of 24"


# ---- whole games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
)
def test_every_view_of_whole_games_holds_together(players: int) -> None:
    for seed in range(2):
        session = open_table("scorpion", seed, players=players, map=("twin-castles", "drill-yard")[seed])
        source = random.Random(seed)
        for number in range(4000):
            prompts = asked(session)
            if not prompts:
                break
            if number % 20 == 0:
                for seat in (*session.seats, TABLE):
                    check(session, seat)
            prompt = source.choice(prompts)
            session.pick(prompt.seat, lively(source, prompt.choices))
        for seat in (*session.seats, TABLE):
            view = session.view(seat)
            assert view.result
            assert view.turn_of == ()
            assert panel(view, PromptPanel).ask == "over"


def check(session: Session[Any], seat: Seat) -> None:
    """What holds of every view: of icons, tags, marks, and of what a public screen may name."""
    view, prompt = session.view(seat), session.prompt(seat) if seat != TABLE else None
    strip, board = panel(view, PromptPanel), panel(view, BoardPanel)
    assert view.turn_of
    assert strip.say
    assert len(strip.say) <= 42
    assert sum(choice.main for choice in strip.choices) <= 1
    if prompt is not None:
        assert tuple(choice.id for choice in strip.choices) == prompt.choices
    for choice in strip.choices:
        assert choice.say
        assert choice.icon == "" or choice.icon in PATHS, choice
        assert choice.zone is None or choice.zone in board.sheet.zones
    public = {choice.id for choice in strip.choices if not choice.private}
    if seat != TABLE and public:
        assert public <= {choice.id for choice in panel(session.view(TABLE), PromptPanel).choices} or seat == "spears"
    assert all(zone in board.sheet.zones for mark in board.marks for zone in mark.zones)
    assert all(mark.text in ("", "sneak", "walk", "run") for mark in board.marks if mark.kind == "path")
    assert all(len(mark.texts) == len(mark.zones) for mark in board.marks if mark.kind == "path")
    assert all(piece.zone in board.sheet.zones for piece in board.pieces)
    assert len({piece.id for piece in board.pieces}) == len(board.pieces)
    assert all(row.icon == "" or row.icon in PATHS for row in panel(view, TallyPanel).rows)
    assert all(row.label for row in panel(view, TallyPanel).rows)
    assert len(panel(view, LogPanel).lines) <= show_log.LINES
    for found in view.panels:
        for card in getattr(found, "cards", ()):
            assert card.icon in PATHS
            assert not (card.choice and card.why_not)
            if card.counts:
                assert dict(card.counts) == {word: str(n) for word, n in counted(session, seat, card.id).items()}


def counted(session: Session[Any], seat: Seat, kind: str) -> dict[str, int]:
    """How many cards of a kind truly lie in a seat's own piles."""
    piles = copy_of(session, REFEREE).piles[seat]
    played = (*piles.discard, *piles.discard_old)
    return {"In your hand": piles.hand.count(kind), "in the deck": piles.deck.count(kind), "played": played.count(kind)}


@pytest.mark.parametrize("players", [2, 4])
def test_a_guard_player_counts_his_own_cards_and_nobody_sees_where_those_of_others_lie(players: int) -> None:
    session = open_table("scorpion", 5, players=players)
    session.random(150, 9)
    told = 0
    for seat in (*session.seats, TABLE):
        faces = [card for found in session.view(seat).panels for card in getattr(found, "cards", ())]
        mine = [card for card in faces if card.counts]
        told += len(mine)
        assert not mine or seat in copy_of(session, REFEREE).piles
        for card in mine:
            assert dict(card.counts) == {word: str(n) for word, n in counted(session, seat, card.id).items()}
    assert told >= players


def test_the_way_drawn_is_the_way_gone() -> None:
    """Over whole games with undo: what the events tell of every turn is what the copy held when that turn ended."""
    for seed in range(3):
        session = open_table("scorpion", seed, map="twin-castles")
        source = random.Random(seed)
        gone: dict[tuple[str, int], list[str]] = {}
        lives: dict[str, int] = {}
        turn = 0
        while prompts := asked(session):
            prompt = source.choice(prompts)
            session.pick(prompt.seat, lively(source, prompt.choices))
            state = copy_of(session, INTRUDERS)
            for name, figure in state.figures.items():
                if lives.get(name) != figure.lives:
                    lives[name] = figure.lives
                    gone = {key: way for key, way in gone.items() if key[0] != name}
                if state.phase == "intruders" and figure.on_map:
                    gone[name, state.turn] = [zone for zone in figure.path if zone != "passage"]
            if state.turn != turn:
                turn = state.turn
                drawn = show_board.walked(state, session.told(INTRUDERS))
                for (name, when), way in gone.items():
                    if len(way) > 1 and when < turn and state.figures[name].on_map:
                        assert drawn[name, when][0] == way, (seed, name, when)
