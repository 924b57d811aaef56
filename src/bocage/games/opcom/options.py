"""Readings that a table may rule otherwise, as options of the game."""

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
    )
}
