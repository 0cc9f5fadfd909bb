"""Puts shapes on a canvas: one mesh a shape, with smooth edges, dashes and repeating patterns by texture."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from math import ceil

from kivy.config import Config
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Mesh, Rectangle
from kivy.graphics.texture import Texture

from ui.geometry import Point, Shape

_FORMAT = [(b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float")]
# Edges are smoothed by the shapes themselves; multisampling on top would make lines uneven, and slow on a Pi. This
# has to be said before the window is opened, so every module that draws says it by importing this one.
Config.set("graphics", "multisamples", "0")
_MOST = 60000  # indices of a mesh are 16 bits

RGBA = tuple[float, float, float, float]


@cache
def edge() -> Texture:
    """White, transparent in its outer row and solid in its inner one: makes the edges of shapes smooth."""
    return _rows(bytes([255] * 4))


@cache
def dashes(on: float, off: float) -> Texture:
    """Like `edge`, with gaps along the strip: solid for `on` of `on + off`."""
    width = 8 if on + off <= 8 else 16  # about one texel a pixel: finer ones would be skipped, not averaged
    solid = width * on / (on + off)
    row = [max(0.0, min(1.0, solid / 2 + 0.5 - abs(x + 0.5 - width / 2))) for x in range(width)]
    return _rows(bytes(round(255 * alpha) for alpha in row))


def _rows(alphas: bytes) -> Texture:
    """Two clear rows and two inked ones. Only between the middle ones does alpha change: a window with multisampling
    asks for points a little outside a triangle, which then are as clear or as inked as its edge."""
    texture = Texture.create(size=(len(alphas), 4), colorfmt="rgba")
    texture.wrap, texture.min_filter, texture.mag_filter = "repeat", "linear", "linear"
    clear = bytes([255, 255, 255, 0]) * len(alphas)
    inked = b"".join(bytes([255, 255, 255, a]) for a in alphas)
    texture.blit_buffer(clear + clear + inked + inked, colorfmt="rgba")
    return texture


def lay(group: InstructionGroup, shape: Shape, colour: RGBA, texture: Texture | None = None) -> Color:
    """Draws a shape in one colour and returns that colour, which may be changed later."""
    tint = Color(*colour)
    group.add(tint)
    if not shape:
        return tint
    if len(shape.vertices) // 4 > _MOST:
        raise ValueError("a shape of more corners than one mesh can name")
    group.add(
        Mesh(
            fmt=_FORMAT,
            mode="triangles",
            vertices=array("f", shape.vertices),
            indices=array("H", shape.indices),
            texture=texture or edge(),
        )
    )
    return tint


def picture(group: InstructionGroup, texture: Texture, pos: Point, size: Point, colour: RGBA = (1, 1, 1, 1)) -> None:
    """Draws a texture as it is, or tinted."""
    group.add(Color(*colour))
    group.add(Rectangle(texture=texture, pos=pos, size=size))


def tile(size: float, draw: Callable[[Shape], None]) -> Texture:
    """A repeating texture, white on transparent, drawn by a function that fills a shape on a square of `size`.

    The side in pixels is the next power of two, which old GL wants of textures that repeat.
    """
    side = 16
    while side < ceil(size):
        side *= 2
    shape = Shape()
    draw(shape)
    scale = side / size
    scaled = Shape()
    scaled.indices = shape.indices
    scaled.vertices = [n * scale if i % 4 < 2 else n for i, n in enumerate(shape.vertices)]
    return bake((side, side), [(scaled, None)], repeat=True)


def bake(size: tuple[int, int], shapes: Sequence[tuple[Shape, Texture | None]], repeat: bool = False) -> Texture:
    """Shapes drawn once into a white texture of their own, whose alpha is how much they cover."""
    fbo = Fbo(size=size)
    group = InstructionGroup()
    group.add(ClearColor(1, 1, 1, 0))
    group.add(ClearBuffers())
    for shape, texture in shapes:
        lay(group, shape, (1, 1, 1, 1), texture)
    fbo.add(group)
    fbo.draw()
    # the alpha of soft edges is squared by blending onto nothing: harmless, they get a little thinner
    texture = fbo.texture
    texture.wrap = "repeat" if repeat else "clamp_to_edge"
    texture.min_filter = texture.mag_filter = "linear"
    return texture
