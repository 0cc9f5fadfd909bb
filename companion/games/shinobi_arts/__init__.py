"""Shinobi Arts, by its rules in numbered sentences (K1-K41) and our rulings (KQ1-KQ38)."""
