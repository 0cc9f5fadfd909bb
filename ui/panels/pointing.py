"""What is drawn on a board for the sake of the prompt or of an answer, beside the panel itself."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from companion.views import BoardPanel, Misplaced


@dataclass(frozen=True)
class Pointing:
    """choosable: zones that may be taken now. chosen: zones taken, with the number of the order or nothing. ringed:
    figures that may be taken. astray: a figure that stands wrong. struck: two zones whose wall was run against.
    refused: a zone that may not be entered. heat: 1 to 4 by zone. here: where a figure stands that is led zone by zone,
    so that its way may be drawn from there. leads: those of the ringed figures that would be led from then on. light:
    whether a zone that is taken by mistake is given back without anybody else's knowing.
    """

    choosable: frozenset[str] = frozenset()
    chosen: Mapping[str, str] = field(default_factory=dict)
    ringed: frozenset[str] = frozenset()
    astray: Misplaced | None = None
    struck: tuple[str, str] | None = None
    refused: str = ""
    heat: Mapping[str, int] = field(default_factory=dict)
    here: str = ""
    leads: frozenset[str] = frozenset()
    light: bool = False

    def lit(self, panel: BoardPanel, marked: str, zones: Container[str]) -> list[tuple[str, str]]:
        """All states of zones in the order they are drawn; what is chosen lies over what is legal."""
        out: list[tuple[str, str]] = [(z, n) for z, n in panel.lights.items() if z in zones]
        taken = set(self.chosen) | ({marked} if marked else set())
        lit = {zone for zone, name in out if name == "legal"}
        out += [(z, "legal") for z in sorted(self.choosable - taken - lit) if z in zones]
        if self.astray:
            wrong = ((self.astray.stands, "out_of_place"), (self.astray.belongs, "waiting"))
            out += [(z, n) for z, n in wrong if z]
        refused = self.refused or (self.struck[1] if self.struck else "")
        if refused in zones:
            out.append((refused, "out_of_place"))
        return out + [(z, "chosen") for z in sorted(taken) if z in zones]


NOTHING = Pointing()
