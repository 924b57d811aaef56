"""Looking back: a viewer's own view at every point, and never more than it showed then."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from bocage.engine.past import Past
from bocage.engine.play import pending
from bocage.engine.playout import policy, table_for
from bocage.engine.save_text import lines_shown
from bocage.engine.viewers import Viewer
from bocage.server.past import Shelf, Turns, points_of, seen, told
from tests.engine.tables import TOY

from .clients import Guest, Serving, changed

VIEWERS = (Viewer(frozenset({0})), Viewer(frozenset({1})), Viewer(frozenset()))


def states(answer: dict[str, Any]) -> list[Any]:
    """Return the states that an answer leads to, one after the other."""
    found = [answer["state"]]
    for made in answer["steps"]:
        found.append(changed(found[-1], made))
    return found


def test_the_past_shows_a_viewer_nothing_new() -> None:
    """In a game with hidden generals and sealed bids, the past shows only what was visible
    before."""
    table = table_for(TOY, 7)
    play, rng = policy(TOY, "random"), Random(7)
    were: dict[Viewer, set[str]] = {viewer: set() for viewer in VIEWERS}
    while True:
        for viewer in VIEWERS:
            were[viewer].add(json.dumps(seen(TOY, table.state, viewer)))
        if table.is_over or len(table.entries) > 40:
            break
        seat = pending(table.state)[0]
        before = len(table.entries)
        assert table.act(seat, play(table.state, table.legal(seat), rng))
        for _, st in Past(table).walk(before):  # dice and what they lead to come at once
            for viewer in VIEWERS:
                were[viewer].add(json.dumps(seen(TOY, st, viewer)))
    past = Past(table)
    views, found = set[str](), set[str]()
    for viewer in VIEWERS:
        lines = list(lines_shown(table, viewer))
        points = points_of(lines, 0, len(lines))
        found = {json.dumps(each) for each in states(dict(told(TOY, past, points, viewer)))}
        assert found <= were[viewer]
        views |= found
    assert len(views) > len(found), "two viewers see different things"


def test_the_past_over_the_wire_is_what_was_shown(two: tuple[Guest, Guest, str]) -> None:
    """Each earlier state looks as it did when it was the present, and the turns have their
    lines."""
    ann, _, game = two
    with ann.at(game) as allied:
        was = {allied.state["lines"]: (allied.state["heading"], allied.state["view"])}
        for line in allied.ask(type="ask", what="plan")["plans"][0]["lines"]:
            allied.do(line)
            was[allied.state["lines"]] = (allied.state["heading"], allied.state["view"])
        count = allied.state["lines"]
    found = states(ann.get(f"/api/games/{game}/past?start=0&stop={count}"))
    assert len(found) == count + 1
    for lines, (heading, view) in was.items():
        assert (found[lines]["heading"], found[lines]["view"]) == (heading, view)
    time = ann.get(f"/api/games/{game}/timeline")
    assert time == {"lines": count, "turns": [[1, 0]]}


def test_lines_that_do_not_exist_are_refused(
    serving: Serving, two: tuple[Guest, Guest, str]
) -> None:
    """Lines that are not there get a sentence, and strangers get nothing."""
    ann, _, game = two
    answer = ann.http.get(f"/api/games/{game}/past?start=900&stop=999")
    assert answer.status_code == 400
    assert "ask for some of those" in answer.json()["text"]
    eve = serving.guest("Eve")
    assert eve.http.get(f"/api/games/{game}/past?start=0&stop=0").status_code == 404
    assert eve.http.get(f"/api/games/{game}/timeline").status_code == 404


def test_the_past_is_replayed_only_once(
    two: tuple[Guest, Guest, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A past state comes from memory until lines are removed; then it is read again."""
    ann, _, game = two
    walked: list[tuple[int, ...]] = []
    walk = Past[Any].walk

    def counted(self: Past[Any], *given: int) -> Any:
        walked.append(given)
        return walk(self, *given)

    monkeypatch.setattr(Past, "walk", counted)
    where = f"/api/games/{game}"
    with ann.at(game) as allied:
        for line in allied.ask(type="ask", what="plan")["plans"][0]["lines"][:2]:
            allied.do(line)
        asked = (f"{where}/past?start=0&stop=2", f"{where}/timeline")
        first = [ann.get(each) for each in asked]
        assert walked == [(0, 2), (0,)]
        assert [ann.get(each) for each in asked] == first
        assert len(walked) == 2
        allied.do(allied.ask(type="ask", what="plan")["plans"][0]["lines"][0])
        assert ann.get(asked[0]) == first[0], "what lies behind is the same"
        assert ann.get(asked[1])["turns"] == first[1]["turns"]
        assert walked[2:] == [(2,)], "only what is new is looked through"
        before = first[0]["steps"][1]
        assert allied.ask(type="undo", count=2)["type"] == "done"
        while allied.state["lines"] != 1:
            allied.next()
        allied.do(allied.ask(type="ask", what="legal")["legal"][-1][0])
        assert ann.get(asked[0])["steps"][1] != before
        assert ann.get(asked[1])["lines"] == 2


def test_turns_are_found_piece_by_piece() -> None:
    """Looked through in pieces or at one go, the turns begin at the same lines."""
    table = table_for(TOY, 7)
    play, rng = policy(TOY, "random"), Random(7)
    pieces = Turns()
    while not table.is_over and len(table.entries) < 200:
        seat = pending(table.state)[0]
        assert table.act(seat, play(table.state, table.legal(seat), rng))
        if rng.random() < 0.2:
            pieces = pieces.on(Past(table))
    whole = Turns().on(Past(table))
    assert pieces.on(Past(table)) == whole
    assert len(whole.began) > 1


def test_what_is_kept_of_the_past_is_bounded() -> None:
    """Past its size the shelf lets go of what was asked for longest ago."""
    shelf: Any = Shelf(most=100)
    for number in range(50):
        shelf.put((number % 20,), b"x" * (10 + number % 3))
        shelf.get((0,))
        assert shelf.size == sum(map(len, shelf._kept.values())) <= 100
    assert shelf.get((0,)) is not None
    assert shelf.get((45 % 20 + 10,)) is None
    shelf.put(("big",), b"x" * 101)
    assert (shelf.size, shelf.get(("big",))) == (0, None)


def test_a_position_becomes_a_private_game(two: tuple[Guest, Guest, str]) -> None:
    """A player can read a position as text; sending it begins a game of their own."""
    ann, bob, game = two
    text = ann.get(f"/api/games/{game}/position")["position"]
    assert text.startswith("roundup standard / ")
    made = bob.post("/api/games/position", position=text, name="What if")
    assert made["status"] == "live"
    with bob.at(made["id"]) as table:
        table.do("beachhead us1 2723")
    assert bob.get(f"/api/games/{made['id']}/position")["position"] != text
    assert ann.http.get(f"/api/games/{made['id']}/position").status_code in (403, 404)
    for wrong in ("nonsense", text.replace("roundup", "chess"), text.replace("turn=1", "turn=-9")):
        answer = bob.http.post("/api/games/position", json={"position": wrong})
        assert 400 <= answer.status_code < 500


def test_a_hidden_position_has_no_text(serving: Serving) -> None:
    """15.1: while the directive lies face down, the other side gets no text of the position."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    made = ann.post(
        "/api/games",
        game="roundup",
        seats={"allied": "me"},
        options={"hidden-directive": "on"},
    )
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    with ann.at(made["id"]) as allied:
        for line in ("beachhead us1 2723", "2824", "3024", "3223"):
            allied.do(line)
    assert ann.http.get(f"/api/games/{made['id']}/position").status_code == 403
    assert bob.http.get(f"/api/games/{made['id']}/position").status_code == 200
