"""Reports (10): what a team's staff would have on its log half an hour after the fighting.

In order: `notes` are what happened, as records; `facts` are what may be told of it;
`selection` makes facts from the master map and the notes; `words` and `remarks` render them;
`lint` is the last gate; `release` is what each team then holds.
"""
