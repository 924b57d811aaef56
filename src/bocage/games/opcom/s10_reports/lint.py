"""The last check of a report: no term of the rules, and no secret number.

Digits are allowed in times, distances, dates, map references and names. Supply points are in
words. The words for a unit may not promise more than its band.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from bocage.games.opcom.board.world import World
from bocage.games.opcom.s10_reports.facts import EnemyFact, FormationFact
from bocage.games.opcom.s10_reports.speech import called

BANNED: Final = (
    "status", "statuses", "step", "steps", "profile", "factor", "factors", "die", "dice", "roll",
    "rolls", "rolled", "table", "tables", "modifier", "modifiers", "unit point", "unit points",
)  # fmt: skip
_BANNED: Final = re.compile(rf"\b({'|'.join(BANNED)})\b", re.IGNORECASE)

_ALLOWED: Final = re.compile(
    r"\b\d{4} hrs\b|\b\d{1,2}[.,:]\d{2}( Uhr)?\b|\bOre \d{1,2},\d{2}\b|^\d{4}\.|"
    r"\b\d{1,3} km\b|"
    r"\b\d{1,2} (January|February|March|April|May|June|July|Aug(ust)?|Sept(ember)?|October|"
    r"November|December)( \d{4})?\b|\b\d{4}-\d{2}-\d{2}\b|"
    r"\b[A-Z]{0,2}\d{6}\b"
)
"""Times, distances, dates and map references."""

_NEVER: Final = {
    "considerable": ("weak", "spent"),
    "fair": ("fit for any task", "full", "strong"),
    "low": (
        "fit for any task",
        "ready to go",
        "in good heart",
        "einsatzbereit",
        "piena efficienza",
    ),
}
_THREAT: Final = re.compile(r"\b(attack|attacks|offensive|push)\b", re.IGNORECASE)
_NEGATED: Final = re.compile(r"\b(not|no|cannot|too|without|never)\b", re.IGNORECASE)


def faults(text: str, names: Iterable[str] = ()) -> list[str]:
    """Return the forbidden words and numbers of a text; `names` are of units, staffs and places.

    The names are removed first, so that `No. 3 Troop` does not count as a number.
    """
    plain = text
    for name in sorted(names, key=len, reverse=True):
        plain = plain.replace(name, " ")
    found = [f"'{each.group()}' is a term of the rules" for each in _BANNED.finditer(plain)]
    left = _ALLOWED.sub(" ", plain)
    found += [
        f"'{each}' is a number that reports don't give" for each in re.findall(r"\d\S*", left)
    ]
    return found


def band_faults(rung: str, words: str) -> Iterator[str]:
    """Yield words that promise more, or less, than the band of a unit."""
    band = rung.partition("-")[0]
    for phrase in _NEVER.get(band, ()):
        if re.search(rf"\b{re.escape(phrase)}\b", words, re.IGNORECASE):
            yield f"'{phrase}' can't describe a unit of {band} power"
    if band == "low":
        for each in _THREAT.finditer(words):
            if not _NEGATED.search(words[: each.start()]):
                yield f"'{each.group()}' can't describe a unit of low power"


def enemy_faults(enemy: EnemyFact | None, text: str, *, guns: bool, tanks: bool) -> Iterator[str]:
    """Yield missing tanks, guns and aircraft: those that took part are reported after any edit
    (10.4, reading 10.6).
    """
    if enemy is None:
        return
    said = text.casefold()
    if tanks and not re.search(r"tank|armou?r|tiger|panther|assault gun|sherman", said):
        yield "the enemy's tanks are not mentioned"
    if guns and not re.search(r"gun|flak|projector|artillery|batter", said):
        yield "the enemy's guns are not mentioned"
    if enemy.air and enemy.air.casefold() not in said:
        yield "the enemy's aircraft are not mentioned"


_FALLEN: Final = {"bombs": r"bomb|aircraft|from the air", "shell-fire": r"shell|gun|artillery|fire"}


def fire_faults(fire: Iterable[str], text: str) -> Iterator[str]:
    """Yield what fell on the troops from afar and is not mentioned (10.4, reading 10.6)."""
    for each in fire:
        if not re.search(_FALLEN[each], text.casefold()):
            yield f"the {each} that fell on them is not mentioned"


def names_of(world: World) -> list[str]:
    """Return every name of a scenario that has a digit, as it is written and as it is spoken."""
    found: set[str] = set()
    for unit in world.units:
        row = unit.unit
        found |= {row.name, row.label, row.brigade, row.division, row.corps, row.army, row.team}
    found |= {each.name for each in world.teams} | {each.name for each in world.dumps}
    found |= {each.name for each in world.places} | {each.name for each in world.crossings}
    sky = world.sky
    found |= {each.name for each in sky.units} | {each.name for each in sky.zones}
    found |= {each.id for each in sky.lifts}
    found |= {called(each) for each in found}
    return sorted(each for each in found if re.search(r"\d", each))


def named_in(facts: FormationFact) -> list[str]:
    """Return the names with digits that a report may use."""
    found = [facts.name, facts.supply.staff]
    found += [unit.name for unit in facts.units]
    found += [unit.place for unit in facts.units]
    found += [fight.place for fight in facts.fights]
    if facts.enemy is not None:
        found += [facts.enemy.name, facts.enemy.tank_class]
    return [name for name in found if name]
