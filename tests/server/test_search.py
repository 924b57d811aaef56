"""A searching player at a table: others are served meanwhile, and a player may hurry it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bocage.ai.search import office
from bocage.ai.search.office import SearchOffice
from bocage.ai.search.player import SearchPlayer
from bocage.ai.search.processes import Rehearsal, Rehearsers
from bocage.ai.search.rehearsal import Scene, Trial, rehearse
from bocage.ai.search.roundup import TEMPERS, RoundupKnowledge
from bocage.engine.playout import play_out, uniform
from bocage.games import game as rules_of
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from tests.patience import until

from .clients import Guest, Serving
from .test_accounts import hurry

KNOWLEDGE = RoundupKnowledge()


def without_end(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let searching players think until somebody hurries them: their clocks stand still.

    Returns what they find, as they find it; with seven rehearsals they know every plan.
    """
    monkeypatch.setattr(office, "MOST", 10**9)

    def never(*_: object) -> bool:
        return False

    monkeypatch.setattr(office.Candidate, "is_like", never)  # none is dropped
    found: list[float] = []
    worths = Rehearsal.worths

    def noted(*given: Any) -> list[float]:
        fresh = worths(*given)
        found.extend(fresh)
        return fresh

    monkeypatch.setattr(Rehearsal, "worths", noted)
    made = partial(SearchOffice, knowledge=KNOWLEDGE, seconds=5.0, clock=lambda: 0.0)

    def seated(*_: Any) -> SearchPlayer:
        return SearchPlayer(made)

    monkeypatch.setattr("bocage.server.live.policy", seated)
    return found


def against_search(ann: Guest) -> str:
    """Return a game of Roundup, Ann with the Allies, a searching staff with the Germans."""
    seats = {"allied": "me", "german": "search"}
    return str(ann.post("/api/games", game="roundup", seats=seats)["id"])


def test_others_are_served_while_it_thinks_and_a_player_hurries_it(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It rehearses in other processes; who watches may not hurry it; then it plays, and its
    account has the plans that it weighed."""
    found = without_end(monkeypatch)
    ann, eve = serving.guest("Ann"), serving.guest("Eve")
    game = against_search(ann)
    eve.post(f"/api/games/{game}/observe")
    where = f"/api/games/{game}/hurry"
    players: Any = serving.hub.players
    with ann.at(game) as table:
        for line in table.ask(type="ask", what="plan")["plans"][0]["lines"]:
            table.do(line)
        while table.asked() == ["allied"]:
            legal = [each[0] for each in table.ask(type="ask", what="legal")["legal"]]
            answer = table.ask(type="do", line="end" if "end" in legal else legal[0])
            if answer["type"] == "done":
                table.reach(answer["stamp"])
        until(lambda: len(found) > len(TEMPERS[GERMAN]))
        assert players._rehearsal._workers is not None
        assert not players._rehearsal.failed
        assert eve.http.post(where).status_code == 403
        assert ann.get(f"/api/games/{game}")["asked"] == ["german"]
        assert ann.http.post(where).status_code == 204
        hurry_on(table, ann, where)
    (account,) = ann.get(f"/api/games/{game}/account")["accounts"]
    assert (account["turn"], account["seat"]) == (1, "german")
    assert "we compared plans" in account["text"]
    assert not players._rehearsal.failed


def test_it_thinks_on_the_opponents_time_until_the_position_changes(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a person is asked and watches, and the machine has a core to spare; every line that
    is played ends it, and it begins again with the new position. With no core to spare it ends
    too, and does not begin again."""
    quiet, seen, ended = [True], list[int](), list[int]()

    def pondered(_: SearchPlayer, st: Any, seat: int, __: Any, may: Any) -> None:
        seen.append(seat)
        until(lambda: not may())
        ended.append(len(st.stack))

    def is_quiet(_: int = 0) -> bool:
        return quiet[0]

    monkeypatch.setattr(SearchPlayer, "ponder", pondered)
    monkeypatch.setattr("bocage.server.computer_players.is_quiet", is_quiet)
    ann = serving.guest("Ann")
    with ann.at(against_search(ann)) as table:
        lines = table.ask(type="ask", what="plan")["plans"][0]["lines"]
        table.do(lines[0])
        until(lambda: len(seen) > 0)
        assert set(seen) == {GERMAN}
        before = len(ended)
        table.do(lines[1])
        until(lambda: len(ended) > before and len(seen) > len(ended))
        quiet[0] = False
        until(lambda: len(seen) == len(ended))
        players: Any = serving.hub.players
        until(lambda: not players._pondering)
        count = len(seen)
        table.do(lines[2])
        assert len(seen) == count


def hurry_on(table: Any, ann: Guest, where: str) -> None:
    """Wait until the next turn begins; hurry the player as often as it needs."""
    while table.state["view"]["turn"] < 2:
        if table.asked() == ["allied"]:
            hurry(table, 2)
            continue
        ann.http.post(where)
        table.next()


def test_other_processes_find_the_same_worths() -> None:
    """A position comes to another process and is rehearsed there as it would be here."""
    roundup = rules_of("roundup")
    found: list[Any] = []

    def each(st: Any) -> None:
        if KNOWLEDGE.chapter(st, ALLIED) is not None:
            found.append(st.copy())

    play_out(roundup, [uniform, uniform], 4, most=60, each=each)
    chapter = KNOWLEDGE.chapter(found[-1], ALLIED)
    assert chapter is not None
    scene = Scene(KNOWLEDGE, found[-1], ALLIED, chapter)
    trials = [Trial(0, 1, 1), Trial(3, 2, 1)]
    beside = Rehearsal(1)
    try:
        there = Rehearsers(beside, "roundup", "standard").rehearse(scene, trials)
        assert not beside.failed
    finally:
        beside.stop()
    assert there == [rehearse(scene, each) for each in trials]
    after = Rehearsers(beside, "roundup", "standard").rehearse(scene, trials)
    assert after == [0.0, 0.0]


def test_the_server_rehearses_itself_where_processes_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without processes still has searching players."""

    def refuse(*_: Any) -> Any:
        raise OSError("no processes here")

    monkeypatch.setattr("bocage.ai.search.processes.pool", refuse)

    def worth(*_: Any) -> float:
        return 0.25

    monkeypatch.setattr("bocage.ai.search.rehearsal.rehearse", worth)
    roundup = rules_of("roundup")
    st = roundup.new("standard", roundup.settings())
    scene = Scene(KNOWLEDGE, st, ALLIED, None)  # type: ignore[arg-type]
    beside = Rehearsal(1)
    for _ in range(2):
        assert Rehearsers(beside, "roundup", "").rehearse(scene, [Trial(0, 1, 1)]) == [0.25]
    assert beside.failed
