"""A night that is over as one page for a browser: all of it in one file, which asks no network for anything.

The page holds what `companion.replay` tells of every step, through the eyes of each seat; drawing and turning the
leaves is a little script at its end.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.replay import Night
from companion.rule_reader import RuleReader
from companion.views import BoardPanel, CardsPanel, HandPanel, NightStep, Sheet

TEMPLATE: Final = Path(__file__).parent / "data" / "replay.html"
WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "setup": "Setup",
        "turn": "Turn",
        "step": "step {n} of {m}",
        "back": "Back",
        "on": "On",
        "play": "Play",
        "pause": "Pause",
        "nothing": "Nothing was told to them.",
        "through": "Seen through",
        "could": "Everybody could know",
        "zones": "{name} in {n} of {m} zones",
        "off": "off",
        "hidden": "{n} face down",
    },
    "zh_Hans": {
        "setup": "设置",
        "turn": "回合",
        "step": "第{n}步／共{m}步",
        "back": "后退",
        "on": "前进",
        "play": "播放",
        "pause": "暂停",
        "nothing": "他们什么也没有得知。",
        "through": "谁的视角",
        "could": "人人可以推知",
        "zones": "{name}在{m}个区域中的{n}个之内",
        "off": "关",
        "hidden": "面朝下{n}张",
    },
    "zh_Hant": {
        "setup": "設置",
        "turn": "回合",
        "step": "第{n}步／共{m}步",
        "back": "後退",
        "on": "前進",
        "play": "播放",
        "pause": "暫停",
        "nothing": "他們什麼也沒有得知。",
        "through": "誰的視角",
        "could": "人人可以推知",
        "zones": "{name}在{m}個區域中的{n}個之內",
        "off": "關",
        "hidden": "面朝下{n}張",
    },
    "ja": {
        "setup": "準備",
        "turn": "刻",
        "step": "{m}手のうち{n}手目",
        "back": "戻る",
        "on": "進む",
        "play": "再生",
        "pause": "止める",
        "nothing": "何も知らされなかった。",
        "through": "誰の目で見るか",
        "could": "誰にでも分かったこと",
        "zones": "{name}は{m}区域のうち{n}区域のどこか",
        "off": "なし",
        "hidden": "裏向き{n}枚",
    },
}


class _Shelf:
    """Values that stand in the page once, and are named by their place."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self.values: list[Any] = []

    def place(self, value: Any) -> int:
        key = json.dumps(value, sort_keys=True)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]


def page(night: Night[Any], rules: RuleReader, title: str, names: dict[str, str], language: str) -> str:
    """The whole page. names: what each seat is called."""
    shelf = _Shelf()
    seats = [str(seat) for seat in night.seats]
    steps, cited = [], dict[str, str]()
    sheet: Sheet | None = None
    for number in range(len(night)):
        truth = night.at(number, seats)
        board = next((panel for panel in truth.view.panels if isinstance(panel, BoardPanel)), None)
        sheet = board.sheet if board is not None else sheet
        seen = {seat: night.at(number, [seat]) for seat in seats} | {"": night.at(number)}
        for line in truth.lines:
            if line.rule and line.rule not in cited:
                leaf = rules.leaf(line.rule)
                cited[line.rule] = leaf.say if leaf is not None else ""
        steps.append(
            {
                "c": truth.column,
                "p": truth.phase,
                "n": truth.number,
                "m": truth.count,
                "lines": _lines(truth),
                "by": {seat: _seen(shelf, step) for seat, step in seen.items()},
                "heat": [[t.who, t.name, shelf.place(t.heat), t.of] for t in truth.trails],
            }
        )
    columns = [[c.label, c.first, c.last, c.level, c.of] for c in night.columns]
    data = {
        "columns": columns,
        "steps": steps,
        "shelf": shelf.values,
        "seats": [[seat, names.get(seat, seat)] for seat in seats],
        "rules": cited,
        "words": WORDS.get(language, WORDS["en"]),
        "anchors": {} if sheet is None else {name: zone.label for name, zone in sheet.zones.items()},
        "size": [0, 0] if sheet is None else list(sheet.size),
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")  # no word ends it
    result, rule = night.result
    parts = {
        "@LANGUAGE@": html.escape(language.replace("_", "-")),
        "@TITLE@": html.escape(title),
        "@RESULT@": html.escape(f"{result} ({rule})" if rule else result),
        "@BOARD@": _svg(sheet) if sheet is not None else "",
        "@DATA@": written,
    }
    text = _template()
    for mark, part in parts.items():
        text = text.replace(mark, part)
    return text


@cache
def _template() -> str:
    return TEMPLATE.read_text(encoding="utf-8")


def _lines(step: NightStep) -> list[list[str]]:
    return [[line.text, line.rule or ""] for line in step.lines]


def _seen(shelf: _Shelf, step: NightStep) -> dict[str, Any]:
    """What one seat knew: pieces and marks, or cards; and what it was told."""
    found: dict[str, Any] = {"told": _lines(step) if step.told else None}
    board = next((panel for panel in step.view.panels if isinstance(panel, BoardPanel)), None)
    if board is not None:
        found["pieces"] = [shelf.place(_plain(piece)) for piece in board.pieces]
        found["marks"] = [shelf.place(_plain(mark)) for mark in board.marks]
        found["lights"] = shelf.place(dict(board.lights))
    else:
        shown = [panel for panel in step.view.panels if isinstance(panel, CardsPanel | HandPanel)]
        found["cards"] = [shelf.place(_cards(panel)) for panel in shown]
    return found


def _plain(value: msgspec.Struct) -> dict[str, Any]:
    """A value without what is as usual."""
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return {name: entry for name, entry in plain.items() if entry not in (None, "", False, [], ())}


def _cards(panel: CardsPanel | HandPanel) -> list[Any]:
    names = [face.name + (f" x{face.count}" if face.count > 1 else "") for face in panel.cards]
    return [panel.title, names, panel.hidden]


# ---- the printed board ------------------------------------------------------------------------------------------


def _svg(sheet: Sheet) -> str:
    """Zones by terrain, borders, walls, track, and numbers; what changes is drawn over it by the script."""
    width, height = sheet.size
    parts = [f'<svg id="board" viewBox="0 0 {width:g} {height:g}" role="img">']
    for name, zone in sheet.zones.items():
        points = _points(zone.polygon)
        parts.append(f'<polygon class="z {zone.terrain}" id="z-{html.escape(name)}" points="{points}"/>')
    for one, other in sheet.walls:
        edge = _edge(sheet, one, other)
        if edge:
            parts.append(f'<polyline class="wall" points="{_points(edge)}"/>')
    for one, other in sheet.track:
        a, b = sheet.zones[one].label, sheet.zones[other].label
        parts.append(f'<line class="track" x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}"/>')
    parts.append('<g id="under"></g>')
    for name, zone in sheet.zones.items():
        x, y = zone.label
        sign = "\u25b3" if zone.watch_post else "\u25a0" if zone.barracks else ""
        parts.append(f'<text class="number" x="{x:g}" y="{y + 22:g}">{html.escape(name)}{sign}</text>')
    parts.append('<g id="over"></g></svg>')
    return "".join(parts)


def _edge(sheet: Sheet, one: str, other: str) -> list[tuple[float, float]]:
    """The corners that two neighbours share, in order."""
    theirs, corners = set(sheet.zones[other].polygon), list(sheet.zones[one].polygon)
    start = next((at for at, p in enumerate(corners) if p in theirs and corners[at - 1] not in theirs), 0)
    turned = corners[start:] + corners[:start]
    run: list[tuple[float, float]] = []
    for point in turned:
        if point not in theirs:
            break
        run.append(point)
    return run if len(run) > 1 else []


def _points(corners: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in corners)
