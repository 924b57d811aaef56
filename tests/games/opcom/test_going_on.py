"""Attackers whose enemy others have finished (9.7.3): they are not left standing."""

from __future__ import annotations

import pytest

from bocage.games.opcom.board.position import HALTED
from bocage.games.opcom.s06_movement.march import move_half
from tests.games.opcom.playing import GUARDS, WALTHER, alone, send, sheet


@pytest.mark.parametrize("finished", [True, False])
def test_a_unit_continues_when_others_finish_its_enemy(*, finished: bool) -> None:
    """9.7.3: if others beat its enemy, a unit marches on in the second half; otherwise it stays."""
    at = {"GB-2IG": "51.3000 5.4280", "GB-32G-HQ": "51.2900 5.4250", "GE-HOF-1": "51.3060 5.4300"}
    table = alone("GB-2IG", "GB-32G-HQ", "GE-HOF-1", at=at)
    line = {"unit": "GB-2IG", "action": "attack", "posture": "tact", "objective": "Valkenswaard"}
    send(table, GUARDS, sheet(line))
    send(table, WALTHER, sheet())
    assert table.close()
    st = table.state
    unit, foe = st.world.by_id["GB-2IG"], st.world.by_id["GE-HOF-1"]
    st.mark(unit, HALTED)
    st.target[unit] = foe
    if finished:
        st.steps[foe] = st.status(foe).last_step
    before = st.at(unit)
    move_half(st, 2)
    assert (st.at(unit) != before) == finished
    assert (st.target[unit] == foe) == (not finished)
    if finished:
        assert st.metres[unit] > 2000
