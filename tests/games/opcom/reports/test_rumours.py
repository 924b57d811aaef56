"""What civilians say: from round the towns where a team stands, half of it true, always marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s10_reports.facts import RumourFact
from bocage.games.opcom.s10_reports.lint import faults
from bocage.games.opcom.s10_reports.rumours import WHATS, overhear, rumours
from bocage.games.opcom.s10_reports.selection import gathered
from bocage.games.opcom.s10_reports.speech import Choice, Speech, Voice, speeches
from bocage.games.opcom.s10_reports.words import told
from tests.games.opcom.playing import GUARDS, WALTHER, alone

TOWN = "51.3508 5.4597"
"""Valkenswaard."""
TANKS = "51.3800 5.4597"
"""Some 3 km north of it."""


def standing(theirs: str = TANKS) -> Table[Position]:
    """Return the Guards in Valkenswaard, and tank destroyers somewhere."""
    return alone("GB-3IG", "GE-ROE", at={"GB-3IG": TOWN, "GE-ROE": theirs})


def overheard(st: Position, team: int) -> list[tuple[str, ...]]:
    """What is noted for a team when a turn begins."""
    begun = len(st.notes)
    overhear(st)
    found = [each for each in st.notes[begun:] if each.code == "rumour"]
    return [(each.name, *each.parts) for each in found if each.team == team]


def test_people_know_what_is_round_their_town() -> None:
    """Reading 10.10: kind and direction of the nearest enemy; nothing of strength or the far."""
    st = standing().state
    assert overheard(st, GUARDS) == [("VAL", "tanks", "north")]
    assert overheard(st, WALTHER) == []
    st.steps[st.world.by_id["GE-ROE"]] += 1
    assert overheard(st, GUARDS) == [("VAL", "tanks", "north")]
    assert overheard(standing("51.4408 5.4778").state, GUARDS) == [("VAL", "", "")]


def test_a_town_speaks_in_one_turn_of_four_and_half_of_it_is_so() -> None:
    """Reading 10.10: over many turns about a quarter have a line, and half of those the truth."""
    st = standing().state
    overheard(st, GUARDS)
    unit = st.world.units[st.world.by_id["GB-3IG"]]
    said = [rumours(st, GUARDS, [unit], Choice(str(n))) for n in range(2000)]
    lines = [each[0] for each in said if each]
    assert 420 < len(lines) < 580
    true = sum((each.what, each.where) == ("tanks", "north") for each in lines)
    assert 0.42 < true / len(lines) < 0.62
    assert {each.what for each in lines} == {*WHATS, ""}
    away = [replace(unit, number=st.world.by_id["GB-2GREN"])]
    assert rumours(st, GUARDS, away, Choice("x")) == []


@pytest.mark.parametrize("speech", speeches(), ids=lambda each: each.name)
def test_a_rumour_is_marked_and_spoken(speech: Speech) -> None:
    """Every style has its lines, marked as civilian reports, with no number and no rule in them."""
    facts = gathered(standing().state, GUARDS)[0]
    for what in (*WHATS, ""):
        heard = replace(facts, nation=speech.nations[0], rumours=(RumourFact("Son", what, "east"),))
        text = told(heard, 12, 30, Voice(what), set())
        line = text[text.index("Civilian report") :].partition(".")[0]
        assert "Son" in line
        assert "east" in line
        assert faults(line) == []
