"""Player aids: each game's charts on sheets.

`model` is a chart as text, `games` makes them from the data that the rules look things up
in, `tables` sets one chart, `pages` lays them out on paper.
"""
