"""Readers, lights and boards of the table: what they see goes to the referee, and no rule of a game is known here."""
