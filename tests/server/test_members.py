"""The administrator of a club: resetting a password, removing a member; names of the server."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from bocage.cli.app import app
from bocage.server import people
from bocage.server.database import Database
from bocage.server.protection import is_our_name
from bocage.server.settings import Settings
from tests.patience import PATIENCE

from .clients import PLAIN, Serving, Socket, line
from .conftest import running

PASSWORD = "long enough 1"


class Member:
    """A member, who has signed in."""

    def __init__(self, serving: Serving, invitation: str, account: str) -> None:
        self.host, self.account = serving.host, account
        self.http = httpx.Client(base_url=f"http://{serving.host}", timeout=PATIENCE, verify=PLAIN)
        body = {"invitation": invitation, "account": account, "password": PASSWORD, "name": account}
        made = self.http.post("/api/members", json=body).json()
        self.http.cookies.clear()
        self.id, self.token = made["person"], made["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def invites(self) -> str:
        """Return an invitation."""
        return str(self.http.post("/api/invitations").json()["invitation"])


@pytest.fixture
def club(settings: Settings) -> Generator[tuple[Serving, Member, Member]]:
    """A club with its administrator and a member."""
    database = Database(settings.database)
    database.migrate()
    with database.engine.begin() as connection:
        people.add_guest(connection, "of before it was a club")
        secret = people.invite(connection, None)
    database.close()
    with running(replace(settings, club=True)) as serving:
        chief = Member(serving, secret, "chief")
        ann = Member(serving, chief.invites(), "ann")
        yield serving, chief, ann
        chief.http.close()
        ann.http.close()


def signs_in(host: str, account: str, password: str) -> int:
    """Try to sign in and return the status."""
    body = {"account": account, "password": password}
    return httpx.post(
        f"http://{host}/api/sessions", json=body, timeout=PATIENCE, verify=PLAIN
    ).status_code


def test_the_first_member_is_the_administrator(club: tuple[Serving, Member, Member]) -> None:
    """The first member is the administrator, even after guests; other members may do none of
    this."""
    _, chief, ann = club
    assert chief.http.get("/api/me").json()["admin"] is True
    assert ann.http.get("/api/me").json()["admin"] is False
    listed = chief.http.get("/api/members").json()
    assert [(each["account"], each["admin"]) for each in listed] == [
        ("chief", True),
        ("ann", False),
    ]
    assert ann.http.get("/api/members").status_code == 403
    assert ann.http.post("/api/members/chief/reset").status_code == 403
    assert ann.http.delete("/api/members/chief").status_code == 403
    assert chief.http.delete("/api/members/chief").status_code == 400
    assert chief.http.delete("/api/members/nobody").status_code == 404


def test_a_password_is_reset(club: tuple[Serving, Member, Member]) -> None:
    """A secret of the administrator's works once; earlier tokens and the old password stop
    working."""
    serving, chief, ann = club
    old = chief.http.post("/api/members/Ann/reset").json()["secret"]
    secret = chief.http.post("/api/members/Ann/reset").json()["secret"]
    body = {"secret": secret, "password": "another one 22"}
    host = f"http://{serving.host}"
    assert (
        httpx.post(
            f"{host}/api/passwords", json={**body, "secret": old}, timeout=PATIENCE, verify=PLAIN
        ).status_code
        == 403
    )
    assert (
        httpx.post(
            f"{host}/api/passwords", json={**body, "password": "x"}, timeout=PATIENCE, verify=PLAIN
        ).status_code
        == 422
    )
    joining = {"invitation": secret, "account": "eve", "password": PASSWORD, "name": "Eve"}
    assert (
        httpx.post(f"{host}/api/members", json=joining, timeout=PATIENCE, verify=PLAIN).status_code
        == 400
    )
    made = httpx.post(f"{host}/api/passwords", json=body, timeout=PATIENCE, verify=PLAIN)
    assert (made.status_code, made.json()["person"]) == (201, ann.id)
    assert (
        httpx.post(f"{host}/api/passwords", json=body, timeout=PATIENCE, verify=PLAIN).status_code
        == 403
    )
    assert ann.http.get("/api/me").status_code == 401
    assert signs_in(serving.host, "ann", PASSWORD) == 401
    assert signs_in(serving.host, "ann", "another one 22") == 201


def test_a_member_is_removed(club: tuple[Serving, Member, Member]) -> None:
    """A removed member is signed out, their sockets close, and another player can take the seat."""
    serving, chief, ann = club
    made = chief.http.post("/api/games", json={"game": "roundup", "seats": {"allied": "me"}}).json()
    where = f"/api/games/{made['id']}"
    ann.http.post(f"{where}/join", json={"secret": made["links"]["german"]})
    left: Any = ann
    invitation = ann.invites()
    with Socket(left, made["id"]) as german, Socket(chief, made["id"]) as allied:  # type: ignore[arg-type]
        assert chief.http.delete("/api/members/ann").status_code == 204
        with pytest.raises(ConnectionClosed):
            german.until("never")
        while allied.state["seats"]["german"]["holder"]:
            allied.next()
        assert ann.http.get("/api/games").status_code == 401
        assert signs_in(serving.host, "ann", PASSWORD) == 401
        joining = {"invitation": invitation, "account": "e", "password": PASSWORD, "name": "E"}
        assert not httpx.post(
            f"http://{serving.host}/api/members", json=joining, timeout=PATIENCE, verify=PLAIN
        ).is_success
        bob = Member(serving, chief.invites(), "bob")
        link = chief.http.post(f"{where}/links", json={"seat": "german"}).json()["secret"]
        joined = bob.http.post(f"{where}/join", json={"secret": link})
        assert joined.json()["my_seats"] == ["german"]
        while allied.state["seats"]["german"]["holder"] != "bob":
            allied.next()
        assert allied.ask(type="do", line="beachhead us1 2723")["type"] == "done"
        with Socket(bob, made["id"]) as again:  # type: ignore[arg-type]
            assert again.state["lines"] == 1
            assert again.ask(type="concede")["type"] == "done"
        bob.http.close()


def test_links_from_the_command_line(settings: Settings) -> None:
    """`--invite` and `--reset` print a link with a secret that is good, and serve nothing."""
    given = ["serve", "--database", settings.database, "--address", "https://club.example"]
    said = CliRunner().invoke(app, [*given, "--invite"])
    assert said.exit_code == 0
    assert said.stdout.startswith("https://club.example/#invitation=")
    invitation = said.stdout.strip().partition("=")[2]
    with running(replace(settings, club=True)) as serving:
        Member(serving, invitation, "chief").http.close()
        said = CliRunner().invoke(app, [*given, "--reset", "chief"])
        secret = said.stdout.strip().partition("#password=")[2]
        body = {"secret": secret, "password": "another one 22"}
        made = httpx.post(
            f"http://{serving.host}/api/passwords", json=body, timeout=PATIENCE, verify=PLAIN
        )
        assert made.status_code == 201
    assert CliRunner().invoke(app, [*given, "--reset", "nobody"]).exit_code != 0


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("127.0.0.1:8943", True),
        ("[::1]:8943", True),
        ("192.168.1.5", True),
        ("localhost:8943", True),
        ("club.example", True),
        ("other.example", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("[nonsense", False),
        (None, True),
    ],
)
def test_the_host_names_that_the_server_accepts(host: str | None, ours: bool) -> None:
    """Figures, this machine, its own address and the origins it knows; no name of another."""
    settings = Settings(address="https://club.example", origins=("https://other.example",))
    assert is_our_name(settings, host) is ours


def test_a_wrong_host_name_is_refused(serving: Serving) -> None:
    """A request or socket with a host name that is not the server's is refused."""
    for path in ("/", "/api/rules", "/healthz"):
        answer = httpx.get(
            f"http://{serving.host}{path}",
            headers={"Host": "evil.example"},
            timeout=PATIENCE,
            verify=PLAIN,
        )
        assert (answer.status_code, answer.json()["code"]) == (421, "misdirected")
    with pytest.raises(Exception, match="403"):
        line(serving.host, "x", additional_headers={"Host": "evil.example"})
