"""A club: accounts, invitations, and nothing for people who are not members."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

import httpx
import pytest
from sqlalchemy import select

from bocage.cli.serve import settings_from
from bocage.server import people
from bocage.server.database import Database
from bocage.server.schema import METADATA
from bocage.server.settings import Settings
from tests.patience import PATIENCE

from .clients import PLAIN, Serving
from .conftest import running

MEMBER = {"account": "Ann", "password": "long enough 1", "name": "Ann"}


@pytest.fixture
def club(settings: Settings) -> Generator[tuple[httpx.Client, str]]:
    """A club, and an invitation to it."""
    database = Database(settings.database)
    database.migrate()
    with database.engine.begin() as connection:
        secret = people.invite(connection, None)
    database.close()
    with (
        running(replace(settings, club=True)) as serving,
        httpx.Client(base_url=f"http://{serving.host}", timeout=PATIENCE, verify=PLAIN) as client,
    ):
        yield client, secret


def test_only_invited_people_become_members(club: tuple[httpx.Client, str]) -> None:
    """Guests stay outside; an invitation makes one member, once."""
    client, secret = club
    assert client.post("/api/people", json={"name": "Eve"}).status_code == 403
    assert client.get("/api/games").status_code == 401
    made = client.post("/api/members", json={"invitation": secret, **MEMBER})
    assert made.status_code == 201
    again = client.post("/api/members", json={"invitation": secret, **MEMBER, "account": "Bob"})
    assert again.json()["text"] == "this invitation does not work: ask for another"
    assert client.get("/api/me").json()["account"] == "ann"  # by the cookie
    other = client.post("/api/invitations").json()["invitation"]
    taken = client.post("/api/members", json={"invitation": other, **MEMBER, "account": "ANN"})
    assert taken.json()["text"] == "this account name is taken: choose another"
    fine = client.post("/api/members", json={"invitation": other, **MEMBER, "account": "bob"})
    assert fine.status_code == 201


def test_signing_in_and_out(club: tuple[httpx.Client, str]) -> None:
    """A wrong password and a wrong account get the same answer; signing out ends the token."""
    client, secret = club
    client.post("/api/members", json={"invitation": secret, **MEMBER})
    client.cookies.clear()
    wrong = client.post("/api/sessions", json={"account": "ann", "password": "guess"})
    nobody = client.post("/api/sessions", json={"account": "eve", "password": "guess"})
    assert wrong.status_code == nobody.status_code == 401
    assert wrong.json() == nobody.json()
    right = client.post("/api/sessions", json={"account": "ANN", "password": MEMBER["password"]})
    assert right.status_code == 201
    cookie = right.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert client.get("/api/me").status_code == 200
    token = right.json()["token"]
    assert client.delete("/api/sessions").status_code == 204
    client.cookies.clear()
    late = client.get("/api/me", headers={"Authorization": f"Bearer {token}"})
    assert late.status_code == 401


def test_passwords_and_secrets_are_not_in_the_database(
    club: tuple[httpx.Client, str], settings: Settings
) -> None:
    """What is kept of a password, a token or a link is a hash."""
    client, secret = club
    made = client.post("/api/members", json={"invitation": secret, **MEMBER}).json()
    table = client.post("/api/games", json={"game": "roundup", "seats": {"allied": "me"}}).json()
    kept = everything(settings.database)
    for hidden in (secret, MEMBER["password"], made["token"], table["links"]["german"]):
        assert hidden not in kept
    assert "$argon2id$" in kept


def everything(database: str) -> str:
    """All that a database holds, as text."""
    opened = Database(database)
    found: list[str] = []
    with opened.engine.connect() as connection:
        for table in METADATA.sorted_tables:
            found += [str(tuple(row)) for row in connection.execute(select(table))]
    opened.close()
    return "\n".join(found)


def test_attempts_to_sign_in_are_limited(settings: Settings) -> None:
    """Too many attempts to come in from one address are refused for a while."""
    with (
        running(replace(settings, signs_a_minute=3)) as serving,
        httpx.Client(base_url=f"http://{serving.host}", timeout=PATIENCE, verify=PLAIN) as client,
    ):
        codes = [client.post("/api/people", json={"name": "A"}).status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429]


def test_other_sites_may_not_act_for_a_person(serving: Serving) -> None:
    """A page of another site cannot use the cookie to change anything, nor open a socket."""
    ann = serving.guest("Ann")
    fine = {"Origin": f"http://{serving.host}"}
    alien = {"Origin": "https://evil.example"}
    body = {"game": "roundup"}
    assert ann.http.post("/api/games", json=body, headers=fine).status_code == 201
    refused = ann.http.post("/api/games", json=body, headers=alien)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


def test_every_answer_has_the_headers_that_browsers_heed(serving: Serving) -> None:
    """No sniffing, no framing, no referrer, scripts from here alone."""
    with httpx.Client(base_url=f"http://{serving.host}", timeout=PATIENCE, verify=PLAIN) as client:
        for path in ("/healthz", "/api/nothing", "/api/me"):
            headers = client.get(path).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "no-referrer"
            assert "default-src 'self'" in headers["content-security-policy"]
            assert "server" not in headers or "uvicorn" in headers["server"]


def test_the_command_makes_settings() -> None:
    """The options of the command become the settings of each worker."""
    told = {
        "database": "x.db",
        "address": "https://club.example",
        "club": True,
        "origins": ["https://page.example"],
        "smtp": "mail.example:587",
        "sender": "us@club.example",
        "commands": 100,
        "tries": 5,
        "requests": 900,
        "keep_games": 20,
        "keep_mb": 10,
    }
    made = settings_from(told)
    assert made.secure
    assert (made.games_most, made.megabytes_most) == (20, 10)
    assert (made.commands_a_minute, made.signs_a_minute, made.requests_a_minute) == (100, 5, 900)
    assert made.mail is not None
    assert (made.mail.host, made.mail.port, made.mail.domain) == (
        "mail.example",
        587,
        "club.example",
    )
