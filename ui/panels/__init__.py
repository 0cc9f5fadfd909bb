"""Panels of a view, drawn."""
