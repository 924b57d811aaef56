"""From geography to map packs; build-time only.

`python -m mapforge build` rebuilds every pack from `sources`, byte for byte the same each time. It
needs nothing but the standard library and `bocage.hexes`, so that the rebuild can be a test;
`docs/maps.md` lists the decisions on the way.
"""
