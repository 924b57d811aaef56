"""The fault campaign: servers under play are killed, starved, locked out and suspended.

Players remember what the server acknowledged. After each fault every game is compared with
what they remember: nothing may be lost, nothing may be there twice, every game must continue,
and the log must hold a sentence about the fault. `pytest tests/faults` runs a few rounds of
each; `python -m tests.faults --help` tells how to run as many as you like.
"""
