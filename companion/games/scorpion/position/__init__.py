"""The complete situation as text: what FEN is to chess. Laid out as events, so that nothing is redacted twice."""

from companion.games.scorpion.position.checks import check
from companion.games.scorpion.position.laying import lay
from companion.games.scorpion.position.text import Cards, PositionText, parse
from companion.games.scorpion.position.writing import changed_options, write

__all__ = ["Cards", "PositionText", "changed_options", "check", "lay", "parse", "write"]
