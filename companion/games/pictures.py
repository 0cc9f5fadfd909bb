"""Rules as they show on the table at hand: what panels of a view a rule is about, where no map is needed."""

from __future__ import annotations

from companion.views import CardsPanel, Illustration, TracksPanel, View


def from_view(view: View, picture: str) -> Illustration | None:
    """What a picture names: `track ID`, or `cards ID` for cards that lie open somewhere; None where they do not.

    Of an id that ends in a dot all panels that begin with it are meant.
    """
    kind, _, name = picture.partition(" ")
    if kind == "track":
        tracks = [track for panel in view.panels if isinstance(panel, TracksPanel) for track in panel.tracks]
        track = next((track for track in tracks if track.id == name), None)
        return Illustration(track=track, say=f"{track.name} {track.word}".strip()) if track is not None else None
    if kind == "cards":
        panels = [panel for panel in view.panels if isinstance(panel, CardsPanel) and panel.id.startswith(name)]
        shown = next((panel for panel in panels if panel.cards), None)
        return Illustration(say=shown.title, cards=shown.cards[:4]) if shown is not None else None
    return None
