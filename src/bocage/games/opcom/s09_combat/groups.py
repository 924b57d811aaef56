"""Grouping of fights: all are grouped before any is resolved (9.7, reading 4.1).

A combat is all attackers who share an objective, against one formation in one kind of ground.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Final, Literal

from bocage.engine.rulings import Ruling
from bocage.games.opcom.board.position import (
    ATTACK,
    ATTACKED,
    BREAKTHROUGH,
    DEFENDED,
    RETREATED,
    Position,
)
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import decided, lay, rule_on
from bocage.games.opcom.s09_combat.ineffective import is_broken
from bocage.games.opcom.s09_combat.permission import Action, Attempt, may_attack
from bocage.games.opcom.s10_reports.notes import Code, Note
from bocage.games.opcom.s11_supplies.sources import can_draw, is_out_of_reach


def line_of(st: Position, unit: int) -> Line | None:
    """Return the orders of a unit in this turn."""
    return next((line for line in st.orders if unit in line.units), None)


def attempt(st: Position, unit: int, line: Line | None, *, overrun: bool, counter: bool) -> Ruling:
    """Return whether a unit may attack now (9.3 to 9.5, 6.1)."""
    group = line.units if line is not None else (unit,)
    moved = st.metres[unit] / 1000
    free = st.figures.movement.closing
    spent = 0 if moved <= free or _is_waived(st, unit) else st.spent[unit]
    action: Action = "attack" if line is None else _ACTION[line.action]
    return may_attack(
        Attempt(
            unit,
            st.status(unit),
            st.steps[unit],
            tuple(st.world.units[u].arm for u in group),
            action,
            attacks_this_turn=int(st.has(unit, ATTACKED)),
            attacks_today=st.attacks[unit],
            overrun=overrun,
            counter=counter,
            moved=Fraction(spent, 1000),
            ammunition=can_draw(st, unit),
            attaching=_attaching(st, unit),
            broken=is_broken(st, unit),
        ),
        st.world.tables,
    )


_ACTION: Final[tuple[Action, ...]] = (
    "hold",
    "move",
    "prepare",
    "probe",
    "attack",
    "breakthrough",
)
"""Actions by their number."""


def _attaching(st: Position, unit: int) -> bool:
    return any(who == unit and since > st.turn for who, _, since in st.formations)


def cluster(st: Position, target: int) -> tuple[int, ...]:
    """Return the defenders around one of them: one formation, one kind of ground, within 2 km."""
    ways = st.world.ways
    ground = ways.ground(st.at(target))
    side, formation = st.world.units[target].side, st.formation(target)
    found = [
        u.number
        for u in st.here()
        if u.side == side
        and st.level(u.number) > 0
        and st.km(u.number, target) <= st.figures.combat.cluster
        and st.formation(u.number) == formation
        and ways.ground(st.at(u.number)) == ground
        and not (u.is_gun and st.km(u.number, target) > st.figures.combat.guns)
        and not _across(st, u.number, target)
    ]
    if any(st.world.units[u].fights for u in found):  # reading 4.1
        found = [u for u in found if u == target or st.world.units[u].fights]
    return tuple(sorted(found, key=lambda u: (u != target, st.km(u, target), u)))


def staffs_beside(st: Position, combat: Combat) -> tuple[int, ...]:
    """Return headquarters and columns at a lost position.

    They go back with its units (reading 4.1).
    """
    side = st.world.units[combat.defenders[0]].side
    return tuple(
        u.number
        for u in st.here()
        if u.side == side
        and not u.fights
        and u.number not in combat.defenders
        and min(st.km(u.number, each) for each in combat.defenders) <= st.figures.combat.beside
    )


def _across(st: Position, unit: int, target: int) -> bool:
    """Return whether units are on different banks of a major river: separate situations (9.7.4)."""
    waters = st.world.ways.waters_between(st.at(unit), st.at(target))
    return any(kind == "major river" for kind, _ in waters)


def group(st: Position, half: int) -> list[Combat]:
    """Return every fight of this half: attackers in contact that may attack, nearby ones merged."""
    ready: list[tuple[Line, int]] = []
    for line in st.orders:
        if line.action not in (ATTACK, BREAKTHROUGH):
            continue
        for unit in line.units:
            if st.target[unit] >= 0 and st.is_effective(unit) and _in_time(st, unit, half):
                if _came_too_late(st, unit):
                    continue
                ruling = attempt(st, unit, line, overrun=False, counter=False)
                if ruling:
                    ready.append((line, unit))
                    _keep_waiver(st, unit)
                elif half == 2:
                    tell_why_not(st, unit, ruling)
    found: list[Combat] = []
    taken: set[int] = set()
    while ready:
        line, first = ready[0]
        target = st.target[first]
        if not st.is_effective(target):
            st.target[first] = -1
            ready.pop(0)
            continue
        defenders = tuple(u for u in cluster(st, target) if u not in taken)
        near = [
            (each, unit)
            for each, unit in ready
            if st.target[unit] in defenders
            or (each == line and st.km(unit, first) <= st.figures.combat.cluster)
        ]
        ready = [each for each in ready if each not in near]
        taken.update(defenders)
        if defenders:
            found.append(_combat(st, near, defenders, half))
    return _one_combat_each(found)


def _came_too_late(st: Position, unit: int) -> bool:
    """Return whether the enemy attacked a unit first in this turn, so that it does not attack as
    well (reading 4.2).
    """
    return st.has(unit, DEFENDED) and st.has(st.target[unit], ATTACKED)


def _one_combat_each(combats: list[Combat]) -> list[Combat]:
    """Return the combats without attacks by units that are attacked in the same half (reading
    4.1).
    """
    found: list[Combat] = []
    for combat in combats:
        others = [c for c in combats if not set(c.attackers) & set(combat.defenders)]
        attacked = {u for c in others for u in c.defenders}
        free = tuple(u for u in combat.attackers if u not in attacked)
        if free:
            found.append(replace(combat, attackers=free))
    return found


def _in_time(st: Position, unit: int, half: int) -> bool:
    """Return whether a unit fights in the first half of the turn: it closed from within 3 km
    (reading 3.4).
    """
    return half == 2 or st.metres[unit] <= st.figures.movement.closing * 1000


def _combat(
    st: Position, near: list[tuple[Line, int]], defenders: tuple[int, ...], half: int
) -> Combat:
    name = f"{st.turn}.{half}.fight.{strongest(st, defenders)}"
    return Combat(
        name,
        tuple(sorted(unit for _, unit in near)),
        defenders,
        tuple(dict.fromkeys((line.team, line.number) for line, _ in near)),
        int(any(line.action == BREAKTHROUGH for line, _ in near)),
        0,
        0,
        half,
    )


def _late_card(st: Position, unit: int) -> str:
    return f"{st.turn}.late.{st.world.units[unit].id}"


def _is_waived(st: Position, unit: int) -> bool:
    """Return whether Control lets a unit attack after a long move (reading 3.3)."""
    found = decided(st, _late_card(st, unit))
    return found is not None and found[0] == "attacks"


def _keep_waiver(st: Position, unit: int) -> None:
    """A rule that Control has waived stays on its desk."""
    found = decided(st, _late_card(st, unit))
    if found is not None and found[0] == "attacks":
        what = f"{st.world.units[unit].name} attacks after a long march"
        rule = R("6.1.c").read(R("reading 3.3"))
        name = _late_card(st, unit)
        lay(
            st, Card(name, "late", what, "", rule, "waits|attacks", *found[:1], "Control", found[1])
        )


def tell_why_not(st: Position, unit: int, ruling: Ruling) -> None:
    """Note for its team why an attack was not made, without a term of the rules."""
    troops = st.world.units[unit]
    nouns = {"unit": st.world.unit_names}
    for refusal in ruling.refusals:
        late = refusal.rule.startswith("6.1")
        card = Card(
            _late_card(st, unit) if late else f"{st.turn}.no-attack.{troops.id}",
            "late",
            refusal.words.say(nouns),
            f"{st.spent[unit] / 10:.0f} per cent of the turn's movement used",
            refusal.rule,
            "waits|attacks" if late else "waits|stays",
            "waits",
            "rules",
            "",
        )
        lay(st, card)
    for start, code in _WHY_NOT:
        if any(rule.startswith(start) for rule in ruling.rules):
            said = "out of reach" if start == "9.5.a" and is_out_of_reach(st, unit) else code
            if said and Note(troops.team, said, unit) not in st.notes:
                st.note(troops.team, said, unit)
            return


_WHY_NOT: Final[tuple[tuple[str, Code | Literal[""]], ...]] = (
    ("9.4.a", "attacked twice"),
    ("9.4.b", ""),
    ("6.1", "too late"),
    ("9.5.a", "no ammunition"),
    ("9.3", "only holds"),
)
"""The words for the first rule that forbids an attack; empty for one attack a turn."""


def overrun_combat(st: Position, before: Combat, attackers: tuple[int, ...]) -> Combat | None:
    """Return the attack at the end of an overrun, on the units it met (9.13); or None."""
    met = [u for u in attackers if st.target[u] >= 0 and st.is_effective(st.target[u])]
    if not met:
        return None
    target = st.target[met[0]]
    # A unit takes part in one combat in a half; the beaten do not defend again (reading 4.1).
    beaten = [u for u in cluster(st, target) if st.has(u, RETREATED)]
    defenders = tuple(u for u in cluster(st, target) if u not in beaten)
    if not defenders:
        return None
    name = f"{st.turn}.{before.half}.overrun.{strongest(st, defenders)}"
    reach = st.figures.combat.cluster
    near = [u for u in attackers if st.is_effective(u) and st.km(u, met[0]) <= reach]
    fit: list[int] = []
    for unit in near:
        ruling = attempt(st, unit, line_of(st, unit), overrun=True, counter=False)
        if ruling:
            fit.append(unit)
        else:
            tell_why_not(st, unit, ruling)
    if not fit:
        return None
    return Combat(name, tuple(fit), defenders, before.lines, before.breakthrough, 1, 0, 2)


def strongest(st: Position, defenders: tuple[int, ...]) -> str:
    """Return the unit that names a fight, independent of the order of contact."""
    return st.world.units[max(defenders, key=lambda u: (st.level(u), -u))].id


def mark_fought(st: Position, combat: Combat) -> None:
    """Mark the units that attacked and those attacked (9.4)."""
    for unit in combat.attackers:
        st.attacks[unit] += 1
        st.mark(unit, ATTACKED)
    for unit in combat.defenders:
        st.mark(unit, DEFENDED)


AS_GROUPED = "as grouped"


def settled(st: Position, half: int, combats: list[Combat]) -> list[Combat] | None:
    """Return the fights of this half after Control's rulings.

    None while Control still has to rule.

    One card changes one thing. After a change, the next card offers the remaining possibilities.
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
    """Return the possible changes to these fights, one each."""
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
    """Return whether two fights are of the same side, and near enough to be one."""
    side = st.world.units[one.attackers[0]].side == st.world.units[other.attackers[0]].side
    near = st.figures.combat.merge
    return side and any(st.km(a, b) <= near for a in one.defenders for b in other.defenders)


def changed(st: Position, combats: list[Combat], value: str) -> list[Combat]:
    """Return the fights after one change."""
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
    """Return a fight of these, named after its strongest defender as every fight is."""
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
    """Return the fights of defenders one by one, each with the attackers that have met them or are
    nearest.
    """
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
