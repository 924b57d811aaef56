"""Mail: a notice arrives as a message that opens on the decision; secrets are not said aloud."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Generator
from dataclasses import replace
from email import message_from_bytes, policy
from typing import Any

import pytest

from bocage.server import notices
from bocage.server.notices import Mail
from bocage.server.settings import Settings
from tests.patience import until

from .conftest import running


class Sink(socketserver.StreamRequestHandler):
    """A mail server that takes everything and speaks no TLS."""

    def handle(self) -> None:
        """One conversation."""
        server: Any = self.server
        self.wfile.write(b"220 sink\r\n")
        while line := self.rfile.readline():
            word = line.strip().upper()
            server.heard.append(line)
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                body = b""
                while (line := self.rfile.readline()) != b".\r\n":
                    body += line
                server.mail.append(message_from_bytes(body, policy=policy.default))
            elif word == b"STARTTLS":
                self.wfile.write(b"502 no\r\n")
                continue
            self.wfile.write(b"250 fine\r\n" if word != b"QUIT" else b"221 bye\r\n")


@pytest.fixture
def sink() -> Generator[Any]:
    """The mail server, what it heard, and the mail that it took."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Sink) as server:
        told: Any = server
        told.heard, told.mail = list[bytes](), list[Any]()
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield told
        server.shutdown()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_notice_is_mailed_to_an_absent_player(settings: Settings, sink: Any) -> None:
    """A player who is absent gets a message with its link, whatever the name of the game."""
    mail = Mail("127.0.0.1", sink.server_address[1], "Club <games@club.example>")
    with running(replace(settings, mail=mail, address="https://club.example")) as serving:
        ann = serving.guest("Ann")
        email = "ann@home.example"
        assert ann.http.patch("/api/me", json={"email": email}).status_code == 204
        seats = {"allied": "me", "german": "me"}
        game = ann.post("/api/games", game="roundup", seats=seats, name="Größe: über alles 🙂")
        until(lambda: sink.mail)
    (message,) = sink.mail
    assert message["To"] == email
    assert message["From"] == "Club <games@club.example>"
    assert message["Subject"] == "Größe: über alles 🙂: it is your turn as allied"
    assert message["Date"]
    assert message["Message-ID"].endswith("@club.example>")
    assert f"https://club.example/games/{game['id']}#decision" in message.get_content()
    assert ann.token not in str(message)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_mail_needs_tls_on_its_usual_port(
    settings: Settings, sink: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that should speak TLS and does not gets neither password nor mail."""
    port = sink.server_address[1]
    monkeypatch.setattr(notices, "_STARTTLS", port)
    mail = Mail("127.0.0.1", port, "games@club.example", "user", "hush")
    with running(replace(settings, mail=mail)) as serving:
        ann = serving.guest("Ann")
        ann.http.patch("/api/me", json={"email": "ann@home.example"})
        ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
        until(lambda: sink.heard)
    said = b"".join(sink.heard)
    assert sink.mail == []
    assert b"AUTH" not in said
    assert b"MAIL FROM" not in said.upper()
