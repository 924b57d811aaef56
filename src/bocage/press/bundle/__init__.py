"""Print and play: everything that a game on a table needs, as files to print at home."""
