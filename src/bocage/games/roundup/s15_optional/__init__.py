"""15.0 Optional rules, a module each.

15.7 and 15.18 are readings that the table may rule otherwise (`options`). 15.8 is decided in
`s08_reinforcements`; 15.15, 15.16 and 15.20 in `s07_air`.
"""
