"""Reports (10): what a team's staff would have on its log half an hour after the fighting.

In order: `notes` are records of what happened; `facts` are the parts that may be reported;
`selection` makes facts from the master map and the notes; `words` and `remarks` render them; `lint`
is the last gate; `release` is what each team then holds.
"""
