"""The fates of units at Falaise: what the networks expect, and what it adds up to (3.3)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.ai import load_game
from bocage.ai.search.falaise import FalaiseKnowledge
from bocage.ai.search.fates import (
    AWAY,
    CAUGHT,
    Field,
    expected,
    judged,
    learnt_fates,
    probabilities,
)
from bocage.engine.playout import play_out, policy
from bocage.games.falaise.board.position import DEAD, Position
from bocage.games.falaise.pieces.units import GERMAN
from bocage.games.falaise.s06_communications import has_loc

LATE = 10


@pytest.fixture(scope="module")
def moments() -> list[Position]:
    """Return the beginnings of commands in one *even* game of simple players."""
    game, found = load_game("falaise"), dict[object, Position]()

    def each(st: Any) -> None:
        for seat in range(2):
            if (now := FalaiseKnowledge().chapter(st, seat)) is not None:
                found.setdefault(now.key, st.copy())

    options = game.setting("even").options
    play_out(game, [policy(game, "aggressive")] * 2, 4, options=options, each=each)
    return list(found.values())


def fates_in(st: Position) -> dict[int, list[float]]:
    """Return the probabilities of the fates of all Germans on the map."""
    known, field = learnt_fates(), Field(st)
    assert known is not None
    return {u: probabilities(known.german.sums(field.german(u))) for u in judged(st)[0]}


def test_the_fates_of_a_unit_are_probabilities(moments: list[Position]) -> None:
    """They add up to 1, for every unit at every moment."""
    for st in moments[::12]:
        found = fates_in(st)
        assert found
        assert all(sum(each) == pytest.approx(1) for each in found.values())


def test_units_beyond_the_line_are_expected_to_stay_there(moments: list[Position]) -> None:
    """Nine of ten at least, on the mean; and fewer of those still in the pocket."""
    out, inside = list[float](), list[float]()
    for st in moments[::12]:
        for u, each in fates_in(st).items():
            (out if st.world.ground.escaped[st.loc[u]] else inside).append(each[AWAY])
    assert out
    assert sum(out) / len(out) > 0.9
    assert sum(inside) / len(inside) < 0.6


def test_units_cut_off_at_the_end_are_expected_to_be_caught(moments: list[Position]) -> None:
    """3.3: on the last turn, who has no line and little resolve surrenders."""
    cut, linked = list[float](), list[float]()
    for st in moments:
        if st.turn != LATE:
            continue
        for u, each in fates_in(st).items():
            if not st.world.ground.escaped[st.loc[u]] and st.world.printed[u] <= 3:
                (linked if has_loc(st, u) else cut).append(each[CAUGHT])
    assert cut
    assert sum(cut) / len(cut) > 0.6
    if linked:
        assert sum(linked) / len(linked) < sum(cut) / len(cut)


def test_a_unit_that_is_lost_beyond_the_line_costs_the_germans(moments: list[Position]) -> None:
    """3.3.j: a Mechanized unit there is two points for them."""
    known = learnt_fates()
    assert known is not None
    st = next(
        each
        for each in moments
        if any(
            each.world.mech[u] and each.loc[u] >= 0 and each.world.ground.escaped[each.loc[u]]
            for u in each.world.german
            if u not in each.brought
        )
    )
    away = next(
        u
        for u in st.world.german
        if st.world.mech[u]
        and st.loc[u] >= 0
        and st.world.ground.escaped[st.loc[u]]
        and u not in st.brought
    )
    without = st.copy()
    without.place(away, DEAD)
    assert expected(without, known) - expected(st, known) > 1.5


def test_a_german_argentan_counts_against_the_allies(moments: list[Position]) -> None:
    """3.3.k: what it still brings the Germans, by turn."""
    known = learnt_fates()
    assert known is not None
    st = moments[0].copy()
    st.argentan = GERMAN
    held = expected(st, known)
    st.argentan = 1 - GERMAN
    assert expected(st, known) - held == pytest.approx(known.argentan[st.turn - 1])


def test_points_bid_for_a_side_count_for_the_other(moments: list[Position]) -> None:
    """Reading 121."""
    known = learnt_fates()
    assert known is not None
    st, game = moments[5].copy(), load_game("falaise")
    even = game.setting("even").options
    plain = game.new("standard", game.settings({**even, "german-bid": "0"})).switches
    bid = game.new("standard", game.settings({**even, "german-bid": "12"})).switches
    assert bid != plain
    st.switches = plain
    before = expected(st, known)
    st.switches = bid
    assert expected(st, known) == pytest.approx(before + 12)
