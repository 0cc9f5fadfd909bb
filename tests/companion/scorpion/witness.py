"""Somebody who knows the rules of Scorpion Clan by himself, and follows a game by what the referee was told."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.games.scorpion.board import Board
from companion.games.scorpion.names import PASSAGE
from companion.seats import REFEREE, Seat
from companion.session import Session
from tests.companion.support import position, told

GUARDS = Seat("guards")


class Witness:
    """Follows a game by what the referee was told, and knows the rules by itself."""

    def __init__(self, session: Session[Any], options: dict[str, Any]) -> None:
        self.session, self.options = session, options
        self.board: Board = Board.load(position(session)["map"])
        self.read = 0
        self.turn, self.phase, self.alert = 1, "setup", 0
        self.batch: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {}
        self.restarts: Counter[str] = Counter()
        self.wounds: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.done = False
        self.new_turn()

    def new_turn(self) -> None:
        self.carded: Counter[str] = Counter()
        self.attacked: Counter[str] = Counter()
        self.steps: dict[str, list[tuple[str, str]]] = {}
        self.halted: set[str] = set()
        self.from_hand = 0
        self.free_listen = False
        self.ways: dict[str, list[str]] = {"ninja": [], "traitor": []}
        self.stopped: set[str] = set()
        self.searches: Counter[str] = Counter()

    def look(self) -> None:
        """Judges what was told since the last look, then the position at hand."""
        self.batch = told(self.session, REFEREE, self.read)
        self.read += len(self.batch)
        self.now = position(self.session)
        for event in self.batch:
            assert not self.done, ("after the end", event)
            getattr(self, f"on_{event['event']}", lambda _: None)(event)
        self.judge(self.now)

    # ---- events -------------------------------------------------------------------------------------------------

    def on_TurnBegan(self, event: dict[str, Any]) -> None:
        first = 2 if self.options.get("first_alert_advances") else 1
        assert event["turn"] == (first if self.phase == "setup" else self.turn + 1) <= 20  # R86, Q5
        assert self.phase in ("setup", "intruders")  # R84
        self.turn = event["turn"]
        self.new_turn()

    def on_PhaseBegan(self, event: dict[str, Any]) -> None:
        order = {"setup": "alert", "alert": "guard_cards", "guard_cards": "patrol", "patrol": "intruders"}
        assert event["phase"] == order.get(self.phase, "alert")  # R84, R85
        self.phase = event["phase"]

    def on_AlertChanged(self, event: dict[str, Any]) -> None:
        level, was, cause = event["level"], self.alert, event["cause"]
        assert 0 <= level <= 3
        assert level != was
        if cause == "draw":
            assert level == was - 1  # R91
        elif cause in ("heard", "trap"):
            assert level == was + 1  # R107, R168
        elif cause == "kenjutsu":
            assert level in (min(3, was + 1), min(3, was + 2))  # R189
        else:
            assert level == 3  # R181, R197, R171
        self.alert = level

    def on_CardsDrawn(self, event: dict[str, Any]) -> None:
        assert 0 < event["count"] == len(event["kinds"]) <= self.alert  # R89, Q37

    def on_CardPlayed(self, event: dict[str, Any]) -> None:
        if event["figure"] is not None:
            self.played[event["figure"]] += 1
            return
        if event["card"] != "kenjutsu":
            assert not self.free_listen  # R131
            assert self.phase in ("alert", "guard_cards")
            assert event["source"] == ("drawn" if self.phase == "alert" else "hand")  # R92
        counts = event["card"] != "kenjutsu" or self.options.get("kenjutsu_outside_hand_limit") is False
        if counts and self.phase != "alert":
            self.from_hand += 1
            assert self.from_hand <= 2  # R124, Q18

    def on_Carded(self, event: dict[str, Any]) -> None:
        for guard in event["guards"]:
            self.carded[guard] += 1
            assert self.carded[guard] == 1  # R94

    def on_Woken(self, event: dict[str, Any]) -> None:
        assert event["zone"] in self.board.barracks
        assert 1 <= len(event["guards"]) <= 2
        for guard in event["guards"]:
            self.carded[guard], self.attacked[guard] = 1, 0
            self.steps.pop(guard, None)
            self.halted.discard(guard)

    def on_Listened(self, event: dict[str, Any]) -> None:
        self.free_listen = self.free_listen or event["free"]
        assert event["zone"] in self.board.order  # R244

    def on_GuardsMoved(self, event: dict[str, Any]) -> None:
        source, target = event["source"], event["target"]
        if source != PASSAGE:
            assert target in self.board.borders[source]  # R116
        for guard in event["guards"]:
            assert guard not in self.halted  # R114, R115, R117, R180
            way = self.steps.setdefault(guard, [])
            way.append((source, target))
            assert len(way) <= 2
            assert len(way) == 1 or way[0][1] == source
            if self.phase == "patrol":
                assert target in self.board.track[source]  # R133
                assert len(way) == 1 or way[0][0] != target  # R138
        if target in self.board.moats:
            self.halted |= set(event["guards"])

    def on_MoveEnded(self, event: dict[str, Any]) -> None:
        for guard in event["guards"]:
            way = self.steps.get(guard, [])
            if self.phase == "patrol" and len(way) < 2:
                cut = {e["zone"] for e in self.batch if e["event"] == "Detected"} | self.board.moats
                assert way[-1][1] in cut  # R135, Q17
            if way:
                self.halted.add(guard)

    def on_PassageEntered(self, event: dict[str, Any]) -> None:
        assert event["guard"] not in self.halted  # R115
        self.halted.add(event["guard"])  # R226

    def on_Attacked(self, event: dict[str, Any]) -> None:
        assert self.phase in ("alert", "guard_cards", "patrol")  # R187
        self.attacked[event["guard"]] += 1
        assert self.attacked[event["guard"]] == 1  # R195
        self.wounds[event["figure"]] += 1
        assert event["wounds"] == self.wounds[event["figure"]]  # R196

    def on_GuardRemoved(self, event: dict[str, Any]) -> None:
        for marks in (self.carded, self.attacked, self.steps):
            marks.pop(event["guard"], None)
        self.halted.discard(event["guard"])

    def on_Died(self, event: dict[str, Any]) -> None:
        assert self.wounds[event["figure"]] == {"ninja": 3, "traitor": 2}[event["figure"]]  # R198, R199
        early = self.turn <= self.options.get("last_replacement_turn", 10)
        assert event["waiting"] == (early and not self.restarts[event["figure"]])  # R202, R203, R215

    def on_WoundsReturned(self, event: dict[str, Any]) -> None:
        self.wounds[event["figure"]] = 0

    def on_Restarted(self, event: dict[str, Any]) -> None:
        figure, zone, board = event["figure"], event["zone"], self.board
        self.restarts[figure] += 1
        assert self.restarts[figure] == 1  # R203
        assert len(event["cards"]) == {"ninja": 6, "traitor": 5}[figure]  # R207
        assert zone in (board.edges if figure == "ninja" else board.traitor_starts)  # R204
        self.played[figure] = 0

    def on_BonusTaken(self, event: dict[str, Any]) -> None:
        assert event["count"] <= 5  # R211

    def step(self, figure: str, source: str, target: str) -> None:
        way = self.ways[figure]
        assert self.phase == "intruders"
        assert not self.searches.total()
        assert figure not in self.stopped  # R149, R152, R226
        assert len(way) < 3  # R142
        way.append(target)

    def on_Stepped(self, event: dict[str, Any]) -> None:
        figure, source, target = event["figure"], event["source"], event["target"]
        self.step(figure, source, target)
        if event["by"] == "rope":
            assert target in self.board.walls[source]  # R150
            self.stopped.add(figure)
        elif event["by"] == "step":
            assert target in self.board.borders[source]
        if target in self.board.moats:
            self.stopped.add(figure)

    def on_SlippedInside(self, event: dict[str, Any]) -> None:
        self.step(event["figure"], "", PASSAGE)
        self.stopped.add(event["figure"])

    def on_Escaped(self, event: dict[str, Any]) -> None:
        self.step(event["figure"], "", "off the map")  # R174

    def on_SearchDeclared(self, event: dict[str, Any]) -> None:
        self.searches[event["figure"]] += 1
        assert self.searches[event["figure"]] <= 2  # R157
        path = self.now[event["figure"]]["path"]
        assert event["zone"] in path
        assert len(path) > 1

    def on_GameOver(self, event: dict[str, Any]) -> None:
        self.done = True
        found = self.now
        home = [found[name] for name in ("ninja", "traitor") if found[name]["state"] == "escaped"]
        winner = ("guards", "draw", "intruders")[sum(figure["done"] for figure in home)]
        assert event["winner"] == winner  # R253-R255

    # ---- the position after each pick ---------------------------------------------------------------------------

    def judge(self, now: dict[str, Any]) -> None:
        guards, notice = now["guards"], self.options.get("drunk_guards_notice", False)
        assert len(guards) <= 20  # R216
        assert sum(guard["drunk"] for guard in guards.values()) <= 3  # R9, Q25
        walking = [guard for patrol in now["patrols"].values() for guard in patrol["guards"]]
        assert len(walking) == len(set(walking))  # R76
        for patrol in now["patrols"].values():
            assert len(patrol["guards"]) > 1
            assert len({guards[guard]["zone"] for guard in patrol["guards"]}) == 1
            assert not any(guards[guard]["drunk"] for guard in patrol["guards"])  # Q57
        if "guards" in now["confirmed"]:
            piles = [now["hand"]["guards"], *(now[key] for key in ("drawn", "deck", "discard", "discard_old"))]
            marks = now["ninja"]["wounds"] + now["traitor"]["wounds"] + now["passage"]["guard_cards"]
            assert sum(map(len, piles)) + marks == 36  # 2.16, R88
        public = position(self.session, GUARDS)
        for name in ("ninja", "traitor"):
            self.judge_figure(now, public[name], name, notice)
        inside = sum(guard["zone"] == PASSAGE for guard in guards.values())
        assert inside <= now["passage"]["guard_cards"]  # R246, R247
        if {"event": "PhaseBegan", "phase": "intruders"} in self.batch:
            ended = {guard["zone"] for guard in guards.values() if notice or not guard["drunk"]}
            assert ended & set(now["passage"]["entrances"]) <= set(now["passage"]["known"])  # R227, Q42

    def judge_figure(self, now: dict[str, Any], public: dict[str, Any], name: str, notice: bool) -> None:
        figure = now[name]
        here = [g for g in now["guards"].values() if g["zone"] == figure["zone"] and (notice or not g["drunk"])]
        free = figure["walking_unseen"] is True or figure["met"] is True or now["phase"] == "setup"
        if figure["state"] in ("on_map", "in_passage") and not free:
            assert figure["shown"] == bool(here)  # R179, R184, Q54
        if figure["state"] not in ("on_map", "in_passage"):
            assert not figure["shown"]
            assert figure["zone"] is None
        limit = {"ninja": (8, 6), "traitor": (7, 5)}[name][self.restarts[name]]
        if now["phase"] != "setup" and figure["state"] not in ("dead", "waiting"):
            assert len(now["hand"][name]) + self.played[name] == limit  # R141
        if not figure["shown"] and figure["state"] in ("on_map", "in_passage"):
            inside = self.options.get("passage_inside") == "public" and figure["state"] == "in_passage"
            assert public["zone"] == (PASSAGE if inside else "??")  # R70
        for key in ("moved", "path", "finished", "walking_unseen"):
            assert public[key] == "??"  # R106, R139
