"""What came up in a turn, said once for all whom it befell."""

from __future__ import annotations

import pytest

from bocage.games.opcom.position import ATTACKED, BARRED, Position
from bocage.games.opcom.reports.formations import formations
from bocage.games.opcom.reports.names import PRISONERS, faced_as
from bocage.games.opcom.reports.remarks import is_barred, remarks, unassigned
from bocage.games.opcom.world import load_world
from tests.games.opcom.playing import GUARDS, begun

BRIGADE = "32nd Guards Brigade"
IRISH = "3rd Bn Irish Guards"


def said(*notes: tuple[str, str], attacked: str = "") -> tuple[Position, tuple[str, ...]]:
    """The remarks of a brigade after these notes."""
    st = begun().state
    if attacked:
        st.mark(st.world.by_id[attacked], ATTACKED)
    st.notes = tuple((GUARDS, kind, words) for kind, words in notes)
    return st, remarks(st, GUARDS, BRIGADE, formations(st, GUARDS)[BRIGADE])


@pytest.mark.parametrize(
    ("fate", "words"),
    [
        ("is stopped by the enemy 2 km N of Borkel", "was stopped by the enemy."),
        ("is halted for want of fuel", "is halted: no fuel has come up."),
        ("finds no way to 51.2000 5.2000", "found no way to where it was sent."),
        ("finds no way to Hechtel", "found no way to Hechtel."),
        (
            "waits at Joe's Bridge: the road to Joe's Bridge (No 9 De Groote Barrier) is full",
            "waits at Joe's Bridge: the crossing is full.",
        ),
        ("waits at Son: the road to Club route is full", "waits at Son: Club route is full."),
        (
            "did not get through with its supplies; it is at Son",
            "did not get through with its supplies.",
        ),
    ],
)
def test_what_befell_one_is_said_in_the_past_without_its_place(fate: str, words: str) -> None:
    """Places that are told anyway, figures and brackets are left out."""
    assert said(("march", f"{IRISH} {fate}."))[1] == (f"3rd Irish Guards {words}",)


def test_who_is_barred_is_known_by_its_id_and_not_by_a_sentence() -> None:
    """Whatever the note says in words, the unit that the enemy stopped is counted by its id."""
    st, told = said(("march", f"{IRISH} is stopped by the enemy 2 km N of Borkel."))
    units = formations(st, GUARDS)[BRIGADE]
    assert told
    assert not is_barred(st, GUARDS, units)
    st.note(GUARDS, BARRED, next(unit.id for unit in units if unit.name == IRISH))
    assert is_barred(st, GUARDS, units)
    assert remarks(st, GUARDS, BRIGADE, units) == told


def test_those_who_fared_alike_are_told_together() -> None:
    """Two of many are named; where it befell all of them the formation is."""
    st, _ = said()
    names = [u.name for u in formations(st, GUARDS)[BRIGADE] if u.fights]
    notes = [("march", f"{name} finds no way to them.") for name in names]
    assert said(*notes)[1] == ("32nd Guards Brigade found no way to where it was sent.",)
    some = ("2nd Household Cavalry Regt", "21st Anti-Tank Regt RA")
    st.notes = tuple((GUARDS, "march", f"{name} finds no way to them.") for name in some)
    troops = "Divisional troops"
    assert remarks(st, GUARDS, troops, formations(st, GUARDS)[troops]) == (
        "2nd Household Cavalry Regt and 21st Anti-Tank Regt found no way to where they were sent.",
    )


def test_who_has_attacked_could_not_attack_again() -> None:
    """No contradiction: a unit that attacked is not said to have attacked not at all."""
    note = ("attack", f"{IRISH} did not attack for want of ammunition.")
    assert "did not attack" in said(note)[1][0]
    assert "could not attack again" in said(note, attacked="GB-3IG")[1][0]


def test_prisoners_are_counted_by_formation() -> None:
    """9.5.g: one line for all that were taken of a formation in a turn."""
    st, _ = said((PRISONERS, "250 KG Walther"), (PRISONERS, "150 KG Walther"))
    assert unassigned(st, GUARDS) == [
        "About four hundred prisoners were taken; they belong to KG Walther."
    ]


def test_everybody_has_a_name_to_those_who_face_him() -> None:
    """10.5: no heading of the order of battle is taken for the name of a formation."""
    st = begun(scenario="market-garden").state
    found = {faced_as(st, unit.number) for unit in load_world("market-garden").units}
    assert "the Polish 1st Independent Parachute Brigade" in found
    for name in found:
        assert name.strip(" -")
        assert name not in ("Polish", "Independent", "Reinforcements", "Corps troops")
        assert "(" not in name or name.endswith("Division")
