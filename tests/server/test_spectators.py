"""Spectators of an umpired game: the truth some turns late, and never earlier."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.server import new_tables
from tests.patience import PATIENCE

from .clients import Guest, Serving, Socket
from .test_umpired import GUARDS, IDLE, WALTHER, table

__all__ = ["table"]

ELSEWHERE = GUARDS.replace("51.2400 5.3800", "51.2000 5.4000")
SECOND = IDLE.replace('"turn":"1"', '"turn":"2"')


class Watched:
    """Joe's Bridge with two teams, Control, and a spectator who is one turn late."""

    def __init__(self, serving: Serving, stack: ExitStack, late: int = 1) -> None:
        self.people = {name: serving.guest(name) for name in ("Ann", "Gus", "Wal", "Eve")}
        made = self.people["Ann"].post(
            "/api/games", game="opcom", seats={"Control": "me"}, late=late
        )
        self.id, self.where = str(made["id"]), f"/api/games/{made['id']}"
        for name, seat in (("Gus", "Guards"), ("Wal", "Walther")):
            self.people[name].post(f"{self.where}/join", secret=made["links"][seat])
        self.people["Eve"].post(f"{self.where}/observe")
        names = ("Ann", "Gus", "Wal", "Eve")
        self.at: dict[str, Socket] = {
            each: stack.enter_context(self.people[each].at(self.id)) for each in names
        }

    def seen(self) -> str:
        """What the spectator receives of the truth, as it comes."""
        answer = self.people["Eve"].http.get(f"{self.where}/late", timeout=PATIENCE)
        assert answer.is_success, answer.text
        return answer.text

    def truth(self) -> Any:
        """The truth of now, from Control's desk."""
        self.at["Ann"].heard()
        return self.at["Ann"].ask(type="ask", what="truth")["truth"]

    def play(self, guards: str, walther: str) -> None:
        """One turn with these sheets."""
        for name, sheet in (("Gus", guards), ("Wal", walther)):
            self.at[name].heard()
            self.at[name].do(sheet)
        control = self.at["Ann"]
        control.heard()
        control.do("adjudicate")
        while control.state["decision"]["kind"] != "Release":
            asked = control.asked()[0]
            name = {"Control": "Ann", "Guards": "Gus", "Walther": "Wal"}[asked]
            self.at[name].heard()
            self.at[name].do("accept" if name == "Ann" else "no")
            control.heard()
        control.do("release")


@pytest.fixture
def watched(table: Serving) -> Generator[Watched]:
    """A game that is watched."""
    with ExitStack() as stack:
        yield Watched(table, stack)


def test_a_spectator_sees_the_truth_a_turn_late(watched: Watched) -> None:
    """Nothing in the first turn; in the second what was there when the first began, whatever was
    done since; in the end the last position."""
    first = watched.truth()
    assert json.loads(watched.seen()) == {
        "heading": "",
        "late": 1,
        "truth": None,
        "turn": 0,
        "symbols": {},
    }
    watched.play(GUARDS, WALTHER)
    assert watched.truth() != first
    told = json.loads(watched.seen())
    assert (told["turn"], told["late"], told["truth"]) == (1, 1, first)
    unit = next(each["id"] for each in first["units"] if each["here"])
    control = watched.at["Ann"]
    assert control.ask(type="adjust", line=f"steps {unit} 1 because of a raid")["type"] == "done"
    assert json.loads(watched.seen()) == told
    watched.play(SECOND, SECOND)
    second = json.loads(watched.seen())
    assert second["turn"] == 2
    assert second["truth"] != first
    control.heard()
    assert control.ask(type="concede")["type"] == "done"
    assert json.loads(watched.seen())["truth"] == watched.truth()


def test_what_a_spectator_sees_depends_on_nothing_later(
    table: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games with the same dice go different ways: what is late is the same to the byte, and
    so is all that comes by the socket, until that turn is old enough."""
    monkeypatch.setattr(new_tables, "secrets", SimpleNamespace(token_bytes=b"k".__mul__))
    with ExitStack() as stack:
        one, other = Watched(table, stack), Watched(table, stack)
        for game, sheet in ((one, GUARDS), (other, ELSEWHERE)):
            assert json.loads(game.seen())["turn"] == 0
            game.play(sheet, WALTHER)
        assert one.truth() != other.truth()
        assert one.seen() == other.seen()
        for game in (one, other):
            game.at["Eve"].heard()
        assert one.at["Eve"].state["view"] == other.at["Eve"].state["view"]
        units = one.truth()["units"]
        for received in one.at["Eve"].received:
            assert all(f'"{each["id"]}"' not in received for each in units)
        for game in (one, other):
            game.play(SECOND, SECOND)
        assert one.seen() != other.seen()


def refusal(guest: Guest, path: str, **body: Any) -> str:
    """Why something was refused."""
    answer = guest.http.post(path, json=body) if body else guest.http.get(path)
    assert answer.status_code == 403, answer.text
    return str(answer.json()["text"])


def test_holders_of_posts_see_no_late_truth_and_those_who_saw_it_get_no_post(
    watched: Watched,
) -> None:
    """A player is refused; a spectator may be cast as long as they have seen nothing."""
    late, cast = f"{watched.where}/late", f"{watched.where}/cast"
    for name in ("Ann", "Gus", "Wal"):
        assert "for spectators" in refusal(watched.people[name], late)
    row = {"name": "Eve", "role": "team", "teams": ["Guards"]}
    control = watched.people["Ann"]
    post = control.post(cast, people=[row])["posts"][0]
    watched.seen()
    take = f"{watched.where}/umpire"
    assert "whole map" in refusal(watched.people["Eve"], take, secret=post["secret"])
    mapper = control.post(cast, people=[{"name": "Eve", "role": "map"}])["posts"][0]
    watched.people["Eve"].post(take, secret=mapper["secret"])
    assert "for spectators" in refusal(watched.people["Eve"], late)


def test_a_game_is_opened_with_or_without_late_spectators(table: Serving) -> None:
    """Without, spectators see what everybody may know; a game without an umpire has none."""
    with ExitStack() as stack:
        plain = Watched(table, stack, late=0)
        where = f"{plain.where}/late"
        assert "what everybody may know" in refusal(plain.people["Eve"], where)
        assert plain.people["Eve"].get(plain.where)["late"] == 0
    ann = table.guest("Ann")
    answer = ann.http.post("/api/games", json={"game": "roundup", "late": 2})
    assert answer.status_code == 400
    assert "no umpire" in answer.json()["text"]
