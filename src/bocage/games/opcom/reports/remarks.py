"""What came up in a turn, by whom it befell: whole sentences, those who fared alike together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from bocage.games.opcom.placing import aloud
from bocage.games.opcom.position import ATTACKED, BARRED, HERE, Position
from bocage.games.opcom.reports.formations import formations, spoken_name
from bocage.games.opcom.reports.names import PRISONERS
from bocage.games.opcom.reports.speech import called, in_words, is_plural, remark, sentence
from bocage.games.opcom.world import Troops

_HEADINGS: Final = (
    "arrival",
    "air",
    "recce",
    "march",
    "contact",
    "attack",
    "fight",
    "bridge",
    "lost",
)
_MANY: Final = 4
"""More names than these are not read out."""


def _notes(st: Position, team: int) -> list[str]:
    """What came up, by heading, each once."""
    return [
        words
        for kind in _HEADINGS
        for words in dict.fromkeys(w for who, k, w in st.notes if (who, k) == (team, kind))
    ]


def remarks(st: Position, team: int, name: str, units: Sequence[Troops]) -> tuple[str, ...]:
    """Notes that begin with the name of one of these units; those who fared alike together."""
    alike: dict[str, list[Troops]] = {}
    for words in _notes(st, team):
        for unit in units:
            if words.startswith(f"{unit.name} "):
                fate = _fate(st, unit, words.removeprefix(f"{unit.name} "))
                befell = alike.setdefault(fate, [])
                if unit not in befell:
                    befell.append(unit)
                break
    whole = [unit for unit in units if unit.fights and st.where[unit.number] == HERE]
    return tuple(
        _remark(fate, befell, whole, spoken_name(name, units)) for fate, befell in alike.items()
    )


def _remark(fate: str, befell: list[Troops], whole: list[Troops], name: str) -> str:
    """A sentence; of a whole formation, or of many, not everybody is read out."""
    if len(whole) > 1 and {unit.number for unit in whole} <= {unit.number for unit in befell}:
        return sentence(remark([name], fate, several=is_plural(name)))
    names = [called(unit.name) for unit in befell]
    if len(names) > _MANY:
        names = [*names[: _MANY - 1], f"{in_words(len(names) - _MANY + 1)} others"]
    return remark(names, fate)


def _fate(st: Position, unit: Troops, words: str) -> str:
    """What befell a unit, without the place, which is told anyway; whoever attacked did attack."""
    words = _PLACED.sub(r"\1.", words)
    words = _NOWHERE.sub("found no way to where it was sent.", words)
    words = words.replace("finds no way", "found no way")
    if queue := _QUEUE.match(words):
        where, what = queue[1], called(queue[2])
        road = what if what.endswith("route") else f"the road to {what}"
        there = where.replace("at the ", "at ") == f"at {what}"
        full = "the crossing is full" if there else f"{road} is full"
        words = f"waits {where}: {full}."
    if st.has(unit.number, ATTACKED):
        words = words.replace("did not attack for", "could not attack again for")
    return _PAST.get(words, words)


_PLACED: Final = re.compile(
    r"^(is stopped by the enemy|meets the enemy|has arrived|has landed [a-z ]+?|"
    r"did not get through with its supplies;) (?:at|\d+ km|it is) .*\.$"
)
_NOWHERE: Final = re.compile(r"^finds no way to (\d+\.\d+ .*|them)\.$")
_QUEUE: Final = re.compile(r"^waits (.*): the road to (.*) is full\.$")
_PAST: Final = {
    "did not attack for want of ammunition.": "did not attack: no ammunition had come up.",
    "could not attack again for want of ammunition.": "could not attack again: "
    "no more ammunition had come up.",
    "is halted for want of fuel.": "is halted: no fuel has come up.",
    "is stopped by the enemy.": "was stopped by the enemy.",
    "meets the enemy.": "met the enemy.",
    "did not get through with its supplies;.": "did not get through with its supplies.",
    "cannot attack, only hold.": "has no means of attacking; it can only hold.",
    "has been lost; nobody has come back.": "has been lost; nobody came back.",
}


def is_barred(st: Position, team: int, units: Sequence[Troops]) -> bool:
    """Whether an enemy has stopped one of them."""
    return any((team, BARRED, unit.id) in st.notes for unit in units)


def unassigned(st: Position, team: int) -> list[str]:
    """Notes that belong to no formation: they stand at the head of the reports."""
    told = {u.name for units in formations(st, team).values() for u in units}
    others = {u.name: u for u in st.world.units if u.team == team and u.name not in told}
    found: list[str] = []
    for words in _notes(st, team):
        if words.startswith(tuple(f"{name} " for name in told)):
            continue
        name = next((each for each in others if words.startswith(f"{each} ")), "")
        if name:
            fate = _fate(st, others[name], words.removeprefix(f"{name} "))
            words = remark([called(name)], fate)
        found.append(aloud(words))
    found += [
        f"About {in_words(count)} prisoners were taken; they belong to {name}."
        for name, count in prisoners_of(st, team).items()
    ]
    return found


def prisoners_of(st: Position, team: int) -> Counter[str]:
    """9.5.g: how many a team has taken in this turn, by formation."""
    taken: Counter[str] = Counter()
    for who, kind, words in st.notes:
        if (who, kind) == (team, PRISONERS):
            count, _, name = words.partition(" ")
            taken[name] += int(count)
    return taken
