"""Control's edits of a draft before release: of a fact, from which the words follow (reading 10.1).

`edit Guards / 32nd Guards Brigade / count = about a battalion because ...` changes a fact. Control
may edit the words too, but must say whether a fact changes with them: `words = ... | facts
unchanged`, or `words = ... | count = about a battalion`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, cast

from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.desk import Edit
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s10_reports.facts import EnemyFact, FormationFact, RemarkFact, UnitFact
from bocage.games.opcom.s10_reports.ladder import Rung, rungs_of
from bocage.games.opcom.s10_reports.lint import (
    band_faults,
    enemy_faults,
    faults,
    fire_faults,
    named_in,
)

UNCHANGED: Final = "facts unchanged"
_ASKS: Final = R("2.0.c")
_ENEMY: Final = ("count", "tanks", "class", "guns", "air", "identity")
_YES_OR_NO: Final = ("tanks", "late")
_OTHERS: Final = ("remark", "rumour", "late")
KEYS: Final = ("state UNIT", "place UNIT", *_ENEMY, *_OTHERS, "words")


def split_edit(text: str) -> Edit | None:
    """Split `TEAM / FORMATION / KEY = VALUE because REASON`; None for any other text."""
    body, _, reason = text.rpartition(" because ")
    where, _, value = body.partition(" = ")
    parts = [part.strip() for part in where.split(" / ")]
    if len(parts) != 3 or not value.strip() or not reason.strip():
        return None
    team, formation, key = parts
    return Edit(team, formation, key, value.strip(), reason.strip())


def check_edit(drafts: list[FormationFact], edit: Edit) -> Ruling:
    """Return whether an edit can be made of these drafts of its team, and passes the gate."""
    facts = next((each for each in drafts if edit.formation in (each.id, each.name)), None)
    if facts is None:
        known = ", ".join(each.name for each in drafts)
        return _no("'{what}' sends no report; these do: {known}", edit.formation, known)
    if edit.key == "words":
        return _check_words(facts, edit)
    key, _, unit = edit.key.partition(" ")
    if key in ("state", "place"):
        if unit not in [each.id for each in facts.units]:
            known = ", ".join(each.id for each in facts.units)
            return _no("'{what}' is not a unit of this report; there are {known}", unit, known)
        kind = next(each.kind for each in facts.units if each.id == unit)
        if key == "state" and edit.value not in rungs_of(kind):
            text = "'{what}' is not a state of that unit; its states are {known}"
            return _no(text, edit.value, ", ".join(rungs_of(kind)))
    elif key not in (*_ENEMY, *_OTHERS):
        return _no(
            "'{what}' is not a fact of a report; there are {known}", edit.key, ", ".join(KEYS)
        )
    elif key in _YES_OR_NO and edit.value not in ("yes", "no"):
        return _no("'{what}' is neither yes nor no{known}", edit.value, "")
    elif key == "rumour" and edit.value != "none":
        return _no(
            "a rumour is taken out with '{what}'; another one is a remark{known}", "none", ""
        )
    elif key in _ENEMY and facts.enemy is None:
        return _no("{what} has met no enemy{known}; add a remark", facts.name, "")
    wrong = faults(edit.value, named_in(facts))
    return _no("the report can't say this: {what}{known}", "; ".join(wrong), "") if wrong else OK


def _check_words(facts: FormationFact, edit: Edit) -> Ruling:
    """Return whether words say if a fact changes, and pass the lint."""
    words, bar, fact = edit.value.rpartition(" | ")
    if not bar:
        text = (
            "say whether the facts change with these words: add ' | {what}' or ' | "
            "KEY = VALUE'{known}"
        )
        return _no(text, UNCHANGED, "")
    if fact != UNCHANGED and " = " not in fact:
        return _no("'{what}' is not a fact; write KEY = VALUE, or {known}", fact, UNCHANGED)
    if fact != UNCHANGED:
        changed = replace(edit, key=fact.partition(" = ")[0], value=fact.partition(" = ")[2])
        if changed.key == "words":
            return _no("words change with a fact, not with '{what}'{known}", "words", "")
        ruling = check_edit([facts], changed)
        if not ruling:
            return ruling
        facts = edited(facts, [changed])
    wrong = _wrong_words(facts, words)
    return _no("the report can't say this: {what}{known}", "; ".join(wrong), "") if wrong else OK


def _no(text: str, what: str, known: str) -> Ruling:
    return refuse(_ASKS, text, what=what, known=known)


def edits_of(st: Position, team: int) -> list[Edit]:
    """Return Control's changes to a team's drafts, in order."""
    seat = st.world.teams[team].seat
    return [edit for edit in st.edits if edit.team == seat]


def edited(facts: FormationFact, edits: list[Edit]) -> FormationFact:
    """The facts as Control has them."""
    for edit in edits:
        if edit.formation in (facts.id, facts.name):
            facts = _apply(facts, edit.key, edit.value)
    return facts


def words_for(facts: FormationFact, edits: list[Edit]) -> str | None:
    """Return Control's own words for a report; None without any."""
    found = None
    for edit in edits:
        if edit.formation in (facts.id, facts.name) and edit.key == "words":
            found = edit.value.rpartition(" | ")[0]
    return found


def release_faults(true: Sequence[FormationFact], edits: list[Edit]) -> list[str]:
    """Return the faults that edits leave in these reports, which forbid their release.

    Args:
        true: the facts of a team before Control changed any.
        edits: Control's changes.
    """
    found: list[str] = []
    for facts in true:
        now = edited(facts, edits)
        words = words_for(now, edits)
        was = facts.enemy
        if was is not None and now.enemy is not None:
            if was.tanks and not now.enemy.tanks:
                found.append(
                    f"{now.name}: the enemy's tanks took part, but the report does not mention them"
                )
            if was.guns and not now.enemy.guns:
                found.append(
                    f"{now.name}: the enemy's guns took part, but the report does not mention them"
                )
            if was.air and not now.enemy.air:
                found.append(
                    f"{now.name}: the enemy's aircraft took part, but the report does not "
                    "mention them"
                )
        if words is not None:
            found += [f"{now.name}: {each}" for each in _wrong_words(now, words)]
    return found


def _wrong_words(facts: FormationFact, words: str) -> list[str]:
    wrong = faults(words, named_in(facts))
    enemy = facts.enemy
    if enemy is not None:
        wrong += enemy_faults(enemy, words, guns=bool(enemy.guns), tanks=enemy.tanks)
    wrong += fire_faults(facts.fire, words)
    for unit in facts.units:
        if unit.kind == "line" and len(facts.units) == 1:
            wrong += band_faults(str(unit.rung), words)
    return wrong


def _apply(facts: FormationFact, key: str, value: str) -> FormationFact:
    what, _, unit = key.partition(" ")
    if key == "words":
        inner, _, fact = value.rpartition(" | ")[2].partition(" = ")
        return facts if inner == UNCHANGED else _apply(facts, inner, fact)
    if what in ("state", "place"):
        units = tuple(_unit(each, what, value) if each.id == unit else each for each in facts.units)
        return replace(facts, units=units)
    if key == "remark":
        return replace(facts, remarks=(*facts.remarks, RemarkFact("said", value)))
    if key == "rumour":
        return replace(facts, rumours=())
    if key == "late":
        return replace(facts, late=value == "yes")
    if facts.enemy is None or what not in _ENEMY:
        return facts
    return replace(facts, enemy=_enemy(facts.enemy, what, value))


def _unit(unit: UnitFact, what: str, value: str) -> UnitFact:
    if what == "place":
        return replace(unit, place=value)
    return replace(unit, rung=cast("Rung", value))


def _enemy(enemy: EnemyFact, what: str, value: str) -> EnemyFact:
    if what == "count":
        return replace(enemy, count=value)
    if what == "tanks":
        return replace(enemy, tanks=value == "yes", tank_class="")
    if what == "class":
        return replace(enemy, tanks=True, tank_class=value)
    if what == "guns":
        kinds = tuple(part.strip() for part in value.split(",") if part.strip() != "none")
        return replace(enemy, guns=kinds)
    if what == "air":
        return replace(enemy, air="" if value == "none" else value)
    kind, _, name = value.partition(" ")
    if kind == "unknown":
        return replace(enemy, identity="unknown", name="")
    if kind == "mixed":
        return replace(enemy, identity="mixed", name="")
    if kind == "branch":
        return replace(enemy, identity="branch", name=name)
    return replace(enemy, identity="known", name=name if kind == "known" else value)
