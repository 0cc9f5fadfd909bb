"""Ninja: Legend of the Scorpion Clan, by the rule book in numbered sentences (R1-R255) and our rulings (Q1-Q74)."""
