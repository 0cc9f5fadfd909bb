"""What the games share about zones that touch: neighbours, distances, parts. Pairs go both ways.

networkx works distances out once, when a map loads, and is imported only then: it is slow to import, and nothing may
stand before the first frame. What it finds is kept as plain dicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Pair = tuple[str, str]


def neighbours(zones: Iterable[str], pairs: Iterable[Pair], order: Callable[[str], Any]) -> dict[str, tuple[str, ...]]:
    """For each of `zones` the zones that a pair joins it to, sorted by `order`.

    >>> neighbours(["a", "b", "c"], [("b", "a"), ("c", "a")], order=str)
    {'a': ('b', 'c'), 'b': ('a',), 'c': ('a',)}
    """
    found: dict[str, set[str]] = {zone: set() for zone in zones}
    for one, other in pairs:
        found[one].add(other)
        found[other].add(one)
    return {zone: tuple(sorted(near, key=order)) for zone, near in found.items()}


def distances(zones: Iterable[str], pairs: Iterable[Pair]) -> dict[str, dict[str, int]]:
    """How many pairs must be crossed from each zone to each other; a zone that cannot be reached is left out."""
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(zones)
    graph.add_edges_from(pairs)
    return {str(zone): dict(reached) for zone, reached in nx.all_pairs_shortest_path_length(graph)}


def parts(zones: Iterable[str], pairs: Iterable[Pair]) -> list[frozenset[str]]:
    """The connected parts of a map, the largest first; a connected map has one."""
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(zones)
    graph.add_edges_from(pairs)
    return sorted((frozenset(part) for part in nx.connected_components(graph)), key=len, reverse=True)
