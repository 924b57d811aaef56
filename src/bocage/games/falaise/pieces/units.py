"""The facts of a counter (2.2): sides, nations, sizes, special units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.falaise.pieces.counters import LARGE, NATIONS

if TYPE_CHECKING:
    from bocage.games.falaise.pieces.counters import Unit

ALLIED: Final = 0
GERMAN: Final = 1
SIDES: Final = ("allied", "german")

US: Final = NATIONS.index("us")
POLAND: Final = NATIONS.index("poland")
FRANCE: Final = NATIONS.index("france")
CANADA: Final = NATIONS.index("canada")
COMMONWEALTH: Final = frozenset(NATIONS.index(name) for name in ("uk", "canada", "poland"))
"""11.9.1c: the Poles are treated as Commonwealth."""
AMERICAN: Final = frozenset({US, FRANCE})
"""11.9.1c: the French are treated as US; reading 11 has their other classification."""

NO_CORPS: Final = 255
"""The two companies belong to none."""

CURRIE: Final = "C-4-CUR"
"""Task Force Currie, which stacks only with its brigade (5.3)."""
BRIGADE: Final = "C-4-10"
"""The Canadian 10th Mechanized Brigade."""

FREE_AT_THE_DIVES: Final = frozenset({"1 Polish Armd", "3 Cdn Inf", "4 Cdn Armd", "90 Inf"})
"""11.9: the divisions that may move next to the Dives and over it from the start."""
APART: Final = frozenset({"1 Inf", "9 Inf", "90 Inf"})
"""3.1: US divisions whose units may not set up next to one another."""
LATE_DIVISION: Final = "272"
"""11.4: it comes with the 86th Corps."""
LOWERED_FROM: Final = 4
"""Reading 120: the least TER that is lowered."""


def is_large(unit: Unit) -> bool:
    """5.3, 11.7: brigades and regiments, of which a hex holds one; task forces are battalions."""
    return unit.size in LARGE


def factors_of(unit: Unit) -> tuple[int, int, int]:
    """Return the Combat Factor by steps left: none, one, two."""
    if unit.steps == 2:
        return 0, unit.cf_reduced or 0, unit.cf
    return 0, unit.cf, unit.cf


def is_tank_destroyer(unit: Unit) -> bool:
    """Return whether it is the battalion that comes on turn 5, the 610th (11.5, reading 1)."""
    return unit.type == "tank-destroyer"


def lowered_ter(unit: Unit) -> int:
    """Return the printed TER, one less for a German Mechanized unit with 4 or more (reading
    120).
    """
    printed = unit.ter.value or 0
    lower = unit.side == "german" and unit.mechanized and printed >= LOWERED_FROM
    return printed - lower
