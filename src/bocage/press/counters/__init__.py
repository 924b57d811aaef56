"""Counters: what they show, how they are drawn, and the sheets they are printed on.

`model` says what a counter shows, `units` and `markers` draw it, `glyphs`, `bands` and
`pictures` are the parts, `roundup`, `falaise` and `opcom` turn the games' tables into
counters, and `sheets` lays them out for the printer.
"""
