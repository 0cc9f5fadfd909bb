"""Takes a picture of a widget as the screen would show it. For tests, the handbook and comparing with the designs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.base import EventLoop

import ui.ink  # noqa: F401  (settles how the window is opened; it opens when `kivy.core.window` is imported)


def stage(widget: Any, size: tuple[int, int] = (800, 480)) -> None:
    """Puts a widget alone on the window and lets a few frames pass."""
    from kivy.core.window import Window

    EventLoop.ensure_window()
    if EventLoop.status == "idle":
        EventLoop.start()
    if tuple(Window.size) != size:
        Window.size = size
    clear()
    widget.size_hint = (None, None)
    widget.size = size
    widget.pos = (0, 0)
    Window.add_widget(widget)
    pump()


def clear() -> None:
    """Takes everything off the window."""
    from kivy.core.window import Window

    for child in Window.children[:]:
        Window.remove_widget(child)


def pump(frames: int = 4) -> None:
    """Lets frames pass."""
    for _ in range(frames):
        EventLoop.idle()


def shoot(widget: Any, path: Path | str, size: tuple[int, int] = (800, 480)) -> Path:
    """Shows a widget and writes what the window then shows as a PNG."""
    from kivy.core.window import Window

    stage(widget, size)
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    written = Path(Window.screenshot(name=str(target)))  # Kivy writes under another name and returns it
    written.replace(target)
    return target


def grab(widget: Any, path: Path | str) -> Path:
    """Writes a widget as a PNG of its own size, however large the window is."""
    from kivy.core.image import Image

    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    Image(drawn(widget)).save(str(target), flipped=True)
    return target


def drawn(widget: Any) -> Any:
    """A widget as a texture of its own size: drawn once more, beside the window."""
    from kivy.graphics import ClearBuffers, ClearColor, Fbo, Translate

    fbo = Fbo(size=[round(side) for side in widget.size])
    fbo.add(ClearColor(0, 0, 0, 1))
    fbo.add(ClearBuffers())
    fbo.add(Translate(-widget.x, -widget.y, 0))
    above = widget.parent.canvas
    place = above.indexof(widget.canvas)
    above.remove(widget.canvas)
    try:
        fbo.add(widget.canvas)
        fbo.draw()
        fbo.remove(widget.canvas)
    finally:
        above.insert(place, widget.canvas)
    return fbo.texture
