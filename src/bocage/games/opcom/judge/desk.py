"""A desk with a sheet of paper on it: the position of cases that need no map.

The arithmetic of OP COM has no state, so a case about it has none either. The desk keeps
what the case gives, and asks nobody anything.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, Final, get_args

from bocage.engine.actions import Grammar
from bocage.engine.game import Game, Outcome, Scenario
from bocage.engine.rulings import Rule
from bocage.engine.state import State, state
from bocage.engine.viewers import Viewer
from bocage.engine.words import Nouns, Words
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.options import OPTIONS
from bocage.games.opcom.pieces.counters import PROFILES
from bocage.games.opcom.pieces.profiles import Profile, arm_of
from bocage.games.opcom.s09_combat.fight import (
    GROUNDS,
    Advantage,
    Air,
    Fight,
    Fighter,
    Gun,
    Settings,
    Side,
    settings_from,
)
from bocage.games.places import data_of
from bocage.rules.judge import CaseError
from bocage.rules.layouts import one_of
from bocage.rules.shape import Field
from bocage.tables import DataError, Fault, read_records


def settings_of(options: Mapping[str, str]) -> Settings:
    """Return the settings that options mean."""
    return settings_from(options, tables())


@state
class Desk(State):
    """What is given."""

    paper: str
    """JSON."""

    @classmethod
    def with_paper(cls, given: Mapping[str, Any]) -> Desk:
        """Return a desk with this on it."""
        made = cls()
        made.stack, made.events = (), None
        made.paper = json.dumps(given)
        return made

    @property
    def given(self) -> Mapping[str, Any]:
        """Return the contents of the paper."""
        found: Mapping[str, Any] = json.loads(self.paper)
        return found


class DeskGame(Game[Desk]):
    """OP COM as far as it needs no map."""

    id = "opcom"
    title = "OP COM"
    book = "OP COM"
    revision = 1
    seats = ("control",)
    scenarios: Mapping[str, Scenario] = {
        "desk": Scenario("desk", "A desk", "Arithmetic alone, without a map.")
    }
    options = OPTIONS
    grammar = Grammar()
    nouns: Nouns = MappingProxyType({})

    def new(self, scenario: str, options: Mapping[str, str]) -> Desk:
        return Desk.with_paper({"options": dict(options)})

    def heading(self, st: Desk) -> Words:
        return Words("At the desk")

    def outcome(self, st: Desk) -> Outcome | None:
        return Outcome(None, Words("a case without a map has no actions"), Rule("9.8"), (0.0,))

    def concede(self, st: Desk, seat: int) -> None:
        st.stack = ()

    def view(self, st: Desk, viewer: Viewer) -> dict[str, Any]:
        return dict(st.given)

    def determinise(self, st: Desk, viewer: Viewer, rng: Random) -> Desk:
        return st.copy()


GIVEN: Final = (
    Field("attackers", "texts", "Units that attack: 'GB_RIFLE -2 prepared of Guards'."),
    Field("defenders", "texts", "Units that defend."),
    Field("attacker_guns", "texts", "Guns that fire for the attacker: 'GB_FIELD 9.4 km'."),
    Field("defender_guns", "texts", "Guns that fire for the defender."),
    Field("attacker_advantages", "texts", "Tactical advantages of the attacker."),
    Field("defender_advantages", "texts", "Tactical advantages of the defender."),
    Field("attacker_air", "text", "Air support of the attacker: ordinary, superior..."),
    Field("defender_air", "text", "Air support of the defender."),
    Field("attacker_leads", "text", "The formation that leads the attack."),
    Field("defender_leads", "text", "The formation that leads the defence."),
    Field("ground", "text", "Where the defender is: open, woods, town, city, marsh, bocage..."),
    Field("orders", "texts", "Orders for the fight: breakthrough, stand-fast."),
)
"""What a case may give."""

_FLAGS: Final[Mapping[str, Callable[[Fighter], Fighter]]] = {
    "prepared": lambda unit: replace(unit, prepared=True),
    "light": lambda unit: replace(unit, light=True),
    "para": lambda unit: replace(unit, para=True),
    "out-of-role": lambda unit: replace(unit, out_of_role=True),
    "dry": lambda unit: replace(unit, fuelled=False),
    "mechanised": lambda unit: replace(unit, mechanised=True),
    "non-tactical": lambda unit: replace(unit, tactical=False),
    "stands-fast": lambda unit: replace(unit, stands_fast=True),
    "overrun": lambda unit: replace(unit, overrun=tables().figures.combat.overrun_guns),
}
_ORDERS: Final = ("breakthrough", "stand-fast")


@cache
def profiles() -> Mapping[str, Profile]:
    """Return the profiles of Annex A and our own, by key."""
    faults: list[Fault] = []
    found = {each.id: each for _, each in read_records(data_of("opcom"), PROFILES, faults)}
    if faults:
        raise DataError("opcom", faults)
    return found


def profile(name: str) -> Profile:
    """Return a profile by its key.

    Raises:
        CaseError: there is no such profile.
    """
    if name not in profiles():
        raise CaseError(f"'{name}': profiles.csv has no such row")
    return profiles()[name]


def fight_of(given: Mapping[str, Any]) -> Fight:
    """Return the fight that a case gives.

    Raises:
        CaseError: there is none, or it cannot be read.
    """
    if not given.get("attackers") or not given.get("defenders"):
        raise CaseError("a fight needs attackers and defenders")
    numbers = iter(range(999))
    ground, bad = GROUNDS[one_of("ground", given.get("ground", "open"), tuple(GROUNDS))]
    orders = [one_of("orders", each, _ORDERS) for each in given.get("orders", ())]
    return Fight(
        "case",
        _side(given, "attacker", numbers),
        _side(given, "defender", numbers),
        ground,
        bad=bad,
        city=given.get("ground") == "city",
        breakthrough="breakthrough" in orders,
        stand_fast="stand-fast" in orders,
    )


def _side(given: Mapping[str, Any], name: str, numbers: Iterator[int]) -> Side:
    air: Air = one_of(f"{name}_air", given.get(f"{name}_air", "none"), get_args(Air))
    return Side(
        tuple(fighter_of(line, next(numbers)) for line in given[f"{name}s"]),
        tuple(gun_of(line, next(numbers)) for line in given.get(f"{name}_guns", ())),
        tuple(Advantage(why) for why in given.get(f"{name}_advantages", ())),
        air,
        given.get(f"{name}_leads", ""),
    )


def fighter_of(line: str, number: int) -> Fighter:
    """Return a unit on the ground: profile, steps lost, what holds of it, and `of FORMATION`."""
    line, _, formation = line.partition(" of ")
    name, *words = line.split()
    kind = profile(name)
    found = Fighter(
        number,
        kind.status,
        0,
        arm_of(kind),
        light=False,
        formation=formation,
        mechanised=kind.mobility in ("tank", "motor", "recce"),
    )
    for word in words:
        if word.startswith("-") and word[1:].isdigit():
            found = replace(found, steps=int(word[1:]))
        else:
            found = _FLAGS[one_of("unit", word, tuple(_FLAGS))](found)
    return found


def gun_of(line: str, number: int) -> Gun:
    """Read guns at a distance.

    The line has a profile, steps lost, `9.4 km`, `share 1/2` if they moved, and `as` whom.
    """
    name, *words = line.split()
    kind = profile(name)
    steps, km, share = 0, 5.0, Fraction(1)
    ranges: tuple[float, float] | None = None
    rest = iter(words)
    for word in rest:
        if word.startswith("-") and word[1:].isdigit():
            steps = int(word[1:])
        elif word == "share":
            share = Fraction(next(rest, "1"))
        elif word == "as":
            ranges = tables().artillery[one_of("guns", next(rest, ""), tuple(tables().artillery))]
        elif word != "km":
            km = _number(word)
    return Gun(number, kind.status, steps, arm_of(kind), km, share, ranges)


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise CaseError(f"'{word}': expected a distance such as 9.4 km") from None
