"""The kit of the glass: tags, strip, rail, cards, cloth. Every widget is given a `Look` and asks it for everything."""
