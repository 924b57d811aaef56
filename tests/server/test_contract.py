"""What the server promises, line by line, where no other test has it already."""

from __future__ import annotations

import asyncio
import inspect
import json
from functools import partial
from typing import Any

from sqlalchemy import Connection, text, update

from bocage.cli.serve import serve
from bocage.server.commits import Committer
from bocage.server.database import READING, Database
from bocage.server.schema import INVITATIONS, SEATS, TOKENS
from tests.patience import until

from .clients import Guest, Serving

LINE = "beachhead us1 2723"


def test_sqlite_writes_to_the_disk_before_it_says_so(tmp_path: Any) -> None:
    """WAL, `synchronous=FULL`, foreign keys, and the lock taken when a transaction begins."""
    database = Database(str(tmp_path / "games.db"))
    database.migrate()
    begun: list[str] = []
    with database.engine.connect() as connection:
        raw: Any = connection.connection.dbapi_connection
        raw.set_trace_callback(begun.append)
        found = [
            connection.execute(text(f"PRAGMA {each}")).scalar_one()
            for each in ("journal_mode", "synchronous", "foreign_keys")
        ]
        assert found == ["wal", 2, 1]
        assert begun[0] == "BEGIN IMMEDIATE"
        raw.set_trace_callback(None)
    with database.engine.connect().execution_options(**READING) as connection:
        raw = connection.connection.dbapi_connection
        raw.set_trace_callback(begun.append)
        connection.execute(text("SELECT 1"))
        assert begun[-2:] == ["BEGIN", "SELECT 1"]
        raw.set_trace_callback(None)
    database.close()


def test_what_waits_together_is_committed_together(database: str) -> None:
    """Fifty pieces at once take a few transactions; one that fails takes nobody with it."""
    opened = Database(database)
    opened.migrate()

    def failing(_: int, __: Connection) -> int:
        raise ZeroDivisionError

    def saying(n: int, _: Connection) -> int:
        return n

    async def write() -> tuple[list[Any], Committer]:
        committer = Committer(opened)
        committer.start()
        works = [partial(failing if n == 7 else saying, n) for n in range(50)]
        found = await asyncio.gather(*map(committer.commit, works), return_exceptions=True)
        await committer.stop()
        return list(found), committer

    found, committer = asyncio.run(write())
    opened.close()
    assert isinstance(found.pop(7), ZeroDivisionError)
    assert found == [n for n in range(50) if n != 7]
    assert committer.pieces == 50
    assert committer.transactions <= 3


def test_a_socket_and_requests_play_the_same_game(two: tuple[Guest, Guest, str]) -> None:
    """One sits at a socket, the other asks now and then: each sees what the other does."""
    ann, bob, game = two
    with bob.at(game) as german:
        (state,) = ann.get(f"/api/games/{game}/state")
        body = {"type": "do", "id": "first", "at": state["stamp"], "line": LINE}
        done = ann.post(f"/api/games/{game}/commands", **body)
        assert done["type"] == "done"
        while german.state["lines"] < 1:
            german.next()
        (missed,) = ann.get(f"/api/games/{game}/state?stamp={state['stamp']}")
        assert (missed["type"], missed["to"]) == ("update", done["stamp"])
        stale = ann.post(f"/api/games/{game}/commands", **{**body, "id": "second"})
        assert (stale["code"], stale["missed"]) == ("stale", [missed])
        again = ann.post(f"/api/games/{game}/commands", **body)
        assert (again["type"], again["again"]) == ("done", True)
        legal = ann.post(f"/api/games/{game}/questions", type="ask", id="q", what="legal")
        assert legal["legal"]


def test_messages_out_of_order(two: tuple[Guest, Guest, str]) -> None:
    """Of commands that overtake each other the one made against the state of now is done."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        begin = allied.stamp
        allied.do(LINE)
        after = allied.stamp
        allied.ask(type="undo")
        while allied.state["lines"]:
            allied.next()
        assert allied.stamp == begin
        late = allied.ask(type="do", at=after, line="beachhead us2 2824")
        assert (late["type"], late["code"]) == ("failed", "stale")
        forged = german.ask(type="do", at=allied.stamp, line=LINE)
        assert (forged["type"], forged["code"]) == ("failed", "stale")
        allied.do(LINE)
        assert allied.state["lines"] == 1


def test_expired_links_tokens_and_invitations_are_refused(
    two: tuple[Guest, Guest, str], serving: Serving
) -> None:
    """A link, a token and an invitation past their time open nothing."""
    ann, bob, _ = two
    made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
    with serving.hub.database.engine.begin() as connection:
        connection.execute(update(SEATS).where(SEATS.c.link.is_not(None)).values(link_expires=1))
    answer = bob.http.post(
        f"/api/games/{made['id']}/join", json={"secret": made["links"]["german"]}
    )
    assert answer.status_code == 403
    with serving.hub.database.engine.begin() as connection:
        connection.execute(update(TOKENS).where(TOKENS.c.person == ann.id).values(expires=1))
        connection.execute(update(INVITATIONS).values(expires=1))
    assert ann.http.get("/api/me").status_code == 401
    assert bob.http.get("/api/me").status_code == 200


def test_solitaire(serving: Serving) -> None:
    """Falaise against the rulebook: one person, one seat, and the rules play the other."""
    ann = serving.guest("Ann")
    made = ann.post(
        "/api/games", game="falaise", seats={"german": "me"}, options={"solitaire": "on"}
    )
    assert made["status"] == "live"
    assert made["links"] == {}
    assert made["seats"]["allied"] == {"holder": None, "player": "rules"}
    wrong = {"game": "falaise", "seats": {"allied": "nobody"}, "options": {"solitaire": "on"}}
    assert ann.http.post("/api/games", json=wrong).status_code == 400
    with ann.at(made["id"]) as german:
        for _ in range(3):
            assert german.asked() == ["german"]
            german.do(german.ask(type="ask", what="legal")["legal"][0][0])
        assert german.ask(type="concede")["type"] == "done"


def test_standing_orders_are_a_line_for_its_seat(serving: Serving) -> None:
    """They are left by name, and the other seat reads nothing of it; others are refused."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    made = ann.post("/api/games", game="falaise", seats={"allied": "me"})
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    (rules,) = [each for each in ann.get("/api/rules") if each["id"] == "falaise"]
    assert rules["orders"]
    with ann.at(made["id"]) as allied, bob.at(made["id"]) as german:
        answer = german.ask(type="orders", name="nothing of the kind")
        assert (answer["type"], answer["code"]) == ("failed", "refused")
        assert german.ask(type="orders", name=rules["orders"][0])["type"] == "done"
        allied.send({"type": "ping"})
        allied.until("pong")
        assert rules["orders"][0] not in "".join(allied.received[1:])
    save = bob.get(f"/api/games/{made['id']}/save")
    assert f"german orders {rules['orders'][0]}" in save
    assert f"german orders {rules['orders'][0]}" not in ann.get(f"/api/games/{made['id']}/save")


def test_the_server_listens_on_its_own_machine_by_default() -> None:
    """Without a host the server is reachable only from its own machine."""
    assert inspect.signature(serve).parameters["host"].default == "127.0.0.1"


def test_two_computer_players_play_on(serving: Serving) -> None:
    """Two computer players play on, and the person who set up the table watches."""
    ann = serving.guest("Ann")
    made = ann.post("/api/games", game="falaise", seats={"allied": "random", "german": "random"})
    assert made["status"] == "live"
    assert made["my_seats"] == []
    until(lambda: ann.get(f"/api/games/{made['id']}/state")[0]["state"]["lines"] > 50)


def test_no_secret_is_in_a_shared_address(two: tuple[Guest, Guest, str]) -> None:
    """What a page would show in its address, a notice or a list holds no token and no link."""
    ann, bob, game = two
    made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
    shown = json.dumps([ann.get("/api/games"), ann.get("/api/notices"), bob.get("/api/games")])
    assert game in shown
    for secret in (ann.token, bob.token, made["links"]["german"]):
        assert secret not in shown
