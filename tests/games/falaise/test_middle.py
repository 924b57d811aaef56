"""check = legal and remembered = recomputed in positions from the middle of a game.

The generic battery walks from the set-up; here the armies begin mixed, with every switch, so
that rare decisions (cover, helpers, entries, friendly fire) are met often.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from bocage.ai.aggressive_falaise import aggressive
from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.games.falaise.trials import busy, midgame
from tests.battery.drawing import drawn

from .build import game

LOTS = int(os.environ.get("BOCAGE_BATTERY_GAMES", "2"))
GAMES = 6
STEPS = 120


@pytest.mark.parametrize("lot", range(LOTS))
def test_check_and_legal_agree_in_the_middle(lot: int) -> None:
    """Whatever is tried, `check` allows it just when `legal` has it, with and without memory."""
    falaise = game()
    for number in range(GAMES):
        rng = Random(f"{lot}.{number}")
        st = midgame(falaise.world, rng)
        for _ in range(STEPS):
            top: Any = play.top_of(st)
            if top is None:
                break
            if isinstance(top, Chance):
                play.apply(st, CHANCE, play.roll(st, rng))
                continue
            legal = list(play.legal(st, top.seat))
            for action in (*legal[:40], *drawn(falaise.grammar, legal, rng, 20)):
                ruling = play.check(st, falaise.grammar, top.seat, action)
                assert bool(ruling) == (action in legal), f"{action:x} at {top}"
            anew = st.copy()
            anew.forget()
            assert list(play.legal(anew, top.seat)) == legal
            player = busy if rng.random() < 0.7 else aggressive
            play.apply(st, top.seat, player(st, legal, rng))
            assert falaise.faults(st) == []
