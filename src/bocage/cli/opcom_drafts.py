"""The drafts of the reports for Control: what each team will read, beside the truth."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.cli.output import RefusalError
from bocage.engine.actions import cleaned
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s10_reports.budget import length
from bocage.games.opcom.s10_reports.drafts import drafts
from bocage.games.opcom.s10_reports.formations import formations
from bocage.games.opcom.s10_reports.release import drafted
from bocage.games.opcom.s10_reports.selection import gathered
from bocage.games.opcom.words.verbs import EDIT


def _at_release(st: Position) -> None:
    if not st.stack or not isinstance(st.stack[-1], Release):
        raise RefusalError(
            "there are no drafts: the turn is not adjudicated yet, or its reports are released"
        )


def draft_lines(st: Position, team: int) -> Iterator[str]:
    """Yield all that a team will read; then each draft, with who it is about as Control knows it.

    Raises:
        RefusalError: the turn is not at its release.
    """
    _at_release(st)
    units = formations(st, team)
    report, annex = drafted(st, team)
    seat = st.world.teams[team].seat
    yield f"[{seat}: the report, in {length(report)} words]"
    yield from report
    yield f"[{seat}: the annex]"
    yield from annex
    yield ""
    names = [each.id for each in sorted(gathered(st, team), key=lambda each: each.is_routine)]
    for name, text in zip(names, drafts(st, team), strict=True):
        yield f"[{st.world.teams[team].seat} / {name}]"
        yield text
        own = ", ".join(f"{u.id} {st.level(u.number)} of {u.status.levels[0]}" for u in units[name])
        yield f"  truth: {own}"
        numbers = {u.number for u in units[name]}
        met = {
            number: st.status(number).level(steps)
            for fight in st.fought
            if fight.team == team and numbers & set(fight.own)
            for number, steps in fight.enemies
        }
        if met:
            told = ", ".join(f"{st.world.units[n].id} {level}" for n, level in met.items())
            yield f"  fought: {told}"
        yield ""


def edit_draft(table: Table[Position], text: str) -> None:
    """Control edits a draft.

    Raises:
        RefusalError: there is no such draft or fact, or it may not be said.
    """
    _at_release(table.state)
    ruling = table.act(table.state.world.control, EDIT.carrying(cleaned(text)))
    if not ruling:
        raise RefusalError(table.say(ruling))
