"""All that moves on the glass: what it is and how long it takes. Nothing a player must know is told by motion alone."""
