"""The save: a text file that a person can read and a diff can compare.

The header, a blank line, then one line an entry, each with its mark of the hash chain,
and a last line that counts them. Lines that begin with `#` are for people and count for
nothing. Reading a save plays it again from the first line, so a file that says something
impossible is found out at the line where it says it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from bocage.engine.actions import NotationError
from bocage.engine.dice import Dice, Trust, commitment
from bocage.engine.frames import CHANCE
from bocage.engine.header import FORMAT, REFEREES, Header
from bocage.engine.log import Chain, Entry, salts_from
from bocage.engine.state import State
from bocage.engine.table import Table

if TYPE_CHECKING:
    from bocage.engine.game import Game

S = TypeVar("S", bound=State)

_ROW: Final = re.compile(r"(?P<struck>x )?(?P<who>\S+) (?P<text>.+) ~(?P<mark>[0-9a-f]+)")
_END: Final = re.compile(r"end (?P<count>\d+)")


class SaveError(ValueError):
    """A save that cannot be read; says which line and why. Nothing was changed."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}" if line else reason)


class Row(NamedTuple):
    """One entry as it stands in the file."""

    number: int
    """Line of the file, from 1."""
    struck: bool
    who: str
    text: str
    mark: str


class Saved(NamedTuple):
    """A save as it stands in the file, before it is played again."""

    header: Header
    rows: tuple[Row, ...]


def written(table: Table[Any]) -> str:
    """The save of a table."""
    who = {CHANCE: "*", **dict(enumerate(table.game.seats))}
    chain = Chain(table.header.bound_lines(), salts_from(table.header.seed))
    found = [*table.header.lines(), ""]
    for entry in table.entries:
        text = f"{who[entry.seat]} {entry.text}"
        found.append(f"{'x ' if entry.struck else ''}{text} ~{chain.add(text)}")
    return "\n".join([*found, f"end {len(table.entries)}"]) + "\n"


def parsed(text: str) -> Saved:
    """The header and the rows of a save, the hash chain checked.

    Raises:
        SaveError: it is no save, is cut off, or a line of it was changed.
    """
    lines = text.split("\n")
    if not lines[0].startswith("bocage "):
        raise SaveError(1, "this is no bocage save: it does not begin with 'bocage'")
    if lines[0] != f"bocage {FORMAT}":
        raise SaveError(1, f"'{lines[0]}' is not a format this program reads ('bocage {FORMAT}')")
    if "" not in lines[:-1]:
        raise SaveError(len(lines), "the file is cut off within its header")
    gap = lines.index("")
    header = _header(lines[1:gap])
    body = [(n, line) for n, line in enumerate(lines[gap + 1 :], gap + 2) if line]
    body = [(n, line) for n, line in body if not line.startswith("#")]
    end = _END.fullmatch(body[-1][1]) if body else None
    rows = tuple(_row(n, line) for n, line in (body[:-1] if end else body))
    _check_chain(header, rows)
    if end is None or int(end["count"]) != len(rows) or not text.endswith("\n"):
        last = body[-1][0] if body else gap + 1
        raise SaveError(last, "the file is cut off here: its last line should count the lines")
    return Saved(header, rows)


def _row(number: int, line: str) -> Row:
    found = _ROW.fullmatch(line)
    if found is None:
        raise SaveError(number, f"'{line}' is no line of a log, or is cut off")
    return Row(number, bool(found["struck"]), found["who"], found["text"], found["mark"])


def _check_chain(header: Header, rows: Sequence[Row]) -> None:
    if header.seed is not None and commitment(header.seed) != header.commitment:
        raise SaveError(1, "the seed is not the one that the commitment binds")
    chain = Chain(header.bound_lines(), salts_from(header.seed))
    for row in rows:
        if chain.add(f"{row.who} {row.text}") != row.mark:
            where = "the header or this line" if row is rows[0] else "this line"
            raise SaveError(row.number, f"{where} was changed: the hash chain breaks here")


def _header(lines: Sequence[str]) -> Header:
    single: dict[str, str] = {}
    pairs: dict[str, dict[str, str]] = {"option": {}, "entropy": {}}
    for number, line in enumerate(lines, 2):
        key, colon, value = line.partition(": ")
        if not colon:
            raise SaveError(number, f"'{line}' is no line of a header")
        if key in pairs:
            name, equals, what = value.partition(" = ")
            if not equals:
                raise SaveError(number, f"'{line}' should be '{key}: NAME = VALUE'")
            pairs[key][name] = what
        else:
            single[key] = value
    try:
        found = Header(
            game=single["game"],
            scenario=single["scenario"],
            options=pairs["option"],
            revision=int(single["revision"]),
            trust=Trust(single["trust"]),
            commitment=single["commitment"],
            seed=bytes.fromhex(single["seed"]) if "seed" in single else None,
            entropy={seat: bytes.fromhex(what) for seat, what in pairs["entropy"].items()},
            referee=single["referee"],
        )
    except KeyError as error:
        raise SaveError(1, f"the header has no line '{error.args[0]}'") from None
    except ValueError as error:
        raise SaveError(1, f"the header cannot be read: {error}") from None
    if found.referee not in REFEREES:
        raise SaveError(1, f"no referee '{found.referee}': there are {' and '.join(REFEREES)}")
    return found


def read(text: str, game: Game[S]) -> Table[S]:
    """The table that a save describes, played again line by line.

    Raises:
        SaveError: of another game or revision, cut off, edited, or against the rules.
    """
    saved = parsed(text)
    _check_game(saved.header, game)
    recorded = _Recorded(saved)
    table = Table(game, saved.header, recorded)
    for row in saved.rows:
        if row.who != "*" and not row.struck and not row.text.startswith("takeback "):
            _play(table, row)
    if left := recorded.left:
        raise SaveError(left[0].number, "no die is asked for here")
    _interleave(table, saved.rows)
    if recorded.dice is not None:
        table.oracle = recorded.dice
    return table


def _check_game(header: Header, game: Game[Any]) -> None:
    if header.game != game.id:
        raise SaveError(2, f"this is a game of {header.game}, not of {game.id}")
    if header.scenario not in game.scenarios:
        raise SaveError(3, f"{game.title} has no scenario '{header.scenario}'")
    if header.revision > game.revision:
        reason = f"revision {header.revision} of the rules is newer than ours ({game.revision})"
        raise SaveError(4, reason)
    try:
        game.settings(header.options)
    except ValueError as error:
        raise SaveError(1, str(error)) from None


def _play(table: Table[Any], row: Row) -> None:
    """Do what a row says, if it may be done."""
    if row.who not in table.game.seats:
        raise SaveError(row.number, f"'{row.who}' has no seat in {table.game.title}")
    seat = table.game.seats.index(row.who)
    try:
        if row.text == "concede":
            table.concede(seat)
        elif row.text.startswith("adjust "):
            done = len(table.entries)
            ruling = table.adjust(seat, row.text.removeprefix("adjust ").partition(" | ")[0])
            if len(table.entries) == done:
                raise SaveError(row.number, table.say(ruling))
        elif not (ruling := table.act(seat, table.game.grammar.read(row.text))):
            raise SaveError(row.number, table.say(ruling))
    except NotationError as error:
        raise SaveError(row.number, str(error)) from None


def _interleave(table: Table[Any], rows: Sequence[Row]) -> None:
    """Put the struck lines and takebacks back between the entries that count."""
    played = list(table.entries)
    moved: list[int] = []
    entries: list[Entry] = []
    for row in rows:
        if row.struck or row.text.startswith("takeback "):
            seat = CHANCE if row.who == "*" else table.game.seats.index(row.who)
            kind = "takeback" if not row.struck else "do"
            entries.append(Entry(kind, seat, row.text, 0, "", final=True, struck=row.struck))
        else:
            moved.append(len(entries))
            entries.append(played[len(moved) - 1])
    for extra in played[len(moved) :]:  # dice that the file did not reach
        moved.append(len(entries))
        entries.append(extra)
    table.relabel(entries, moved)


@dataclass(slots=True)
class _Recorded:
    """Answers with what the file recorded, and finds out what the seed would not have said."""

    left: list[Row]
    dice: Dice | None

    def __init__(self, saved: Saved) -> None:
        self.left = [row for row in saved.rows if row.who == "*" and not row.struck]
        seed = saved.header.dice_seed
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
        if mine is not None and mine != found:
            reason = f"the seed gives '{written[mine]}' for {question}, not '{outcome}'"
            raise SaveError(row.number, reason)
        return found
