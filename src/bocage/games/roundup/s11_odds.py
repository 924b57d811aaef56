"""11.1 to 11.12: the odds of an attack and every reason for them.

The preview and the battle use the same ledger: the odds shown are the odds rolled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bocage.engine.ledger import Ledger, distribution
from bocage.engine.odds import FACES, Favours, Weighed, likely, notes, part
from bocage.engine.words import Words
from bocage.games.roundup import s04_supply
from bocage.games.roundup.board.charts import MEANINGS, OVERCAST, TERRAINS
from bocage.games.roundup.board.position import ATTACKED
from bocage.games.roundup.options import BOMBER_ONE_COLUMN, CLIP_FIRST
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s07_air import GERMAN_MODIFIER
from bocage.games.roundup.s15_optional.s15_03_storm_at_sea import guns_are_silent
from bocage.games.roundup.s15_optional.s15_04_port_hex_control import FACTOR, defends
from bocage.hexes.directions import is_concentric

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


ATTACK: Final = "attack"
DEFENCE: Final = "defence"
SHIFT: Final = "shift"
NOTE: Final = "note"


def defenders(st: Position, h: int, by: int) -> list[int]:
    """Return the defenders of a hex; units attacked earlier this phase add nothing (11.1, reading
    68).
    """
    return [u for u in st.at(h, 1 - by) if not st.marks[u] & ATTACKED]


def strength(st: Position, u: int, heading: str) -> int:
    """Return the factor of a unit, halved out of supply; `heading` is of which kind (11.3, 4.1)."""
    factors = st.world.attack if heading == ATTACK else st.world.defence
    factor = factors[u][st.steps[u]]
    return factor if s04_supply.supply(st, u) else s04_supply.halved(factor)


def base_column(attack: int, defence: int) -> int:
    """Return the column of the odds, from 0 for 1:3; it may lie off the table (11.4, reading 56).

    At 1:1 or better round down; below, round up (9:5 is 1:1, 5:9 is 1:2).
    """
    if attack >= defence:
        return 1 + attack // defence
    return 3 + -defence // attack


def direction_masks(st: Position, h: int, force: Sequence[int]) -> tuple[int, bool]:
    """Return the directions from which a hex is attacked, and whether all of them cross water.

    Readings 58 and 59: only units that take part count.
    """
    grid, water = st.world.grid, st.world.water[h]
    mask = 0
    for u in force:
        mask |= 1 << grid.direction(h, st.loc[u])
    return mask, mask & water == mask


class Odds(Ledger):
    """The ledger of one attack."""

    def __init__(
        self, st: Position, h: int, force: Sequence[int], by: int, bomber: int | None = None
    ) -> None:
        """The odds of `force` of the side `by` against a hex; `bomber` is a shift rolled for."""
        super().__init__()
        self.world: Final = st.world
        self.defenders: Final = defenders(st, h, by)
        self._factors(st, force, ATTACK)
        self._factors(st, self.defenders, DEFENCE)
        if defends(st, h, by):
            rule = R("15.4.g") if self.defenders else R("15.4.b")
            self.add(DEFENCE, FACTOR, rule, "the German marker in {hex:hex}", hex=h)
        self.attack: Final = int(self.total(ATTACK))
        self.defence: Final = int(self.total(DEFENCE))
        self.start: Final = base_column(self.attack, max(1, self.defence))
        """The column before shifts."""
        self._shifts(st, h, force, by)
        if bomber is not None:
            rule = R("11.12.b") if by == ALLIED else R("15.15.a")
            self.add(SHIFT, bomber, rule, "heavy bombers over {hex:hex}", hex=h)
        self.column: Final = self._column(st)

    def _factors(self, st: Position, units: Sequence[int], heading: str) -> None:
        """11.3, 4.1: full factors, halved for each unit out of supply."""
        factors = st.world.attack if heading == ATTACK else st.world.defence
        rule = R("11.3.a") if heading == ATTACK else R("11.3.b")
        for u in units:
            factor = factors[u][st.steps[u]]
            self.add(heading, factor, rule, "{unit:unit}", unit=u)
            if not s04_supply.supply(st, u):
                loss = strength(st, u, heading) - factor
                words = "{unit:unit} is out of supply: half, rounded up"
                self.add(heading, loss, R("4.1.b"), words, unit=u)

    def _shifts(self, st: Position, h: int, force: Sequence[int], by: int) -> None:
        world = st.world
        if shift := world.terrain_shift[h]:
            rule = TERRAIN_RULES[TERRAINS[world.terrain[h]]]
            name = TERRAINS[world.terrain[h]]
            self.add(SHIFT, shift, rule, "{hex:hex} is {name}", hex=h, name=A_TERRAIN[name])
        mask, across = direction_masks(st, h, force)
        if across:
            shift = world.charts.shifts["water"]
            self.add(SHIFT, shift, R("11.6.b"), "all attack {hex:hex} over river or canal", hex=h)
        elif mask & world.water[h]:
            rule = R("11.6.c").read(R("reading 59"))
            self.add(NOTE, 0, rule, "not all attack {hex:hex} over river or canal", hex=h)
        if is_concentric(mask):
            self._concentric(st, h, by, mask)
        if world.coastal[h] and guns_are_silent(st):
            self.add(NOTE, 0, R("15.3.a"), "no naval gunfire at {hex:hex} in Storm", hex=h)
        elif world.coastal[h]:
            words = "naval gunfire at coastal {hex:hex}"
            rule = R("11.9.b") if by == ALLIED else R("11.9.a")
            if st.weather or world.port_of[h]:
                rule = rule.read(R("reading 60"))
            self.add(SHIFT, 1 if by == ALLIED else -1, rule, words, hex=h)
        if tas_over(st, h):
            words = "TAS of {side:side} over {hex:hex}"
            shift = 1 if st.superiority == by else -1
            rule = R("7.5.e") if shift > 0 else R("7.5.f")
            self.add(SHIFT, shift, rule, words, side=st.superiority, hex=h)

    def _concentric(self, st: Position, h: int, by: int, mask: int) -> None:
        if st.world.is_built[h]:
            words = "no concentric shift into {hex:hex}: a town or port"
            self.add(NOTE, 0, R("11.10.c"), words, hex=h)
        else:
            opposite = mask & mask >> 3
            rule = R("11.8.a") if opposite else R("11.8.b")
            rule = R("11.8.d") if mask.bit_count() > 3 else rule
            self.add(SHIFT, 1, rule, "concentric attack on {hex:hex}", hex=h)
        alone = not any(st.at(n, 1 - by) for n in st.world.near(h))
        if st.turn > 1 and alone and not all(s04_supply.supply(st, u) for u in self.defenders):
            words = "the attack itself cuts the supply of {hex:hex}: no friend is next to it"
            self.add(NOTE, 0, R("reading 75a"), words, hex=h)

    def _column(self, st: Position) -> int:
        """11.5, 11.7: shifts add up; the table ends at 1:3 and 6:1 (reading 57)."""
        last = len(st.world.charts.columns) - 1
        start, shift = self.start, int(self.total(SHIFT))
        if not 0 <= start <= last:
            if st.switches & CLIP_FIRST:
                start = min(last, max(0, start))
                words = "the odds are limited to the table before the shifts"
                self.add(NOTE, 0, R("reading 57"), words)
            elif shift:
                words = "the shifts are counted from beyond the table"
                self.add(NOTE, 0, R("reading 57"), words)
        return min(last, max(0, start + shift))

    @property
    def odds(self) -> str:
        """The head of the final column: `3:1`."""
        return self.world.charts.columns[self.column]

    def resolve(self, die: int) -> str:
        """Return the result of a die, 1 to 6 (11.13)."""
        return self.world.charts.results[die - 1][self.column]

    def distribution(self) -> dict[str, Fraction]:
        """Return how likely each result is."""
        return distribution(self.resolve(die) for die in range(1, 7))


TERRAIN_RULES: Final = {
    "clear": R("11.6.a"),
    "polder": R("11.6.a"),
    "woods": R("11.6.a"),
    "rough": R("11.6.a"),
    "town": R("11.10.a"),
    "port": R("11.10.b"),
}
"""The rule that says how each terrain shifts an attack."""
A_TERRAIN: Final = {
    "clear": "clear ground",
    "polder": "polder",
    "woods": "woods",
    "rough": "rough ground",
    "town": "a town",
    "port": "a port city",
}
"""What each terrain is called in a sentence."""


def tas_over(st: Position, h: int) -> bool:
    """Return whether a hex lies under a TAS Marker, in its hex or next to it (7.5)."""
    return any(h == each or h in st.world.near(each) for each in st.tas)


def bomber_shift(st: Position, h: int, die: int, by: int = ALLIED) -> int:
    """Return the shift that heavy bombers of a side give on a die, 1 to 6, modified (11.12,
    15.15).
    """
    charts = st.world.charts
    modifiers = charts.bomber_modifiers
    if st.world.is_built[h]:
        die += modifiers["town_or_port"]
    if by == GERMAN:
        die += GERMAN_MODIFIER
    if tas_over(st, h) and st.superiority == by:
        die += modifiers["friendly_tas"]
    if st.weather == OVERCAST:
        die += modifiers["overcast"]
    shift = charts.bomber[min(6, max(1, die)) - 1]
    return max(-1, min(1, shift)) if st.switches & BOMBER_ONE_COLUMN else shift


# The ledger as it is shown -----------------------------------------------------------------


RESULTS: Final = MEANINGS
"""The effect of each result, from the attacker's worst to best."""
FAVOURS: Final[Mapping[str, Favours]] = {
    **dict.fromkeys(("ASR", "AS"), "defender"),
    "EX": "both",
    **dict.fromkeys(("DR", "DS", "DSR"), "attacker"),
}


def _beyond(column: int) -> str:
    """Return the head that a column beyond the table would have: `7:1`."""
    return f"1:{3 - column}" if column < 0 else f"{column - 1}:1"


def ledger(odds: Odds, h: int, results: Mapping[str, Fraction] | None = None) -> Weighed:
    """Return an attack on a hex weighed: its sums, its column, the result of each face.

    `results` says how likely each result is, where that is not the share of its faces.
    """
    columns = odds.world.charts.columns
    about = {"attack": odds.attack, "defence": odds.defence, "column": odds.odds}
    template = "{attack} to {defence} is {start}: column {column}"
    if 0 <= odds.start < len(columns):
        about["start"] = columns[odds.start]
    else:
        about |= {"start": _beyond(odds.start), "end": columns[0 if odds.start < 0 else -1]}
        template = "{attack} to {defence} is {start}, the table ends at {end}: column {column}"
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
