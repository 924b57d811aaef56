"""The readings of combat that a table may rule otherwise, and the tables looked up in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

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
    tables: Tables = field(default_factory=tables, compare=False, repr=False)


DEFAULT = Settings()
"""The rulebook as we read it."""
