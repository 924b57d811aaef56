"""Play that nobody listens to is the same play."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.games.roundup.trials import keen, midgame
from tests.games.roundup.build import game

SWITCHED = {"passing-kills-beachhead": "on"}


@pytest.mark.parametrize(("seed", "options"), [(0, {}), (1, {}), (2, SWITCHED)])
def test_events_change_nothing(seed: int, options: dict[str, str]) -> None:
    """The shorter ways taken when nobody listens lead to the very same states."""
    rng = Random(seed)
    silent = game().new("standard", game().settings(options))
    play.settle(silent)
    heard = silent.copy()
    heard.events = []
    for number in range(900):
        top = silent.stack[-1]
        if isinstance(top, Chance):
            seat, action = CHANCE, play.roll(silent, rng)
        else:
            seat = play.pending(silent)[0]
            action = keen(silent, play.legal(silent, seat), rng)
        play.apply(silent, seat, action)
        play.apply(heard, seat, action)
        if number % 10 == 0:
            assert silent.key() == heard.key()
    assert silent == heard
    assert len(heard.events) > 300


def test_a_copy_is_independent() -> None:
    """What is remembered is shared by copies and never mistaken for another position's."""
    rng = Random(7)
    st = midgame(game().world, rng)
    for _ in range(60):
        if not st.stack:
            break
        other = st.copy()
        for each in (st, other):
            if isinstance(each.stack[-1], Chance):
                play.apply(each, CHANCE, play.roll(each, rng))
            else:
                seat = play.pending(each)[0]
                play.apply(each, seat, rng.choice(play.legal(each, seat)))
            assert game().faults(each) == []
