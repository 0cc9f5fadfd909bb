"""One module a screen. A screen takes a picture and shows it; it keeps nothing that it could not be told again."""
