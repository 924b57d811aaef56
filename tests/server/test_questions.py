"""Questions over the wire: odds before the dice, by the ledger that is rolled."""

from __future__ import annotations

from .clients import Guest


def test_odds_of_nothing_are_refused_in_words(two: tuple[Guest, Guest, str]) -> None:
    """No attack, no such hex, no such unit, an empty hex: a sentence each, and nothing breaks."""
    ann, _, game = two
    with ann.at(game) as allied:
        for asked, said in (
            ({}, "no attack is being gathered"),
            ({"hex": "9999"}, "there is no hex '9999'"),
            ({"hex": "2723", "units": ["XX"]}, "there is no unit 'XX'"),
            ({"hex": "2723"}, "there is no unit in 2723 to attack"),
        ):
            answer = allied.ask(type="ask", what="odds", **asked)
            assert answer["odds"] == []
            pieces = answer["reasons"][0]["text"]
            assert "".join(p if isinstance(p, str) else p["text"] for p in pieces) == said


def test_an_observer_may_not_ask_for_odds(two: tuple[Guest, Guest, str]) -> None:
    """Odds are answered to those who hold a seat, for their own seat."""
    ann, _, game = two
    with ann.at(game) as allied:
        answer = allied.ask(type="ask", what="odds", seat="german", hex="2723")
        assert (answer["type"], answer["code"]) == ("failed", "forbidden")


def test_the_text_of_a_rule(two: tuple[Guest, Guest, str]) -> None:
    """A citation opens its rules and readings in our own words; others do not exist."""
    ann, _, _ = two
    (found,) = ann.get("/api/rules/roundup/Roundup 11.8.a")
    assert found["rule"] == "11.8.a"
    assert found["title"]
    assert found["says"]
    both = ann.get("/api/rules/roundup/Roundup 11.6.c, reading 59")
    assert [each["rule"] for each in both] == ["11.6.c", "reading 59"]
    for path in ("roundup/99.9", "roundup/table: undo", "chess/1.0"):
        answer = ann.http.get(f"/api/rules/{path}")
        assert answer.status_code == 404
        assert answer.json()["text"].startswith("there is no")


def test_check_says_which_lines_cannot_be_undone(two: tuple[Guest, Guest, str]) -> None:
    """The fourth beachhead brings dice, so `check` says that it is final; the first is not."""
    ann, _, game = two
    with ann.at(game) as allied:
        for line in ("beachhead us1 2723", "beachhead us2 2824", "beachhead uk1 3024"):
            answer = allied.ask(type="ask", what="check", line=line)
            assert (answer["ok"], answer["final"]) == (True, False)
            allied.do(line)
        answer = allied.ask(type="ask", what="check", line="beachhead uk2 3223")
        assert (answer["ok"], answer["final"]) == (True, True)
        assert not allied.ask(type="ask", what="check", line="beachhead uk2 4225")["final"]


def test_rules_and_charts_to_look_through(two: tuple[Guest, Guest, str]) -> None:
    """All rules of a game in their order with its readings, and its charts cell by cell."""
    ann, _, _ = two
    for game, first, chart in (("roundup", "1.0", "2:1"), ("falaise", "1.0", "die")):
        rules = [each["rule"] for each in ann.get(f"/api/rules/{game}")]
        assert first in rules[0]
        assert "reading 1" in rules
        charts = ann.get(f"/api/rules/{game}/charts/all")
        assert any(chart in each["head"] for each in charts)
        assert all(len(row) == len(each["head"]) for each in charts for row in each["rows"])


def test_recommended_lines_are_legal(two: tuple[Guest, Guest, str]) -> None:
    """The recommended lines are legal one after the other; a seat that is not asked gets none."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        answer = allied.ask(type="ask", what="plan")
        lines = answer["plans"][0]["lines"]
        assert [each["title"] for each in answer["plans"]][:2] == [
            *("Hardelot to the Canche", "Sangatte to Cap Gris-Nez")
        ]
        assert answer["plans"][0]["lines"] == lines
        assert [line.split()[0] for line in lines] == ["beachhead"] * 4
        assert german.ask(type="ask", what="plan")["plans"] == []
        for line in lines:
            allied.do(line)
        assert allied.state["view"]["beachheads"].count(-1) == 0
