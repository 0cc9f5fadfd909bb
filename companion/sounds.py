"""Which sound the table makes: worked out from what everybody sees, before and after, and from nothing else.

A pick that is nobody's business changes nothing here, so it makes no sound. A tag on a reader makes one, the same
whatever it meant, unless all may read that it was refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from companion.ports import begun
from companion.views import BoardPanel, TracksPanel, View

Sound = Literal["dawn", "detected", "heard", "alert", "refused", "turn", "tag"]
SOUNDS: Final[tuple[Sound, ...]] = ("dawn", "detected", "heard", "alert", "refused", "turn", "tag")
"""All there are. Where several would sound at once, the first of these does."""


def sound(before: View, after: View, *, laid: bool = False, refused: bool = False) -> Sound | None:
    """The sound of a change of the public view. laid: a tag came to a reader. refused: all may read why not."""
    light = begun(_lights(before), _lights(after))
    made = {
        "dawn": bool(after.result) and not before.result,
        "detected": light == "detected",
        "heard": light == "heard",
        "alert": _alert(after) > _alert(before),
        "refused": refused,
        "turn": after.turn_of != before.turn_of and not after.result,
        "tag": laid,
    }
    return next((name for name in SOUNDS if made[name]), None)


def _lights(view: View) -> Mapping[str, str]:
    return next((panel.lights for panel in view.panels if isinstance(panel, BoardPanel)), {})


def _alert(view: View) -> int:
    """How many lanterns are lit."""
    tracks = [track for panel in view.panels if isinstance(panel, TracksPanel) for track in panel.tracks]
    return sum(track.at for track in tracks if track.style == "lanterns")
