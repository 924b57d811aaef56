"""check = legal, over the whole grammar; and no refusal without a reason."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.events import Event
from bocage.engine.frames import NOBODY, Ask, Chance, Sealed
from bocage.engine.game import Game
from bocage.engine.rulings import Ruling
from bocage.engine.table import Table
from bocage.engine.words import Ref
from tests.battery.drawing import drawn
from tests.battery.subjects import positions

PROBES = 150
THINGS = {"unit", "hex"}
"""The kinds of arguments that a refusal must not pass over in silence."""


def test_check_allows_exactly_what_legal_lists(game: Game[Any], seed: int) -> None:
    """Whatever integer is tried, by whichever seat, `check` allows it just when `legal` has it."""
    rng = Random(seed)
    for table in positions(game, seed):
        for seat in range(len(game.seats)):
            legal = list(table.legal(seat))
            assert len(set(legal)) == len(legal)
            assert list(table.legal(seat)) == legal
            assert bool(legal) == play.is_asked(table.state, seat)
            for action in legal:
                assert play.check(table.state, game.grammar, seat, action), _named(table, action)
            for action in drawn(game.grammar, legal, rng, PROBES, done(table)):
                ruling = play.check(table.state, game.grammar, seat, action)
                if _carries_text(game, action):
                    assert ruling or action not in legal, _named(table, action)
                else:
                    assert bool(ruling) == (action in legal), _named(table, action)


def _carries_text(game: Game[Any], action: Action) -> bool:
    """Return whether `legal` cannot list all actions like this one: nobody lists all texts."""
    verb = game.grammar.verb(action)
    return verb is not None and bool(verb.text) and game.grammar.is_canonical(action)


def test_no_refusal_is_without_rule_and_fact(game: Game[Any], seed: int) -> None:
    """Every refusal cites a rule and says a fact, and names the unit or place it is about."""
    rng = Random(seed)
    for table in positions(game, seed):
        for seat in play.pending(table.state):
            for action in drawn(game.grammar, table.legal(seat), rng, PROBES, done(table)):
                ruling = play.check(table.state, game.grammar, seat, action)
                complaint = _complaint(game, action, ruling)
                assert not complaint, f"{_named(table, action)}: {complaint}"


def _complaint(game: Game[Any], action: Action, ruling: Ruling) -> str:
    """What a refusal lacks; nothing when it is good."""
    for refusal in ruling.refusals:
        said = refusal.say(game.nouns, game.book)
        if not refusal.rule:
            return f"no rule in '{said}'"
        if len(refusal.words.say(game.nouns).split()) < 3:
            return f"no fact in '{said}'"
        verb = game.grammar.verb(action)
        if not game.grammar.is_canonical(action) or verb is None:
            continue
        refs = [p for p in refusal.words.pieces(game.nouns) if isinstance(p, Ref)]
        if THINGS.intersection(names.kind for names in verb.arguments) and not refs:
            return f"'{said}' names neither a unit nor a place"
    return ""


def test_a_generic_refusal_is_caught() -> None:
    """The check finds a refusal that names nothing or cites no rule."""
    from bocage.engine.rulings import Rule, refuse
    from tests.engine.toy import Toy
    from tests.engine.toy.board import STEP

    toy = Toy()
    generic = refuse(Rule("3.1"), "you may not do that")
    assert "names neither" in _complaint(toy, STEP(0, 0), generic)
    assert "no rule" in _complaint(toy, STEP(0, 0), refuse(Rule(""), "{u:unit} is lost", u=0))
    assert "no fact" in _complaint(toy, STEP(0, 0), refuse(Rule("3.1"), "not allowed"))
    assert not _complaint(toy, STEP(0, 0), refuse(Rule("3.1"), "{u:unit} is lost", u=0))


def test_check_and_legal_do_not_call_each_other(
    game: Game[Any], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answers when the other has been taken away."""

    def gone(*_: object) -> None:
        raise AssertionError("check and legal call each other")

    for table in positions(game, seed):
        top: Any = table.state.stack[-1] if table.state.stack else None
        if not isinstance(top, Ask | Sealed):
            continue
        names = ("legal", "check") if isinstance(top, Ask) else ("legal_for", "check_for")
        seat = play.pending(table.state)[0]
        legal = list(table.legal(seat))
        with monkeypatch.context() as patch:
            patch.setattr(type(top), names[0], gone)
            rulings = [play.check(table.state, game.grammar, seat, a) for a in legal[:20]]
        assert all(rulings)
        with monkeypatch.context() as patch:
            patch.setattr(type(top), names[1], gone)
            assert list(table.legal(seat)) == legal


def test_every_action_can_be_said_and_read_back(game: Game[Any], seed: int) -> None:
    """One action has one encoding and one line, the outcomes of chance too."""
    for table in positions(game, seed):
        said: list[Action] = []
        for seat in play.pending(table.state):
            said += table.legal(seat)
        for frame in table.state.stack:
            if isinstance(frame, Chance):
                said += frame.outcomes(table.state)
        for entry in table.entries:
            if entry.kind in ("do", "chance"):
                said.append(entry.action)
        for action in said:
            assert game.grammar.words(action).say(game.nouns)
            assert game.grammar.is_canonical(action)
            assert game.grammar.read(game.grammar.say(action)) == action
        lines = {game.grammar.say(action) for action in said}
        assert len(lines) == len(set(said))


def test_every_legal_line_is_read(game: Game[Any], seed: int) -> None:
    """What is offered can be written: as the log writes it, and in any capitals where the game
    has words and names of its own."""
    notation = getattr(game, "notation", None)
    for table in positions(game, seed):
        for seat in play.pending(table.state):
            for action in table.legal(seat)[:60]:
                line = game.grammar.say(action)
                assert list(game.parse(table.state, seat, line)) == [action]
                if notation is not None:
                    lower = game.parse(table.state, seat, f"  {line.lower()} ")
                    assert list(lower) == [action], line


def test_every_decision_has_words(game: Game[Any], seed: int) -> None:
    """A decision tells the seats it asks what to decide, the others what they wait for, and its
    rule."""
    heard: list[tuple[int, Event]] = []
    for table in positions(game, seed):
        heard = table.events
        decision = table.decision
        assert table.heading().say(game.nouns)
        if decision is None:
            outcome = game.outcome(table.state)
            assert outcome is not None
            assert outcome.words.say(game.nouns)
            continue
        assert decision.rule
        assert set(decision.prompts) == {*decision.seats, decision.closer} - {NOBODY}
        for words in (*decision.prompts.values(), decision.waiting):
            assert words.say(game.nouns)
    for _, event in heard:
        assert event.rule
        assert event.words().say(game.nouns)


def done(table: Table[Any]) -> list[Action]:
    """What was done lately: once allowed, it may be forbidden now."""
    return [entry.action for entry in table.entries[-40:] if entry.kind == "do"]


def _named(table: Table[Any], action: Action) -> str:
    grammar = table.game.grammar
    line = grammar.say(action) if grammar.is_canonical(action) else hex(action)
    return f"'{line}' at {table.state.stack[-1:]}"
