"""Execution of commands: checked against the client's state, done once, committed, then sent.

A command that was made against a state that is past is refused, with how the game stands
now. One that was done before, by the sender's own name for it, is not done again.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, cast

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bocage.engine.actions import AmbiguousError, NotationError
from bocage.engine.desk import Duty
from bocage.engine.dice import Trust
from bocage.engine.errors import BocageError
from bocage.engine.log import Entry
from bocage.engine.rulings import OK, Ruling, TableRule, refuse
from bocage.engine.save_text import lines_shown
from bocage.engine.viewers import Viewer
from bocage.server import commands, messages, store, wire
from bocage.server.board import Part
from bocage.server.clocks import now_ms
from bocage.server.errors import ForbiddenError, ServerError, StaleError
from bocage.server.evening import (
    check_cards,
    check_sender,
    move_clock,
    settle_cards,
    settle_sheet,
)
from bocage.server.live import LiveGame, Writing

Reply = messages.Reply

_TAKEBACK: Final = TableRule("takeback")
_CLOSED, _WORKED_OUT, _RELEASED = "sheets", "adjudication", "briefing"
"""The phases of a clock that begin when orders are closed, when Control works the turn out, and
when it is released.
"""


class RefusedError(Exception):
    """The rules or the table forbid it; carries the reasons for the sender."""

    def __init__(self, reasons: list[messages.Reason]) -> None:
        super().__init__("refused")
        self.reasons = reasons


async def perform(live: LiveGame, person: str, command: commands.Command) -> Reply:
    """Carry out a person's command; return the reply, only for them. The caller holds the lock."""
    viewer = live.viewer(person)
    feed = live.feed(viewer)
    if live.remembers(person, command.id):
        return _done(command.id, feed.stamp, again=True)
    try:
        seat = _seat(live, person, command.seat)
        duty = _duty(live, person, seat, command)
        # The umpire who has claimed a card rules on it, even if others changed other cards
        # meanwhile.
        mine = duty is not None and check_cards(
            live.board, duty.cards, person, must=not viewer.sees_all
        )
        if not mine and _is_stale(command, feed.stamp):
            raise StaleError("the game has changed since; this is its current state")
        if _changes_nothing(live, seat, command):
            return _done(command.id, feed.stamp)
        also: list[Writing] = [partial(_remember, live.id, person, command.id)]
        parts = _beside(live, person, seat, command, duty, also)
        command = _joined(live, person, seat, command)
        was = live.sheets_open
        kept = await live.apart(person, _do, live, seat, command, viewer)
        if (phase := _phase(live, command, duty, was=was)) and live.board is not None:
            also.append(partial(move_clock, live, phase, live.board.now()))
            parts.append("clock")
        await live.commit(kept, also)
        live.remember(person, command.id)
        if live.evening is not None and parts:
            await live.evening.refresh(parts)
    except RefusedError as refused:
        return {"type": "refused", "id": command.id, "reasons": refused.reasons}
    except (StaleError, IntegrityError) as error:
        now = live.feed(live.viewer(person))
        if await live.was_done(person, command.id):  # long ago, or at another worker
            return _done(command.id, now.stamp, again=True)
        if isinstance(error, IntegrityError):
            raise
        failed = _failed(command.id, error)
        failed["stamp"] = now.stamp
        failed["missed"] = [
            cast("messages.State | messages.Update", wire.unpacked(text))
            for text in now.since(command.at)
        ]
        return failed
    except ServerError as error:
        return _failed(command.id, error)
    return _done(command.id, live.feed(live.viewer(person)).stamp)


def _duty(live: LiveGame, person: str, seat: int, command: commands.Command) -> Duty | None:
    """Return the kind of work at Control's desk that a command is; None for the seats of teams.

    Raises:
        ForbiddenError: it is not the work of this umpire, or another person holds the sheet.
    """
    if live.game.control is None:
        return None
    if seat != live.game.control:
        check_sender(live.board, live.seats[seat], person)
        return None
    duty = Duty("turn")
    if isinstance(command, commands.Do | commands.Adjust | commands.Rework):
        # The game refuses an unknown line, to Game Control alone.
        duty = live.game.duty(live.table.state, command.type, command.line) or duty
    live.post(person).check_duty(duty)
    return duty


def _beside(
    live: LiveGame,
    person: str,
    seat: int,
    command: commands.Command,
    duty: Duty | None,
    also: list[Writing],
) -> list[Part]:
    """Write a command's effects on the evening; return the parts of the board it changes."""
    board = live.board
    if board is None:
        return []
    now = board.now()
    if duty is not None and duty.cards:
        also.append(partial(settle_cards, live.id, duty.cards, live.turn, person, now))
        return ["claims"]
    staffed = len(live.seats[seat].people) > 1 or board.timer.phase
    if duty is None and isinstance(command, commands.Do) and live.sheets_open and staffed:
        over = board.timer.over(now)
        post = board.post_of(live.seats[seat], person)
        sent = (_part(command), live.turn)
        also.append(partial(settle_sheet, live.id, post, person, now, over, sent))
        return ["sheets"]
    return []


_SHEET: Final = "sheet "


def _part(command: commands.Command) -> str:
    """Return the sheet that a command sends, or nothing."""
    line = command.line if isinstance(command, commands.Do) else ""
    return line.removeprefix(_SHEET) if line.startswith(_SHEET) else ""


def _joined(live: LiveGame, person: str, seat: int, command: commands.Command) -> commands.Command:
    """Return a command of a divided headquarters, with the other post's part of the sheet.

    Raises:
        ServerError: it orders what the other post has.
    """
    part, evening = _part(command), live.evening
    divided = evening is not None and seat != live.game.control and live.sheets_open
    if evening is None or not divided or not part:
        return command
    if live.board is not None and live.board.second(live.seats[seat]) is None:
        return command
    try:
        whole = evening.joined(live.seats[seat], person, part)
    except ServerError:
        raise
    except BocageError as error:
        raise ServerError(str(error)) from None
    return command.model_copy(update={"line": f"{_SHEET}{whole}"})


def _phase(live: LiveGame, command: commands.Command, duty: Duty | None, *, was: bool) -> str:
    """Return the phase that begins because orders were opened or closed, or because Control works
    the turn out; empty if none begins.
    """
    if live.board is None or not live.board.timer.phase:
        return ""
    if live.sheets_open == was:
        works = duty is not None and duty.task == "turn" and isinstance(command, commands.Do)
        return _WORKED_OUT if works and live.board.timer.phase == _CLOSED else ""
    return _RELEASED if live.sheets_open else _CLOSED


def _is_stale(command: commands.Command, stamp: str) -> bool:
    """Return whether the game has gone on since a command was made.

    A move is about the position: standing orders, requests and clocks of others do not make it
    stale. An answer is about one request, and a takeback about one line: for them all counts.
    """
    if isinstance(command, commands.Answer | commands.Takeback):
        return command.at != stamp
    return wire.position_of(command.at) != wire.position_of(stamp)


def _changes_nothing(live: LiveGame, seat: int, command: commands.Command) -> bool:
    """Return whether a command would change nothing."""
    if not isinstance(command, commands.Orders) or live.status != "live":
        return False
    return live.table.orders.get(seat, "") == command.name


def _done(command: str, stamp: str, *, again: bool = False) -> messages.Done:
    done: messages.Done = {"type": "done", "id": command, "stamp": stamp}
    if again:
        done["again"] = True
    return done


def _failed(command: str, error: ServerError) -> messages.Failed:
    return {"type": "failed", "id": command, "code": error.code, "text": error.sentence}


def _remember(game: str, person: str, command: str, connection: Connection) -> None:
    store.remember_command(connection, game, person, command, now_ms())


def _seat(live: LiveGame, person: str, name: str) -> int:
    """Return the seat that acts: the one named, or the only one the person holds."""
    held = live.held_by(person)
    if not held:
        raise ForbiddenError("you hold no seat in this game")
    if not name:
        asked = [seat for seat in held if seat.number in live.asked]
        if len(held) == 1 or len(asked) == 1:
            return (asked or held)[0].number
        raise ServerError("you hold several seats: name the one you mean")
    for seat in held:
        if seat.name == name:
            return seat.number
    raise ForbiddenError(f"you do not hold the seat '{name}'")


_IN_A_PAUSE = commands.Resume | commands.Concede | commands.Answer


def _do(live: LiveGame, seat: int, command: commands.Command, viewer: Viewer) -> int:
    """Carry out a command at the table; return how many lines are unchanged."""
    table, before = live.table, len(live.table.entries)
    if live.status == "adjourned" and not isinstance(command, _IN_A_PAUSE):
        raise ServerError("the game is adjourned: resume it first")
    try:
        match command:
            case commands.Do():
                _agree(live, table.do(seat, command.line))
                _go_on(live, before)
            case commands.Undo():
                _agree(live, table.undo(seat, command.count))
                live.request = None
                return len(table.entries)
            case commands.Concede():
                _agree(live, table.concede(seat))
                _go_on(live, before)
            case commands.Adjust():
                _adjust(live, seat, command.line)
                _go_on(live, before)
            case commands.TimeUp():
                if seat != live.game.control:
                    raise ForbiddenError("only an umpire can end the time")
                _agree(live, table.close())
                _go_on(live, before)
            case commands.Rework():
                return _rework(live, seat, command.line)
            case commands.Extend():
                if seat != live.game.control:
                    raise ForbiddenError("only an umpire can give more time")
                live.give_time(command.seconds * 1000)
            case commands.Orders():
                table.leave_orders(seat, command.name)
            case commands.Takeback():
                return _ask(live, seat, "takeback", _line(live, command, viewer))
            case commands.Adjourn():
                return _ask(live, seat, "adjourn")
            case commands.Resume():
                if live.status != "adjourned":
                    raise ServerError("the game is not adjourned")
                if live.clock.kind != "none":  # or one could start the clock of a sleeper
                    return _ask(live, seat, "resume")
                live.status = "live"
            case commands.Answer():
                return _answer(live, seat, agree=command.agree)
    except NotationError as error:
        kind = "ambiguous" if isinstance(error, AmbiguousError) else "notation"
        raise RefusedError([{"text": [str(error)], "rule": f"table: {kind}"}]) from None
    except ServerError:
        raise
    except BocageError as error:
        raise ServerError(str(error)) from None
    return before


def _agree(live: LiveGame, ruling: Ruling) -> None:
    if not ruling:
        game = live.game
        raise RefusedError(wire.refusals(ruling, game.nouns, game.book))


def _go_on(live: LiveGame, kept: int) -> None:
    """Drop an open request, because the game has continued. After a secret action it stays, or
    everybody would see that somebody has acted. The first `kept` lines are unchanged.
    """
    if not live.is_secret(kept):
        live.request = None


def _adjust(live: LiveGame, seat: int, line: str) -> None:
    """Change the position for an umpire; at a table without one nobody may."""
    if seat != live.game.control:
        raise ForbiddenError("only an umpire can change the position")
    done = len(live.table.entries)
    ruling = live.table.adjust(seat, line)
    if len(live.table.entries) == done:
        _agree(live, ruling)


def _rework(live: LiveGame, seat: int, line: str) -> int:
    """Change a ruling for an umpire; return how many lines are unchanged.

    Lines are taken back on the way: if it fails after that, the table is rebuilt.
    """
    if seat != live.game.control:
        raise ForbiddenError("only an umpire can change a ruling")
    before = live.table.mark
    try:
        kept = live.game.rework(live.table, line)
    except BaseException:
        live.spoilt = live.spoilt or live.table.mark != before
        raise
    _go_on(live, kept)
    return kept


def _line(live: LiveGame, command: commands.Takeback, viewer: Viewer) -> int:
    """Return the line that a takeback means, counted among the lines that its sender sees."""
    if _is_told(live):
        raise ServerError("you can't undo: the game is over and its dice are revealed")
    table = live.table
    lines = lines_shown(table, viewer)
    if command.line > len(lines):
        raise ServerError(f"there is no line {command.line} to undo")
    # Only lines that the sender sees decide whether there is anything to take back: if others
    # counted, a refusal would reveal whether they have answered.
    after = (n for n in lines[command.line - 1 :] if _stands(table.entries[n]))
    found = next(after, None)
    if found is None:
        said = "there is nothing to undo from line {line}"
        _agree(live, refuse(_TAKEBACK, said, line=command.line))
    assert found is not None
    return found + 1


def _stands(entry: Entry) -> bool:
    return not entry.struck and entry.kind != "takeback"


def _is_told(live: LiveGame) -> bool:
    """Return whether the game is finally over, so that its seed is public."""
    return live.status == "over" and live.table.header.trust is not Trust.OPEN


def _ask(
    live: LiveGame, seat: int, kind: Literal["takeback", "adjourn", "resume"], line: int = 0
) -> int:
    if live.status == "over" and kind == "adjourn":
        raise ServerError("the game is over")
    if live.request is not None:
        raise ServerError("another request is waiting for an answer")
    live.request = {"kind": kind, "seat": seat, "agreed": []}
    if kind == "takeback":
        live.request["line"] = line
    return _settle(live)


def _answer(live: LiveGame, seat: int, *, agree: bool) -> int:
    request = live.request
    others = [] if request is None else live.others(request["seat"])
    if request is None or (seat not in others and (agree or seat != request["seat"])):
        raise ServerError("there is no request for you to answer")
    if not agree:  # or the person who asked withdraws it
        live.request = None
        return len(live.table.entries)
    live.request = {**request, "agreed": sorted({*request["agreed"], seat})}
    return _settle(live)


def _settle(live: LiveGame) -> int:
    """Carry out a request that everybody needed has agreed to; return how many lines are
    unchanged.
    """
    request = live.request
    assert request is not None
    before = len(live.table.entries)
    if set(live.others(request["seat"])) - set(request["agreed"]):
        return before
    live.request = None
    if request["kind"] in ("adjourn", "resume"):
        live.status = "adjourned" if request["kind"] == "adjourn" else "live"
        return before
    if _is_told(live):
        return before  # it ended while the request waited: the request is gone
    to = request.get("line", 0) - 1
    # Computer players agree to everything, and so does a person for all of their own seats.
    everybody = range(len(live.seats))
    ruling: Ruling = live.table.take_back(request["seat"], to, everybody) if to >= 0 else OK
    if not ruling and request["agreed"]:
        return before  # what was agreed to is no longer possible: the request is dropped
    _agree(live, ruling)
    if live.status == "over" and not live.table.is_over:
        live.status = "live"
    return to
