"""A team's beliefs about the enemy: sightings from its own reports, with their age and doubt.

Beliefs come only from released facts. The same enemy seen by two formations is two sightings;
the team itself must put them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bocage.engine.words import phrase
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.pieces.told import Sighting
from bocage.games.opcom.s10_reports.enemy import COUNTS
from bocage.games.opcom.s10_reports.facts import FormationFact


def doubt(age: int, charts: Tables) -> str:
    """Return the trust in a sighting of this age."""
    figures = charts.figures.beliefs
    if age == 0:
        return "fresh"
    if age <= figures.recent:
        return "recent"
    return "old" if age <= figures.old else "doubtful"


def believed(
    before: Iterable[Sighting],
    facts: Sequence[FormationFact],
    own: Mapping[str, Sequence[Point]],
    turn: int,
    charts: Tables,
) -> list[Sighting]:
    """Return the sightings of a team after the reports of a turn.

    Args:
        before: its sightings so far.
        facts: the facts of this turn, as released.
        own: the places of each formation's units, by the formation's id.
        turn: the number of the turn.
        charts: the figures of the rules.
    """
    figures = charts.figures.beliefs
    new = [_sighting(each, turn) for each in facts if each.enemy is not None]
    quiet = [at for each in facts if each.enemy is None for at in own.get(each.id, ())]
    kept: list[Sighting] = []
    for old in before:
        at = (old.x, old.y)
        replaced = any(
            each.by == old.by and km_between(at, (each.x, each.y)) <= figures.same for each in new
        )
        cleared = any(km_between(at, there) <= figures.clear for there in quiet)
        age = turn - old.turn
        if not replaced and not cleared and age <= figures.forgotten:
            kept.append(replace(old, age=age, doubt=doubt(age, charts)))
    return [*kept, *new]


def _sighting(facts: FormationFact, turn: int) -> Sighting:
    enemy = facts.enemy
    assert enemy is not None
    kinds = (*(["tanks"] if enemy.tanks else []), *enemy.guns, *([enemy.air] if enemy.air else []))
    who = enemy.name if enemy.identity in ("branch", "known") else enemy.identity
    return Sighting(
        by=facts.name,
        turn=turn,
        x=enemy.x,
        y=enemy.y,
        at=enemy.place,
        count=phrase(enemy.count),
        size=COUNTS.index(enemy.count) if enemy.count in COUNTS else None,
        kinds=kinds,
        who=who,
        age=0,
        doubt="fresh",
    )
