"""The referee: rules, hidden knowledge, the book of the table. No Kivy, no serial line, no pins."""
