"""The optional rules of Operation Roundup on the screen: asked, taught, typed and told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from bocage.ai.aggressive_roundup import aggressive
from bocage.cli.terminal.face import Face, face_of
from bocage.cli.terminal.story import sentences
from bocage.engine import play
from bocage.engine.actions import NotationError
from bocage.engine.playout import table_for
from bocage.engine.table import Table
from bocage.games.roundup.game import load
from bocage.games.roundup.options import OPTIONS

GAME = load()
EVERY = {each.id: each.choices[-1] for each in OPTIONS.values()}
KINDS = {
    "PlaceGarrison": ("garrison {last}", "{last}"),
    "ChooseSectors": ("sectors {last}", "sect {last}"),
    "Inundate": ("flood", "fl"),
    "SpendPoints": (),
    "GermanReplacement": ("replace {second}",),
    "ParachuteDrop": ("drop {second} {last}",),
    "Scatter": ("scatter {last}", "{last}"),
    "ParachutistsEnter": ("enter {second} {last}",),
    "ScrapeBarrel": ("add {second}",),
}
"""Each new decision, and shorter ways to type its last action."""


def without(name: str) -> dict[str, str]:
    """Return all optional rules but one."""
    return {key: value for key, value in EVERY.items() if key != name}


@cache
def face() -> Face:
    """What is on the screen."""
    return face_of(GAME)


def games() -> Iterator[Table[Any]]:
    """Games with everything on, before each decision."""
    for seed in range(40):
        other = "german-replacements" if seed % 2 else "kampfgruppen"
        table = table_for(GAME, seed, options=without(other))
        rng = Random(seed)
        while not table.is_over:
            yield table
            seat = play.pending(table.state)[0]
            assert table.act(seat, aggressive(table.state, table.legal(seat), rng))


@cache
def asked() -> dict[str, Table[Any]]:
    """Return a table at each of the new decisions."""
    found: dict[str, Table[Any]] = {}
    for table in games():
        kind = type(table.state.stack[-1]).__name__
        if kind in KINDS and kind not in found:
            found[kind] = table.branch()
            if len(found) == len(KINDS):
                break
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_decision_is_taught(kind: str) -> None:
    """It has a prompt, what can be typed, and a lesson with the number of its rule."""
    table = asked()[kind]
    seat = play.pending(table.state)[0]
    assert table.decision is not None
    assert table.decision.prompts[seat].say(face().nouns)
    assert face().ways(table.state, seat)
    assert f"({table.decision.rule.case}" in face().lesson(table.state)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_decision_is_typed(kind: str) -> None:
    """Every way can be typed as the save has it, and some ways shorter."""
    table = asked()[kind]
    seat = play.pending(table.state)[0]
    legal = list(table.legal(seat))
    for action in (*legal[:20], legal[-1]):
        line = GAME.grammar.say(action)
        assert list(face().actions(table.state, seat, line)) == [action]
    words = GAME.grammar.say(legal[-1]).split()
    names = {"second": words[1] if len(words) > 1 else "", "last": words[-1]}
    for short in KINDS[kind]:
        assert list(face().actions(table.state, seat, short.format(**names))) == [legal[-1]]


def test_bombers_of_a_nation_are_typed_with_the_attack() -> None:
    """15.16: 'bomber' is enough where one nation attacks; else 'bomber us' or 'bomber uk'."""
    table = table_for(GAME, 1, options={"two-bomber-forces": "on"})
    for line in ("us1 2723", "us2 2824", "uk1 3024", "uk2 3223"):
        assert table.do(0, f"beachhead {line}")
    grammar, st = GAME.grammar, table.state

    def meant(line: str) -> list[str]:
        return [grammar.say(each) for each in face().actions(st, 0, line)]

    attack = ["attack 2523", "with US01"]
    assert meant("attack 2523 with us1 bomber") == [*attack, "fly us", "fight"]
    both = [*attack, "with UK05"]
    assert meant("attack 2523 with us1 uk5 bomber uk") == [*both, "fly uk", "fight"]
    with pytest.raises(NotationError, match="bomber us, or bomber uk"):
        meant("attack 2523 with us1 uk5 bomber")


def test_a_beach_is_cleared_by_its_marker_or_its_hex() -> None:
    """15.9: the beachhead may be named by its marker or by where it lies."""
    table = table_for(GAME, 1, options={"follow-up-craft": "on"})
    for line in ("us1 2723", "us2 2824", "uk1 3024", "uk2 3223"):
        assert table.do(0, f"beachhead {line}")
    for line in ("inland us2 2823", "inland 2824 2823"):
        (action,) = face().actions(table.state, 0, line)
        assert GAME.grammar.say(action) == "inland us2 2823"


def test_the_status_shows_what_optional_rules_remember() -> None:
    """Markers, points and floods stand under the state of play, each with its rule."""
    table = table_for(GAME, 3, options=without("german-replacements"))
    told = " ".join(face().status(table.state))
    assert "German markers 1306" in told
    assert "GKRP 0 (15.10)" in told
    assert "face down" in told
    plain = table_for(GAME, 3)
    assert len(face().status(plain.state)) == 2


def test_a_shared_screen_hides_the_directive() -> None:
    """15.1: what two players read together says that it lies face down; the German's line knows."""
    table = table_for(GAME, 3, options={"15.1": "on"})
    told = " ".join(sentences(table.events, face()))
    assert "is drawn face down (15.1.a)" in told
    assert "OKW" not in told
    assert "OKW" not in " ".join(str(each) for each in face().score(table.state))
    assert "OKW" in " ".join(str(each) for each in face().beside(table.state, 1))
    assert "OKW" not in " ".join(str(each) for each in face().beside(table.state, 0))


def test_shifted_sectors_are_recommended_their_own_units() -> None:
    """15.17: 'r' lands units of the nation that a shifted beachhead serves."""
    table = table_for(GAME, 3, options={"15.17": "on"})
    assert table.do(0, "sectors 3-1")
    for line in face().recommended(table.state, 0):
        assert table.do(0, line)
    while type(table.state.stack[-1]).__name__ != "Landings":
        assert table.act(0, table.legal(0)[0])
    lines = face().recommended(table.state, 0)
    assert len(lines) == 4
    for line in lines:
        for action in face().actions(table.state, 0, line):
            assert table.act(0, action)
    assert all(each.startswith("land US") for each in lines if each.endswith("3223"))


@pytest.mark.parametrize("kind", ["SpendPoints", "ScrapeBarrel", "ParachuteDrop"])
def test_a_decision_lists_who_can_be_named(kind: str) -> None:
    """Beside the prompt stand the units that its lines may name, with factors and edge."""
    table = asked()[kind]
    seat = play.pending(table.state)[0]
    beside = " ".join(str(each) for each in face().beside(table.state, seat))
    lines = [GAME.grammar.say(action).split() for action in table.legal(seat)[1:]]
    units = {words[1] for words in lines}
    assert units
    assert all(unit in beside for unit in units)
    assert "edge" in beside
