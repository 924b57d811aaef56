"""The verbs of OP COM: sheets of the teams, answers at once, and Control's hand."""

from __future__ import annotations

from typing import Final

from bocage.engine.actions import Grammar, Names, Verb

DIE: Final = Names("die", "123456")

SHEET: Final = Verb(1, "sheet", text="sheet")
"""A team's order sheet (5.1)."""
YES: Final = Verb(2, "yes")
NO: Final = Verb(3, "no")
"""Instant decisions (9.7.3)."""
ROLL: Final = Verb(4, "roll", DIE)
ACCEPT: Final = Verb(5, "accept")
"""Control accepts what is proposed."""
RULE: Final = Verb(6, "rule", text="ruling")
"""`rule VALUE because REASON`: Control rules on the card before it."""
OVERRIDE: Final = Verb(7, "override", text="override")
"""`override CARD VALUE because REASON`: before a turn is worked out."""
MODE: Final = Verb(8, "mode", text="mode")
"""`mode CATEGORY auto|hold|by hand`."""
ADJUDICATE: Final = Verb(9, "adjudicate")
RELEASE: Final = Verb(10, "release")
EDIT: Final = Verb(11, "edit", text="edit")
"""`edit TEAM / FORMATION / KEY = VALUE because REASON`: before a report is released."""
PASS: Final = Verb(12, "pass", text="cards")
"""`pass routine`, or `pass CARD`: Control has seen what the rules ruled and lets it stand."""
RELEASE_TO: Final = Verb(13, "release-to", text="teams")
"""`release-to TEAM, TEAM`: some teams get their reports before the others."""
CLOSE: Final = Verb(14, "close")
"""Control closes the orders."""

GRAMMAR: Final = Grammar(
    *(SHEET, YES, NO, ROLL, ACCEPT, RULE, OVERRIDE, MODE, ADJUDICATE, RELEASE, EDIT),
    *(PASS, RELEASE_TO, CLOSE),
)
ROLLS: Final = tuple(ROLL(i) for i in range(6))
