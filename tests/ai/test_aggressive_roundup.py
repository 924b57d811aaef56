"""The aggressive player of Roundup: it finishes games, meets the enemy, and only acts legally."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game, players_of
from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.playout import PolicyError, policies_of, policy
from bocage.games import game
from bocage.games.roundup.words.verbs import END


def happenings(name: str, seed: int) -> Counter[str]:
    """What happens, and how often, in a game that two of these players play."""
    roundup = load_game("roundup")
    chosen = policy(roundup, name)
    rng = Random(seed)
    st: Any = roundup.new("standard", roundup.settings())
    st.events = heard = list[Any]()
    play.settle(st)
    while st.stack:
        top = st.stack[-1]
        if isinstance(top, Chance):
            play.apply(st, CHANCE, play.roll(st, rng))
            continue
        legal = top.legal(st)
        action = chosen(st, legal, rng)
        assert action in legal
        play.apply(st, top.seat, action)
    assert roundup.outcome(st) is not None
    return Counter(type(each).__name__ for each in heard)


def test_aggressive_players_fight_more_than_random_ones() -> None:
    """Aggressive players fight more than random ones, and follow up; beachheads fall."""
    bold = happenings("aggressive", 0) + happenings("aggressive", 1)
    random = happenings("random", 0) + happenings("random", 1)
    assert bold["Fought"] > random["Fought"]
    assert bold["Stopped"] > 2 * random["Stopped"]
    assert bold["Advanced"] > 3 * random["Advanced"]
    assert bold["BeachheadLost"] > 0
    assert bold["Dropped"] > 0


def test_random_play_does_not_pass() -> None:
    """The game's own random player ends a phase only when nothing else can be done."""
    roundup = load_game("roundup")
    keen = policy(roundup, "random")
    rng = Random(1)
    assert all(keen(None, [END(), 1, 2], rng) != END() for _ in range(50))
    assert keen(None, [END()], rng) == END()
    assert {keen(None, [5, 6], rng) for _ in range(50)} == {5, 6}


def test_players_are_added_from_outside() -> None:
    """A game has its own players; adding others makes another object."""
    plain, seated = game("roundup"), load_game("roundup")
    assert set(policies_of(plain)) == {"random"}
    assert set(policies_of(seated)) == {"random", *players_of(plain)}
    with pytest.raises(PolicyError, match="no player 'aggresive'"):
        policy(seated, "aggresive")
