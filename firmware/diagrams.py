"""Draws the pictures of firmware/README.md from the tables of firmware/wiring.py: `python -m firmware.diagrams`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from firmware.wiring import CHIPS, HEADER, PI, SECOND, Board, board

FOLDER: Final = Path(__file__).resolve().parent / "diagrams"
INK, PAPER, SLIP, LINE = "#1F1B16", "#F4ECDB", "#FCF8EE", "#B9A888"
COLOURS: Final = {
    "power": "#AE3021", "ground": "#1F1B16", "bus": "#27406A", "select": "#7E4A06", "signal": "#23634A",
}  # fmt: skip
DASHES: Final = {"ground": "7 3", "select": "2 3"}
"""Colour is never alone."""
ROW: Final = 32
"""Between two rows of the header: room for a wire and a name."""
NAMES: Final = {"power": "3.3 V", "ground": "ground", "bus": "SPI: SCK, MOSI, MISO", "select": "chip select (SDA)",
                "signal": "signal"}  # fmt: skip


class Drawing:
    """An SVG being drawn; wires lie under boxes, and each has a light casing so that crossings read as such."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height = width, height
        self._under: list[str] = []
        self._wires: list[str] = []
        self._rest: list[str] = []
        self.text(20, 32, title, 18, bold=True)

    def text(self, x: float, y: float, words: str, size: int = 12, anchor: str = "start", bold: bool = False) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self._rest.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"{weight}>{escape(words)}</text>'
        )

    def box(self, x: float, y: float, width: float, height: float, fill: str = SLIP, under: bool = False) -> None:
        """under: the wires run over it."""
        (self._under if under else self._rest).append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{INK}" rx="4"/>'
        )

    def dot(self, x: float, y: float, fill: str, radius: float = 4) -> None:
        self._rest.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}"/>')

    def wire(self, kind: str, *points: tuple[float, float]) -> None:
        way = " ".join(f"{x:g},{y:g}" for x, y in points)
        dashes = f' stroke-dasharray="{DASHES[kind]}"' if kind in DASHES else ""
        self._wires += [
            f'<polyline points="{way}" stroke="{PAPER}" stroke-width="6"/>',
            f'<polyline points="{way}" stroke="{COLOURS[kind]}" stroke-width="2.4"{dashes}/>',
        ]

    def legend(self, x: float, y: float, kinds: Sequence[str]) -> None:
        for at, kind in enumerate(kinds):
            self.wire(kind, (x, y + 18 * at), (x + 34, y + 18 * at))
            self.text(x + 42, y + 18 * at + 4, NAMES[kind])

    def svg(self) -> str:
        under, wires, rest = ("\n".join(part) for part in (self._under, self._wires, self._rest))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'font-family="sans-serif" fill="{INK}">\n'
            f'<rect width="{self.width}" height="{self.height}" fill="{PAPER}"/>\n'
            f'{under}\n<g fill="none" stroke-linejoin="round">\n{wires}\n</g>\n{rest}\n</svg>\n'
        )


def pi() -> str:
    """The 40-pin header with everything that may hang on it."""
    drawing = Drawing(1000, 740, "Raspberry Pi 4 and 5: what hangs on the pins")
    names = {place: name for name, places in HEADER.items() for place in places}
    used = {wire.place: COLOURS[wire.kind] for wire in PI}
    drawing.box(230, 56, 84, 20 * ROW + 12, under=True)
    for place in range(1, 41):
        x, y, right = _place(place)
        drawing.dot(x, y, used.get(place, LINE), 6)
        spot = (x + 12, y - 3, "start") if right else (x - 16, y + 4, "end")
        drawing.text(spot[0], spot[1], str(place), 9, spot[2])
        if place in used:
            where = (324, y - 4, "start") if right else (220, y + 4, "end")
            drawing.text(where[0], where[1], names[place], 11, where[2])
    top, lane = 56.0, 0
    for part in dict.fromkeys(wire.part for wire in PI):
        wires = [wire for wire in PI if wire.part == part]
        height = 24 + 20 * len(wires)
        drawing.box(680, top, 300, height)
        drawing.text(770, top + 18, part, 13, bold=True)
        if part == SECOND:
            drawing.text(770, top + 34, "its other wires as the first reader's", 10)
        for at, wire in enumerate(wires):
            (x, y, right), end, across = _place(wire.place), top + 34 + 20 * at, 384 + 18 * lane
            lane += 1
            # A wire from the left row goes between two pins of the right one.
            level = y if right else y + ROW / 2
            start = [(x, y)] if right else [(x, y), (x + 14, level)]
            drawing.wire(wire.kind, *start, (across, level), (across, end), (680, end))
            drawing.text(688, end + 4, wire.terminal, 11)
        top += height + 38
    drawing.legend(20, 600, list(COLOURS))
    return drawing.svg()


def _place(number: int) -> tuple[float, float, bool]:
    """Where a pin of the header is drawn, and whether in the right row."""
    row, right = divmod(number - 1, 2)
    return 258 + 28 * right, 76 + ROW * row, bool(right)


def zone_board(which: Board) -> str:
    """A zone board with its bus of readers and its strip of lights."""
    count = len(which.selects)
    shown = list(range(count)) if count <= 8 else [0, 1, 2, 3, count - 2, count - 1]
    title = f"Zone board {which.chip}: {which.name}, {count} readers"
    drawing = Drawing(1180, 460 + 16 * len(shown), title)
    drawing.box(20, 60, 150, 330 + 16 * len(shown))
    drawing.text(32, 84, which.name.partition(",")[0], 14, bold=True)
    bus = zip(("SCK", "MOSI", "MISO"), which.bus, strict=True)
    rails = [("3.3 V of the readers' own supply, and RST of each", "power"), ("GND", "ground")]
    rails += [(f"{name} = {pin}", "bus") for name, pin in bus]
    for at, (name, kind) in enumerate(rails):
        y = 110.0 + 22 * at
        drawing.wire(kind, (170 if at else 20, y) if at else (190, y), (1150, y))
        drawing.text(160 if at else 190, y + 4 if at else y - 6, name, 11, "end" if at else "start")
    if which.shifted:
        drawing.box(186, 142, 84, 48, "#FBE2A8")
        drawing.text(228, 160, "to 3.3 V", 10, "middle")
        drawing.text(228, 174, "SCK, MOSI", 10, "middle")
    step = (1150 - 300) / len(shown)
    for at, reader in enumerate(shown):
        x, y, width = 300 + step * at, 260.0, step - 14
        gap = at and reader - shown[at - 1] > 1
        drawing.box(x, y, width, 74)
        drawing.text(x + width / 2, y + 42, f"reader {reader}", 12, "middle", bold=True)
        if gap:
            drawing.text(x - 12, y + 40, "...", 14, "middle")
        taps = ("3.3V", "GND", "SCK", "MOSI", "MISO")
        for tap, name in enumerate(taps):
            tx = x + 8 + (width - 16) * tap / 4
            rail = 110 + 22 * tap
            drawing.wire(rails[tap][1], (tx, rail), (tx, y))
            drawing.dot(tx, rail, COLOURS[rails[tap][1]], 3)
            drawing.text(tx, y + 12 + (10 if tap % 2 else 0), name, 8, "middle")
        lane = 356 + 16 * at
        drawing.wire("select", (170, lane), (x + width / 2, lane), (x + width / 2, y + 74))
        drawing.text(160, lane + 4, f"SDA {reader} = {which.selects[reader]}", 11, "end")
        drawing.text(x + width / 2, y + 68, "SDA", 9, "middle")
    if which.shifted:
        drawing.box(186, 346, 84, 16 * len(shown), "#FBE2A8")
        drawing.text(228, 346 + 8 * len(shown) + 4, "to 3.3 V", 10, "middle")
    y = 356 + 16 * len(shown) + 18
    way = "one gate 74AHCT125, then 330 ohm" if not which.shifted else "330 ohm"
    drawing.wire("signal", (170, y), (420, y))
    drawing.text(160, y + 4, f"strip = {which.strip}", 11, "end")
    drawing.box(420, y - 14, 330, 28)
    drawing.text(430, y + 4, f"{way} -> DIN of the WS2812", 11)
    drawing.legend(780, y - 4, ("power", "ground", "bus", "select"))
    return drawing.svg()


def power() -> str:
    """Who feeds whom."""
    drawing = Drawing(900, 330, "Power: three feeds, one ground")
    boxes = {
        "Pi's own supply": (30, 70, "5 V, 3 A (Pi 5: 5 A)"), "Raspberry Pi, screen": (330, 70, "up to 2.5 A"),
        "table's supply": (30, 180, "5 V, 4 A"), "WS2812 strip": (640, 180, "48 pixels: 1.2 A at 0.4, 3 A at most"),
        "3.3 V regulator": (330, 180, "1 A: LD1117V33 or a buck"), "RC522 readers": (640, 70, "8: 0.2 A, 24: 0.45 A"),
    }  # fmt: skip
    for name, (x, y, note) in boxes.items():
        drawing.box(x, y, 220, 56)
        drawing.text(x + 12, y + 24, name, 14, bold=True)
        drawing.text(x + 12, y + 44, note, 11)
    drawing.wire("power", (250, 98), (330, 98))
    drawing.wire("power", (250, 208), (330, 208))
    drawing.wire("power", (290, 208), (290, 262), (600, 262), (600, 208), (640, 208))
    drawing.wire("power", (550, 208), (580, 208), (580, 98), (640, 98))
    drawing.wire("ground", (440, 126), (440, 150), (140, 150), (140, 180))
    drawing.wire("ground", (440, 150), (750, 150), (750, 180))
    drawing.wire("ground", (750, 150), (750, 126))
    drawing.text(160, 144, "all grounds joined, at one place", 11)
    drawing.text(
        30, 300, "The zone board lives on its USB cable. The strip's 5 V never goes through the Pi or the board.", 12
    )
    return drawing.svg()


def antennas() -> str:
    """How coils lie under zones: from the side, and from above."""
    drawing = Drawing(900, 380, "Antennas: how they lie under the zones")
    drawing.text(30, 66, "from the side", 13, bold=True)
    layers = [
        ("figure with a sticker of 25 mm under its base", 84, 22, SLIP),
        ("board: paper, card or wood, 4 mm at most", 108, 20, "#EFE6CE"),
        ("coil of the reader, flat against the board", 130, 14, "#BFE3C6"),
        ("10 mm of air, wood or foam", 146, 44, PAPER),
        ("ferrite sheet for 13.56 MHz, only where metal follows", 192, 12, "#574D41"),
        ("table; metal no nearer than 10 mm without ferrite", 206, 26, "#DCDFBE"),
    ]
    for words, y, height, fill in layers:
        wide = 90 if y == 84 else 130 if y == 130 else 250
        drawing.box(30 + (250 - wide) / 2, y, wide, height, fill)
        drawing.text(300, y + height / 2 + 4, words, 12)
    drawing.text(30, 268, "from above", 13, bold=True)
    for at in range(3):
        drawing.box(40 + 130 * at, 284, 60, 60, "#BFE3C6")
        drawing.text(70 + 130 * at, 318, "coil", 11, "middle")
    drawing.wire("signal", (100, 314), (170, 314))
    drawing.text(135, 306, "1 width", 10, "middle")
    drawing.text(440, 300, "Coils lie at least their own width apart (RC522 modules: 40 mm).", 12)
    drawing.text(440, 320, "The strip runs between them, never across a coil.", 12)
    drawing.text(440, 340, "Closer than that: ./kuroko doctor names zones that hear each other.", 12)
    return drawing.svg()


def made() -> dict[Path, str]:
    """What each file must hold."""
    boards = {FOLDER / f"zoneboard-{chip}.svg": zone_board(board(chip)) for chip in CHIPS}
    return {FOLDER / "pi.svg": pi(), **boards, FOLDER / "power.svg": power(), FOLDER / "antennas.svg": antennas()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
