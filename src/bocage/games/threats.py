"""Threats: the force that a side could bring against a hex, unit by unit and together.

Each unit that could come has a factor, a size and the hexes from which it could attack. Stacking
decides how many of them can be there at once: two in a hex, one of them large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from bocage.engine.overlays import Asked, Part, Row
from bocage.engine.rulings import Rule
from bocage.engine.words import Words


class Comer(NamedTuple):
    """A unit that could come."""

    unit: int
    factor: int
    large: bool
    places: frozenset[int]
    """The hexes from which it could attack."""


class Rules(NamedTuple):
    """A game's rules for threats."""

    comers: Callable[[Any, int], Sequence[tuple[int, int, bool, dict[int, frozenset[int]]]]]
    """For a side: unit, factor, whether it is large, and by target the places to attack it from."""
    held: Callable[[Any, int], Iterable[int]]
    """The hexes in which a side has units."""
    rule: Rule
    stacking: Rule
    note: Words
    """The assumption about the enemy."""


def gathered(comers: Sequence[Comer]) -> tuple[Comer, ...]:
    """Return the strongest of them that can attack together: each place has room for two, one
    large.

    Places are slots, one for anybody and one for a small unit, so the strongest force is
    found by taking units in the order of their strength where others can make room for them.
    """
    taken: dict[tuple[int, bool], Comer] = {}

    def seat(comer: Comer, tried: set[tuple[int, bool]]) -> bool:
        for h in sorted(comer.places):
            for small in (True, False):
                slot = (h, small)
                if (small and comer.large) or slot in tried:
                    continue
                tried.add(slot)
                if slot not in taken or seat(taken[slot], tried):
                    taken[slot] = comer
                    return True
        return False

    order = sorted(comers, key=lambda each: (-each.factor, each.unit))
    return tuple(each for each in order if seat(each, set()))


def parts(st: Any, asked: Asked, rules: Rules) -> list[Part]:
    """Return the overlay: figures on every hex that is held, and who could come against one."""
    by = 1 - asked.seat
    coming = rules.comers(st, by)
    held = sorted(set(rules.held(st, asked.seat)))
    figures = [(h, _sum(gathered(_against(coming, h)))) for h in held]
    figures = [(h, total) for h, total in figures if total]
    found = [
        Part(
            name=Words("Held and threatened"),
            side=by,
            mark="waves",
            rule=rules.rule,
            hexes=tuple(h for h, _ in figures),
            figures=tuple(figures),
            note=rules.note,
        )
    ]
    if asked.hex is not None:
        found.append(_pointed(st, asked.hex, by, coming, rules))
    return found


def _pointed(st: Any, h: int, by: int, coming: Any, rules: Rules) -> Part:
    all_of_them = _against(coming, h)
    force = gathered(all_of_them)
    left = len(all_of_them) - len(force)
    about = {"factors": _sum(force), "left": left}
    note = Words("{factors} factors together", about)
    if left:
        template = "{factors} factors together; {left} more could come, but not all can stack"
        note = Words(template, about)
    return Part(
        name=Words("Against {hex:hex}", {"hex": h}),
        side=by,
        mark="cross",
        rule=rules.stacking,
        hexes=(h,),
        ways=tuple((st.loc[each.unit], h) for each in force),
        units=tuple(each.unit for each in force),
        rows=tuple(Row(each.unit, Words("{factor}", {"factor": each.factor})) for each in force),
        note=note if force else Words("no unit can reach it"),
    )


def _against(coming: Any, h: int) -> list[Comer]:
    return [
        Comer(unit, factor, large, targets[h])
        for unit, factor, large, targets in coming
        if h in targets and factor
    ]


def _sum(force: Iterable[Comer]) -> int:
    return sum(each.factor for each in force)
