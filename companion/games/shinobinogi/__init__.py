"""Shinobinogi: two ninja against two, with decks of their own, for three secret scrolls."""
