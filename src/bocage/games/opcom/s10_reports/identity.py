"""The kind and the identity of the enemy (10.4, 10.5, readings 10.3, 10.6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.pieces.fights import Fought
from bocage.games.opcom.s10_reports.names import faced_as
from bocage.games.opcom.s10_reports.speech import Choice

Identity = Literal["unknown", "branch", "mixed", "known"]

_GUNS: Final = {
    "field": "field guns",
    "medium": "medium guns or heavier",
    "heavy": "medium guns or heavier",
    "rocket": "rocket projectors",
    "infantry gun": "infantry guns",
    "coast": "coast guns",
    "aa": "anti-aircraft guns",
    "anti-tank": "anti-tank guns",
}
_CLASSES: Final = (
    (("Tiger", "schwere Panzer", "s.Pz"), "Tigers"),
    (("Jagdpanther",), "heavy tank destroyers"),
    (("Panther",), "Panthers"),
    (
        ("StuG", "Sturmgesch", "Jagdpanzer", "assault gun", "Assault Gun", "Semovent"),
        "assault guns",
    ),
    (("Matilda",), "Matildas"),
)


def gun_kinds(st: Position, fights: Sequence[Fought], enemies: Sequence[Troops]) -> tuple[str, ...]:
    """Return the kinds of enemy guns that fired or were met, without their number."""
    units = [st.world.units[gun] for fight in fights for gun in fight.guns]
    units += enemies
    return tuple(sorted({_gun(unit) for unit in units if unit.arm in _GUNS}))


def _gun(unit: Troops) -> str:
    """Return the name that troops under fire give a gun: Axis anti-aircraft guns are flak."""
    return "flak guns" if unit.arm == "aa" and unit.side else _GUNS[unit.arm]


def tank_class(
    tanks: Sequence[Troops],
    known: Collection[int],
    choice: Choice,
    *,
    light: bool,
    charts: Tables,
) -> str:
    """Return the class of tanks met for more than a turn; before that, a rumour of it."""
    heavy = any(_class(tank) == "Tigers" for tank in tanks)
    seen = [tank for tank in tanks if tank.number in known]
    if seen:
        return next((found for tank in seen if (found := _class(tank))), "")
    figures = charts.figures.reports
    if light and choice.happens("tigers", figures.tigers_there if heavy else figures.tigers):
        return "Tigers"
    return ""


def _class(tank: Troops) -> str:
    said = f"{tank.name} {tank.unit.profile}"
    return next((name for words, name in _CLASSES if any(word in said for word in words)), "")


def identity_of(
    st: Position, enemies: Sequence[Troops], known: Collection[int], choice: Choice
) -> tuple[Identity, str]:
    """Return nothing, the branch, or the formation once it was faced for more than a turn."""
    names = sorted({faced_as(st, number) for number in known})
    if len(names) >= st.figures.reports.mixed:
        return "mixed", ""
    if names:
        return "known", " and ".join(names)
    branches = {_branch(enemy) for enemy in enemies}
    branch = branches.pop() if len(branches) == 1 else ""
    if not branch:
        return "unknown", ""
    if choice.happens("branch", st.figures.reports.branch):
        return "branch", "SS" if branch == "paratroops" else "paratroops"
    return "branch", branch


def _branch(enemy: Troops) -> str:
    """Return the branch that uniforms show at once; empty for other troops."""
    if enemy.unit.symbol == "Paras":
        return "paratroops"
    if enemy.unit.symbol == "Glider Infantry":
        return "airborne troops"
    return {"ss": "SS", "luftwaffe": "Luftwaffe troops"}.get(enemy.unit.nation, "")
