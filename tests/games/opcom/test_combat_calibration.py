"""Nine fights of Market Garden, from the units of the scenario: scores and possible results.

Steps lost since the start, advantages and guns in range are judgements; what the scores and
the table make of them is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest

from bocage.games.opcom.pieces.counters import Counters, load
from bocage.games.opcom.pieces.profiles import arm_of
from bocage.games.opcom.s09_combat.fight import Advantage, Air, Fight, Fighter, Ground, Gun, Side
from bocage.games.opcom.s09_combat.scores import chances, ledger
from tests.games.opcom.fights import DEFAULT

PREPARED = True


@cache
def scenario() -> Counters:
    """Market Garden."""
    return load("market_garden")


@dataclass(frozen=True, slots=True)
class Force:
    """Units by their id, with `+n` for steps lost since the start; guns with `@km`."""

    units: str
    guns: str = ""
    leads: str = ""
    also: str = ""
    """Units that are attached to the one that leads (reading 2.5)."""
    advantages: int = 0
    air: Air = "none"


def side(force: Force, *, prepared: bool) -> Side:
    """Return a side of a fight, from the counters of the scenario."""
    known = {unit.id: (n, unit) for n, unit in enumerate(scenario().units)}
    fighters: list[Fighter] = []
    for word in force.units.split():
        name, _, more = word.partition("+")
        number, unit = known[name]
        profile = scenario().profiles[unit.profile]
        fighters.append(
            Fighter(
                number,
                profile.status,
                unit.start_step + int(more or 0),
                arm_of(profile),
                unit.light_infantry,
                force.leads if name in force.also.split() else unit.division,
                mechanised=unit.mobility in ("tank", "motor", "recce"),
                prepared=prepared,
            )
        )
    guns: list[Gun] = []
    for word in force.guns.split():
        name, _, km = word.partition("@")
        number, unit = known[name]
        profile = scenario().profiles[unit.profile]
        guns.append(Gun(number, profile.status, unit.start_step, arm_of(profile), float(km or 5)))
    advantages = tuple(Advantage(f"advantage {n + 1}") for n in range(force.advantages))
    return Side(tuple(fighters), tuple(guns), advantages, force.air, force.leads)


FIGHTS: list[tuple[str, Force, Force, Ground, bool, int, int, list[str]]] = [
    (
        "17 pm, 506 PIR at Son",
        Force("US-506-1 US-506-2 US-506-3", leads="101st Airborne Division"),
        Force("GE-HG1 GE-SONHF"),
        "close",
        not PREPARED,
        6,
        6,
        ["confused", "limited success"],
    ),
    (
        "17 pm, Guards at the frontier",
        Force(
            "GB-2IG GB-1COLD GB-3IG GB-5COLD",
            "GB-55FD GB-153FD GB-AGRA5-2 GB-AGRA5-3",
            leads="Guards Armoured Division",
            air="overwhelming",
        ),
        Force("GE-HOF-1 GE-LW6 GE-WAL-HF", "GE-10-ART1", advantages=1),
        "close",
        PREPARED,
        74,
        22,
        ["total success"],
    ),
    (
        "18 am, 406 Division on the Groesbeek landing zones",
        Force("GE-406-1 GE-406-2 GE-406-3 GE-406-4", leads="406th Landesschützen Division"),
        Force("US-505-1 US-508-1 US-508-3", leads="82nd Airborne Division"),
        "open",
        not PREPARED,
        0,
        18,
        ["beaten"],
    ),
    (
        "18 am, Graebner over Arnhem bridge",
        Force("GE-9-AA", leads="9th SS Panzer Division"),
        Force("GB-2PARA GB-1ALAT GB-1PSQN", leads="1st Airborne Division"),
        "close",
        not PREPARED,
        3,
        12,
        ["beaten"],
    ),
    (
        "19 am, four battalions in western Arnhem",
        Force(
            "GB-1PARA+3 GB-3PARA+2 GB-SSTAF GB-11PARA",
            "GB-1ALR-1 GB-1ALR-2 GB-1ALR-3",
            leads="1st Airborne Division",
        ),
        Force(
            "GE-9-20 GE-9-SPIN GE-9-PZJG GE-9-PI GE-9-19 GE-9-FLAK",
            "GE-9-IG@4",
            leads="9th SS Panzer Division",
        ),
        "close",
        PREPARED,
        24,
        29,
        ["beaten", "confused"],
    ),
    (
        "19 pm, 107 Panzer Brigade at Son",
        Force("GE-107-PZ GE-107-PG", leads="107th Panzer Brigade"),
        Force("US-506-1 US-326 US-81", leads="101st Airborne Division"),
        "close",
        not PREPARED,
        11,
        15,
        ["beaten", "confused"],
    ),
    (
        "20 pm, Grenadiers, 2/505 and 3/504 at Nijmegen",
        Force(
            "GB-2GREN GB-1GREN US-505-2 US-504-3",
            "GB-55FD GB-153FD GB-AGRA5-3",
            leads="Guards Armoured Division",
            also="US-505-2 US-504-3",
        ),
        Force(
            "GE-10-EUL GE-10-REIN GE-HENKE GE-E337 GE-10-PI GE-NJ-HF",
            "GE-10-ART1",
            leads="10th SS Panzer Division",
            advantages=2,
        ),
        "close",
        PREPARED,
        53,
        40,
        ["total success"],
    ),
    (
        "21 am, Irish Group at Ressen, one road",
        Force("GB-2IG+1 GB-3IG+1", "GB-153FD@10", leads="Guards Armoured Division"),
        Force(
            "GE-10-22-1 GE-10-FLAK GE-10-PI",
            "GE-10-ART1",
            leads="10th SS Panzer Division",
            advantages=1,
        ),
        "marsh",
        not PREPARED,
        11,
        19,
        ["beaten"],
    ),
    (
        "22 am, KG Huber and 107 Panzer Brigade at Veghel",
        Force(
            "GE-59-1035 GE-559 GE-107-PZ+1 GE-107-PG+1",
            "GE-59-A@10",
            leads="KG Huber",
            also="GE-59-1035 GE-559",
        ),
        Force("US-501-2 US-501-3 US-81", "US-321 US-907", leads="101st Airborne Division"),
        "close",
        not PREPARED,
        13,
        29,
        ["beaten"],
    ),
]


@pytest.mark.parametrize(
    ("attacker", "defender", "ground", "prepared", "ours", "theirs", "bands"),
    [fight[1:] for fight in FIGHTS],
    ids=[fight[0] for fight in FIGHTS],
)
def test_a_fight_of_market_garden(
    attacker: Force,
    defender: Force,
    ground: Ground,
    prepared: bool,
    ours: int,
    theirs: int,
    bands: list[str],
) -> None:
    """The scores are those worked out by hand, and so are the results that a die can give."""
    fight = Fight(
        "calibration",
        side(attacker, prepared=prepared),
        side(defender, prepared=False),
        ground,
    )
    found = ledger(fight, DEFAULT)
    assert (found.total("attacker"), found.total("defender")) == (ours, theirs)
    assert list(chances(fight, DEFAULT)) == bands


def test_unit_points_of_the_corps() -> None:
    """XXX Corps has 172 unit points: 8.6 turns over a Bailey bridge; the Guards 39, two turns."""
    corps = [unit for unit in scenario().units if unit.corps == "XXX Corps"]
    guards = [unit for unit in corps if unit.division == "Guards Armoured Division"]
    assert sum(unit.size_points for unit in corps) == 172
    assert sum(unit.size_points for unit in guards) == 39
