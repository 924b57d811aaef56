"""Drawings: maps, counters, charts and fine sheets."""
