"""The aggressive player of Falaise: it finishes games, meets the enemy, runs, acts legally."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.playout import policies_of, policy
from bocage.engine.viewers import player
from bocage.games.falaise.board.position import EXITED


def played(name: str, seed: int) -> tuple[Any, Counter[str]]:
    """Return the last position, and what happened how often, in a game that two of these play."""
    falaise = load_game("falaise")
    chosen = policy(falaise, name)
    rng = Random(seed)
    st: Any = falaise.new("standard", falaise.settings())
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
    assert falaise.outcome(st) is not None
    return st, Counter(type(each).__name__ for each in heard)


def away(st: Any) -> int:
    """German units that got out, over the Withdrawal Line or the south edge."""
    escaped = st.world.ground.escaped
    return sum(
        h == EXITED or (h >= 0 and bool(escaped[h])) for h in st.loc[st.world.german.start :]
    )


def test_aggressive_allies_fight_and_germans_escape() -> None:
    """Against random play it advances for more assaults and fires more, and more Germans escape."""
    (bold_end, bold), (random_end, random) = played("aggressive", 1), played("random", 1)
    assert bold["Advanced"] / bold["Fought"] > 1.3 * random["Advanced"] / random["Fought"]
    assert bold["Fired"] > random["Fired"]
    assert bold["Automatic"] == 0 < random["Automatic"]
    assert bold["Fought"] > 30
    assert bold["Bombarded"] > 30
    assert bold["Changed"] > 0
    assert bold["Exited"] > 0
    assert away(bold_end) > 2 * away(random_end)


@pytest.mark.parametrize("seed", range(6))
def test_it_uses_only_what_its_seat_sees(seed: int) -> None:
    """In another world that its seat cannot tell from the true one it plays the same."""
    falaise = load_game("falaise")
    chosen = falaise.players["aggressive"]
    rng = Random(seed)
    st: Any = falaise.midgame(rng)
    for step in range(60):
        top = st.stack[-1] if st.stack else None
        if top is None:
            return
        if isinstance(top, Chance):
            play.apply(st, CHANCE, play.roll(st, rng))
            continue
        other = falaise.determinise(st, player(top.seat), rng)
        other.forget()
        legal = top.legal(st)
        action = chosen(st, legal, Random(step))
        assert chosen(other, top.legal(other), Random(step)) == action
        play.apply(st, top.seat, action)


def test_the_game_itself_has_only_random_players() -> None:
    """The game itself has only the random player."""
    falaise = load_game("falaise")
    assert set(falaise.policies()) == {"random"}
    assert set(policies_of(falaise)) > {"random", "aggressive"}
