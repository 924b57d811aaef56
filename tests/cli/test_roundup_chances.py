"""The chances and costs that the terminal shows are those with which the game is played."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bocage.cli.terminal.bars import bar, in_words, per_cent
from bocage.engine import play
from bocage.engine.actions import first
from bocage.engine.playout import policy
from bocage.games.roundup.answers.forecasts import forecast
from bocage.games.roundup.s10_movement import Moving
from bocage.games.roundup.s11_combat import BattleRoll, CombatPhase, Muster
from bocage.games.roundup.s11_odds import Odds
from bocage.games.roundup.words import verbs as v

from .roundup_saves import AT_BOULOGNE, at, begin, roundup, unit


@pytest.fixture(scope="module")
def positions() -> list[Any]:
    """Positions from the course of some games by random players, a few of each decision."""
    game = roundup()
    found: dict[str, list[Any]] = {}
    for seed in range(4):
        rng = Random(seed)
        st = game.new("standard", game.settings())
        play.settle(st)
        player = policy(game, "random")
        while st.stack:
            top: Any = st.stack[-1]
            if not hasattr(top, "seat"):
                play.apply(st, -1, play.roll(st, rng))
                continue
            kept = found.setdefault(type(top).__name__, [])
            if len(kept) < 60 and rng.random() < 0.2:
                kept.append(st.copy())
            play.apply(st, top.seat, player(st, play.legal(st, top.seat), rng))
    return [st for kind in ("Moving", "Muster") for st in found.get(kind, ())]


def test_the_costs_add_up(positions: list[Any]) -> None:
    """The steps of a way add up to what the rules take for it."""
    seen = 0
    for st in positions:
        top = st.stack[-1]
        if not isinstance(top, Moving):
            continue
        for action in top.legal(st):
            if action >> 32 != v.GO.number:
                continue
            hexes, cost = top.way(st, first(action))
            way = roundup().way(st, top.seat, action)
            assert way is not None
            assert way.hexes == tuple(hexes)
            assert sum(step.cost or 0 for step in way.steps) == cost
            assert way.cost == top.spent + cost
            seen += 1
    assert seen > 500


def test_the_forecast_is_the_table(positions: list[Any]) -> None:
    """The chances of the results are those of the ledger, and the hex is taken or held."""
    seen = 0
    for st in positions:
        top = st.stack[-1]
        if not isinstance(top, Muster) or not top.force:
            continue
        found = forecast(st, top.hex, top.force, top.seat)
        odds = Odds(st, top.hex, top.force, top.seat)
        assert found.results == odds.distribution()
        assert found.taken + found.held <= 1
        assert min(found.taken, found.held) >= 0
        seen += 1
    assert seen > 5


def test_the_forecast_changes_nothing(positions: list[Any]) -> None:
    """Looking ahead leaves the position as it is."""
    for st in positions:
        top = st.stack[-1]
        if isinstance(top, Muster) and top.force:
            before = st.key()
            forecast(st, top.hex, top.force, top.seat, bombing=True)
            assert st.key() == before


def test_the_forecast_comes_true(tmp_path: Path) -> None:
    """Over all six faces the hex is taken as often as was foretold, played at the table."""
    sitting = begin(tmp_path / "g.bocage", AT_BOULOGNE)
    st = sitting.table.state.copy()
    st.turn = 2  # from turn 2 on the defenders of a port retreat (11.10)
    st.steps[unit("GE03")] = 1
    force = tuple(unit(name) for name in ("US01", "US11", "US15", "US16"))
    h = at("2523")
    found = forecast(st, h, force, 0)
    taken = sum(_stands_in(st, h, force, face) for face in range(6))
    assert found.taken == Fraction(taken, 6)
    assert found.taken > 0


def _stands_in(st: Any, h: int, force: tuple[int, ...], face: int) -> bool:
    """Return whether the attacker can stand in the hex after a die, each side doing its only
    thing.
    """
    trial = st.copy()
    trial.stack = (CombatPhase(0, False), BattleRoll(0, h, force, 0, False))
    play.apply(trial, -1, v.ROLL(face))
    while len(trial.stack) > 1:
        top: Any = trial.stack[-1]
        if not hasattr(top, "seat"):
            play.apply(trial, -1, top.outcomes(trial)[0])
            continue
        legal = play.legal(trial, top.seat)
        advance = [a for a in legal if a >> 32 == v.ADVANCE.number]
        play.apply(trial, top.seat, (advance or legal)[0])
    return bool(trial.at(h, 0))


def test_bombers_are_averaged_over_their_die(tmp_path: Path) -> None:
    """With heavy bombers every face of their die counts a sixth."""
    sitting = begin(tmp_path / "g.bocage", AT_BOULOGNE)
    st, h, force = sitting.table.state, at("2523"), [unit("US01")]
    found = forecast(st, h, force, 0, bombing=True)
    assert sum(found.results.values()) == 1
    assert all(
        share.denominator in (1, 2, 3, 4, 6, 9, 12, 18, 36) for share in found.results.values()
    )
    assert found.results != forecast(st, h, force, 0).results


@pytest.mark.parametrize(
    ("share", "drawn", "said", "words"),
    [
        (Fraction(0), "..........", "  0%", "never"),
        (Fraction(1, 100), "#.........", "  1%", "hardly ever"),
        (Fraction(1, 2), "#####.....", " 50%", "about even"),
        (Fraction(2, 3), "#######...", " 67%", "likely"),
        (Fraction(199, 200), "##########", " 99%", "certain"),
        (Fraction(1), "##########", "100%", "certain"),
    ],
)
def test_bars(share: Fraction, drawn: str, said: str, words: str) -> None:
    """A probability as a bar, per cent and words; only what is sure is called 0 or 100 %."""
    assert (bar(share, 10), per_cent(share), in_words(share)) == (drawn, said, words)
