"""Play a short scenario of Falaise, ask it, draw it and save it: ten lines."""

import bocage

match = bocage.new("falaise", scenario="chambois", seed=1)
print(match)
print(match.why("move P-1-Z 2611"))
match.do("end")
while not match.is_over:
    match.let("aggressive")
print(match.winner, "wins:", match.result)
match.save("chambois.bocage", overwrite=True)
