"""The glass: shows what the referee tells, and hands touches back. Knows panels and prompts, never a game."""
