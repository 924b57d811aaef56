"""What the air is like without a rule, where the rule neither refuses nor counts."""

# Lambdas stand here for functions of the game, and private parts of it are replaced.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportPrivateUsage=false

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.games.opcom import s13_air_combat as battles
from bocage.games.opcom import s13_air_combat as dogfights
from bocage.games.opcom.board.sky import Site, Sky
from bocage.games.opcom.s12_air import (
    bombs,
    close_support,
    drops,
    flak,
    landing,
    launch,
    orders,
    reconnaissance,
    supplies,
    war,
)
from bocage.rules.judge import Absence, nothing, replaced

if TYPE_CHECKING:
    from collections.abc import Mapping


def effects() -> Mapping[str, Absence]:
    """By rule: how the air is without it."""
    return {**_desk(), **_map(), **_readings()}


def _desk() -> dict[str, Absence]:
    still, half = Fraction(0), Fraction(1, 2)
    scattered = drops.turns_scattered
    return {
        "12.2.table": partial(replaced, supplies, arriving=lambda points, *_: points),
        "12.4.c": partial(replaced, drops, turns_scattered=_otherwise(scattered, night=False)),
        "12.5.c": partial(replaced, drops, turns_scattered=_otherwise(scattered, night=True)),
        "12.6.b": partial(replaced, drops, crashes=lambda _: False),
        "12.7.morning-day": partial(replaced, drops, movement=lambda *_, **__: half),
        "12.7.afternoon-night": partial(replaced, drops, movement=lambda *_, **__: half),
        "12.7.afternoon-day": partial(replaced, drops, movement=lambda *_, **__: still),
        "12.7.morning-night": partial(replaced, drops, movement=lambda *_, **__: still),
        "12.10.table": partial(replaced, reconnaissance, seen=lambda *_, **__: "nothing"),
        "12.13.table": partial(replaced, flak, effect=lambda *_: "none"),
        "12.13.loss": partial(replaced, flak, toll=lambda all_: flak.Toll(0, all_.count("damage"))),
        "12.13.damage": partial(replaced, flak.Toll, serials=lambda *_: 0),
        "13.3.a": partial(replaced, dogfights.Battle, intruders_attack=True),
        "13.3.table": partial(replaced, dogfights, result=lambda *_: "draw"),
        "13.3.b": partial(replaced, dogfights, lost=_rounded_up),
        "13.3.c": partial(replaced, dogfights, fight=_without_reports()),
        "13.4.a": partial(replaced, dogfights, through=lambda battle, _, **__: battle.others),
    }


def _map() -> dict[str, Absence]:
    shots = flak.shots
    return {
        "9.12.f": partial(replaced, orders, _may_rank=lambda *_: True),
        "12.0.a": partial(replaced, orders, _WORDS={}),
        "12.0.b": partial(replaced, Sky, zone_of=lambda *_: 0),
        "12.0.c": partial(replaced, orders, find_zone=lambda *_: -1),
        "12.1.a": partial(replaced, launch, _lifts=nothing),
        "12.1.b": partial(replaced, landing, spot_on=lambda *_: (-60000, -60000)),
        "12.2.b": partial(replaced, supplies, carried=_all_of_it),
        "12.2.c": partial(replaced, supplies, put_down=nothing),
        "12.6.a": partial(replaced, landing, losses=_no_more_than_one),
        "12.8.c": partial(replaced, launch, has_close_support=lambda *_: True),
        "12.9.a": partial(replaced, war, raids=lambda _: []),
        "12.9.b": partial(replaced, bombs, SUPPRESS="no mission"),
        "12.9.c": partial(replaced, bombs, may_bomb=lambda *_: True),
        "12.10.type": partial(replaced, reconnaissance, type_of=lambda *_: "something"),
        "12.10.direction": partial(replaced, reconnaissance, direction=lambda *_: ("", "")),
        "12.10.size": partial(replaced, reconnaissance, size_of=lambda *_: "of some size"),
        "12.10.spotted": partial(replaced, reconnaissance, spotted=lambda: ("nothing", "", "", "")),
        "12.11": partial(replaced, battles, escorts=lambda *_: []),
        "12.12": partial(replaced, battles, patrols=lambda *_: []),
        "12.13.b": partial(replaced, flak, shots=lambda *_: []),
        "12.13.c": partial(
            replaced, flak, shots=lambda st, each: [] if each.lift >= 0 else shots(st, each)
        ),
        "13.1": partial(replaced, war, contested=lambda _: []),
        "13.2": partial(replaced, war, streams=lambda _: []),
    }


def _readings() -> dict[str, Absence]:
    batteries = flak.batteries
    return {
        "reading 4.17": partial(replaced, close_support, has_liaison=lambda *_: True),
        "reading 4.18": partial(replaced, war, unasked=lambda _: []),
        "reading 5.3": partial(replaced, bombs, is_hit_from_the_air=lambda *_, **__: False),
        "reading 6.12": partial(replaced, supplies, loads=lambda points, *_: [min(points, 10)]),
        "reading 8.3": partial(replaced, bombs, may_bomb=lambda *_: True),
        "reading 8.5": partial(replaced, launch, _at_home=nothing),
        "reading 8.7": partial(replaced, reconnaissance, _COLUMNS=_headings_swapped()),
        "reading 8.8": partial(replaced, dogfights, lost=_rounded_up),
        "reading 8.9": partial(replaced, dogfights, odds=lambda a, d, *_: -(-a // max(1, d))),
        "reading 8.10": partial(replaced, dogfights, through=lambda *_, **__: 0),
        "reading 8.12": partial(replaced, launch, _stays=lambda *_, **__: ""),
        "reading 8.13": partial(replaced, flak, KINDS=("heavy",)),
        "reading 8.14": partial(replaced, flak, overflown=lambda *_: False),
        "reading 8.15": partial(replaced, flak.Toll, serials=lambda self, *_: -(-self.damage // 2)),
        "reading 8.17": partial(
            replaced, flak, batteries=lambda st, side: [] if side else batteries(st, side)
        ),
        "reading 8.19": partial(replaced, battles, is_held=lambda **_: False),
        "reading 8.20": partial(replaced, close_support, _is_for=lambda *_: False),
        "reading 8.21": partial(replaced, war, over_targets=lambda _: []),
        "reading 8.22": partial(replaced, war, shared=lambda _: []),
        "reading 8.23": partial(replaced, war, _leave_base=nothing),
        "reading 9.3": partial(replaced, war, storms=lambda _: []),
        "reading 9.4": partial(replaced, drops, crashes=lambda _: False),
        "reading 9.5": partial(replaced, drops, turns_scattered=lambda **_: 2),
        "reading 9.1": partial(replaced, launch, may_drop=lambda *_: True),
        "reading 9.6": partial(replaced, landing, is_under_fire=lambda *_: False),
        "reading 9.7": partial(replaced, drops, movement=lambda *_, **__: Fraction(1)),
        "reading 9.12": partial(replaced, Site, poor=False),
        "reading 9.8": partial(
            replaced,
            launch,
            site_of=lambda st, lift, _: st.world.sky.sites[st.world.sky.lifts[lift].zone],
        ),
        "reading 9.11": partial(replaced, landing, strip_points=lambda *_: 99),
        "reading 9.13": partial(replaced, war, caught_troops=nothing),
        "reading 9.14": partial(replaced, landing, patrols=lambda *_: []),
        "reading 9.15": partial(replaced, supplies, km_between=lambda *_: 99.0),
    }


def _otherwise(known: Any, *, night: bool) -> Any:
    """By day or by night, nothing comes back within a game."""

    def without(**said: Any) -> int:
        return 99 if said["night"] == night else known(**said)

    return without


def _rounded_up(share: int, enemies: int, own: int, _: object) -> tuple[int, None]:
    return min(own, -(-share * enemies // 100)), None


def _without_reports() -> Any:
    fight = dogfights.fight

    def without(*said: Any, **named: Any) -> dogfights.Fought:
        return replace(fight(*said, **named), heavy=(True, True))

    return without


def _headings_swapped() -> dict[tuple[bool, bool], int]:
    return {(True, False): 0, (True, True): 1, (False, True): 2, (False, False): 3}


def _all_of_it(st: Any, each: Any) -> int:
    lift = st.world.sky.lifts[each.lift]
    return int(lift.ammo + lift.fuel)


def _no_more_than_one(value: str, *, crash: bool) -> int:
    return int(value != "intact" or crash)
