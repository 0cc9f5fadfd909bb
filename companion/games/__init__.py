"""The games of the table."""
