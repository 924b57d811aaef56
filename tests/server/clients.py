"""Clients of a server, as a page or a program would be: they keep a state and change it."""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, Final, Self, cast

import httpx
import orjson
from websockets.sync.client import ClientConnection, connect

from bocage.server import wire
from tests.patience import PATIENCE

PLAIN: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""One context for all clients, who speak plain HTTP: `httpx` reads every certificate authority
for each client otherwise, which takes longer than most tests."""


def line(host: str, game: str, **options: Any) -> ClientConnection:
    """Return a bare socket on a game, which outlives a machine that is slow to answer."""
    options = {"open_timeout": PATIENCE, "close_timeout": PATIENCE, **options}
    where = f"ws://{host}/api/games/{game}/socket"
    # A client that reads nothing for a while is still there when it closes: nothing fills up.
    options = {"max_queue": None, **options}
    return cast("Any", connect)(where, max_size=None, ping_interval=None, **options)  # type: ignore[no-any-return]


def changed(state: Any, made: Sequence[Sequence[Any]]) -> Any:
    """Return a state with changes made to it: what a client does with them."""
    if len(made) == 1 and not made[0][0]:
        return made[0][1]
    done = orjson.loads(orjson.dumps(state))
    for each in made:
        *way, last = each[0]
        at = done
        for step in way:
            at = at[step]
        if len(each) == 1:
            del at[last]
        else:
            at[last] = each[1]
    return done


class Serving:
    """Where a server is."""

    def __init__(self, host: str, hub: Any = None) -> None:
        self.host = host
        self.hub = hub
        """What it has in memory, where it runs in this process."""
        self._guests: list[Guest] = []

    def guest(self, name: str) -> Guest:
        """Somebody who comes in by a name."""
        self._guests.append(Guest(self.host, name))
        return self._guests[-1]

    def run_out(self, game: str) -> None:
        """Let the time of every seat of a game be over, where the server runs in this process."""
        live = self.hub.live[game]
        live.clock = replace(live.clock, left=(0,) * len(live.clock.left))

    def close(self) -> None:
        """Let everybody go."""
        for guest in self._guests:
            guest.http.close()


class Guest:
    """A person with a token."""

    def __init__(self, host: str, name: str) -> None:
        self.host = host
        self.http = httpx.Client(base_url=f"http://{host}", timeout=PATIENCE, verify=PLAIN)
        made = self.post("/api/people", name=name)
        self.id, self.token = str(made["person"]), str(made["token"])
        self.http.cookies.clear()
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def post(self, path: str, **body: Any) -> Any:
        """Post, and expect it to be granted."""
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        """Get, and expect it to be granted."""
        answer = self.http.get(path)
        assert answer.is_success, answer.text
        if answer.headers["content-type"].startswith("application/json"):
            return answer.json()
        return answer.text

    def at(
        self, game: str, stamp: str = "", *, evening: bool = False, people: bool = False
    ) -> Socket:
        """Return a socket on a game; with `people`, one that hears who is at a hex game."""
        return Socket(self, game, stamp, evening=evening, people=people)


class Socket:
    """An open socket, and the state that its messages lead to."""

    def __init__(
        self,
        guest: Guest,
        game: str,
        stamp: str = "",
        state: Any = None,
        *,
        ahead: bool = False,
        evening: bool = False,
        people: bool = False,
    ) -> None:
        self.game = game
        self.state: Any = state
        self.stamp = stamp
        self.events: list[Any] = []
        self.chat: list[Any] = []
        self.evening: Any = None
        self.received: list[str] = []
        self._count = 0
        self._stack = ExitStack()
        self._open: ClientConnection = self._stack.enter_context(line(guest.host, game))
        self._name = f"{guest.id}-{id(self)}"
        hello = {"type": "hello", "token": guest.token, "stamp": stamp}
        more = {
            **({"ahead": True} if ahead else {}),
            **({"evening": True} if evening or people else {}),
        }
        self.send({**hello, **more})
        self.until("welcome")
        if evening:
            self.until("evening")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def send(self, message: Any) -> None:
        """Send something, whatever it is."""
        self._open.send(message if isinstance(message, str) else json.dumps(message))

    def messages(self, since: int = 0) -> list[Any]:
        """What has been received from a message on."""
        return [json.loads(text) for text in self.received[since:]]

    def next(self) -> Any:
        """Return the next message, taken in."""
        text = self._open.recv(PATIENCE)
        assert isinstance(text, str)
        self.received.append(text)
        message = json.loads(text)
        self._take(message)
        return message

    def _take(self, message: Any) -> None:
        if message["type"] == "state":
            self.state, self.stamp = message["state"], message["stamp"]
        elif message["type"] == "update":
            assert message["from"] == self.stamp, "an update was lost"
            self.state = changed(self.state, message["changes"])
            self.stamp = message["to"]
            assert wire.stamp(self.state) == self.stamp
            if "cut" in message:
                self.events = [e for e in self.events if e["line"] < message["cut"]]
            self.events += message["events"]
        elif message["type"] == "chat":
            self.chat.append(message)
        elif message["type"] == "evening":
            self.evening = message["evening"]
        for missed in message.get("missed", ()):
            self._take(missed)

    def heard(self) -> list[Any]:
        """Take in what was sent up to now: the server answers a ping after all that."""
        self.send({"type": "ping"})
        found: list[Any] = []
        while (message := self.next())["type"] != "pong":
            found.append(message)
        return found

    def until(self, *types: str) -> Any:
        """Take messages in until one of these kinds comes."""
        while True:
            message = self.next()
            if message["type"] in types:
                return message

    def ask(self, **command: Any) -> Any:
        """Send a command made against the state of now, and wait for its answer."""
        self._count += 1
        command = {"id": f"{self._name}-{self._count}", "at": self.stamp, **command}
        if command["type"] in ("ask", "chat", "ping", "sheet", "claim", "clock", "news"):
            del command["at"]
        self.send(command)
        while True:
            message = self.next()
            if message.get("id") == command["id"]:
                return message

    def act(self, **act: Any) -> None:
        """Do something of the evening, which must be allowed."""
        answer = self.ask(**act)
        assert answer["type"] == "done", answer

    def sees(self, test: Callable[[Any], object]) -> Any:
        """Take messages in until the evening is in that state, and return it."""
        while not test(self.evening):
            self.next()
        return self.evening

    def do(self, line: str) -> None:
        """Do a line, which must be allowed, and take in what follows."""
        answer = self.ask(type="do", line=line)
        assert answer["type"] == "done", answer
        self.reach(answer["stamp"])

    def reach(self, stamp: str) -> None:
        """Take messages in until the state has this stamp."""
        while self.stamp != stamp:
            self.next()

    def asked(self) -> list[str]:
        """The seats that are asked."""
        decision = self.state["decision"]
        return decision["seats"] if decision else []
