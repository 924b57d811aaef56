"""Reports (10): what a team's staff has on its log half an hour after the fighting.

`notes` are records of events. `selection` makes facts from the master map and the notes; `facts`
are the parts that may be reported. `words` and `remarks` put them into words. `lint` is the last
check. `release` holds what each team then knows.
"""
