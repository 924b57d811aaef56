"""Drafts for Control before the release: each team's report beside the truth."""

from __future__ import annotations

from typing import Final

from bocage.engine import desk as shown
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s02_umpiring.desk import Release, undisclosed
from bocage.games.opcom.s10_reports.budget import length
from bocage.games.opcom.s10_reports.drafts import drafts
from bocage.games.opcom.s10_reports.edits import edits_of
from bocage.games.opcom.s10_reports.facts import FormationFact
from bocage.games.opcom.s10_reports.formations import formations
from bocage.games.opcom.s10_reports.ladder import RUNGS
from bocage.games.opcom.s10_reports.release import drafted, unreleasable
from bocage.games.opcom.s10_reports.selection import gathered

_YES_NO: Final = ("yes", "no")


def draft(st: Position, team: int) -> shown.Draft | None:
    """Return a team's report beside the truth; None if the turn is not worked out."""
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Release):
        return None
    st = undisclosed(st)
    report, annex = drafted(st, team)
    facts = sorted(gathered(st, team), key=lambda each: each.is_routine)
    texts = drafts(st, team)
    return shown.Draft(
        seat=st.world.teams[team].seat,
        name=st.world.teams[team].name,
        words=length(report),
        report=tuple(report),
        annex=tuple(annex),
        parts=tuple(_part(st, team, *each) for each in zip(facts, texts, strict=True)),
        complaints=tuple(unreleasable(st, [team])),
        released=team in top.done,
    )


def _part(st: Position, team: int, facts: FormationFact, text: str) -> shown.DraftPart:
    edits = [each for each in edits_of(st, team) if each.formation in (facts.id, facts.name)]
    return shown.DraftPart(
        id=facts.id,
        name=facts.name,
        text=text,
        facts=tuple(_facts(facts)),
        truth=tuple(truth_of(st, team, facts.id)),
        edited=tuple(f"{each.key} = {each.value} ({each.reason})" for each in edits),
    )


def _facts(facts: FormationFact) -> list[shown.DraftFact]:
    """The facts that Control may change, in the words of an edit."""
    found: list[shown.DraftFact] = []
    enemy = facts.enemy
    if enemy is not None:
        found += [
            shown.DraftFact("count", "enemy: how many", enemy.count),
            shown.DraftFact("tanks", "enemy: tanks", "yes" if enemy.tanks else "no", _YES_NO),
            shown.DraftFact("guns", "enemy: guns", ", ".join(enemy.guns) or "none"),
            shown.DraftFact("air", "enemy: aircraft", enemy.air or "none"),
            shown.DraftFact("identity", "enemy: who", f"{enemy.identity} {enemy.name}".strip()),
        ]
    for unit in facts.units:
        if unit.kind == "line":
            key, name = f"state {unit.id}", f"state of {unit.name}"
            found.append(shown.DraftFact(key, name, str(unit.rung), tuple(RUNGS)))
        found.append(shown.DraftFact(f"place {unit.id}", f"place of {unit.name}", unit.place))
    found.append(shown.DraftFact("late", "late", "yes" if facts.late else "no", _YES_NO))
    found.append(shown.DraftFact("remark", "add a remark", ""))
    return found


def truth_of(st: Position, team: int, formation: str) -> list[str]:
    """Return the actual units of a formation, and those it fought."""
    units = formations(st, team)[formation]
    found = [f"{u.name}: {st.level(u.number)} of {u.status.levels[0]}" for u in units]
    numbers = {u.number for u in units}
    met = {
        number: st.status(number).level(steps)
        for fight in st.fought
        if fight.team == team and numbers & set(fight.own)
        for number, steps in fight.enemies
    }
    found += [f"fought {st.world.units[n].name}: {level}" for n, level in met.items()]
    return found
