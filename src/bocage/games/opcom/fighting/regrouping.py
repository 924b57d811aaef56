"""Control's hand in which fights there are (9.7.4, reading 4.1): merge, split, send elsewhere."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.fighting.grouping import strongest
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.position import Position
from bocage.games.opcom.rulebook import R

AS_GROUPED = "as grouped"
_NEAR_KM = 5.0
"""Fights farther apart than this are not offered to be merged."""


def settled(st: Position, half: int, combats: list[Combat]) -> list[Combat] | None:
    """The fights of this half as Control has them; None while Control has still to rule.

    One card changes one thing; after a change the next card offers what is possible then.
    """
    if not combats:
        return combats
    for number in count(1):
        name = f"{st.turn}.{half}.fights" + ("" if number == 1 else f".{number}")
        value = rule_on(
            st,
            name,
            "grouping",
            "; ".join(_said(st, i, each) for i, each in enumerate(combats, 1)),
            AS_GROUPED,
            choices=changes(st, combats),
            why=["who stands near each other, of one formation, in one kind of ground (9.7.4)"],
            rule=R("9.7.4").read(R("reading 4.1")),
        )
        if value is None:
            return None
        if value == AS_GROUPED:
            break
        combats = changed(st, combats, value)
    return combats


def _said(st: Position, number: int, combat: Combat) -> str:
    sides = (combat.attackers, combat.defenders)
    who, whom = (", ".join(st.world.units[u].id for u in side) for side in sides)
    return f"fight {number}: {who} against {whom}"


def changes(st: Position, combats: list[Combat]) -> list[str]:
    """What may be made of these fights, one change each."""
    found: list[str] = []
    for i, one in enumerate(combats):
        for j, other in enumerate(combats):
            if i == j or not _are_near(st, one, other):
                continue
            if i < j:
                found.append(f"merge {i + 1} and {j + 1}")
            if len(one.attackers) > 1:
                found += [f"send {st.world.units[u].id} to {j + 1}" for u in one.attackers]
        if len(one.attackers) > 1 and len(one.defenders) > 1:
            found += [f"split {st.world.units[u].id} off" for u in one.defenders]
    return found


def _are_near(st: Position, one: Combat, other: Combat) -> bool:
    """Whether two fights are of the same side, and near enough to be one."""
    side = st.world.units[one.attackers[0]].side == st.world.units[other.attackers[0]].side
    return side and any(st.km(a, b) <= _NEAR_KM for a in one.defenders for b in other.defenders)


def changed(st: Position, combats: list[Combat], value: str) -> list[Combat]:
    """The fights after one change."""
    words = value.split()
    if words[0] == "merge":
        one, other = combats[int(words[1]) - 1], combats[int(words[3]) - 1]
        merged = replace(
            _made(st, one, (*one.attackers, *other.attackers), (*one.defenders, *other.defenders)),
            lines=tuple(dict.fromkeys((*one.lines, *other.lines))),
            breakthrough=max(one.breakthrough, other.breakthrough),
        )
        return [merged if each is one else each for each in combats if each is not other]
    unit = st.world.by_id[words[1]]
    if words[0] == "send":
        return _sent(combats, unit, combats[int(words[3]) - 1])
    return _split(st, combats, unit)


def _made(
    st: Position, like: Combat, attackers: tuple[int, ...], defenders: tuple[int, ...]
) -> Combat:
    """A fight of these, named after its strongest defender as every fight is."""
    name = f"{st.turn}.{like.half}.fight.{strongest(st, defenders)}"
    return replace(like, name=name, attackers=tuple(sorted(attackers)), defenders=defenders)


def _sent(combats: list[Combat], unit: int, goal: Combat) -> list[Combat]:
    """An attacker takes part in another fight."""
    found: list[Combat] = []
    for each in combats:
        left = tuple(u for u in each.attackers if u != unit)
        if each is goal:
            here = next(c for c in combats if unit in c.attackers)
            lines = tuple(dict.fromkeys((*goal.lines, *here.lines)))
            found.append(replace(each, attackers=tuple(sorted((*left, unit))), lines=lines))
        else:
            found.append(replace(each, attackers=left))
    return found


def _split(st: Position, combats: list[Combat], unit: int) -> list[Combat]:
    """A defender is fought by himself, by those who have come upon him or are nearest to him."""
    found: list[Combat] = []
    for each in combats:
        if unit not in each.defenders:
            found.append(each)
            continue
        rest = tuple(u for u in each.defenders if u != unit)
        upon = [u for u in each.attackers if st.target[u] == unit]
        upon = upon or [min(each.attackers, key=lambda u: (st.km(u, unit), u))]
        if len(upon) == len(each.attackers):
            upon.remove(max(upon, key=lambda u: (st.km(u, unit), u)))
        others = tuple(u for u in each.attackers if u not in upon)
        found += [_made(st, each, others, rest), _made(st, each, tuple(upon), (unit,))]
    return found
