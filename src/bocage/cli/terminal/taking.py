"""Doing what a line says at a table: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bocage.engine.rulings import OK, Ruling

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Face
    from bocage.engine.actions import Action
    from bocage.engine.table import Table


class Refused(NamedTuple):
    """A ruling against a line, and which of its actions it is about."""

    ruling: Ruling
    action: Action | None


def tried(table: Table[Any], seat: int, actions: Sequence[Action]) -> Refused:
    """Whether a seat may do all of these, one after the other; nothing is done.

    Raises:
        Crash: the rules failed.
    """
    trial = table.branch() if len(actions) > 1 else table
    for i, action in enumerate(actions):
        if i == len(actions) - 1:
            return _checked(trial, seat, action)
        ruling = trial.act(seat, action)
        if not ruling:
            return Refused(ruling, action)
    return Refused(OK, None)


def _checked(table: Table[Any], seat: int, action: Action) -> Refused:
    """Whether the last of them may be done; it may roll dice, which nobody should see."""
    ruling = table.check(seat, table.game.grammar.say(action))
    return Refused(ruling, None if ruling else action)


def taken(table: Table[Any], seat: int, actions: Sequence[Action]) -> Ruling:
    """Do all of these, or nothing.

    Raises:
        Crash: the rules failed; the table is as it was before.
    """
    refused = tried(table, seat, actions)
    if not refused.ruling:
        return refused.ruling
    for action in actions:
        table.act(seat, action)
    return OK


def refusals(face: Face, ruling: Ruling) -> list[str]:
    """The reasons against, a sentence each, with the rule."""
    return [each.say(face.nouns, face.game.book) for each in ruling.refusals]
