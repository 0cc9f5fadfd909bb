"""Lists of tags: those that another program wrote, to be taken over, and one to print and tick off.

>>> path = getfixture("tmp_path") / "cards.csv"
>>> _ = path.write_text("85470811541;card:guards/kenjutsu/2\\n04:A3:C6:CA:E2:61:80;guard:g7\\n")
>>> read_list(path)
TagList(tags=(('13E67515', 'card:guards/kenjutsu/2'), ('04A3C6CAE26180', 'guard:g7')), stripped=1)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from html import escape
from pathlib import Path

import msgspec

from companion.files import BadFile, lines_of, read_bytes
from companion.tags import FORMS, BadTag, BadToken, Token, uid_of_list

EXAMPLE = "write a number and a piece, such as 85470811541 guard:g7"
_LINE = re.compile(r"[\"']?([^\s,;=\"']+?)[\"']?:?(?:\s*[,;=]\s*|\s+)[\"']?([^\s,;=\"']+?)[\"']?[,;]?")


class TagList(msgspec.Struct, frozen=True):
    """Uids and the pieces they are under. stripped: how many numbers had their check byte, which was taken off."""

    tags: tuple[tuple[str, str], ...]
    stripped: int = 0


def read_list(path: Path, pieces: Collection[str] = ()) -> TagList:
    """A list that another program wrote: a line a piece, its number and its token in either order. Raises BadFile.

    Between the two stands a blank, a comma, a semicolon or an equals sign. A number is a uid, or what older programs
    made of one with the check byte at its end (B6). pieces: if given, no others may stand there.
    """
    found: dict[str, tuple[str, int]] = {}
    under: dict[str, int] = {}
    stripped = 0
    for line, text in enumerate(lines_of(path, read_bytes(path))[0].split("\n"), start=1):
        text = text.partition("#")[0].strip()
        if not text:
            continue
        parts = _LINE.fullmatch(text)
        if parts is None:
            raise BadFile(path, None, line, EXAMPLE)
        number, written = parts[1], parts[2]
        if number.partition(":")[0] in FORMS:
            number, written = written, number
        try:
            tag, had_check = uid_of_list(number)
            token = str(Token.parse(written))
        except (BadTag, BadToken) as error:
            raise BadFile(path, number, line, str(error)) from None
        if pieces and token not in pieces:
            near = get_close_matches(token, pieces, 1)
            hint = f"did you mean {near[0]}?" if near else "see the printed list for all there are"
            raise BadFile(path, number, line, f"no game has a piece {token}; {hint}")
        if tag in found:
            raise BadFile(path, number, line, f"this number stands already in line {found[tag][1]}; delete one")
        if token in under:
            raise BadFile(path, number, line, f"{token} stands already in line {under[token]}; delete one")
        found[tag], under[token] = (token, line), line
        stripped += had_check
    return TagList(tuple((tag, token) for tag, (token, _line) in found.items()), stripped)


class Listed(msgspec.Struct, frozen=True):
    """A piece as the printed list has it: its pile, its name, and its tag, empty while it has none."""

    pile: str
    name: str
    uid: str = ""


def printed(title: str, note: str, pieces: Sequence[Listed], language: str = "en") -> str:
    """A page for any browser to print: each pile with a box a piece, ticked where a tag is under it.

    >>> page = printed("Tags", "", [Listed("Guards", "Kenjutsu 1", "04A3C6CAE26180"), Listed("Guards", "Kenjutsu 2")])
    >>> page.count("class=box"), page.count("&#10003;")
    (2, 1)
    """
    piles: dict[str, list[Listed]] = {}
    for piece in pieces:
        piles.setdefault(piece.pile, []).append(piece)
    body = []
    for pile, lying in piles.items():
        done = sum(bool(piece.uid) for piece in lying)
        rows = "\n".join(
            f"<li><span class=box>{'&#10003;' if piece.uid else ''}</span>{escape(piece.name)}"
            f"<code>{escape(piece.uid)}</code></li>"
            for piece in lying
        )
        body.append(
            f"<section><h2>{escape(pile)} <small>{done} / {len(lying)}</small></h2>\n<ul>\n{rows}\n</ul></section>"
        )
    return _PAGE.format(
        language=language.replace("_", "-"), title=escape(title), note=escape(note), body="\n".join(body)
    )


_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 14mm }}
body {{ font: 10.5pt/1.35 "Noto Sans CJK SC", "Noto Sans", sans-serif; color: #1F1B16 }}
h1 {{ font-size: 18pt; margin: 0 }}
h2 {{ font-size: 13pt; margin: 5mm 0 1mm; border-bottom: .5pt solid #B9A888; break-after: avoid }}
small, code {{ color: #574D41; font-weight: normal }}
ul {{ columns: 2; column-gap: 10mm; list-style: none; margin: 0; padding: 0 }}
li {{ display: flex; gap: 2mm; align-items: center; break-inside: avoid }}
code {{ margin-left: auto; font-size: 8.5pt }}
.box {{ flex: none; width: 3.6mm; height: 3.6mm; line-height: 3.6mm; border: .7pt solid; text-align: center }}
</style>
<h1>{title}</h1>
<p>{note}</p>
{body}
</html>
"""
