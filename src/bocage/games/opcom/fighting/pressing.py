"""Whether there is ammunition to press an attack with (9.5.a, readings 4.24 and 6.5)."""

from __future__ import annotations

from dataclasses import replace

from bocage.games.opcom.combat import Fight, Fighter
from bocage.games.opcom.drawing import can_draw
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.position import Position
from bocage.games.opcom.supply_use import pressed


def press(st: Position, combat: Combat, fight: Fight) -> Fight | None:
    """The fight with those who have ammunition; None where nobody can attack."""
    able = tuple(f for f in fight.attacker.fighters if can_draw(st, f.unit))
    shared = _shared(st, able)
    ammo = min(shared + len(fight.attacker.guns), _allotted(st, combat))
    fighters, guns = pressed(able, fight.attacker.guns, ammo)
    if not fighters:
        for unit in combat.attackers:
            st.note(st.world.units[unit].team, "no ammunition", unit)
            st.target[unit] = -1
        return None
    return replace(fight, attacker=replace(fight.attacker, fighters=fighters, guns=guns))


def _shared(st: Position, able: tuple[Fighter, ...]) -> int:
    """Units that draw on one stack share it: what all of them together can have."""
    by_hq: dict[int, int] = {}
    count: dict[int, int] = {}
    for each in able:
        hq = st.world.units[each.unit].hq
        by_hq[hq] = max(by_hq.get(hq, 0), can_draw(st, each.unit))
        count[hq] = count.get(hq, 0) + 1
    return sum(min(by_hq[hq], count[hq]) for hq in by_hq)


def _allotted(st: Position, combat: Combat) -> int:
    """Reading 6.5: the ammunition on the sheet is a ceiling for its attacks, guns included."""
    total = 0
    for line in st.orders:
        if (line.team, line.number) not in combat.lines:
            continue
        if line.ammo < 0:
            return _NO_LIMIT
        own = {*line.units, *(g for g, _ in line.support)}
        used = sum(1 for each in st.notes if each.code == "ammo" and each.unit in own)
        total += max(0, line.ammo - used)
    return total if combat.lines else _NO_LIMIT


_NO_LIMIT = 999
