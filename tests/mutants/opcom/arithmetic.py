"""What the arithmetic is like without a rule, where the rule neither refuses nor counts."""

# Lambdas stand here for functions of the game: that is what this module is for.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Generator, MutableMapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from bocage.engine.rulings import refuse
from bocage.games.opcom import s07_traffic as traffic
from bocage.games.opcom import s08_bridges as demolition
from bocage.games.opcom.board.tables import Outcome, Tables, tables
from bocage.games.opcom.pieces.profiles import Status
from bocage.games.opcom.s05_orders import rest
from bocage.games.opcom.s06_movement import rates, water
from bocage.games.opcom.s09_combat import (
    encounters,
    fight,
    fire_missions,
    ineffective,
    results,
    retreats,
)
from bocage.games.opcom.s11_supplies import use as supply_use
from bocage.rules.judge import ABSENCE, Absence, replaced
from tests.mutants.opcom.figures import figure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@contextmanager
def _cell(table: Mapping[str, Any], key: str, value: object) -> Generator[None]:
    """Within, a table has another cell."""
    cells = cast("MutableMapping[str, Any]", table)
    before = cells[key]
    cells[key] = value
    try:
        yield
    finally:
        cells[key] = before


def _outcome(change: Callable[[Outcome], Outcome]) -> Absence:
    look = Tables.outcome
    return partial(
        replaced, Tables, outcome=lambda self, final, *, bad: change(look(self, final, bad=bad))
    )


def _column(*, bad: bool) -> Absence:
    """Every fight is looked up in one column."""
    look = Tables.outcome

    def other(self: Tables, final: int, **_: bool) -> Outcome:
        return look(self, final, bad=bad)

    return partial(replaced, Tables, outcome=other)


def _guns_lose() -> Any:
    losses = results.losses

    def without(asked: Any, result: Any, *more: Any) -> dict[int, int]:
        guns = (*asked.attacker.guns, *asked.defender.guns)
        return losses(asked, result, *more) | {gun.unit: 1 for gun in guns}

    return without


def _confused(change: Outcome) -> Outcome:
    return replace(change, retreat="2 km") if change.band == "confused" else change


def _beaten(change: Outcome) -> Outcome:
    return replace(change, defender_steps=1) if change.band == "beaten" else change


def effects() -> Mapping[str, Absence]:
    """By rule: how the arithmetic is without it."""
    nobody = encounters.First(None, by_die=False, why="", rule=ABSENCE)
    back, cross = retreats.bearing_back, traffic.cross
    fixed = fire_missions.is_fixed
    use, close = tables().supply_use, fight.GROUNDS
    return {
        "6.3.a": partial(replaced, water, may_wade=_refuses),
        "6.3.heavy": partial(replaced, water, may_use_bridge=_refuses),
        "7.1.a": partial(replaced, traffic, cross=lambda _, queue, *__: cross(999, queue)),
        "7.1.b": partial(replaced, traffic, cross=_one_point_each(cross)),
        "8.0.a": partial(replaced, demolition, must_test=lambda **_: False),
        "8.0.b": partial(replaced, demolition, blows=lambda *_, **__: False),
        "9.1.a": partial(replaced, Status, level=_never_falls),
        "9.4.c": partial(replaced, encounters, who_attacks=lambda *_: nobody),
        "9.5.d": partial(_cell, use, "defence", (1, 0)),
        "9.5.g": partial(replaced, ineffective, is_captured=lambda *_, **__: False),
        "9.8.5": _outcome(lambda _: tables().outcome(0, bad=False)),
        "9.13.normal": _column(bad=True),
        "9.13.bad": _column(bad=False),
        "9.13.confused.stay": _outcome(_confused),
        "9.13.beaten.defender": _outcome(_beaten),
        "9.14.1": partial(replaced, retreats, bearing_back=lambda ways: (back(ways) or 0) + 180),
        "9.14.4": partial(_cell, close, "bocage", ("close", False)),
        "9.15.a": partial(replaced, results, losses=_guns_lose()),
        "9.15.b": partial(figure, "combat.dug_in", 99),
        "9.16.table": partial(replaced, fire_missions, effect=lambda *_, **__: "none"),
        "9.17.b": partial(replaced, fire_missions, is_fixed=lambda *_: False),
        "9.17.c": partial(
            replaced, fire_missions, is_fixed=lambda die, _, charts: fixed(die, 1, charts)
        ),
        **_house(),
        "reading 3.15": partial(replaced, traffic, cross=_out_of_turn),
        "reading 4.2": partial(replaced, encounters, who_attacks=lambda *_: nobody),
        "reading 4.33": partial(replaced, retreats, bearing_back=lambda ways: ways[0]),
        "reading 6.3": partial(replaced, supply_use, taken_on=_each_apart),
        "reading 6.9": partial(replaced, supply_use, colour_of=lambda nation: nation),
        "reading 8.1": partial(
            replaced, fire_missions, effect=_nothing_for_nine(fire_missions.effect)
        ),
        "11.0.a": partial(replaced, supply_use, colour_of=lambda _: "British"),
        "11.0.b": partial(replaced, supply_use, taken_on=lambda points, *_: points),
        "11.0.transport": partial(replaced, supply_use, taken_on=lambda points, *_: points),
    }


def _house() -> Mapping[str, Absence]:
    """Readings that are figures of the house."""
    losses, km = results.losses, results.retreat_km

    def no_staff(asked: Any, result: Any, *more: Any) -> dict[int, int]:
        staffs = {unit.unit for unit in asked.defender.fighters if unit.arm in ("hq", "transport")}
        return {u: n for u, n in losses(asked, result, *more).items() if u not in staffs}

    def one_pays(asked: Any, result: Any, *more: Any) -> dict[int, int]:
        found = losses(asked, result, *more)
        others = [unit.unit for unit in asked.attacker.fighters][1:]
        return found | {u: min(found[u], result.attacker_steps) for u in others}

    def as_in_the_open(result: Any, asked: Any, *more: Any, **named: Any) -> Any:
        return km(result, replace(asked, bad=False, ground="open"), *more, **named)

    return {
        "reading 3.5": partial(replaced, rates, overrun_share=lambda left, _: left),
        "reading 3.16": partial(replaced, traffic, is_jam=_never),
        "reading 3.17": partial(replaced, traffic, has_crowds=_never),
        "reading 4.24": partial(replaced, supply_use, pressed=lambda units, guns, _: (units, guns)),
        "reading 4.27": partial(replaced, results, retreat_km=as_in_the_open),
        "reading 4.28": partial(replaced, results, losses=no_staff),
        "reading 4.29": partial(replaced, results, losses=one_pays),
        "reading 4.34": partial(replaced, retreats, how_blocked=lambda *_, **__: "free"),
        "reading 5.3": partial(replaced, demolition, is_hit_from_the_air=_never),
        "reading 5.5": partial(replaced, demolition, wreck_points=lambda **_: 0),
        "reading 6.8": partial(replaced, supply_use, captured=lambda stock, _: stock),
        "reading 6.10": partial(replaced, rest, wastes_away=_never),
        "reading 7.1": partial(replaced, rest, recovers=_never),
        "reading 7.5": partial(replaced, rest, is_rebuilt=_never),
        "reading 7.6": partial(replaced, ineffective, prisoners=lambda *_: 100),
        "reading 8.4": partial(replaced, fire_missions, force_of_guns=lambda guns, _: len(guns)),
    }


def _never(*_: Any, **__: Any) -> bool:
    return False


def _never_falls(self: Status, _: int) -> int:
    return self.levels[0]


def _out_of_turn(points: int, queue: Any, *_: int) -> traffic.Crossing:
    """Let every unit over that fits, even past a unit that waits before it."""
    over: list[traffic.Waiting] = []
    for each in queue:
        if sum(e.points for e in over) + each.points <= points:
            over.append(each)
    return traffic.Crossing(tuple(over), ())


def _each_apart(points: int, _: int, lift: int) -> int:
    """Ammunition and fuel do not count together."""
    return min(points, lift)


def _nothing_for_nine(effect: Any) -> Any:
    def without(force: int, die: int, *more: Any, **named: Any) -> Any:
        nothing = force == 9 and not named.get("heavy")
        return "none" if nothing else effect(force, die, *more, **named)

    return without


def _refuses(*_: Any, **__: Any) -> Any:
    return refuse(ABSENCE, "not without the rule")


def _one_point_each(cross: Any) -> Any:
    def without(points: int, queue: Any, *more: int) -> traffic.Crossing:
        found: traffic.Crossing = cross(points, [each._replace(points=1) for each in queue], *more)
        return found

    return without
