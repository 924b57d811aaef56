"""9.2, 9.11: what support units and artillery add to a score."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.engine.ledger import Ledger
from bocage.games.opcom.board.tables import Tables, tables
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s09_combat.fight import ATTACKER, Fighter, Gun, Settings, Side, fighting

_ROWS = {"infantry gun": "infantry guns"}
"""What the chart calls an arm, where it calls it otherwise."""


def support_range(arm: Arm, where: Tables | None = None) -> tuple[float, float]:
    """9.11, reading 4.22: effective and long range of an arm in km; 0 for none."""
    return (where or tables()).artillery.get(_ROWS.get(arm, arm), (0, 0))


def reaches(gun: Gun, where: Tables | None = None) -> bool:
    """Whether a gun reaches the fight, at least at long range."""
    return gun.km <= max(gun.ranges or support_range(gun.arm, where))


def add_guns(found: Ledger, heading: str, side: Side, settings: Settings) -> int:
    """Enter what the guns of a side add; how much that is."""
    start = found.total(heading)
    for gun in side.guns:
        _fires(found, heading, gun, settings)
        _limits(found, heading, gun, side, settings)
    return int(found.total(heading) - start)


def _fires(found: Ledger, heading: str, gun: Gun, settings: Settings) -> None:
    level = gun.status.level(gun.steps)
    effective, long = gun.ranges or support_range(gun.arm, settings.tables)
    about = {"unit": gun.unit, "km": _km(gun.km)}
    found.add(heading, level, R("9.11.a"), "{unit:unit} fires", unit=gun.unit)
    if gun.km > max(effective, long):
        words = "{unit:unit} is out of range at {km} km"
        found.add(heading, -level, R("9.11.c"), words, **about)
    elif gun.km > effective:
        rule = R("9.11.b").read(R("reading 4.20"))
        words = "{unit:unit} is beyond effective range at {km} km: half, rounded down"
        found.add(heading, level // 2 - level, rule, words, **about)
    if gun.share < 1:
        counts = _counts(found, heading, gun.unit)
        rule = R("9.11.e").read(R("reading 4.21"))
        words = "{unit:unit} fires for {share} of the time"
        loss = int(counts * gun.share) - counts
        found.add(heading, loss, rule, words, unit=gun.unit, share=gun.share)


def _counts(found: Ledger, heading: str, unit: int) -> int:
    """What a unit counts by the rows about it alone."""
    rows = (row for row in found.under(heading) if row.words.fields.get("unit") == unit)
    return int(sum(row.value for row in rows))


def _limits(
    found: Ledger, heading: str, unit: Gun | Fighter, side: Side, settings: Settings
) -> None:
    """9.2, reading 4.6: a support unit counts beside others alone."""
    if unit.status.role != "support":
        return
    counts = _counts(found, heading, unit.unit)
    beside = [
        each.level
        for each in fighting(side.fighters, attacking=heading == ATTACKER)
        if each.status.role != "support"
    ]
    most = _most(unit, counts, beside, side, settings)
    if most < counts:
        rule = R("9.2").read(R("reading 4.6"))
        words = "{unit:unit} supports units of status {best} at most"
        best = max(beside, default=0)
        found.add(heading, most - counts, rule, words, unit=unit.unit, best=best)


def add_limits(found: Ledger, heading: str, side: Side, settings: Settings) -> None:
    """Enter what support units on the ground may not count."""
    for fighter in fighting(side.fighters, attacking=heading == ATTACKER):
        _limits(found, heading, fighter, side, settings)


def _most(
    unit: Gun | Fighter, counts: int, beside: Sequence[int], side: Side, settings: Settings
) -> int:
    level = unit.level if isinstance(unit, Fighter) else unit.status.level(unit.steps)
    best = max(beside, default=0)
    if settings.support == "none":
        return counts
    if settings.support == "literal":
        return counts if best >= level else 0
    if settings.support == "pairing":
        return counts if unit.unit in _paired(side, beside) else 0
    return min(counts, best)


def _paired(side: Side, beside: Sequence[int]) -> set[int]:
    """Support units that find a partner of at least equal status, each partner once."""
    support = [(each.status.level(each.steps), each.unit) for each in side.guns]
    support += [(each.level, each.unit) for each in side.fighters if each.status.role == "support"]
    partners = sorted(beside, reverse=True)
    found: set[int] = set()
    for level, unit in sorted(support, reverse=True):
        if partners and partners[0] >= level:
            partners.pop(0)
            found.add(unit)
    return found


def _km(distance: float) -> str:
    return f"{distance:.1f}".removesuffix(".0")
