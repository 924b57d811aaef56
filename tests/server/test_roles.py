"""Each role over the wire: everything it receives lies within what it may know, and everything
that it may not do is refused.

Tables are alike but for one secret. Time stands still, the dice are the same. A person who may not
know the secret must receive the same of both: on the socket, to every question, from every address.
A person who may know it must receive something else, so that the comparison bites.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from typing import Any, get_args

import pytest

from bocage.server import roles
from bocage.server.commands import Question

from .clients import Serving
from .leaks import served
from .test_evening import Table, cast_umpires, failure
from .test_umpired import BY_HAND, GUARDS, WALTHER

WHO = {
    "Ann": "control",
    "Map": "map",
    "Air": "air",
    "Lia": "liaison",
    "Pam": "press",
    "Obs": "observer",
    "Gus": "team",
    "Gil": "team",
    "Wal": "team",
    "Eve": "spectator",
}
"""Everybody with their role. The liaison and the observer have the Guards, as Gus and Gil do."""
WIDE = frozenset({"Ann", "Map", "Air"})


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server whose time stands still and whose tables all have the same dice."""
    folder = tmp_path_factory.mktemp("roles")
    with pytest.MonkeyPatch.context() as patch, served(folder, patch) as (serving, _):
        yield serving


def full_table(serving: Serving) -> Table:
    """A table with somebody in every role."""
    table = Table(serving)
    table.sit_all()
    cast_umpires(table)
    eve = table.people["Eve"] = serving.guest("Eve")
    eve.post(f"{table.where}/observe")
    table.sit("Eve")
    return table


def works_out(table: Table) -> None:
    """Work the turn out, and see the first card."""
    table.work_out()
    table.desk("Ann")


def first_card(table: Table) -> str:
    """Return the first card, which is about both teams."""
    return str(table.desk("Ann")["cards"][0]["name"])


def divides(table: Table) -> None:
    """Let Gil be the second post of the Guards."""
    form = table.at["Gus"].ask(type="ask", what="form", seat="Guards")["form"]
    units = [each["name"] for each in form["groupings"] if each["name"] != "all"][:1]
    people = [table.people["Gil"].id]
    table.at["Gus"].act(type="sheet", what="split", people=people, units=units)


ACTS: dict[str, Callable[[Table], object]] = {
    "a sheet of Walther": lambda t: t.at["Wal"].do(WALTHER),
    "a sheet of the Guards": lambda t: t.at["Gus"].do(GUARDS),
    "Control's hand": lambda t: t.at["Ann"].ask(type="adjust", line=BY_HAND),
    "a draft of the Guards": lambda t: t.at["Gus"].act(type="sheet", what="write", text="{}"),
    "a note of the Guards": lambda t: t.at["Gil"].act(type="sheet", what="note", text="guns"),
    "two posts of the Guards": divides,
    "words at a headquarters": lambda t: t.at["Gus"].ask(type="chat", text="what now", room="hq"),
    "words of Walther to Control": lambda t: t.at["Wal"].ask(type="chat", text="what now"),
    "words among umpires": lambda t: t.at["Map"].ask(type="chat", text="what now", room="umpires"),
    "news that is written": lambda t: t.at["Pam"].act(type="news", what="write", headline="Quiet"),
    "somebody who comes to Walther": lambda t: t.come("Wim", "team", "Walther"),
    "somebody who is cast": lambda t: t.people["Ann"].post(
        f"{t.where}/cast", people=[{"name": "Zoe", "teams": ["Guards"]}]
    ),
    "Control's hand after the turn": lambda t: t.caught_up("Ann").ask(type="adjust", line=BY_HAND),
    "a claim of a card": lambda t: t.at["Ann"].act(type="claim", what="take", card=first_card(t)),
    "a late sheet of Walther": lambda t: t.at["Wal"].act(type="sheet", what="late", text="{}"),
}
"""Each secret, and what makes it so."""
MAY: dict[str, set[str]] = {
    "a sheet of Walther": {*WIDE, "Wal"},
    "a sheet of the Guards": {*WIDE, "Lia", "Obs", "Gus", "Gil"},
    "Control's hand": {*WIDE, "Lia"},
    "a draft of the Guards": {"Gus", "Gil"},
    "a note of the Guards": {"Gus", "Gil"},
    "two posts of the Guards": {"Ann", "Gus", "Gil"},
    "words at a headquarters": {"Gus", "Gil"},
    "words of Walther to Control": {*WIDE, "Wal"},
    "words among umpires": {*WIDE, "Lia"},
    "news that is written": {"Ann", "Pam"},
    "somebody who comes to Walther": {*WIDE, "Wal"},
    "somebody who is cast": {"Ann"},
    "Control's hand after the turn": {*WIDE, "Lia"},
    "a claim of a card": {*WIDE, "Lia"},
    "a late sheet of Walther": {"Ann", "Wal"},
}
"""Who may learn of each."""
AFTER = {"Control's hand after the turn", "a claim of a card", "a late sheet of Walther"}
"""Those for which the turn is worked out first."""


def received(table: Table, name: str, since: int) -> dict[str, str]:
    """Return everything that somebody receives: on the socket, to questions, from addresses."""
    socket, http = table.caught_up(name), table.people[name].http
    found: dict[str, Any] = {"socket": [], "updates": 0}
    asked = {f"ask {n}": socket.ask(**message) for n, message in enumerate(questions())}
    for message in socket.messages(since):
        if message["type"] not in ("evening", "answer", "pong", "failed"):
            found["socket"].append(message)
    found |= {key: {**answer, "id": ""} for key, answer in asked.items()}
    for path in (*GETS, *("paper/panic.zip", "paper/control.zip", "paper/teams/1")):
        if path.startswith("paper") and name == "Ann":
            continue  # the only one who gets them, and they take long
        answer = http.get(f"{table.where}{path and '/'}{path}")
        found[path] = (answer.status_code, answer.text)
    found["list"] = http.get("/api/games").text
    found["screen"] = http.get(f"{table.where}/screen", headers={"X-Screen": "guessed"}).text
    return {key: plain(table, json.dumps(value)) for key, value in found.items()}


def plain(table: Table, text: str) -> str:
    """Return a text without the names of people and game that the server makes up."""
    for name, guest in table.people.items():
        text = text.replace(guest.id, f"<{name}>")
    return text.replace(table.game, "<game>")


GETS = (
    *("", "state", "evening", "story", "save", "timeline", "report", "account", "clearances"),
    *("late", "position", "analysis", "debrief.html", "past?start=0&stop=1"),
)


def questions() -> Iterator[dict[str, Any]]:
    """Every question, about each team."""
    for what in get_args(Question.model_fields["what"].annotation):
        for team in ("Guards", "Walther"):
            yield {"type": "ask", "what": what, "about": team, "line": GUARDS}


@pytest.fixture(scope="module")
def without(still: Serving) -> dict[bool, dict[str, dict[str, str]]]:
    """What everybody receives at tables without a secret, before and after the turn."""
    return {worked: world(still, None, worked=worked) for worked in (False, True)}


def world(
    serving: Serving, secret: Callable[[Table], object] | None, *, worked: bool
) -> dict[str, dict[str, str]]:
    """Return what everybody receives at a table with a secret, or without."""
    table = full_table(serving)
    with table.stack:
        if worked:
            works_out(table)
        since = {name: len(table.caught_up(name).received) for name in WHO}
        if secret is not None:
            answer = secret(table)
            assert '"type": "failed"' not in json.dumps(answer, default=str), answer
        return {name: received(table, name, since[name]) for name in WHO}


@pytest.mark.parametrize("secret", ACTS)
def test_a_secret_reaches_those_who_may_know_it_alone(
    secret: str, still: Serving, without: dict[bool, dict[str, dict[str, str]]]
) -> None:
    """Nobody else receives anything by which they can tell that it is so."""
    worked = secret in AFTER
    there = world(still, ACTS[secret], worked=worked)
    for name, role in WHO.items():
        found = [k for k, v in there[name].items() if v != without[worked][name][k]]
        assert bool(found) == (name in MAY[secret]), (secret, name, role, found)


FORBIDDEN: dict[str, tuple[str, str, Any, set[str]]] = {
    "cast": ("POST", "cast", {"people": [{"name": "x", "teams": ["Guards"]}]}, {"control"}),
    "commanders": ("POST", "commanders", {}, {"control"}),
    "screen": ("POST", "screen", {}, {"control"}),
    "clearances": ("GET", "clearances", None, {"control"}),
    "offers": ("POST", "clearances", {"cleared": ["Guards"]}, {"control"}),
    "removal": ("DELETE", "clearances/nobody", None, {"control"}),
    "typed sheet": ("POST", "paper/sheet", {"text": "A01A"}, {"control"}),
    "tables": ("POST", "paper/tables", {"files": {}, "turns": 0}, {"control"}),
    "grid": ("GET", "paper/tables", None, {"control"}),
    "pack": ("GET", "paper/teams/99", None, {"control"}),
    "debrief": ("GET", "debrief.html", None, {"control"}),
    "link": ("POST", "links", {"seat": "Walther"}, set()),
}
"""Requests about an evening, and who is not refused as somebody who may not do it."""


def test_each_role_is_refused_what_it_may_not_request(still: Serving) -> None:
    """Every address of an evening, by every role: 403 or 404 with a sentence, or a fault of the
    request itself for those who may."""
    table = full_table(still)
    with table.stack:
        for name, role in WHO.items():
            for what, (method, path, body, may) in FORBIDDEN.items():
                answer = table.people[name].http.request(method, f"{table.where}/{path}", json=body)
                refused = answer.status_code == 403
                assert refused == (role not in may), (what, role, answer.status_code, answer.text)
                assert not refused or answer.json()["text"]


def test_an_observer_gets_the_forms_of_their_teams_alone(still: Serving) -> None:
    """The form shows what the team has; with no team named it is the first that they watch."""
    table = full_table(still)
    with table.stack:
        obs = table.caught_up("Obs")
        theirs = table.caught_up("Gus").ask(type="ask", what="form", seat="Guards")["form"]
        assert obs.ask(type="ask", what="form", seat="Guards")["form"] == theirs
        assert obs.ask(type="ask", what="form")["form"] == theirs
        for team in ("Walther", "Control", "Nobody"):
            said = failure(obs.ask(type="ask", what="form", seat=team))
            assert said == (
                f"this is about {team}, and you are the observer of Guards: ask Game Control"
            )
        assert obs.ask(type="ask", what="reading", seat="Guards", line="{}")["type"] == "failed"


def test_every_role_is_somebodys() -> None:
    """The campaign has a person in every role."""
    assert set(WHO.values()) == {*roles.UMPIRES, "team", "spectator"}
