"""Pure geometry: grids with printed numbers, sets of hexes, paths, floods and their fast kernels.

Imports the standard library alone (the compiled kernel aside).
"""
