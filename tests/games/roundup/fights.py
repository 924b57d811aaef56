"""Units of the battles that the tests of section 11 fight."""

from __future__ import annotations

from bocage.games.roundup.board.position import DROPPED, GROUNDED, HAS_DROPPED

DROP = DROPPED | GROUNDED | HAS_DROPPED

WEAK = {"GE05": "3317", "US11": "3316", "US01": "3217"}
"""A static division, attacked from the east and north-east: it may go west or south-west."""

STRONG = "US11 US01"
