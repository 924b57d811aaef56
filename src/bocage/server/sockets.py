"""Sockets: a client identifies itself and its state, and is kept up to date from there.

A client receives its feed and the replies to its own messages; nothing else writes to a socket. A
client that does not keep up is disconnected: it returns with its stamp and misses nothing.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, cast

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from fastapi.websockets import WebSocketState
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection

from bocage.engine.actions import NotationError
from bocage.engine.crash import Crash
from bocage.engine.errors import BocageError
from bocage.engine.viewers import Viewer
from bocage.server import (
    ahead,
    chat,
    commands,
    desks,
    forms,
    messages,
    notices,
    overlays,
    people,
    questions,
    wire,
)
from bocage.server.board import Alike
from bocage.server.connections import CROWD, OWN
from bocage.server.errors import FAULT, ServerError, SignInError, TooMuchError, UnknownError
from bocage.server.hub import Hub, NotBegunError
from bocage.server.live import LiveGame
from bocage.server.open_sockets import Opened
from bocage.server.protection import Rate
from bocage.server.schema import Record
from bocage.server.sender import may_come_in
from bocage.server.settings import Settings
from bocage.server.threads import Turns

_HELLO_SECONDS: Final = 10.0
_TOO_OFTEN: Final = 0.02
"""The seconds that a client over its limit waits after each message."""
_BEHIND_MOST: Final = 256
"""Messages that may wait for a slow client."""
SOCKETS_MOST: Final = 1000
"""That one person may have open at a worker, if there is room (`bocage.server.connections`)."""
_NAME_MOST: Final = 40
_ASKING: Final = Turns()
_LOG: Final = logging.getLogger("bocage.server")
_ID: Final = re.compile(r"[\w-]{1,16}")

_MESSAGE: Final[TypeAdapter[commands.ClientMessage]] = TypeAdapter(commands.ClientMessage)
_FIRST: Final[TypeAdapter[commands.Hello]] = TypeAdapter(commands.Hello)


class Socket:
    """One open socket on one game."""

    def __init__(self, hub: Hub, settings: Settings, rate: Rate, socket: WebSocket) -> None:
        self._hub = hub
        self._settings = settings
        self._rate = rate
        self._socket = socket
        self._out: asyncio.Queue[str] = asyncio.Queue(_BEHIND_MOST)
        self._viewer: Viewer | None = None
        self._live: LiveGame | None = None
        self._ahead = False
        self._evening = False
        self._evening_told = ""
        self._behind = False
        self._token = ""
        self.person = ""

    async def run(self, id_: str, cookie: str) -> None:
        """Serve the socket until it closes."""
        await self._socket.accept()
        try:
            hello = await self._hello()
            self._token = hello.token or cookie
            self.person = str((await self._hub.committer.read(self._who)).id)
            if not _ID.fullmatch(id_):
                raise UnknownError("there is no such game")
            async with self._opened(id_):
                self._ahead, self._evening = hello.ahead, hello.evening
                await self._serve(await self._enter(id_), hello.stamp)
        except WebSocketDisconnect:
            return
        except ServerError as error:
            await self._close(4000 + error.status, error.sentence)

    async def _hello(self) -> commands.Hello:
        try:
            return _FIRST.validate_python(await self._receive(_HELLO_SECONDS))
        except ValidationError:
            raise ServerError("the first message must be of type hello") from None
        except TimeoutError:
            raise WebSocketDisconnect from None

    def _who(self, look: Connection) -> Record:
        """Return its person, by the token that it came with.

        Raises:
            SignInError: the person is unknown or removed.
        """
        who = people.person_of(look, self._token) if self._token else None
        if who is None or not may_come_in(self._settings, who):
            raise SignInError("you are not signed in: choose a name or sign in first")
        return who

    @asynccontextmanager
    async def _opened(self, id_: str) -> AsyncGenerator[None]:
        """Count it among its person's sockets, so that it closes when they leave, and write what is
        queued.
        """
        sockets = self._hub.sockets
        if sockets.count(self.person) >= min(SOCKETS_MOST, CROWD.of_person()):
            raise TooMuchError("you have too many connections open")
        address = self._socket.client.host if self._socket.client else ""
        if address not in OWN and sockets.count_from(address) >= CROWD.of_address():
            raise TooMuchError("there are too many connections from your address")
        mine = Opened(self.person, id_, people.session_of(self._token), address, self._part)
        sockets.add(mine)
        writing = asyncio.ensure_future(self._write())
        try:
            yield
        finally:
            sockets.remove(mine)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def _enter(self, id_: str) -> LiveGame:
        try:
            return await self._hub.enter(id_, self.person)
        except NotBegunError:
            self._put({"type": "waiting"})
        return await self._wait(id_)

    async def _wait(self, id_: str) -> LiveGame:
        """Wait until a game begins. By then its person may have another role, or be removed."""
        hearing = asyncio.ensure_future(self._read(None))
        try:
            while True:
                beginning = asyncio.ensure_future(self._begun())
                await asyncio.wait(
                    (hearing, beginning), timeout=1, return_when=asyncio.FIRST_COMPLETED
                )
                beginning.cancel()
                if hearing.done():
                    await hearing
                    raise WebSocketDisconnect
                await self._hub.committer.read(self._who)
                try:
                    return await self._hub.enter(id_, self.person)
                except NotBegunError:
                    continue
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    async def _begun(self) -> None:
        async with self._hub.begun:
            await self._hub.begun.wait()

    async def _serve(self, live: LiveGame, stamp: str) -> None:
        present = self._hub.notices.present
        key = (live.id, self.person)
        async with live.held():
            self._live, self._viewer = live, live.viewer(self.person)
            feed = live.feed(self._viewer)
            for text in feed.since(stamp) if stamp else [feed.whole()]:
                self._queue(text)
            more = self._next() if self._ahead else None
            if more is not None:
                self._queue(f'{{"type":"ahead","ahead":{more}}}')
            live.listeners.add(self._told)
            live.ears.add(self._hear)
        present[key] = present.get(key, 0) + 1
        live.presence.come(self.person)
        evening = live.evening if self._evening else None
        try:
            heard, waits = await self._hub.committer.read(partial(self._look, live))
            if waits:
                await self._hub.saw(live.id, self.person)
            now = self._hub.stopwatch.now()
            self._put({"type": "welcome", "stamp": feed.stamp, "chat": heard, "now": now})
            if evening is not None:
                evening.board.listeners.add(self._tell_evening)
                await evening.come(self.person)
                self._tell_evening()
            elif self._evening:
                live.presence.listeners.add(self._queue)
                if live.presence.text:
                    self._queue(live.presence.text)
            await self._read(live)
        finally:
            live.listeners.discard(self._told)
            live.ears.discard(self._hear)
            live.presence.listeners.discard(self._queue)
            live.presence.go(self.person)
            present[key] -= 1
            if not present[key]:
                del present[key]
            if evening is not None:
                evening.board.listeners.discard(self._tell_evening)
                if key not in present:
                    self._hub.spawn(evening.go(self.person))

    def _hear(self, hears: Callable[[str], bool], text: str) -> None:
        if hears(self.person):
            self._queue(text)

    def _tell_evening(self, alike: Alike | None = None) -> None:
        """Send the state of the evening, if it has changed for this person."""
        live = self._live
        if live is None or live.board is None:
            return
        text = wire.text({"type": "evening", "evening": live.board.told(live, self.person, alike)})
        if text != self._evening_told:
            self._evening_told = text
            self._queue(text)

    def _part(self, code: int, sentence: str) -> None:
        """Close it, because its person is removed or has another role: nothing more is sent."""
        self._behind = True
        self._hub.spawn(self._close(code, sentence))

    def _look(self, live: LiveGame, look: Connection) -> tuple[list[messages.ChatLine], bool]:
        """Return the earlier chat, and whether a notice waits for the person.

        Raises:
            SignInError: they were removed in the meantime.
        """
        self._who(look)
        waits = any(row.game == live.id for row in notices.unseen(look, self.person))
        return chat.heard(look, live, self.person), waits

    async def _read(self, live: LiveGame | None) -> None:
        """Answer messages until it closes; while it waits, there is no game."""
        while True:
            name: str | None = None
            reply: messages.ServerMessage
            try:
                data = await self._receive(None)
                if self._behind:
                    return  # it is being closed: late messages are dropped
                name = _name(data)
                self._rate.spend(self.person)
                message = _MESSAGE.validate_python(data)
                reply = await self._answer(live, message)
            except ValidationError as error:
                first = error.errors(include_url=False, include_input=False)[0]
                where = ".".join(str(part) for part in first["loc"][1:])[:_NAME_MOST]
                said = f"unknown message: {where} {first['msg']}".lower()
                reply = {"type": "failed", "id": None, "code": "malformed", "text": said}
            except ServerError as error:
                if isinstance(error, TooMuchError):
                    await asyncio.sleep(_TOO_OFTEN)
                reply = {"type": "failed", "id": name, "code": error.code, "text": error.sentence}
            except BocageError as error:
                reply = {"type": "failed", "id": name, "code": "refused", "text": str(error)}
            except Crash as crash:
                text = self._hub.report(crash)
                reply = {"type": "failed", "id": name, "code": "crash", "text": text}
            except WebSocketDisconnect:
                return
            except Exception as error:
                if self._socket.client_state is not WebSocketState.CONNECTED:
                    return  # it was closed under our hands
                _LOG.exception("a message failed: %s", type(error).__name__)
                reply = {"type": "failed", "id": name, "code": "fault", "text": FAULT}
            self._put(reply)
            await asyncio.sleep(
                0
            )  # messages that came together are not answered together: others wait too

    async def _answer(
        self, live: LiveGame | None, message: commands.ClientMessage
    ) -> messages.ServerMessage:
        if isinstance(message, commands.Ping):
            return {"type": "pong"}
        if live is None:
            raise NotBegunError("the game has not started: it is waiting for players")
        match message:
            case commands.Chat():
                async with self._hub.acting.of(self.person):
                    await chat.say(self._hub.committer, self._hub.relay, live, self.person, message)
                return {"type": "done", "id": message.id}
            case commands.Question():
                return await answer(live, self.person, message)
            case (
                commands.SheetAct() | commands.ClaimAct() | commands.ClockAct() | commands.NewsAct()
            ):
                async with self._hub.acting.of(self.person):
                    if live.evening is None:
                        raise ServerError("this game has no umpire")
                    await live.evening.act(self.person, message)
                return {"type": "done", "id": message.id}
            case _:
                reply = await self._hub.do(live.id, self.person, message)
                if reply["type"] == "failed":
                    reply.pop("missed", None)  # it comes, or has come, as updates
                return reply

    async def _receive(self, patience: float | None) -> object:
        """Return the next message, as plain data; `None`, which is not a message, if it is not JSON
        text.

        Raises:
            WebSocketDisconnect: it is closed.
            TooMuchError: the message is too large.
        """
        async with asyncio.timeout(patience):
            came = await self._socket.receive()
        if came["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text: str | None = came.get("text")
        if text is None:
            return None
        if len(text) > self._settings.message_most:
            raise TooMuchError("this message is too large")
        try:
            return orjson.loads(text)
        except ValueError:
            return None

    def _told(self, viewer: Viewer, text: str, update: bool) -> None:
        if viewer != self._viewer:
            return
        more = self._next() if update and self._ahead else None
        self._queue(text if more is None else f'{text[:-1]},"ahead":{more}}}')

    def _next(self) -> str | None:
        """Return what the client would ask next, as text; None if that fails: then the client
        asks.
        """
        live, viewer = self._live, self._viewer
        assert live is not None
        assert viewer is not None
        if viewer not in live.aheads:
            try:
                live.aheads[viewer] = wire.text(ahead.ahead(live, viewer))
            except Exception:
                _LOG.exception(
                    "game %s: could not work out the next decisions ahead of time", live.id
                )
                return None
        return live.aheads[viewer]

    def _put(self, message: messages.ServerMessage) -> None:
        self._queue(wire.text(message))

    def _queue(self, text: str) -> None:
        if self._behind:
            return  # after a gap nothing more: it comes back with the stamp that it has
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            self._behind = True
            self._hub.spawn(
                self._close(4429, "your connection is too slow: reconnect with your last stamp")
            )

    async def _write(self) -> None:
        while True:
            await self._socket.send_text(await self._out.get())

    async def _close(self, code: int, sentence: str) -> None:
        try:
            await self._socket.close(code, sentence)
        except RuntimeError:
            return  # it is closed already


def _name(data: object) -> str | None:
    """Return the id that the sender gave a message, to say which one was too much."""
    name = cast("dict[str, object]", data).get("id") if isinstance(data, dict) else None
    return name if isinstance(name, str) and len(name) <= _NAME_MOST else None


async def answer(
    live: LiveGame, person: str, question: commands.Question
) -> messages.Answer | messages.Failed:
    """Return the answer to a person's question for their own seat; it changes nothing."""
    async with _ASKING.of(person):
        return await _answered(live, person, question)


async def _answered(
    live: LiveGame, person: str, question: commands.Question
) -> messages.Answer | messages.Failed:
    if question.what == "odds":
        return await questions.odds(live, person, question)
    if question.what == "reach":
        return await questions.reach(live, person, question)
    if question.what == "plan":
        return await questions.plan(live, person, question)
    if question.what == "goals":
        return await questions.goals(live, person, question)
    if question.what == "guide":
        return await questions.guide(live, person, question)
    if question.what == "gather":
        return await questions.gather(live, person, question)
    if question.what == "form":
        return await forms.form(live, person, question)
    if question.what == "reading":
        return await forms.reading(live, person, question)
    if question.what in desks.WHATS:
        return await desks.answer(live, person, question)
    if question.what == "overlay":
        return await overlays.overlay(live, person, question)
    async with live.held():
        held = live.held_by(person)
        mine = [s for s in held if s.name == question.seat or not question.seat]
        asked = [s for s in mine if s.number in live.asked] or mine
        if not asked:
            return {"type": "failed", "id": question.id, "code": "forbidden", "text": "not yours"}
        if asked[0].number == live.game.control:
            live.post(person).check("legal", live.game.seats)
        # To see whether a line is final is to try it: that may resolve a whole turn.
        return await live.apart(person, _ruled, live, person, asked[0].number, question)


def _ruled(
    live: LiveGame, person: str, seat: int, question: commands.Question
) -> messages.Answer | messages.Failed:
    """Return the legal actions of a seat, or whether it may play a line."""
    game, table = live.game, live.table
    if question.what == "legal":
        return {
            "type": "answer",
            "id": question.id,
            "what": "legal",
            "seat": game.seats[seat],
            "legal": wire.actions(table.legal(seat), game.grammar),
        }
    try:
        ruling = table.check(seat, question.line)
    except NotationError as error:
        return _checked(question, [{"text": [str(error)], "rule": ""}])
    reasons = wire.refusals(ruling, game.nouns, game.book)
    final = bool(ruling) and questions.is_final(live, person, seat, question.line)
    return _checked(question, reasons, final=final)


def _checked(
    question: commands.Question, reasons: list[messages.Reason], *, final: bool = False
) -> messages.CheckAnswer:
    return {
        "type": "answer",
        "id": question.id,
        "what": "check",
        "ok": not reasons,
        "reasons": reasons,
        "final": final,
    }
