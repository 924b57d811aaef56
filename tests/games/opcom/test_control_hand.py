"""Control's hand beyond the cards: what it may change, when, and who hears of it."""

from __future__ import annotations

import pytest

from bocage.engine.actions import NotationError
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from bocage.games.opcom.board.position import BLOWN, HERE, Position
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s02_umpiring.cards import mode_of, totals
from bocage.games.opcom.s10_reports.remarks import corrections
from bocage.games.opcom.words.places import crossing_named
from tests.games.opcom.playing import (
    CONTROL,
    GAME,
    GUARDS,
    WALTHER,
    play_samples,
    release,
    sample,
    send,
    told,
    work_out,
)

FIGHT = "2.1.fight.GE-HOF-1"


def second_turn(*, released: bool = False) -> Table[Position]:
    """Joe's Bridge with the first turn released, and the second sheets in if that is wanted."""
    table = Table.new(GAME, seed=b"s" * 32)
    play_samples(table, "joes_bridge", ("1-guards.toml", "1-walther.toml"))
    release(table)
    if not released:
        send(table, GUARDS, sample("joes_bridge", "2-guards.toml"))
        send(table, WALTHER, sample("joes_bridge", "2-walther.csv"))
    return table


def report(table: Table[Position], team: int) -> str:
    """Return the last report of a team."""
    return "\n".join(told(table, team)["report"])


def test_an_act_after_release_is_a_correction_in_the_next_report() -> None:
    """What was released stays as it was told; the change is in the next report, not the reason."""
    table = second_turn(released=True)
    before = told(table, GUARDS)
    assert table.adjust(CONTROL, "move GB-HCR Achel because it took the wrong turning")
    assert told(table, GUARDS) == before
    send(table, GUARDS, sample("joes_bridge", "2-guards.toml"))
    send(table, WALTHER, sample("joes_bridge", "2-walther.csv"))
    work_out(table)
    release(table)
    assert "Correction: 2nd Household Cavalry Regt is at Achel." in report(table, GUARDS)
    assert "Household Cavalry" not in report(table, WALTHER)
    for team in (GUARDS, WALTHER):
        assert "wrong turning" not in str(told(table, team))
    assert read(written(table), GAME).state == table.state


@pytest.mark.parametrize(
    ("act", "said", "hears"),
    [
        ("prepared GB-2IG no because xyzzy", "is not ready for an attack.", (GUARDS,)),
        ("steps GB-2IG 3 because xyzzy", "was misreported.", (GUARDS,)),
        ("remove GB-HCR because xyzzy", "is no longer with us.", (GUARDS,)),
        ("bridge B-JOE 15 because xyzzy", "takes fifteen points a turn.", (GUARDS,)),
        ("stock D-GAD fuel 3 because xyzzy", "holds three of fuel.", (GUARDS,)),
        ("stock D-WAL ammo 3 because xyzzy", "holds three of ammunition.", (WALTHER,)),
        ("weather bad because xyzzy", "The roads are bad.", (GUARDS, WALTHER)),
        (
            "remove GB-HCR because xyzzy; tell They have gone back to refit.",
            "They have gone back to refit.",
            (GUARDS,),
        ),
    ],
)
def test_every_act_is_explained_to_those_whom_it_touches(
    act: str, said: str, hears: tuple[int, ...]
) -> None:
    """Units, bridges, stocks, dumps and weather: the teams concerned read of it, others do not."""
    table = second_turn()
    assert table.adjust(CONTROL, act)
    work_out(table)
    release(table)
    for team in (GUARDS, WALTHER):
        assert (said in report(table, team)) is (team in hears)
        assert "xyzzy" not in str(told(table, team)), "Control's reason is Control's own"


def test_control_cannot_send_a_term_of_the_rules() -> None:
    """Words that Control writes for a team may have no term of the rules."""
    table = second_turn()
    ruling = table.adjust(CONTROL, "steps GB-2IG 3 because of mines; tell You lost 3 steps.")
    assert "can't" in table.say(ruling)


def test_a_bridge_is_blown_and_repaired_for_those_who_know_it() -> None:
    """Who is near reads that it is down, or standing again; nobody hears how it is prepared."""
    table = second_turn()
    crossing = table.state.world.bridge_names.index("B-JOE")
    assert table.adjust(CONTROL, "bridge B-JOE blown because of a bomb")
    assert table.state.bridges[crossing] & BLOWN
    assert table.adjust(CONTROL, "repair B-JOE because the sappers were quick")
    assert not table.state.bridges[crossing] & BLOWN
    assert table.adjust(CONTROL, "bridge B-DOM prepared because of an order")
    name = crossing_named(table.state.world, crossing)
    for team in (GUARDS, WALTHER):
        assert corrections(table.state, team) == [f"{name} is down.", f"{name} is standing."]


def test_a_unit_off_the_map_is_placed_and_not_moved() -> None:
    """A unit that is off the map is not moved; it can be placed."""
    table = second_turn()
    assert table.adjust(CONTROL, "remove GB-HCR because it was recalled")
    ruling = table.adjust(CONTROL, "move GB-HCR Achel because it came back")
    assert "is not on the map; place it instead" in table.say(ruling)
    assert table.adjust(CONTROL, "place GB-HCR Achel because it came back")
    assert table.state.where[table.state.world.by_id["GB-HCR"]] == HERE


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prepared GB-2IG perhaps because x", "expected prepared UNIT yes|no"),
        ("repair because x", "expected repair BRIDGE"),
        ("mode fight sometimes because x", "expected mode CATEGORY auto|hold|by hand"),
        ("move 2nd Irish Guardz to Achel because x", "there is no unit '2nd Irish Guardz'"),
        ("place GB-HCR Nowhere because x", "there is no place 'Nowhere'"),
        ("bridge B-JOO blown because x", "did you mean B-JOE?"),
        ("move because x", "name a unit"),
    ],
)
def test_a_wrong_act_is_refused_and_changes_nothing(line: str, said: str) -> None:
    """Whatever is typed wrongly changes nothing."""
    table = second_turn()
    key = table.state.key()
    with pytest.raises(NotationError) as caught:
        table.adjust(CONTROL, line)
    assert said in str(caught.value)
    assert table.state.key() == key


def test_modes_are_set_at_any_time() -> None:
    """In the middle of a turn Control may hold a category, and the next card of it waits."""
    table = second_turn()
    procedure.adjudicate(table)
    assert "advantage waits" in procedure.waits_for(table)
    assert table.adjust(CONTROL, "mode result by hand because Control wants to see them")
    assert mode_of(table.state, "result") == "by hand"
    procedure.rule(table, "", "")
    assert f"card {FIGHT}.result waits" in procedure.waits_for(table)
    with pytest.raises(procedure.ProcedureError, match="ruled by hand"):
        procedure.rule(table, "", "")
    procedure.rule(table, "4", "the die that was rolled on the table")


def test_an_override_keeps_what_control_did_by_hand_in_between() -> None:
    """A turn that is adjudicated again keeps the acts that Control made during the adjudication."""
    table = second_turn()
    procedure.adjudicate(table)
    assert table.adjust(CONTROL, "steps GB-HCR 2 because of mines")
    procedure.rule(table, "2", "they overlook the road")
    procedure.answer(table, GUARDS, yes=True)
    while "waits for you" in procedure.waits_for(table):
        procedure.rule(table, "", "")
    assert table.adjust(CONTROL, "move GB-HCR Achel because it was sent there")
    st = table.state
    unit = st.world.by_id["GB-HCR"]
    where = st.at(unit)
    procedure.override(table, "2.march.Guards.2", "none", "of mines")
    st = table.state
    assert (st.steps[unit], st.at(unit)) == (2, where)
    names = {card.name: card for card in st.cards}
    assert names[f"{FIGHT}.advantage"].reason == "they overlook the road"
    assert any("overrun" in name for name in names)
    assert len([each for each in st.corrections if each.unit == unit]) == 2


def test_a_ruling_for_a_card_to_come_is_made_at_the_desk() -> None:
    """Before the turn is worked out an override waits for its card; a wrong one is refused."""
    table = second_turn()
    procedure.override(table, FIGHT, "no fight", "of a truce")
    with pytest.raises(procedure.ProcedureError, match="is not a card of this turn"):
        procedure.override(table, "9.fight.X", "fight", "why")
    work_out(table)
    assert next(c for c in table.state.cards if c.name == FIGHT).value == "no fight"


def test_changed_rulings_are_counted_by_team() -> None:
    """Reading 10.8: accepted cards do not count, changed ones do, over the turns."""
    table = second_turn()
    procedure.override(table, "2.march.Guards.2", "half", "of mines")
    procedure.override(table, f"{FIGHT}.advantage", "2", "they overlook the road")
    work_out(table)
    assert totals(table.state) == {"Guards": 1, "Walther": 1}
    release(table)
    assert totals(table.state) == {"Guards": 1, "Walther": 1}
    assert len(table.state.overruled) == 2
