"""The game on the map without one of our readings: ruled as the rulebook could be read instead."""

# Lambdas stand here for functions of the game, and private parts of it are replaced.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from bocage.games.opcom import s04_sequence as sequence
from bocage.games.opcom import s04_turn as begin
from bocage.games.opcom.board.position import TACT, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.profiles import Status
from bocage.games.opcom.s02_umpiring import cards
from bocage.games.opcom.s05_orders import chores, meaning, submission
from bocage.games.opcom.s05_orders.intent import Intent
from bocage.games.opcom.s05_orders.sentence import Match, Mention
from bocage.games.opcom.s05_orders.vocabulary import cut
from bocage.games.opcom.s06_movement import march, marchers
from bocage.games.opcom.s09_combat import (
    decisions,
    fight,
    fire_missions,
    groups,
    muster,
    resolution,
    results,
    retreats,
    scores,
    support,
)
from bocage.games.opcom.s10_reports import ladder, selection, states, words
from bocage.games.opcom.s11_supplies import sources
from bocage.games.opcom.words import places
from bocage.games.opcom.words.verbs import YES
from bocage.rules.judge import Absence, everywhere, replaced
from tests.mutants.opcom import board
from tests.mutants.opcom.figures import figure

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, MutableMapping


def reading_effects() -> Mapping[str, Absence]:
    """By reading: the game ruled otherwise."""
    return {**_clock(), **_marching(), **_fighting(), **_supplying(), **_knowing()}


def _nothing(*_: Any, **__: Any) -> None:
    """Stands for something that is not done."""


@contextmanager
def _cell(table: Mapping[Any, Any], key: object, value: object) -> Generator[None]:
    cells = cast("MutableMapping[Any, Any]", table)
    before = cells[key]
    cells[key] = value
    try:
        yield
    finally:
        cells[key] = before


def _clock() -> dict[str, Absence]:
    hours = march.hours
    return {
        "reading 2.1": partial(replaced, march, hours=lambda st, each: hours(st, each)[::-1]),
        "reading 2.2": partial(replaced, submission, going_on=lambda *_: []),
        "reading 2.4": partial(replaced, decisions.YesOrNo, default=lambda *_: YES()),
        "reading 2.7": partial(replaced, muster, REST=99),
        "reading 2.9": partial(
            replaced,
            meaning,
            intended=_matched,
            _staffs=lambda *args: args[-1],
            _within_reach=lambda *args: args[-1],
            _warn_elsewhere=_nothing,
        ),
    }


def _matched(text: str, match: Match) -> Intent:
    """Words matched and not understood: whatever they name is a goal."""
    words = cut(text)
    names = [(i, match(words[i:])) for i in range(len(words))]
    goals = [Mention(" ".join(words[i : i + n]), "to") for i, n in names if n]
    flags = frozenset({"stand_fast"} if "at all costs" in text else ())
    return Intent(goals=tuple(goals), in_turn=True, flags=flags)


def _marching() -> dict[str, Absence]:
    move, advance, made = march.move_half, march.advance, marchers.marcher
    retire = retreats.retire

    def anew(st: Position, each: int) -> None:
        """Capacity is counted for each half of a turn."""
        for crossing in range(len(st.crossed)):
            st.crossed[crossing] = 0
        move(st, each)

    def twice(st: Position, m: Any, budget: float, *more: Any, **named: Any) -> None:
        """The printed figure is the allowance of half a turn."""
        st.spent[m.unit], m.used = 0, 0.0
        advance(st, m, budget * 2, *more, **named)

    def anywhere(st: Position, unit: int, *more: Any, **named: Any) -> Any:
        """Towed guns leave the road."""
        return replace(made(st, unit, *more, **named), off_road=True, key=None)

    return {
        "reading 1.3": partial(replaced, sequence, move_half=anew),
        "reading 3.1": partial(replaced, march, advance=twice),
        "reading 3.7": partial(everywhere, (march, march), marcher=anywhere),
        "reading 3.9": partial(figure, "movement.river", Fraction(1)),
        "reading 3.12": partial(replaced, march, has_got_away=lambda *_: False),
        "reading 3.13": partial(replaced, march, stopped_by=lambda *_, **__: -1),
        "reading 3.14": partial(replaced, march, order_of=lambda _, m: m.unit),
        "reading 3.20": partial(
            replaced, resolution, retire=lambda *args: retire(*args)._replace(roads=())
        ),
        "reading 3.21": partial(figure, "movement.staff", 0.2),
        "reading 3.22": partial(replaced, begin, _entry=lambda st, u: st.world.units[u].start),
        "reading 3.25": partial(replaced, begin, NON_TACT=TACT),
        "reading 3.26": partial(figure, "movement.detour", 99.0),
        "reading 4.46": partial(figure, "contact.meets", 2.0),
        "reading 7.4": partial(replaced, fire_missions, STUCK=0),
    }


def _fighting() -> dict[str, Absence]:
    fighting, ranges, km = fight.fighting, support.support_range, results.retreat_km
    group, outcome = groups.group, results.resolve

    def full_alone(units: Any, *, attacking: bool) -> Any:
        """Bracketed units on the ground take no part in the factors."""
        found = fighting(units, attacking=attacking)
        return tuple(unit for unit in found if unit.status.role == "full")

    def no_heavy(arm: Any, *more: Any) -> Any:
        return (0, 0) if arm == "heavy" else ranges(arm, *more)

    def at_least_one_die(result: Any, asked: Any, dice: Any = (), **more: Any) -> Any:
        """Return two dice carry a unit no less far than one could."""
        return km(result, asked, (6, *dice[1:]) if len(dice) == 2 else dice, **more)

    def by_line(st: Position, each: int) -> list[Combat]:
        """Every line of a sheet fights by itself."""
        found: list[Combat] = []
        for combat in group(st, each):
            for line in combat.lines:
                units = next(x.units for x in st.orders if (x.team, x.number) == line)
                fit = tuple(u for u in combat.attackers if u in units)
                found.append(replace(combat, attackers=fit, lines=(line,)))
        return found

    def apart(*args: Any) -> Any:
        """After confused fighting the attackers go back to where they came from."""
        found = outcome(*args)
        return replace(found, thrown_back=True) if found.band == "confused" else found

    return {
        "reading 4.1": partial(replaced, sequence, group=_with_staffs),
        "reading 4.5": partial(replaced, scores, fighting=full_alone),
        "reading 4.22": partial(everywhere, (support,), support_range=no_heavy),
        "reading 4.26": partial(_cell, fight.GROUNDS, "woods", ("close", True)),
        "reading 4.35": partial(replaced, results, retreat_km=at_least_one_die),
        "reading 4.42": partial(replaced, resolution, _occupy=_nothing),
        "reading 4.43": partial(replaced, resolution, resolve=apart),
        "reading 4.47": partial(replaced, march, _goes_on_back=lambda *_: True),
        "reading 4.44": partial(replaced, sequence, group=by_line),
        "reading 6.5": partial(replaced, resolution, _allotted=lambda *_: 999),
        "reading 8.2": partial(replaced, fire_missions, area_km=lambda _: 0.5),
        "reading 8.3": partial(replaced, fire_missions, may_bomb=lambda *_: True),
    }


def _with_staffs(st: Position, each: int) -> list[Combat]:
    """Headquarters defend with everybody else."""
    found: list[Combat] = []
    for combat in groups.group(st, each):
        first = combat.defenders[0]
        staffs = [
            u.number
            for u in st.here()
            if u.side == st.world.units[first].side
            and not u.fights
            and st.level(u.number)
            and st.km(u.number, first) <= st.figures.combat.cluster
        ]
        found.append(replace(combat, defenders=(*combat.defenders, *staffs)))
    return found


def _supplying() -> dict[str, Absence]:
    return {
        "reading 1.4": partial(replaced, chores, _shift=_nothing),
        "reading 6.6": partial(replaced, chores, _supply=_nothing),
        "reading 6.11": partial(board.no_act, "stock"),
        "reading 6.14": partial(replaced, sources, _dump_has=lambda *_: 0),
    }


def _knowing() -> dict[str, Absence]:
    level = Status.level

    def skipping(self: Status, steps: int) -> int:
        """Do not count a step that leaves the number unchanged."""
        levels = tuple(dict.fromkeys(self.levels))
        return level(replace(self, levels=levels), steps)

    setting, enemy, rung = Position.setting, selection._enemy, ladder.rung

    def faceless(*args: Any) -> Any:
        """Nobody says of what kind the enemy was."""
        return replace(enemy(*args), tanks=False, tank_class="", guns=(), air="")

    def turned(self: Position, name: str) -> str:
        found = setting(self, name)
        return {"exact": "radio", "radio": "exact"}[found] if name == "positions" else found

    return {
        "7.3.a": partial(everywhere, (begin, sequence), survey=_nothing),
        "10.2": partial(replaced, words, location=lambda _: "Somewhere."),
        "10.3": partial(replaced, selection, estimate=lambda *_, **__: "some troops"),
        "10.4": partial(replaced, selection, _enemy=faceless, fire_on=lambda *_: ()),
        "10.5": partial(replaced, begin, face=_nothing),
        "reading 1.6": partial(replaced, words, supplies=lambda *_: ()),
        "reading 1.7": partial(replaced, Status, level=skipping),
        "reading 10.1": partial(
            replaced, states, rung=lambda _, full, __, charts: rung(full, full, 0, charts)
        ),
        "reading 10.2": partial(replaced, selection, estimate=_counted),
        "reading 10.3": partial(figure, "reports.named", 1),
        "reading 10.6": partial(replaced, selection, gun_kinds=lambda *_: ()),
        "reading 10.4": partial(replaced, Position, setting=turned),
        "reading 10.7": partial(figure, "reports.surveyed", 0.0),
        "reading 10.8": partial(replaced, cards, overruled=lambda _: []),
        "reading 10.11": partial(replaced, selection, _ground=lambda *_: "as told"),
        "reading 10.12": partial(replaced, places, located=_anything),
        "reading 10.13": partial(figure, "reports.seen", 1.0),
        "reading 10.14": partial(figure, "reports.team", 10),
    }


def _anything(world: World, point: Point) -> places.Spot:
    """Return the place by the nearest name in the data, on the sheet or not."""
    near = min(world.places, key=lambda p: km_between(world.ways.xy(p.lat, p.lon), point))
    return places.Spot(near.name)


def _counted(levels: Any, *_: Any, **__: Any) -> str:
    """Return every unit of the enemy is counted as it is."""
    return f"{len(tuple(levels))} battalions"
