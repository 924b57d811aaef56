"""The readings of combat that a table may rule otherwise, and the tables looked up in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from bocage.games.opcom.options import OPTIONS
from bocage.games.opcom.tables import Tables, tables

Support = Literal["cap", "literal", "pairing", "none"]
"""Reading 4.6: how far a bracketed unit counts; `none` is no limit."""


@dataclass(frozen=True, slots=True)
class Settings:
    """As we read the rulebook, unless said otherwise."""

    unprepared: int | None = None
    """Reading 4.4: what each unit of an unprepared attack costs; None is as the chart lists it."""
    support: Support = "cap"
    combined_defence: bool = False
    """Reading 4.9: combined arms in defence too, for units that have prepared by holding."""
    twice: Literal["ground", "all"] = "ground"
    """Reading 4.31: twice the status of ground units, or with artillery."""
    light: Literal["listed", "all paras"] = "listed"
    """Reading 4.8: who is light infantry."""
    medium: Literal["heavy", "tactical"] = "heavy"
    """Reading 4.15: what a squadron of medium bombers counts as."""
    german_support: bool = False
    """Reading 4.16: whether Germans fly close support though the scenario has none."""
    tables: Tables = field(default_factory=tables, compare=False, repr=False)


def settings_from(options: Mapping[str, str], charts: Tables) -> Settings:
    """The settings that the options of a table mean; where it says nothing, the first choice."""
    options = {name: each.choices[0] for name, each in OPTIONS.items()} | dict(options)
    return Settings(
        unprepared=None if options["unprepared"] == "3" else int(options["unprepared"]),
        support=cast("Support", options["support"]),
        combined_defence=options["combined-defence"] == "yes",
        twice=cast('Literal["ground", "all"]', options["twice"]),
        light=cast('Literal["listed", "all paras"]', options["light"]),
        medium=cast('Literal["heavy", "tactical"]', options["medium-bombers"]),
        german_support=options["german-support"] == "yes",
        tables=charts,
    )


DEFAULT = Settings()
"""The rulebook as we read it."""
