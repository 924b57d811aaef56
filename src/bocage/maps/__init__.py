"""Theatres: the map packs, their contents, their faults, and their words.

A pack is a folder of tables (`docs/packs.md`); `load` reads one. Nothing here knows a rule: games
ask the pack what lies where and decide what it costs.
"""

from bocage.maps.faults import PackError, PackFault
from bocage.maps.folder import load_folder
from bocage.maps.pack import Pack
from bocage.maps.theatres import THEATRES, Theatre, UnknownTheatreError, load, theatre

__all__ = [
    "THEATRES",
    "Pack",
    "PackError",
    "PackFault",
    "Theatre",
    "UnknownTheatreError",
    "load",
    "load_folder",
    "theatre",
]
