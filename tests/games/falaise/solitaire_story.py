"""A whole game of solitaire play, and its story as a player would read it.

The Germans are played by the staff; a paragraph is one chit, or the bombardments
of a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from textwrap import wrap

from bocage.ai import load_game
from bocage.engine.events import Event
from bocage.engine.playout import play_at, policy, table_for
from bocage.engine.table import Table
from bocage.engine.words import capital
from bocage.games.falaise.board.position import Position
from bocage.games.falaise.pieces.units import GERMAN
from bocage.games.falaise.words import events as alone
from bocage.games.falaise.words import events as told

SEED = 9


def played() -> Table[Position]:
    """Return the game: the recommended set-ups, then the staff to the end."""
    game = load_game("falaise")
    table: Table[Position] = table_for(game, SEED, options={"solitaire": "on"})
    for line in ("setup recommended", "end"):
        assert table.do(GERMAN, line)
    aggressive = policy(game, "aggressive")
    play_at(table, [aggressive, policy(game, "staff")], Random(SEED))
    return table


def story(table: Table[Position]) -> str:
    """What happened, in sentences without the numbers of the rules."""
    lines: list[str] = []
    row: list[Event] = []
    events = [event for _, event in table.events]
    begun = next(i for i, each in enumerate(events) if isinstance(each, alone.AlliesSetUp))
    for event in (e for i, e in enumerate(events) if i > begun or not isinstance(e, told.Placed)):
        if row and (not event.series or event.series != row[0].series):
            lines.extend(_said(table, row))
            row = []
        row.append(event)
    lines.extend(_said(table, row))
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    end = outcome.words.say(table.game.nouns)
    return "\n".join([*lines, "", f"{end}.", ""])


def _said(table: Table[Position], row: list[Event]) -> Iterator[str]:
    """Yield a sentence, or a row of the same small thing as one; paragraphs begin with a blank
    line.
    """
    nouns = table.game.nouns
    if not row:
        return
    if isinstance(row[0], told.TurnBegan):
        yield ""
        yield ""
    elif isinstance(row[0], told.Drawn | told.AirCame):
        yield ""
    if len(row) > 1 and row[0].series:
        head = row[0].in_series(first=True).say(nouns)
        said = f"{head}: {', '.join(each.in_series().say(nouns) for each in row)}"
        yield f"{said}."
        return
    for event in row:
        yield f"{capital(event.words().say(nouns))}."


def excerpt(told_story: str) -> str:
    """What `docs/solitaire.md` shows: how turn 2 begins, and its first Canadian chit."""
    turn = told_story.partition("Turn 2 begins")
    lines = (turn[1] + turn[2].partition("Turn 3 begins")[0]).splitlines()
    chit = lines.index("Canadian II Corps is drawn.")
    fight = next(i for i, line in enumerate(lines) if i > chit and "of the die, the Allies" in line)
    shown = [*lines[:11], "...", *lines[chit : chit + 9], "...", *lines[fight : fight + 8]]
    wrapped = ("\n".join(wrap(line, 96, subsequent_indent="  ")) for line in shown)
    return "\n".join(wrapped) + "\n...\n"
