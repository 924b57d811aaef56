"""Saves: a game as text, and the table that a text describes.

Reading a save replays it, so an impossible line is found where it stands. `written` is the inverse
of `read`: a save that was read is written again to the byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bocage.engine import diagram
from bocage.engine.actions import NotationError
from bocage.engine.dice import Dice, Oracle
from bocage.engine.frames import CHANCE
from bocage.engine.game import OptionError
from bocage.engine.log import NO_ORDERS, ORDERS, Entry, mark
from bocage.engine.rulings import OK, Ruling
from bocage.engine.save_format import Row, Saved, SaveError, parsed, rows_of
from bocage.engine.save_text import HIDDEN, written
from bocage.engine.state import State
from bocage.engine.table import Table

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.header import Header
    from bocage.engine.snapshots import Snapshots

__all__ = ["Row", "SaveError", "Saved", "entry_of", "follow", "parsed", "read", "written"]

S = TypeVar("S", bound=State)


def read(text: str, game: Game[S], snapshots: Snapshots | None = None) -> Table[S]:
    """Return the table that a save describes, replayed line by line.

    With snapshots it begins at the nearest one that fits; the table is the same, but has no events
    from before that.

    Raises:
        SaveError: the save is of another game or revision, cut off, edited, or against the rules.
    """
    saved = parsed(text)
    _check_game(saved.header, game)
    game = game.at(saved.header.scenario)
    for row in saved.rows:
        _check_row(row, game)
    start = None if snapshots is None else snapshots.nearest(saved, game)
    done = 0 if start is None else len(start[0])
    before = sum(row.who == "*" for row in saved.rows[:done])
    recorded = _Recorded(saved.header, saved.rows[done:], before)
    table = Table(game, saved.header, recorded, resume=start)
    table.reading = True
    for number in range(done, len(saved.rows)):
        _play(table, number, saved.rows[number])
    table.reading = False
    if recorded.dice is not None:
        table.oracle = recorded.dice
    return table


def follow(table: Table[Any], lines: Sequence[str]) -> None:
    """Play lines, as a save has them, at a table that has everything before them.

    This keeps a table in step with a log that another program writes. If it fails, the table may
    have some of the lines.

    Raises:
        SaveError: a line can't be read, is against the rules, or does not belong to this log.
    """
    begin = len(table.entries)
    rows = rows_of(lines)
    table.reading = True
    try:
        for number, row in enumerate(rows, begin):
            _check_row(row, table.game)
            _play(table, number, row)
    finally:
        table.reading = False
    for row, entry, link in zip(rows, table.entries[begin:], table.log.links(begin), strict=True):
        if mark(link) != row.mark or entry.struck != row.struck:
            raise SaveError(row.number, "this line is not of the same log")


def _check_game(header: Header, game: Game[Any]) -> None:
    if header.game != game.id:
        raise SaveError(2, f"this is a game of {header.game}, not of {game.id}")
    if header.revision > game.revision:
        reason = f"revision {header.revision} of the rules is newer than ours ({game.revision})"
        raise SaveError(4, reason)
    if header.edition != game.edition:
        raise SaveError(1, _OTHER_EDITION[bool(header.edition)])
    try:
        game.scenario(header.scenario)
        settings = game.settings(header.options, header.revision)
        if header.position:
            _check_position(header, game.at(header.scenario), settings)
    except ValueError as error:
        raise SaveError(1, str(error)) from None


def _check_position(header: Header, game: Game[Any], settings: Mapping[str, str]) -> None:
    """Check that a save's position has the scenario and options of the save."""
    head = diagram.head_of(header.position)
    differs = any(settings.get(name) != choice for name, choice in head.options.items())
    if head.scenario != header.scenario or differs:
        raise diagram.PositionError("the position is of another scenario, or has other options")
    diagram.read(header.position, game, settings)


_OTHER_EDITION: Final = {
    True: "this game was started with somebody's own counters or charts: "
    "open it with the same folder (--data DIR), unchanged",
    False: "this game was started with our counters and charts: open it without a folder of data",
}


def _check_row(row: Row, game: Game[Any]) -> None:
    if row.who == HIDDEN:
        raise SaveError(row.number, "this line is hidden: a viewer's copy is not for playing on")
    if row.who != "*" and row.who not in game.seats:
        raise SaveError(row.number, f"'{row.who}' has no seat in {game.title}")
    if row.is_takeback:
        others = " ".join(seat for seat in game.seats if seat != row.who)
        if game.control is not None and row.who == game.seats[game.control]:
            others = row.who
        if row.who == "*" or not row.text.endswith(f", agreed {others}"):
            raise SaveError(row.number, f"a takeback needs the consent of {others}")


def _play(table: Table[Any], number: int, row: Row) -> None:
    """Carry out a row, even if it was taken back later: the takeback follows in order."""
    if row.who != "*":
        done = len(table.entries)
        ruling = _done(table, row)
        if len(table.entries) == done:
            raise SaveError(row.number, table.say(ruling))
    elif number == len(table.entries):
        raise SaveError(row.number, "no die is asked for here")
    has = table.log.line(table.entries[number])
    if has != f"{row.who} {row.text}":
        raise SaveError(row.number, f"the game has '{has}' here")


def _done(table: Table[Any], row: Row) -> Ruling:
    seats = table.game.seats
    seat = seats.index(row.who)
    try:
        if row.is_takeback:
            return table.take_back(seat, row.takes_back_from, range(len(seats)))
        if row.text == "concede":
            return table.give_up(seat)
        if row.text.startswith("adjust "):
            return table.adjust(seat, row.text.removeprefix("adjust ").partition(" | ")[0])
        if row.text.startswith(ORDERS):
            name = row.text.removeprefix(ORDERS)
            table.leave_orders(seat, "" if name == NO_ORDERS else name)
            return OK
        return table.act(seat, table.game.grammar.read(row.text))
    except (NotationError, OptionError) as error:
        raise SaveError(row.number, str(error)) from None


def entry_of(row: Row, game: Game[Any]) -> Entry:
    """Return a row as an entry, without playing it; `final` is unknown.

    Raises:
        SaveError: the row is not an action.
    """
    if row.is_takeback:
        return Entry("takeback", game.seats.index(row.who), row.text, 0, "", final=True)
    seat = CHANCE if row.who == "*" else game.seats.index(row.who)
    if row.text == "concede" or row.text.startswith("adjust "):
        kind = row.text.partition(" ")[0]
        return Entry(kind, seat, row.text, 0, "", final=True, struck=row.struck)
    if row.text.startswith(ORDERS):
        return Entry("orders", seat, row.text, 0, "", final=True, struck=row.struck)
    line, _, question = row.text.rpartition(" @") if seat == CHANCE else (row.text, "", "")
    try:
        action = game.grammar.read(line)
    except NotationError as error:
        raise SaveError(row.number, str(error)) from None
    kind = "chance" if seat == CHANCE else "do"
    return Entry(kind, seat, row.text, action, question, final=True, struck=row.struck)


class _Recorded(Oracle):
    """Answers with the outcomes recorded in the file, and notes those that the seed would not
    give.
    """

    def __init__(self, header: Header, rows: Sequence[Row], before: int = 0) -> None:
        self.left = [row for row in rows if row.who == "*"]
        self.fell = header.fell - before
        """The number of outcomes from another game, which the seed did not give."""
        seed = header.dice_seed
        self.dice = Dice(seed) if seed is not None else None

    def answer(
        self, question: str, time: int, written: Sequence[str], weights: Sequence[int] | None
    ) -> int:
        """See `bocage.engine.dice.Oracle`."""
        mine = None if self.dice is None else self.dice.answer(question, time, written, weights)
        if not self.left:
            if mine is None:
                raise SaveError(0, f"the file ends before the die for {question}")
            return mine
        row = self.left.pop(0)
        outcome, _, asked = row.text.rpartition(" @")
        if asked != f"{question}#{time}":
            raise SaveError(row.number, f"the die asked for here is {question}#{time}")
        if outcome not in written:
            raise SaveError(row.number, f"'{outcome}' cannot come of {question}")
        found = written.index(outcome)
        self.fell -= 1
        if mine is not None and mine != found and self.fell < 0:
            reason = f"the seed gives '{written[mine]}' for {question}, not '{outcome}'"
            raise SaveError(row.number, reason)
        return found
