"""The ledger of an attack as it is shown: before the die, and with the die that fell (11.0)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bocage.engine.odds import FACES, Favours, Weighed, likely, notes, part
from bocage.engine.words import Words
from bocage.games.roundup.odds import ATTACK, DEFENCE, NOTE, SHIFT
from bocage.games.roundup.rulebook import R

if TYPE_CHECKING:
    from bocage.games.roundup.odds import Odds

RESULTS: Final = {
    "ASR": "attacker loses a step and retreats",
    "AS": "attacker loses a step",
    "SM": "stalemate",
    "EX": "both lose a step",
    "DR": "defender retreats",
    "DS": "defender loses a step",
    "DSR": "defender loses a step and retreats",
}
"""What each result does, from the attacker's worst to his best."""
FAVOURS: Final[Mapping[str, Favours]] = {
    **dict.fromkeys(("ASR", "AS"), "defender"),
    "EX": "both",
    **dict.fromkeys(("DR", "DS", "DSR"), "attacker"),
}


def ledger(odds: Odds, h: int, results: Mapping[str, Fraction] | None = None) -> Weighed:
    """Return an attack on a hex weighed: its sums, its column, the result of each face.

    `results` says how likely each result is, where that is not the share of its faces.
    """
    columns = odds.world.charts.columns
    start = columns[min(len(columns) - 1, max(0, odds.start))]
    about = {"attack": odds.attack, "defence": odds.defence, "start": start, "column": odds.odds}
    template = "{attack} to {defence} is {start}: column {column}"
    if not 0 <= odds.start < len(columns):
        template = "{attack} to {defence} is {start}, beyond the table: column {column}"
    return Weighed(
        title=Words("Attack on {hex:hex}", {"hex": h}),
        parts=(
            part("Attack", odds, ATTACK),
            part("Defence", odds, DEFENCE),
            part("Columns", odds, SHIFT, signed=True, unit="col"),
            *notes(odds, NOTE),
        ),
        odds=Words(template, about),
        rule=R("11.4"),
        faces=tuple(odds.resolve(face) for face in FACES),
        results=likely(odds.distribution() if results is None else results, RESULTS, FAVOURS),
    )
