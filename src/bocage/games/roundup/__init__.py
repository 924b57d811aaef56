"""Operation Roundup: the Allies land in the Pas-de-Calais in 1943.

One module a module of the rulebook, in its order; `docs/design.md` section 4 says how
rules, readings and cases hang together.
"""
