"""Fights weighed before the dice: the ledger that is rolled, as plain data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.odds import FACES, NothingToWeighError
from bocage.games.falaise.board import position as falaise
from bocage.games.falaise.s10_odds import Odds as Assault
from bocage.games.roundup.board import position as roundup
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s11_combat import CombatPhase, Muster
from bocage.games.roundup.s11_odds import Odds

GAME: Any = load_game("roundup")


@pytest.fixture
def battle() -> tuple[Any, Any, int, list[int]]:
    """Roundup: two US divisions next to a German unit inland; the hex and the attackers."""
    game = GAME
    st = roundup.Position.empty(game.world)
    grid = game.world.grid
    h = grid.numbers.index("2015")
    near = list(game.world.near(h))
    attackers = [u for u in game.world.allied if game.world.is_division[u]][:2]
    for u, n in zip(attackers, near, strict=False):
        st.place(u, n)
    st.place(game.world.german[0], h)
    return game, st, h, attackers


def test_roundup_is_weighed_by_the_ledger_that_is_rolled(battle: Any) -> None:
    """Sums, faces and chances are those of the battle's own ledger."""
    _, st, h, force = battle
    (found,) = GAME.weigh(st, ALLIED, h, force)
    odds = Odds(st, h, force, ALLIED)
    assert [each.total for each in found.parts[:2]] == [odds.attack, odds.defence]
    assert [len(each.rows) for each in found.parts[:2]] == [
        len(list(odds.under("attack"))),
        len(list(odds.under("defence"))),
    ]
    assert found.faces == tuple(odds.resolve(face) for face in FACES)
    assert sum(each.share for each in found.results) == 1
    assert {each.result: each.share for each in found.results} == odds.distribution()
    assert found.taken is not None
    assert found.held is not None
    assert found.taken + found.held <= 1


def test_more_attackers_give_better_odds(battle: Any) -> None:
    """Every attacker that is added is a row more; without names everybody near attacks."""
    _, st, h, force = battle
    (one,) = GAME.weigh(st, ALLIED, h, force[:1])
    (both,) = GAME.weigh(st, ALLIED, h, [])
    assert both.parts[0].total > one.parts[0].total
    assert both.taken is not None
    assert one.taken is not None
    assert both.taken >= one.taken


def test_what_is_being_gathered(battle: Any) -> None:
    """With no hex, the attack that is being gathered is meant; there may be none."""
    _, st, h, force = battle
    with pytest.raises(NothingToWeighError, match="not-gathered"):
        GAME.weigh(st, ALLIED, None, [])
    st.stack = (CombatPhase(ALLIED, 0), Muster(ALLIED, h, tuple(sorted(force)), 0))
    (gathered,) = GAME.weigh(st, ALLIED, None, [])
    (named,) = GAME.weigh(st, ALLIED, h, force)
    assert gathered == named


def test_what_cannot_be_weighed(battle: Any) -> None:
    """An empty hex, a unit that is far away, and one of the other side are refused in words."""
    game, st, h, force = battle
    with pytest.raises(NothingToWeighError, match="nobody-there"):
        GAME.weigh(st, ALLIED, 0, force)
    with pytest.raises(NothingToWeighError, match="own-side"):
        GAME.weigh(st, ALLIED, h, [game.world.german[0]])
    far = [u for u in game.world.allied if u not in force][:1]
    with pytest.raises(NothingToWeighError, match="not-near"):
        GAME.weigh(st, ALLIED, h, far)
    with pytest.raises(NothingToWeighError, match="lacking"):
        load_game("opcom").weigh(None, ALLIED, h, far)


def test_falaise_assault() -> None:
    """The column, the modified die, and what TER may change."""
    game: Any = load_game("falaise")
    st = falaise.Position.empty(game.world)
    st.turn = 4
    h = game.world.grid.numbers.index("2612")
    near = game.world.ground.near[h]
    attackers = [u for u in game.world.german if game.world.mech[u]][:2]
    for u in attackers:
        st.place(u, near[0])
    st.place(game.world.allied[0], h)
    (found,) = game.weigh(st, GERMAN, h, attackers)
    odds = Assault(st, h, sorted(attackers, key=lambda u: game.world.muster[u]), GERMAN)
    assert (found.odds.fields["column"], found.odds.fields["drm"]) == (odds.odds, odds.drm)
    assert found.faces == tuple(odds.resolve(face) for face in FACES)
    shares = {each.result: each.share for each in found.results}
    assert shares == odds.distribution()
    assert sum(shares.values()) == Fraction(1)


def test_a_unit_across_the_dives_is_not_supposed_to_attack() -> None:
    """Falaise: without names, the units next to a hex attack it that can. One stands behind the
    Dives, which no assault crosses but at a bridge."""
    game: Any = load_game("falaise").at("first-battle")
    st = game.new("first-battle", game.settings())
    h, name = game.map().grid.hex("2612"), game.names["unit"].index
    (found,) = game.weigh(st, GERMAN, h, [])
    (named,) = game.weigh(st, GERMAN, h, [name("G-2P-2"), name("G-2P-304"), name("G-2P-3")])
    behind = name("G-116-156")
    assert game.map().grid.are_neighbours(st.loc[behind], h)
    assert found == named
