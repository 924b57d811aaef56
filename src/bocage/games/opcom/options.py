"""Readings that a table may replace, as options of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.engine.game import Option
from bocage.games.opcom.rulebook import R

OPTIONS: Final[Mapping[str, Option]] = {
    each.id: each
    for each in (
        Option("unprepared", "What an unprepared attack costs", R("reading 4.4"), ("3", "2")),
        Option(
            "support",
            "How far support units count",
            R("reading 4.6"),
            ("cap", "literal", "pairing", "none"),
        ),
        Option("combined-defence", "Combined arms in defence", R("reading 4.9"), ("no", "yes")),
        Option("twice", "Twice whose status", R("reading 4.31"), ("ground", "all")),
        Option("light", "Who is light infantry", R("reading 4.8"), ("listed", "all paras")),
        Option(
            "light-bridges",
            "Armoured cars and towed guns over light bridges",
            R("reading 3.10"),
            ("yes", "no"),
        ),
        Option(
            "medium-bombers",
            "What a medium bomber squadron counts as",
            R("reading 4.15"),
            ("heavy", "tactical"),
        ),
        Option("german-support", "German close support", R("reading 4.16"), ("no", "yes")),
        Option("scatter", "Drops that come down elsewhere", R("reading 9.1"), ("no", "yes")),
        Option("isolation", "Weak units long cut off waste away", R("reading 6.10"), ("no", "yes")),
        Option("broken-brigades", "Broken brigades rest", R("reading 7.7"), ("no", "yes")),
        Option("positions", "Positions given in reports", R("reading 10.4"), ("exact", "radio")),
    )
}
