"""Umpires beside Control: cleared for some teams of OP COM, they see those and no others."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.viewers import OBSERVER, Role
from bocage.server.seats import Seat, viewer_of

from .clients import Guest, Serving, Socket
from .test_umpired import BY_HAND, GUARDS, IDLE, WALTHER, Played, table

__all__ = ["table"]

OPCOM = load_game("opcom")


def cleared(played: Played, serving: Serving, name: str, *names: str) -> tuple[Guest, Socket]:
    """Somebody whom Control has cleared for these, at a socket."""
    where = f"/api/games/{played.game}"
    link = played.people[2].post(f"{where}/clearances", cleared=list(names))
    guest = serving.guest(name)
    guest.post(f"{where}/umpire", secret=link["secret"])
    return guest, guest.at(played.game)


def test_an_umpire_receives_only_what_they_are_cleared_for(table: Serving) -> None:
    """Two tables differ in Walther's sheet and Control's hand on its units: the same bytes for
    the umpire of the Guards; other bytes for that of Walther, or of its side."""
    found: list[list[Any]] = []
    for theirs, by_hand in ((WALTHER, True), (IDLE, False)):
        played = Played(table)
        eyes = [
            cleared(played, table, "West", "Guards"),
            cleared(played, table, "East", "Walther"),
            cleared(played, table, "Axis", "axis"),
        ]
        played.walther.do(theirs)
        if by_hand:
            played.heard(played.control)
            assert played.control.ask(type="adjust", line=BY_HAND)["type"] == "done"
        assert [each["type"] for each in played.heard(eyes[0][1])] == ["state", "welcome", "pong"]
        watched = {row["id"][:2] for row in eyes[0][1].state["view"]["watched"]}
        played.guards.do(GUARDS)
        while played.control.asked() != ["Control"]:
            played.control.next()
        found.append([(played.heard(socket), played.asked(guest)) for guest, socket in eyes])
        found[-1].append(sorted(eyes[0][1].state["view"]["told"]))
        found[-1].append(watched)
        for _, socket in eyes:
            socket.__exit__()
        played.close()
    assert found[0][0] == found[1][0]
    assert found[0][1] != found[1][1], "the comparison bites: who is cleared does see it"
    assert found[0][2] != found[1][2]
    assert found[0][3] == ["Guards"]
    assert found[0][4] == {"GB"}


def test_an_umpires_assistant_sees_the_sheet_of_a_team_and_cannot_act(table: Serving) -> None:
    """Under seal a cleared person reads what the team has sent; every command is refused."""
    played = Played(table)
    guest, west = cleared(played, table, "West", "Guards")
    assert west.state["view"]["sheets"] == {}
    played.guards.do(GUARDS)
    played.heard(west)
    assert list(west.state["view"]["sheets"]) == ["Guards"]
    for kind in ({"type": "do", "line": GUARDS}, {"type": "time-up"}, {"type": "concede"}):
        answer = west.ask(**kind)
        assert (answer["type"], answer["code"]) == ("failed", "forbidden")
    assert west.ask(type="ask", what="legal")["code"] == "forbidden"
    assert guest.http.get(f"/api/games/{played.game}/save").status_code in (400, 403)
    west.send({"type": "chat", "id": "c1", "text": "not for the table"})
    west.until("done")
    assert not [each for each in played.heard(played.guards) if each["type"] == "chat"]
    assert [each for each in played.heard(played.eve) if each["type"] == "chat"]
    west.__exit__()
    played.close()


def test_only_control_gives_and_removes_clearances(table: Serving) -> None:
    """A link works once, and not for a player; without clearance a person sees what observers
    see."""
    played = Played(table)
    guards, _, control, eve = played.people
    where = f"/api/games/{played.game}"
    for other in (guards, eve):
        assert other.http.get(f"{where}/clearances").status_code == 403
        answer = other.http.post(f"{where}/clearances", json={"cleared": ["Guards"]})
        assert answer.status_code == 403
    stranger = table.guest("Stranger")
    assert stranger.http.get(f"{where}/clearances").status_code == 404
    wrong = control.http.post(f"{where}/clearances", json={"cleared": ["Italians"]})
    assert (wrong.status_code, "there are Guards" in wrong.json()["text"]) == (400, True)
    link = control.post(f"{where}/clearances", cleared=["Walther"])
    assert guards.http.post(f"{where}/umpire", json={"secret": link["secret"]}).status_code == 403
    guest, socket = cleared(played, table, "East", "Walther")
    again = stranger.http.post(f"{where}/umpire", json={"secret": "guessed"})
    assert (again.status_code, "does not work" in again.json()["text"]) == (403, True)
    given = control.get(f"{where}/clearances")
    assert given["there"] == ["Guards", "Walther", "allied", "axis"]
    assert {(row["name"], *row["cleared"]) for row in given["given"]} == {
        (None, "Walther"),
        ("East", "Walther"),
    }
    answer = guest.http.post(f"{where}/join", json={"secret": "any"})
    assert (answer.status_code, "too much" in answer.json()["text"]) == (403, True)
    assert control.http.delete(f"{where}/clearances/{guest.id}").status_code == 204
    assert control.http.delete(f"{where}/clearances/{guest.id}").status_code == 404
    with pytest.raises(Exception, match="4409"):
        socket.until("nothing")
    socket.__exit__()
    with guest.at(played.game) as now:
        assert now.state["view"] == played.eve.state["view"]
    played.close()


def test_a_dropped_umpire_knows_too_much_to_play(table: Serving) -> None:
    """Control takes a clearance away before the game begins: its holder still may not sit down,
    is listed no more, sees what everybody may, and may be cleared again."""
    control, guest, other = (table.guest(name) for name in ("Control", "Dropped", "Other"))
    made = control.post("/api/games", game="opcom", seats={"Control": "me"})
    where, links = f"/api/games/{made['id']}", made["links"]
    for _ in range(2):
        link = control.post(f"{where}/clearances", cleared=["Walther"])
        guest.post(f"{where}/umpire", secret=link["secret"])
        assert [row["name"] for row in control.get(f"{where}/clearances")["given"]] == ["Dropped"]
        assert control.http.delete(f"{where}/clearances/{guest.id}").status_code == 204
        assert control.get(f"{where}/clearances")["given"] == []
        assert control.http.delete(f"{where}/clearances/{guest.id}").status_code == 404
    answer = guest.http.post(f"{where}/join", json={"secret": links["Guards"]})
    assert (answer.status_code, "too much" in answer.json()["text"]) == (403, True)
    for name in ("Guards", "Walther"):
        other.post(f"{where}/join", secret=links[name])
    with guest.at(made["id"]) as now:
        assert now.state["view"]["told"] == {}
        assert "watched" not in now.state["view"]


def test_the_viewer_of_a_person() -> None:
    """Control sees everything, a cleared person what they are cleared for, and a player only
    their seat. Unknown clearances give nothing."""
    seats = [Seat(0, "Guards", "g"), Seat(1, "Walther", "w"), Seat(2, "Control", "c")]
    assert viewer_of(seats, "c", OPCOM).sees_all
    assert viewer_of(seats, "c", OPCOM).role is Role.UMPIRE
    assert viewer_of(seats, "g", OPCOM).role is Role.PLAYER
    assert viewer_of(seats, "g", OPCOM, ["Walther"]).seats == {0}
    assert viewer_of(seats, "x", OPCOM) == viewer_of(seats, None, OPCOM) == OBSERVER
    east = viewer_of(seats, "x", OPCOM, ["axis"])
    assert (east.seats, east.role, east.sees_all, east.sits) == (
        frozenset({1}),
        Role.UMPIRE,
        False,
        False,
    )
    assert viewer_of(seats, "x", OPCOM, ["all", "Control"]) == OBSERVER
    assert viewer_of(seats, "c", OPCOM).sits
    assert not viewer_of(seats[:2], "c", load_game("roundup")).sees_all  # it has no umpire
