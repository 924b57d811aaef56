"""Packs of OP COM's real maps: a table of features laid on a lattice of kilometre hexes.

The features (towns, roads, bridges, waters, woods, drop zones) stay where they are on the
earth. The lattice under them says what ground each kilometre is and which of its sides
water bars. `assemble` makes the pack; the other modules each make one part of it.
"""
