"""One page with all the pictures of a gallery."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import Final


def index(out: Path, pictures: Sequence[tuple[str, str, Path]]) -> Path:
    """One page with all pictures (stop, guise, file), which needs nothing but them."""
    rows: list[str] = []
    last = ""
    for stop, guise, path in pictures:
        if stop != last:
            rows.append(f'<h2 id="{stop}">{html.escape(stop)}</h2>')
            last = stop
        name = html.escape(path.name)
        rows.append(f'<figure><a href="{name}"><img loading="lazy" src="{name}"></a>'
                    f"<figcaption>{html.escape(guise)}</figcaption></figure>")  # fmt: skip
    stops = dict.fromkeys(stop for stop, _guise, _path in pictures)
    ways = " ".join(f'<a href="#{stop}">{html.escape(stop)}</a>' for stop in stops)
    target = out / "index.html"
    target.write_text(PAGE.format(ways=ways, rows="\n".join(rows), count=len(pictures)), encoding="utf-8")
    return target


PAGE: Final = """<!doctype html>
<meta charset="utf-8"><title>Kuroko: every screen</title>
<style>
body {{ background: #f4ecdb; color: #1f1b16; font: 16px/1.4 "Noto Sans CJK JP", sans-serif; margin: 24px }}
nav {{ position: sticky; top: 0; background: #e9dec6; padding: 8px; max-height: 30vh; overflow: auto }}
nav a {{ color: #27406a; margin-right: 10px; white-space: nowrap }}
figure {{ display: inline-block; margin: 6px; vertical-align: top }}
img {{ max-width: 400px; max-height: 400px; border: 1px solid #b9a888 }}
figcaption {{ font-size: 13px; color: #574d41 }}
</style>
<h1>Every screen</h1><p>{count} pictures. Touch one to see it as large as it is.</p>
<nav>{ways}</nav>
{rows}
"""
