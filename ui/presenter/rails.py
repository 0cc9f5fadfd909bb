"""The rail: whose turn, phase, alert, turn and last words; in a private window the figures and work of its seat."""

from __future__ import annotations

from dataclasses import dataclass

from companion.views import LogPanel, Row, TallyPanel, Track, TracksPanel, View
from ui.presenter.words import FIGURES, banner_of, panels
from ui.spoken import in_words


@dataclass(frozen=True)
class TurnModel:
    """A long track in words, taken apart around its number: `Turn` 7 `of 20`. whole: all of it in one."""

    before: str
    at: int
    after: str
    of: int
    whole: str = ""


@dataclass(frozen=True)
class Worker:
    """A figure of the seat's own: how far it is, its lives and wounds, how loud it is, and what may be said of it.

    hears: who could hear it.
    """

    id: str
    label: str
    value: str
    lives: int
    wounds: int
    loud: Row | None = None
    hears: tuple[str, str] = ("", "")
    notes: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> tuple[tuple[str, str], ...]:
        """All that may be said of it, in words."""
        loud = ((self.loud.label, self.loud.value),) if self.loud is not None else ()
        return (*loud, *((self.hears,) if self.hears[1] else ()), *self.notes)


@dataclass(frozen=True)
class RailModel:
    """What stands beside the board."""

    side: str
    name: str
    phases: tuple[tuple[str, str], ...] = ()
    phase_at: int = -1
    alert: Track | None = None
    turn: TurnModel | None = None
    words: tuple[str, ...] = ()


def rail_of(view: View, seat: str = "") -> RailModel:
    """The rail of a view: whose turn on the public screen, whose window on a private one."""
    side, name = banner_of((seat,) if seat else view.turn_of)
    tracks = [track for tracks in panels(view, TracksPanel) for track in tracks.tracks]
    phase = next((track for track in tracks if track.style == "phases"), None)
    rope = next((track for track in tracks if track.style == "rope"), None)
    lanterns = [track for track in tracks if track.style == "lanterns"]  # several are counts of each player
    lines = [line.text for log in panels(view, LogPanel) for line in log.lines]
    return RailModel(
        side=side,
        name=name,
        phases=_phases(phase),
        phase_at=phase.at - 1 if phase is not None else -1,
        alert=next(iter(lanterns), None) if len(lanterns) == 1 else None,
        turn=_turn(rope) if rope is not None and (phase is None or phase.at > 0) else None,
        words=tuple(reversed(lines)),
    )


def _phases(track: Track | None) -> tuple[tuple[str, str], ...]:
    if track is None or not track.at:
        return ()
    icons = track.icons if len(track.icons) == track.of else ("next",) * track.of
    return tuple((icon, track.word if at == track.at else "") for at, icon in enumerate(icons, 1))


def _turn(track: Track) -> TurnModel:
    whole = in_words(track)
    before, found, after = whole.partition(str(track.at))
    if not found:
        before, after = whole, ""
    return TurnModel(before.strip(), track.at, after.strip(), track.of, whole)


def workers(view: View) -> tuple[Worker, ...]:
    """The figures of the seat that are at work, from its tally."""
    rows = [row for tally in panels(view, TallyPanel) for row in tally.rows]
    found = []
    for name in FIGURES:
        own = [row for row in rows if row.id.endswith(f"_{name}")]
        base = next((row for row in rows if row.id == name), None)
        done = next((row for row in own if row.icon == name and row.of), None)
        hand = next((row for row in own if row.id.startswith("chosen")), None)
        if base is None or not (hand or any(row.id.startswith(("moved", "searched")) for row in own)):
            continue
        loud = next((row for row in own if row.id.startswith("noise")), None)
        hears = next(((row.label, row.value) for row in own if row.icon == "ear"), ("", ""))
        others = [row for row in own if row not in (done, loud) and row.icon not in ("hand", "ear") and row.value]
        notes = tuple(("" if row.icon == "goal" else row.label, row.value) for row in others)  # a goal says what it is
        value = next((row.value for row in (done, hand) if row is not None), base.value)
        found.append(Worker(name, base.label, value, base.of, base.done, loud, hears, notes))
    return tuple(found)


def measured(view: View, most: int = 5) -> tuple[tuple[Row, bool], ...]:
    """The rows that measure work to be done, the one at work lit: so many of them, around that one."""
    rows = [row for tally in panels(view, TallyPanel) for row in tally.rows if row.of and row.icon not in FIGURES]
    with_icon = [row for row in rows if row.icon]
    at = next((i for i, row in enumerate(with_icon) if row.done < row.of), len(with_icon))
    first = max(0, min(at - 1, len(with_icon) - most))
    return tuple((row, first + i == at) for i, row in enumerate(with_icon[first : first + most]))


def measures_below(view: View) -> tuple[Row, ...]:
    """Measures without a sign: sums that stand under the list."""
    return tuple(row for tally in panels(view, TallyPanel) for row in tally.rows if row.of and not row.icon)
