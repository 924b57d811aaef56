"""Doing what a line says at a table: all of it, or nothing; and saying why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from bocage.engine.crash import Crash
from bocage.engine.rulings import Ruling

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Face, Line
    from bocage.engine.actions import Action
    from bocage.engine.table import Table


def tried(table: Table[Any], seat: int, actions: Sequence[Action]) -> Ruling:
    """Return whether a seat may do all of these, one after the other; nothing is done.

    Raises:
        Crash: the rules failed.
    """
    ruling = table.allows(seat, actions)
    if ruling or len(actions) < 2:
        return ruling
    # A die may fall in the middle of a line: then only a table of its own can tell.
    trial = table.branch()
    for action in actions[:-1]:
        ruling = trial.act(seat, action)
        if not ruling:
            return ruling
    # The last is not done even on trial: it may roll dice, which nobody should see.
    return trial.check(seat, table.game.grammar.say(actions[-1]))


def taken(table: Table[Any], seat: int, actions: Sequence[Action]) -> Ruling:
    """Do all of these, or nothing.

    Raises:
        Crash: the rules failed; the table is as it was before.
    """
    ruling = tried(table, seat, actions)
    if not ruling:
        return ruling
    for done, action in enumerate(actions):
        try:
            table.act(seat, action)
        except Crash:
            if done:  # the table has taken back the action that failed; these went before it
                table.undo(seat, done)
            raise
    return ruling


def refusals(face: Face, ruling: Ruling) -> list[str]:
    """Return the reasons against, a sentence each, with the rule."""
    return [each.say(face.nouns, face.game.book) for each in ruling.refusals]


def verdict(face: Face, table: Table[Any], seat: int, line: str) -> list[Line]:
    """Return whether a line may be done, by which rules not, and what it costs.

    Raises:
        NotationError: the line says nothing.
    """
    ruling = tried(table, seat, face.actions(table.state, seat, line))
    said = ["Allowed."] if ruling else [f"No: {each}" for each in refusals(face, ruling)]
    return [*(Text(each, style="bold") for each in said), *face.explain(table.state, seat, line)]
