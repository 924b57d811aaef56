"""The board: maps, tables and figures that never change, and the position that does."""
