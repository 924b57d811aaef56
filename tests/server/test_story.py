"""The story of a game that is over, and other games that branch from it."""

from __future__ import annotations

from tests.browser.tables import finished

from .clients import Guest, Serving


def brought(serving: Serving, save: str) -> tuple[Guest, str]:
    """Somebody with a game from a save, and all its seats."""
    ann = serving.guest("Ann")
    made = ann.post("/api/games/import", save=save)
    for secret in made["links"].values():
        ann.post(f"/api/games/{made['id']}/join", secret=secret)
    return ann, str(made["id"])


def test_a_finished_game_has_a_story_and_branches(serving: Serving) -> None:
    """Its report has figures for each turn, and a user's own game continues from any line."""
    ann, game = brought(serving, finished("roundup"))
    assert "victory" in ann.get(f"/api/games/{game}")["result"].casefold()
    report = ann.get(f"/api/games/{game}/report")
    turns = report["turns"]
    assert turns == list(range(1, len(turns) + 1))
    assert all(len(line["values"]) == len(turns) for c in report["charts"] for line in c["lines"])
    assert report["lost"]["allied"] == sum(report["losses"]["allied"])
    assert report["luck"]["fights"] == len(report["fights"]) > 0
    assert 0 <= report["luck"]["rarer"] <= 0.5
    assert len(report["turning"]) == 5
    for ending, begins in (("html", b"<!doctype html>"), ("gif", b"GIF89a")):
        answer = ann.http.get(f"/api/games/{game}/story.{ending}")
        assert answer.status_code == 200
        assert answer.content.startswith(begins)
        assert "attachment" in answer.headers["content-disposition"]
    line = report["fights"][0]["line"] - 1
    then = ann.get(f"/api/games/{game}/past?start={line}&stop={line}")["state"]
    made = ann.post(f"/api/games/{game}/branch", line=line)
    assert made["my_seats"] == ["allied", "german"]
    assert made["status"] == "live"
    with ann.at(made["id"]) as table:
        assert table.state["view"]["turn"] == then["view"]["turn"]
        assert table.ask(type="ask", what="legal")["legal"]
    text = ann.get(f"/api/games/{made['id']}/save")
    assert "\nfell: " in text
    refused = ann.http.post("/api/games/import", json={"save": text})
    assert "branched from another" in refused.json()["text"]
    eve = serving.guest("Eve")
    eve.post(f"/api/games/{game}/observe")
    assert eve.post(f"/api/games/{game}/branch", line=3)["my_seats"] == ["allied", "german"]
    against = ann.post(f"/api/games/{game}/branch", line=3, seats={"german": "random"})
    assert against["my_seats"] == ["allied"]
    assert against["seats"]["german"]["player"] == "random"
    for seats, says in (
        ({"polish": "random"}, "no seat 'polish'"),
        ({"german": "rommel"}, "'rommel' cannot sit"),
        ({"german": "random", "allied": "random"}, "at least one seat"),
    ):
        wrong = ann.http.post(f"/api/games/{game}/branch", json={"line": 3, "seats": seats})
        assert says in wrong.json()["text"]
    over = ann.http.post(f"/api/games/{game}/branch", json={"line": report["ends"][-1]})
    assert over.status_code == 400
    assert "over there" in over.json()["text"]


def test_a_running_game_against_another_has_no_branch(two: tuple[Guest, Guest, str]) -> None:
    """A running game against another person has neither a report nor a branch."""
    ann, _, game = two
    for answer in (
        ann.http.post(f"/api/games/{game}/branch", json={"line": 0}),
        ann.http.get(f"/api/games/{game}/report"),
    ):
        assert answer.status_code == 403


def test_a_hot_seat_game_can_be_branched_while_it_runs(serving: Serving) -> None:
    """A person who plays both sides may branch; the first game stays as it was, with other dice."""
    ann = serving.guest("Ann")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    with ann.at(made["id"]) as table:
        for line in table.ask(type="ask", what="plan")["plans"][0]["lines"]:
            table.do(line)
        other = ann.post(f"/api/games/{made['id']}/branch", line=2)
        assert other["dice"]["commitment"] != made["dice"]["commitment"]
        with ann.at(other["id"]) as branch:
            assert branch.state["lines"] == 2
            branch.do(branch.ask(type="ask", what="plan")["plans"][0]["lines"][0])
            assert branch.state["lines"] == 3
        assert table.state["lines"] > 3
        answer = ann.http.post(f"/api/games/{made['id']}/branch", json={"line": 999})
        assert answer.status_code == 404


def test_the_staff_analyses_a_position(serving: Serving) -> None:
    """You can ask about a finished game or one that you play alone, never while others play."""
    ann, game = brought(serving, finished("roundup"))
    report = ann.get(f"/api/games/{game}/report")
    view = ann.get(f"/api/games/{game}/analysis?line={report['ends'][0]}")
    assert view["seat"] in ("allied", "german")
    assert view["actions"]
    made = ann.post(f"/api/games/{game}/branch", line=report["ends"][0])
    with ann.at(made["id"]) as table:
        for line, *_ in view["actions"][:2]:
            table.do(line)
    lines = len(ann.get(f"/api/games/{game}/story"))
    missing = ann.http.get(f"/api/games/{game}/analysis?line={10 * lines}")
    assert missing.status_code == 404
    body = {"game": "roundup", "seats": {"allied": "me", "german": "open"}}
    running = ann.http.post("/api/games", json=body).json()
    bob = serving.guest("Bob")
    bob.post(f"/api/games/{running['id']}/join", secret=running["links"]["german"])
    refused = ann.http.get(f"/api/games/{running['id']}/analysis?line=0")
    assert refused.status_code == 403
