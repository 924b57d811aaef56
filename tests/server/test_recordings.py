"""Recordings of the wire over a turn: a team, another team, Control and an observer.

Every secret of the turn is marked with its own word. Viewers who may know it receive that word;
others do not, in any frame. Beyond the marks, the shape of what each viewer is sent is checked:
no master map, nobody else's sheet or report, no unit of the enemy by its name on the master map.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Final, NamedTuple

import pytest

from bocage.ai import load_game
from bocage.server import new_tables
from bocage.server.settings import Settings

from .clients import Serving, Socket
from .conftest import running

PRIVATE, TOLD, CHAT, TRUTH, ORDER, OTHER, OBSERVED = (
    *("quince", "medlar", "damson", "sorbus", "rowan", "bilberry", "cloudberry"),
)
"""Control's reason, what it tells one team, its talk with it, the reason of an act by hand, the
words of a sheet of that team, those of the other team's, and what observers say."""
SHAPE: Final = {"turn", "scenario", "told", "sheets"}


class Operation(NamedTuple):
    """Two teams of a scenario that are recorded, and what each orders."""

    scenario: str
    teams: tuple[str, str]
    unit: str
    goal: str
    other: str


OPERATIONS: Final = (
    Operation(
        *("joes-bridge", ("Guards", "Walther"), "32nd Guards Brigade Group"),
        *("Valkenswaard", "KG Walther"),
    ),
    Operation(
        *("market-garden", ("Guards", "9th-SS"), "Irish Group", "Valkenswaard", "KG Spindler"),
    ),
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server whose tables all have the same dice."""
    folder = tmp_path_factory.mktemp("recordings")
    settings = Settings(str(folder / "games.db"), dumps=Path(folder), signs_a_minute=10_000)
    patch = pytest.MonkeyPatch()
    patch.setattr(new_tables, "secrets", SimpleNamespace(token_bytes=b"k".__mul__))
    with running(settings) as serving:
        yield serving
    patch.undo()


def sheet(seat: str, unit: str, goal: str, words: str) -> str:
    """Return a line that sends a sheet of one order, with a note of the team's own in its words."""
    order = {"unit": [unit], "action": "move", "objective": goal, "orders": words}
    return f"sheet {json.dumps({'team': seat, 'turn': '1', 'order': [order]})}"


def drained(socket: Socket) -> str:
    """Return everything that a socket has received up to now, as text."""
    socket.send({"type": "ping"})
    socket.until("pong")
    return "\n".join(socket.received)


def work_out(control: Socket, others: dict[str, Socket]) -> None:
    """Have the turn worked out: every card accepted, every decision declined."""
    drained(control)
    if control.state["decision"]["kind"] == "Orders":
        assert control.ask(type="time-up")["type"] == "done"
        drained(control)
    control.do("adjudicate")
    settle(control, others)


def settle(control: Socket, others: dict[str, Socket]) -> None:
    """Accept card after card until the turn can be released."""
    while control.state["decision"]["kind"] != "Release":
        asked = control.asked()[0]
        if asked == "Control":
            control.do("accept")
            continue
        team = others[asked]
        drained(team)
        assert team.ask(type="do", seat=asked, line="no")["type"] == "done"
        drained(control)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.scenario)
def test_each_viewer_receives_what_they_may_know(table: Serving, operation: Operation) -> None:
    """One turn from the first sheet to the release, recorded at four sockets."""
    mine, theirs = operation.teams
    names = load_game("opcom").at(operation.scenario).seats
    people = {name: table.guest(name) for name in ("A", "B", "Control", "Eve", "Rest")}
    made = people["A"].post(
        "/api/games", game="opcom", scenario=operation.scenario, seats={mine: "me"}
    )
    where = f"/api/games/{made['id']}"
    for seat in names:
        if seat != mine:
            who = {theirs: "B", "Control": "Control"}.get(seat, "Rest")
            people[who].post(f"{where}/join", secret=made["links"][seat])
    people["Eve"].post(f"{where}/observe")
    with ExitStack() as stack:
        team, other, control, observer = (
            stack.enter_context(people[name].at(made["id"]))
            for name in ("A", "B", "Control", "Eve")
        )
        others = {mine: team, theirs: other}
        if len(names) > 3:
            rest = stack.enter_context(people["Rest"].at(made["id"]))
            others = dict.fromkeys(names[:-1], rest) | others
        team.do(sheet(mine, operation.unit, operation.goal, f"Move to {operation.goal}; {ORDER}."))
        assert control.ask(type="chat", text=f"Mind the {CHAT}.", seat=mine)["type"] == "done"
        assert observer.ask(type="chat", text=f"I bet on {OBSERVED}.")["type"] == "done"
        answer = other.ask(type="do", line=sheet(theirs, operation.other, "Best", f"{OTHER}."))
        assert answer["type"] == "done", answer
        before = {
            seat: each.state["view"]["told"] for seat, each in ((mine, team), (theirs, other))
        }
        work_out(control, others)
        for seat, each in ((mine, team), (theirs, other)):  # belief changes with the release
            drained(each)
            assert each.state["view"]["told"] == before[seat]
        rows = control.ask(type="ask", what="desk")["desk"]["cards"]
        march = next(
            row["name"] for row in rows if row["category"] == "march" and mine in row["seats"]
        )
        line = f"{march} none because of {PRIVATE}; tell The {TOLD} was in flower."
        assert control.ask(type="rework", line=line)["type"] == "done"
        drained(control)
        settle(control, others)
        control.ask(type="ask", what="desk")
        enemy = next(
            u for u in control.ask(type="ask", what="truth")["truth"]["units"] if u["here"]
        )
        by_hand = f"steps {enemy['id']} 1 because of {TRUTH}"
        assert control.ask(type="adjust", line=by_hand)["type"] == "done"
        units = control.ask(type="ask", what="truth")["truth"]["units"]
        drained(control)
        control.do("release")
        recorded = {
            name: drained(each)
            for name, each in (
                *((mine, team), (theirs, other), ("Control", control), ("observer", observer)),
            )
        }
        shapes = {name: each.state["view"] for name, each in ((mine, team), (theirs, other))}
        watched = observer.state["view"]

    knows = {
        PRIVATE: {"Control"},
        TOLD: {mine, "Control"},
        CHAT: {mine, "Control"},
        ORDER: {mine, "Control"},
        OTHER: {theirs, "Control"},
        OBSERVED: {"observer"},
    }
    for word, knowing in knows.items():
        assert {name for name, text in recorded.items() if word in text} == knowing, word
    assert all(TRUTH not in text for name, text in recorded.items() if name != "Control")
    for seat, view in shapes.items():
        assert set(view) <= SHAPE
        assert set(view["told"]) == {seat}
        assert view["told"] != before[seat]
    assert watched["told"] == {}
    assert set(watched) <= SHAPE
    for seat in operation.teams:
        strangers = [unit["id"] for unit in units if unit["seat"] != seat]
        if len(names) == 3:  # with more teams one commands others, and is told of their units
            assert [each for each in strangers if f'"{each}"' in recorded[seat]] == []
        side = next(unit["side"] for unit in units if unit["seat"] == seat)
        enemies = [unit["id"] for unit in units if unit["side"] != side]
        assert [each for each in enemies if f'"{each}"' in recorded[seat]] == []
    assert all(f'"{unit["id"]}"' not in recorded["observer"] for unit in units)
