"""Reports (10): what a team's staff would have on its log half an hour after the fighting.

Facts first (`facts`, `gathering`), words second (`speech`, `wording`): whatever is said is made
from a fact that may be told, by the ladder of words (`ladder`) and the errors that the rules
invite (`enemy`). `lint` is the last gate.
"""
