"""The ledger of an assault as it is shown: before the die, and with the die that fell (10.2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bocage.engine.odds import FACES, Favours, Weighed, likely, notes, part
from bocage.engine.reach import Note
from bocage.engine.words import Words
from bocage.games.falaise.odds import ATTACK, DEFENCE, DRM, NOTE
from bocage.games.falaise.rulebook import R

if TYPE_CHECKING:
    from bocage.games.falaise.odds import Odds

RESULTS: Final = {
    "AL1": "attacker loses a step",
    "C": "contact, nothing happens",
    "DR": "defender retreats two hexes",
    "BL1": "both lose a step",
    "DL1": "defender loses a step and is disrupted",
    "DE": "defender eliminated",
}
"""What each result does, from the attacker's worst to his best."""
FAVOURS: Final[Mapping[str, Favours]] = {
    "AL1": "defender",
    "BL1": "both",
    **dict.fromkeys(("DR", "DL1", "DE"), "attacker"),
}
_AUTOMATIC: Final = Note("automatic", Words("below 1-3: AL1 without a die"), R("10.2"))


def ledger(
    odds: Odds, h: int, by: int, *, mech: bool, results: Mapping[str, Fraction] | None = None
) -> Weighed:
    """Return an assault on a hex weighed: its sums, its column, the result of each face.

    `results` says how likely each result is, where that is not the share of its faces.
    """
    shares = odds.distribution() if results is None else results
    said: dict[str, Words] = {}
    for result in shares:
        seat, others = odds.changes(result, by)
        if others:
            about = {"side": seat, "others": " or ".join(others)}
            said[result] = Words("{side:side} may make it {others}", about)
    kind = "Mechanized Assault" if mech else "Assault"
    return Weighed(
        title=Words(kind + " on {hex:hex}", {"hex": h}),
        parts=(
            part("Attack", odds, ATTACK),
            part("Defence", odds, DEFENCE),
            part("Die", odds, DRM, signed=True, unit="drm"),
            *notes(odds, NOTE),
        ),
        odds=Words(
            "{attack} to {defence} is {column}, die {drm:+d}",
            {
                "attack": odds.attack,
                "defence": odds.defence,
                "column": odds.odds,
                "drm": odds.drm,
            },
        ),
        rule=R("10.2"),
        faces=() if odds.is_automatic else tuple(odds.resolve(face) for face in FACES),
        results=likely(shares, RESULTS, FAVOURS, said),
        notes=(_AUTOMATIC,) if odds.is_automatic else (),
    )
