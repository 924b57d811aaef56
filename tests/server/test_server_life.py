"""What outlives a server: games, clocks, notices, and the shape of its tables."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from bocage.server.database import Database, DatabaseError, url_of
from bocage.server.notices import Mail
from bocage.server.settings import Settings
from tests.patience import PATIENCE, until

from .clients import Guest, Serving, line
from .conftest import running


def test_a_game_outlives_its_server(settings: Settings) -> None:
    """After a restart the stamp is the same, so a client continues from what it has."""
    with running(settings) as serving:
        ann = serving.guest("Ann")
        made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
        with ann.at(made["id"]) as both:
            both.do("beachhead us1 2723")
            stamp, state = both.stamp, both.state
    with running(settings) as serving:
        again = Guest.__new__(Guest)
        again.__dict__.update(ann.__dict__)
        again.host = serving.host
        from .clients import Socket

        with Socket(again, made["id"], stamp, state) as both:
            assert len(both.received) == 1  # the welcome alone
            both.do("beachhead us2 2824")


def test_two_workers_share_a_game(postgres: str, tmp_path: Path) -> None:
    """What is done at one worker is seen at the other, and a stale command is refused there."""
    from .conftest import fresh_postgres

    settings = Settings(database=fresh_postgres(postgres), dumps=tmp_path, signs_a_minute=9999)
    with running(settings) as one, running(settings) as two:
        ann, bob = one.guest("Ann"), two.guest("Bob")
        made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
        game = made["id"]
        bob.post(f"/api/games/{game}/join", secret=made["links"]["german"])
        with ann.at(game) as allied, bob.at(game) as german:
            for line in ("beachhead us1 2723", "beachhead us2 2824"):
                allied.do(line)
            while german.state["lines"] < 2:
                german.next()
            assert german.state["view"] == allied.state["view"]
            assert german.ask(type="chat", text="hello")["type"] == "done"
            allied.until("chat")
            assert german.ask(type="concede")["type"] == "done"
            while allied.state["status"] != "over":
                allied.next()


def test_a_socket_waits_for_the_game_to_begin(serving: Serving) -> None:
    """A player who comes before the last seat is taken waits, and then sees the game begin."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
    with line(serving.host, made["id"]) as waiting:
        waiting.send(json.dumps({"type": "hello", "token": ann.token}))
        assert json.loads(waiting.recv(PATIENCE)) == {"type": "waiting"}
        bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
        assert json.loads(waiting.recv(PATIENCE))["type"] == "state"
    with line(serving.host, made["id"]) as waiting:
        waiting.send(json.dumps({"type": "hello", "token": ann.token}))


def test_a_waiting_socket_does_not_keep_the_server_from_stopping(settings: Settings) -> None:
    """A socket that waits for a game to begin does not keep the server from stopping."""
    with running(settings) as serving:
        ann = serving.guest("Ann")
        made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
        stack = ExitStack()
        waiting = stack.enter_context(line(serving.host, made["id"]))
        waiting.send(json.dumps({"type": "hello", "token": ann.token}))
        assert json.loads(waiting.recv(PATIENCE)) == {"type": "waiting"}
    stack.close()


def test_a_clock_runs_out(serving: Serving) -> None:
    """When its time is over a seat has lost, whether anybody looks or not."""
    ann = serving.guest("Ann")
    made = ann.post(
        "/api/games",
        game="roundup",
        seats={"allied": "me", "german": "random"},
        clock={"kind": "game", "seconds": 3600},
    )
    with ann.at(made["id"]) as allied:
        assert allied.state["clock"]["running"] == ["allied"]
        serving.run_out(made["id"])
        while allied.state["status"] != "over":
            allied.next()
        assert allied.state["outcome"]["winner"] == "german"


@pytest.fixture
def hook() -> Generator[tuple[str, list[Any]]]:
    """Return the address of a receiver of webhooks, and the list of what it received."""
    heard: list[Any] = []

    class Heard(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Heard) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", heard
        server.shutdown()


class Post(threading.Thread):
    """A mail server that takes one letter at a time."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.letters: list[str] = []

    def run(self) -> None:
        """Take letters until the socket closes."""
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            with connection, connection.makefile("rw", newline="\r\n") as talk:
                self._talk(talk)

    def _talk(self, talk: Any) -> None:
        def say(line: str) -> None:
            talk.write(f"{line}\r\n")
            talk.flush()

        say("220 post")
        for said in talk:
            word = said.split()[0].upper()
            if word == "DATA":
                say("354 go on")
                letter: list[str] = []
                for text in talk:
                    if text.strip() == ".":
                        break
                    letter.append(text)
                self.letters.append("".join(letter))
            if word == "QUIT":
                say("221 bye")
                return
            say("250 fine")


def test_a_player_who_is_asked_gets_mail_and_webhook(
    settings: Settings, hook: tuple[str, list[Any]]
) -> None:
    """Mail and webhook open on the game, with no secret in them; who is there is not told."""
    address, heard = hook
    post = Post()
    post.start()
    mail = Mail("127.0.0.1", post.listening.getsockname()[1])
    told = replace(settings, mail=mail, address="https://club.example", inside=True)
    with running(told) as serving:
        ann, bob = serving.guest("Ann"), serving.guest("Bob")
        bob.http.patch("/api/me", json={"email": "bob@example.org", "webhook": address})
        made = ann.post("/api/games", game="roundup", seats={"german": "me"}, name="Saturday")
        bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["allied"])
        until(lambda: bool(heard) and bool(post.letters))
    link = f"https://club.example/games/{made['id']}#decision"
    words = "Saturday: it is your turn as allied"
    assert heard == [{"text": words, "link": link, "game": made["id"], "kind": "asked"}]
    assert link in post.letters[0]
    assert bob.token not in post.letters[0]
    post.listening.close()


@pytest.mark.parametrize("setting", ["mysql://x/y", "://", "postgresql://nobody@127.0.0.1:1/none"])
def test_a_database_that_cannot_be_used(setting: str) -> None:
    """It is said in one sentence, without the password."""

    with pytest.raises(DatabaseError) as caught:
        Database(setting.replace("nobody", "nobody:hush")).migrate()
    assert "\n" not in str(caught.value)
    assert "hush" not in str(caught.value)


def test_files_and_addresses() -> None:
    """A bare name is a file; postgres may be written in both ways."""
    assert url_of("games.db").endswith("/games.db")
    assert url_of("postgres://u@h/d") == url_of("postgresql://u@h/d")
