"""What the air is like without a rule, where the rule neither refuses nor counts."""

# Lambdas stand here for functions of the game: that is what this module is for.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.games.opcom.air import dogfights, drops, flak, resupply, spotting
from bocage.rules.judge import Absence, replaced

if TYPE_CHECKING:
    from collections.abc import Mapping


def effects() -> Mapping[str, Absence]:
    """By rule: how the air is without it."""
    return {**_desk()}


def _desk() -> dict[str, Absence]:
    still = Fraction(0)
    scattered = drops.turns_scattered
    return {
        "12.2.table": partial(replaced, resupply, arriving=lambda points, *_: points),
        "12.4.c": partial(replaced, drops, turns_scattered=_otherwise(scattered, night=False)),
        "12.5.c": partial(replaced, drops, turns_scattered=_otherwise(scattered, night=True)),
        "12.6.b": partial(replaced, drops, crashes=lambda _: False),
        "12.7.morning-day": partial(replaced, drops, movement=lambda *_, **__: Fraction(1, 2)),
        "12.7.afternoon-night": partial(replaced, drops, movement=lambda *_, **__: Fraction(1, 2)),
        "12.7.afternoon-day": partial(replaced, drops, movement=lambda *_, **__: still),
        "12.7.morning-night": partial(replaced, drops, movement=lambda *_, **__: still),
        "12.10.table": partial(replaced, spotting, seen=lambda *_, **__: "nothing"),
        "12.13.table": partial(replaced, flak, effect=lambda *_: "none"),
        "12.13.loss": partial(replaced, flak, toll=lambda all_: flak.Toll(0, all_.count("damage"))),
        "12.13.damage": partial(replaced, flak.Toll, serials=lambda *_: 0),
        "13.3.a": partial(replaced, dogfights.Battle, intruders_attack=True),
        "13.3.table": partial(replaced, dogfights, result=lambda *_: "draw"),
        "13.3.b": partial(replaced, dogfights, lost=_rounded_up),
        "13.3.c": partial(replaced, dogfights, fight=_without_reports()),
        "13.4.a": partial(replaced, dogfights, through=lambda battle, _, **__: battle.others),
        "reading 6.12": partial(replaced, resupply, loads=lambda points, *_: [min(points, 10)]),
        "reading 8.7": partial(replaced, spotting, _COLUMNS=_headings_swapped()),
        "reading 8.8": partial(replaced, dogfights, lost=_rounded_up),
        "reading 8.9": partial(replaced, dogfights, odds=lambda a, d, *_: -(-a // max(1, d))),
        "reading 8.10": partial(replaced, dogfights, through=lambda *_, **__: 0),
        "reading 8.14": partial(replaced, flak, overflown=lambda *_: False),
        "reading 8.15": partial(replaced, flak.Toll, serials=lambda self, *_: -(-self.damage // 2)),
        "reading 9.4": partial(replaced, drops, crashes=lambda _: False),
        "reading 9.5": partial(replaced, drops, turns_scattered=lambda **_: 2),
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

    def without(*said: Any) -> dogfights.Fought:
        return replace(fight(*said), heavy=(True, True))

    return without


def _headings_swapped() -> dict[tuple[bool, bool], int]:
    return {(True, False): 0, (True, True): 1, (False, True): 2, (False, False): 3}
