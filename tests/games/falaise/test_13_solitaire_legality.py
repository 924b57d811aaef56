"""13.0: what the Allies of solitaire play do is what an Allied player could do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.frames import Ask
from bocage.engine.playout import play_out, policies_of, table_for
from bocage.games.falaise.board.position import Position
from bocage.games.falaise.pieces.units import ALLIED, SIDES
from bocage.games.falaise.s07_movement import MoveRound, begin
from bocage.games.falaise.s10_assault import AssaultPhase, Muster
from bocage.games.falaise.s10_attackers import targets
from bocage.games.falaise.s13_solitaire import s13_2_activation
from bocage.games.falaise.s13_solitaire.s13_2_activation import Plan
from bocage.games.falaise.words.verbs import ATTACK, FIGHT, SELECT, WITH

from .build import game


def test_the_rules_answer_every_allied_decision() -> None:
    """13.0: in a whole game the German seat is the only one that is ever asked."""
    for seed in (3, 4):
        table = table_for(game(), seed, options={"solitaire": "on"})
        rng, policy = Random(seed), policies_of(game())["random"]
        asked: set[int] = set()
        while not table.is_over:
            seat = play.pending(table.state)[0]
            asked.add(seat)
            assert table.act(seat, policy(table.state, table.legal(seat), rng))
        assert {SIDES[each] for each in asked} == {"german"}


def test_every_answer_is_one_that_an_allied_player_could_give(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Modules 3 to 11 hold: what the rules answer is legal and passes the check."""
    kept = Position.answer
    seen: set[str] = set()

    def watched(self: Position, top: Ask) -> int | None:
        found = kept(self, top)
        if found is not None:
            assert found in top.legal(self)
            assert top.check(self, found)
            seen.add(type(top).__name__)
        return found

    monkeypatch.setattr(Position, "answer", watched)
    busy = policies_of(game())["random"]
    for seed in range(3):
        play_out(game(), [busy, busy], seed, options={"solitaire": "on"})
    assert seen >= {"OpFire", "Muster", "TerChange", "StepLoss", "Retreat", "Advance", "Relieve"}


def test_every_move_is_one_that_an_allied_player_could_make(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """7.2, 11.4, 11.9: each unit that sets out may be selected, and may go where it goes."""
    kept = s13_2_activation.best_way
    moves = 0

    def watched(st: Position, u: int, goal: int) -> Action | None:
        nonlocal moves
        action = kept(st, u, goal)
        if action is not None:
            assert MoveRound(ALLIED).check(st, SELECT(u))
            assert begin(st, ALLIED, (u,)).check(st, action)
            moves += 1
        return action

    monkeypatch.setattr(s13_2_activation, "best_way", watched)
    busy = policies_of(game())["random"]
    for seed in range(2):
        play_out(game(), [busy, busy], seed, options={"solitaire": "on", "paris-beckons": "on"})
    assert moves > 300


def test_every_assault_is_one_that_an_allied_player_could_make(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """10.0, 10.1: the target may be named, and the force joins unit by unit and fights."""
    kept = s13_2_activation.best_assault
    assaults = 0

    def watched(st: Position, *, mech: bool, units: Sequence[int] | None = None) -> Plan | None:
        nonlocal assaults
        plan = kept(st, mech=mech, units=units)
        if plan is not None:
            phase = AssaultPhase(ALLIED, mech, tuple(targets(st, ALLIED, mech=mech)))
            assert phase.check(st, ATTACK(plan.hex))
            force: tuple[int, ...] = ()
            for u in plan.force:
                assert Muster(ALLIED, plan.hex, mech, force, (), ()).check(st, WITH(u))
                force = (*force, u)
            assert Muster(ALLIED, plan.hex, mech, force, (), ()).check(st, FIGHT())
            assaults += 1
        return plan

    monkeypatch.setattr(s13_2_activation, "best_assault", watched)
    busy = policies_of(game())["random"]
    for seed in range(2):
        play_out(game(), [busy, busy], seed, options={"solitaire": "on"})
    assert assaults > 50
