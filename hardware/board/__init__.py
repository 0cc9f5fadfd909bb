"""Zone boards on serial lines: readers under the zones and their lights, over a link that loses nothing."""
