"""Rules as data: the rulebook to the sentence, executable cases, and their coverage.

It names no game. A game gives an index (`rulebook.toml`), readings (`readings.md`) and a
`Judge`, which lays out positions and answers questions; here cases are read, run and
counted. A case counts for an entry of the index only if it depends on it.
"""
