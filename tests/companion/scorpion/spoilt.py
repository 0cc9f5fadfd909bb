"""Files as they come out of clumsy hands."""

from __future__ import annotations

from hypothesis import strategies as st

SIGNS = ["]", "[", '"', "7", ",", "#", "=", "é", "{", "}", "'", ".", "\n"]


def spoilt(text: str, data: st.DataObject) -> str:
    """`text` with one to three lines lost, doubled, exchanged, or with a sign too many."""
    lines = text.splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "double", "swap", "spoil"])):
            case "drop":
                lines[at] = ""
            case "double":
                lines[at] *= 2
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                place = data.draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:place] + data.draw(st.sampled_from(SIGNS)) + lines[at][place:]
    return "".join(lines)
