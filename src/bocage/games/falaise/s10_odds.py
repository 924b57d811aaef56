"""10.2 The odds of an assault and every modifier of its die, each with its reason.

The preview and the assault use the same ledger: the odds shown are the odds rolled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bocage.engine.ledger import distribution
from bocage.engine.odds import FACES, Favours, Weighed, likely, notes, part
from bocage.engine.reach import Note
from bocage.engine.words import Words
from bocage.games.falaise.board.charts import AUTOMATIC, DRM, NOTE, DieLedger, clip
from bocage.games.falaise.board.ground import ARGENTAN, TOWN, VILLAGE, WOODS
from bocage.games.falaise.pieces.units import AMERICAN, COMMONWEALTH
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s09_disruption import best_ter, factor

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.board.ground import Ground
    from bocage.games.falaise.board.position import Position


ATTACK: Final = "attack"
DEFENCE: Final = "defence"

_EVEN: Final = 2
"""Place of 1-1 among the columns."""


def column_of(attack: int, defence: int, last: int) -> int:
    """Return the column of the odds; fractions fall to the defender (10.2, reading 67)."""
    if attack >= defence:
        return min(last, _EVEN - 1 + attack // defence)
    ratio = -(-defence // attack)
    return _EVEN + 1 - ratio if ratio <= 3 else AUTOMATIC


def is_automatic(st: Position, h: int, force: Sequence[int], by: int) -> bool:
    """Return whether these odds need no die (10.2), without the rest of the ledger."""
    attack = sum(factor(st, u) for u in force)
    defence = sum(factor(st, u) for u in st.at(h, 1 - by))
    return column_of(attack, max(1, defence), _EVEN) == AUTOMATIC


def assault_terrain(ground: Ground, h: int) -> list[tuple[str, Rule, str]]:
    """Return the modifiers of an assault for the ground of a hex, each with its rule and its
    words (10.2, reading 68).
    """
    found: list[tuple[str, Rule, str]] = []
    if ground.crest[h]:
        found.append(("crest", R("10.2.crest"), "{hex:hex} is a crest"))
    if ground.terrain[h] == WOODS:
        found.append(("woods", R("10.2.woods"), "{hex:hex} is woods"))
    if ground.settlement[h] == VILLAGE:
        found.append(("village", R("10.2.village"), "{hex:hex} is a village"))
    elif ground.settlement[h] == TOWN:
        found.append(("town", R("10.2.town"), "{hex:hex} is a town"))
    elif ground.settlement[h] == ARGENTAN:
        found.append(("argentan", R("10.2.argentan"), "{hex:hex} is Argentan"))
    return found


class Odds(DieLedger):
    """The ledger of one assault."""

    def __init__(
        self, st: Position, h: int, force: Sequence[int], by: int, helpers: Sequence[int] = ()
    ) -> None:
        """The odds of `force` of the side `by` against a hex; `helpers` are of other formations."""
        super().__init__(st.world.tables.assault_drm)
        self.tables: Final = st.world.tables
        self.defenders: Final = st.at(h, 1 - by)
        for u in force:
            self.add(ATTACK, factor(st, u), R("10.2.a"), "{unit:unit}", unit=u)
        for u in self.defenders:
            self.add(DEFENCE, factor(st, u), R("10.2.a"), "{unit:unit}", unit=u)
        self.attack: Final = int(self.total(ATTACK))
        self.defence: Final = int(self.total(DEFENCE))
        last = len(self.tables.columns) - 1
        self.column: Final = column_of(self.attack, max(1, self.defence), last)
        self._terrain(st, h)
        self._water(st, h, force)
        if st.night:
            self.modify("night", R("10.2.night"), "night")
        if any(u in force for u in helpers):
            self._mixture(st, force)
        self.attacker_ter: Final = best_ter(st, force)
        self.defender_ter: Final = best_ter(st, self.defenders)
        words = "highest TER {attacker} against {defender}"
        about = {"attacker": self.attacker_ter, "defender": self.defender_ter}
        self.add(NOTE, 0, R("10.2.g"), words, **about)

    def _terrain(self, st: Position, h: int) -> None:
        """Reading 68: crest, village, town and woods of the defending hex add up."""
        for name, rule, words in assault_terrain(st.world.ground, h):
            self.modify(name, rule, words, hex=h)

    def _water(self, st: Position, h: int, force: Sequence[int]) -> None:
        """10.2: once for each hex that attacks over water."""
        ground = st.world.ground
        for place in sorted({st.loc[u] for u in force}):
            side = 1 << ground.grid.direction(place, h)
            for name, rule, mask in (
                ("bridge", R("10.2.bridge"), ground.bridge),
                ("ford", R("10.2.ford"), ground.ford),
                ("river", R("10.2.river"), ground.river),
            ):
                if mask[place] & side:
                    words = "from {place:hex} over a {name}"
                    self.modify(name, rule, words, place=place, name=name)

    def _mixture(self, st: Position, force: Sequence[int]) -> None:
        """11.9.1, reading 73: different nations or branches where another formation helps."""
        nations = {st.world.nation[u] for u in force}
        if len(nations) < 2:
            return
        if nations & AMERICAN and nations & COMMONWEALTH:
            self.modify("mixed_allies", R("11.9.1.f"), "US and Commonwealth units together")
        elif force[0] >= st.world.german.start:
            self.modify("mixed", R("11.9.1.e"), "different branches together")
        else:
            self.modify("mixed", R("11.9.1.d"), "different nations together")

    @property
    def is_automatic(self) -> bool:
        """10.2: odds below 1-3 are an AL1 without a die."""
        return self.column == AUTOMATIC

    @property
    def odds(self) -> str:
        """The head of the column: `3-1`."""
        return "below 1-3" if self.is_automatic else self.tables.columns[self.column]

    def resolve(self, die: int) -> str:
        """Return the result of a die, 1 to 6, before any change for TER (10.2)."""
        if self.is_automatic:
            return "AL1"
        return self.tables.assault[clip(die + self.drm) - 1][self.column]

    def distribution(self) -> dict[str, Fraction]:
        """Return how likely each result is."""
        return distribution(self.resolve(die) for die in range(1, 7))

    def changes(self, result: str, by: int) -> tuple[int, tuple[str, ...]]:
        """Return the side that may change a result for its TER, and into what (10.2, reading
        69).
        """
        if self.attacker_ter > self.defender_ter:
            return by, {"AL1": ("C",), "C": ("DR", "BL1")}.get(result, ())
        if self.defender_ter > self.attacker_ter:
            return 1 - by, {"DL1": ("DR",), "DE": ("DL1",)}.get(result, ())
        return by, ()


# The ledger as it is shown -----------------------------------------------------------------


RESULTS: Final = {
    "AL1": "attacker loses a step",
    "C": "contact, nothing happens",
    "DR": "defender retreats two hexes",
    "BL1": "both lose a step",
    "DL1": "defender loses a step and is disrupted",
    "DE": "defender eliminated",
}
"""The effect of each result, from the attacker's worst to best."""
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
