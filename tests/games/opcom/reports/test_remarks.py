"""What came up in a turn, said once for all units concerned."""

from __future__ import annotations

from typing import get_args

import pytest

from bocage.games.opcom.board.position import ATTACKED, Position
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.s10_reports.formations import formations
from bocage.games.opcom.s10_reports.names import faced_as
from bocage.games.opcom.s10_reports.notes import Code, Note
from bocage.games.opcom.s10_reports.remarks import SAYINGS, remarks, unassigned, unseen_by
from tests.games.opcom.playing import GUARDS, begun

BRIGADE = "32nd Guards Brigade"


def said(*notes: Note, attacked: str = "") -> tuple[Position, tuple[str, ...]]:
    """Return the remarks of a brigade after these notes."""
    st = begun().state
    if attacked:
        st.mark(st.world.by_id[attacked], ATTACKED)
    st.notes = tuple(notes)
    return st, said_of(st, BRIGADE)


def said_of(st: Position, name: str) -> tuple[str, ...]:
    """Return the remarks of a formation in words."""
    return tuple(each.words for each in remarks(st, GUARDS, name, formations(st, GUARDS)[name]))


WORLD = load_world("joes-bridge")
IRISH = WORLD.by_id["GB-3IG"]
JOE = next(i for i, each in enumerate(WORLD.crossings) if each.id == "B-JOE")
AT_JOE = WORLD.ways.xy(WORLD.crossings[JOE].lat, WORLD.crossings[JOE].lon)


@pytest.mark.parametrize(
    ("note", "words"),
    [
        (Note(GUARDS, "stopped", IRISH, AT_JOE), "was stopped by the enemy."),
        (Note(GUARDS, "no fuel", IRISH), "is halted: no fuel has come up."),
        (
            Note(GUARDS, "no way", IRISH, name="51.2000 5.2000"),
            "found no way to where it was sent.",
        ),
        (Note(GUARDS, "no way", IRISH, name="Hechtel"), "found no way to Hechtel."),
        (
            Note(GUARDS, "queues", IRISH, AT_JOE, crossing=JOE, name=WORLD.crossings[JOE].name),
            "waits at Joe's Bridge: the crossing is full.",
        ),
        (
            Note(GUARDS, "queues", IRISH, AT_JOE, figure=1, name="Club route"),
            "waits at Joe's Bridge: Club route is full.",
        ),
        (
            Note(GUARDS, "undelivered", IRISH, AT_JOE),
            "did not get through with its supplies: it was too far.",
        ),
    ],
)
def test_a_remark_leaves_out_its_place(note: Note, words: str) -> None:
    """A remark is in the past tense, without the place, figures and brackets."""
    assert said(note)[1] == (f"3rd Irish Guards {words}",)


def test_every_note_has_words() -> None:
    """Every kind of note has words, except those that are reported as totals."""
    counted = {"ammo", "fuel", "points lost", "prisoners", "rumour"}
    assert set(get_args(Code)) == set(SAYINGS) | counted
    assert all(bool(each.fate or each.whole) for each in SAYINGS.values())


def test_a_stopped_unit_is_known_by_its_number() -> None:
    """The unit that the enemy stopped is known by its number, whatever words are said of it."""
    st, _ = said()
    units = formations(st, GUARDS)[BRIGADE]
    assert unseen_by(st, GUARDS, units) == "nobody"
    st.note(GUARDS, "stopped", IRISH, AT_JOE)
    assert unseen_by(st, GUARDS, units) == "barred"


def test_units_with_the_same_fate_share_a_remark() -> None:
    """Two of many are named; if it happened to all of them, the formation is named."""
    st, _ = said()
    units = [u.number for u in formations(st, GUARDS)[BRIGADE] if u.fights]
    notes = [Note(GUARDS, "no way", unit) for unit in units]
    assert said(*notes)[1] == ("32nd Guards Brigade found no way to where it was sent.",)
    some = ("2nd Household Cavalry Regt", "21st Anti-Tank Regt RA")
    numbers = [u.number for u in WORLD.units if u.name in some]
    st.notes = tuple(Note(GUARDS, "no way", unit) for unit in numbers)
    troops = "Divisional troops"
    assert said_of(st, troops) == (
        "2nd Household Cavalry Regt and 21st Anti-Tank Regt found no way to where they were sent.",
    )


def test_a_unit_that_attacked_is_not_said_to_have_failed_to() -> None:
    """No contradiction: a unit that attacked is not said to have attacked not at all."""
    note = Note(GUARDS, "no ammunition", IRISH)
    assert "did not attack" in said(note)[1][0]
    assert "could not attack again" in said(note, attacked="GB-3IG")[1][0]


def test_prisoners_are_counted_by_formation() -> None:
    """9.5.g: one line for all that were taken of a formation in a turn."""
    taken = [Note(GUARDS, "prisoners", figure=n, name="KG Walther") for n in (250, 150)]
    st, _ = said(*taken)
    assert [each.words for each in unassigned(st, GUARDS)] == [
        "About four hundred prisoners were taken; they belong to KG Walther."
    ]


def test_an_enemy_is_named_by_its_formation_not_a_heading() -> None:
    """10.5: no heading of the order of battle is taken for the name of a formation."""
    st = begun(scenario="market-garden").state
    found = {faced_as(st, unit.number) for unit in load_world("market-garden").units}
    assert "the Polish 1st Independent Parachute Brigade" in found
    for name in found:
        assert name.strip(" -")
        assert name not in ("Polish", "Independent", "Reinforcements", "Corps troops")
        assert "(" not in name or name.endswith("Division")
