"""A touch that follows another at once, at the same place, is meant for what stood there when that was lifted.

Tags of both sides lie at the same places. Whoever taps twice where once was enough would answer with the second touch
what has just been asked, perhaps of somebody else. So such a touch counts only where page, question and what lies under
the finger are still the same; else all of it is lost. While it goes on like that, nothing counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ui.geometry import Point
from ui.screens.page import Page
from ui.sight import lying, name_of
from ui.widgets.touch import Touchable

if TYPE_CHECKING:
    from ui.ways import Ways

SOON: Final = 0.4
"""Seconds within which a touch follows the last at once."""
NEAR: Final = 24.0
"""How far from it, in u, it is still at the same place."""


class Scene(NamedTuple):
    """asked: by whom the screen is seen, and what is asked. there: what takes touches near a place, the front first."""

    asked: object = None
    there: tuple[tuple[tuple[str, ...], float, float, float, float], ...] = ()

    def at(self, place: Point) -> object:
        """What a finger touches there."""
        x, y = place
        under = (name for name, left, low, right, top in self.there if left <= x <= right and low <= y <= top)
        return self.asked, next(under, ())


class Lifted(NamedTuple):
    """A touch that was lifted, and what stood there then."""

    when: float
    place: Point
    scene: Scene


class Haste:
    """The haste of the fingers on one glass."""

    def __init__(self, glass: Ways) -> None:
        self._glass = glass
        self._lifted: list[Lifted] = []
        self._lost: dict[Any, Scene] = {}

    @property
    def asked(self) -> object:
        """The page that is up, whose it is, and what it asks."""
        page = self._glass.page
        return (type(page), page.seat, page.asks) if page is not None else None

    def takes(self, touch: Any) -> bool:
        """A finger comes down: whether it is lost."""
        now, near = self._glass.now(), self._glass.look.u(NEAR)
        self._lifted = [last for last in self._lifted if now - last.when < SOON]
        close = [last for last in self._lifted if _apart(last.place, touch.pos) <= near]
        if not close:
            return False
        stands = self._scene(touch.pos).at(touch.pos)
        lost = next((last.scene for last in close if last.scene.at(touch.pos) != stands), None)
        if lost is None:
            return False
        self._lost[touch.uid] = lost
        return True

    def holds(self, touch: Any) -> bool:
        """A finger moves: whether it is lost."""
        return touch.uid in self._lost

    def lets_go(self, touch: Any, *, unseen: bool = False) -> bool:
        """A finger is lifted, and nothing has come of it yet: whether it was lost. unseen: the screen was dark."""
        lost = self._lost.pop(touch.uid, None)
        if not touch.is_mouse_scrolling:
            scene = lost or (Scene() if unseen else self._scene(touch.pos))
            self._lifted.append(Lifted(self._glass.now(), touch.pos, scene))
        return lost is not None

    def _scene(self, place: Point) -> Scene:
        (x, y), near = place, self._glass.look.u(NEAR)
        there = tuple(
            (name_of(one), one.x, one.y, one.right, one.top)
            for one in lying(self._glass)
            if isinstance(one, Touchable | Page)
            and one.x - near <= x <= one.right + near
            and one.y - near <= y <= one.top + near
        )
        return Scene(self.asked, there)


def _apart(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
