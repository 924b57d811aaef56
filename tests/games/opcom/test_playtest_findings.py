"""Faults that umpires and players found: headquarters, guns, standing orders, columns, trains."""

from __future__ import annotations

from typing import Any

from bocage.engine.saves import read, written
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.pieces.orders import Train
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s05_orders.submission import GOES_ON
from bocage.games.opcom.s06_movement.rail import board, stations
from tests.games.opcom.playing import (
    CONTROL,
    GAME,
    GUARDS,
    WALTHER,
    alone,
    begun,
    go,
    meant,
    play_samples,
    release,
    sample,
    send,
    sheet,
    work_out,
)


def attack(unit: Any, where: str, **more: Any) -> dict[str, Any]:
    """Return a line that attacks."""
    return {"unit": unit, "action": "attack", "posture": "tact", "objective": where, **more}


def test_a_headquarters_does_not_stay_where_its_units_were_driven_out() -> None:
    """Reading 4.1: it takes no part in the fight, and goes back with those who lost it."""
    table = begun(["1", "6", "6", "4", "6", "6"])
    play_samples(
        table,
        "joes_bridge",
        ("1-guards.toml", "1-walther.toml"),
        ("2-guards.toml", "2-walther.csv"),
    )
    st = table.state
    hq, attacker = st.world.by_id["GE-HOF-HQ"], st.world.by_id["GB-2IG"]
    names = [card.name for card in st.cards]
    assert "2.1.overrun.GE-HOF-3.retreat.GE-HOF-HQ" in names
    assert st.km(hq, attacker) > 2
    assert st.steps[hq] == st.world.units[hq].unit.start_step


def test_guns_of_a_formation_support_its_attack_from_where_they_stand() -> None:
    """9.11: ordered with their formation they fire; ordered alone to attack they cannot."""
    found = meant(sheet(attack("SS-KG Heinke", "Schaft fork")), WALTHER)
    world = begun().state.world
    guns = world.by_id["GE-HEI-ART"]
    assert guns not in found.lines[0].units
    assert found.lines[0].support == ((guns, 0),)
    alone_ = meant(sheet(attack("GE-HEI-ART", "Schaft fork"), go("GE-HOF-3", "Borkel")), WALTHER)
    assert len(alone_.lines) == 1
    assert "can support an attack, but cannot make one" in str(alone_.problems[0])


def test_a_march_ends_at_its_goal() -> None:
    """Reading 2.2: a march continues without a sheet until its goal, and no longer."""
    table = alone("GE-HOF-3", "GE-HOF-2", at={"GE-HOF-3": "51.3400 5.4440"})
    far, near = go("GE-HOF-3", "51.2000 5.3700"), go("GE-HOF-2", "51.2600 5.3960")
    send(table, WALTHER, sheet(far, near))
    send(table, GUARDS, sheet())
    work_out(table)
    release(table)
    assert table.close()
    left = table.state.orders
    assert [each.units for each in left] == [(table.state.world.by_id["GE-HOF-3"],)]
    assert left[0].number > GOES_ON
    work_out(table)
    said = next(card.what for card in table.state.cards if card.category == "march")
    assert said.startswith("Walther, as before: III/von Hoffmann march to")


def test_march_cards_name_their_goal() -> None:
    """A group that moves up is said to go behind another; who prepares on the spot has no card."""
    table = Table.new(GAME, seed=b"s" * 32)
    play_samples(table, "joes_bridge", ("1-guards.toml", "1-walther.toml"))
    assert "1.march.Guards.1" not in [card.name for card in table.state.cards]
    release(table)
    send(table, GUARDS, sample("joes_bridge", "2-guards.toml"))
    send(table, WALTHER, sample("joes_bridge", "2-walther.csv"))
    procedure.adjudicate(table)
    said = next(card.what for card in table.state.cards if card.name == "2.march.Guards.2")
    assert said.endswith("march up behind 1st (Armd) Bn Coldstream Guards")
    waiting = procedure.waiting_card(table)
    assert waiting is not None
    assert (waiting.value, waiting.by) == ("1", "")
    assert "prepared block in the defile" in waiting.why
    assert "proposed is 1, and it may be 0 or 2" in procedure.waits_for(table)


def supplied(enemy_at: str) -> Position:
    """A column takes fuel to a headquarters beyond the canal."""
    at = {"GB-5GA-HQ": "51.2570 5.3980", "GB-GADRASC1": "51.1900 5.3670", "GE-HOF-2": enemy_at}
    table = alone(*at, at=at)
    table.adjust(CONTROL, "stock GB-5GA-HQ fuel 0 because of the test")
    line = {"from": "dump", "to": "GB-5GA-HQ", "fuel": 4, "by": "GB-GADRASC1"}
    send(table, GUARDS, sheet(supply=[line]))
    send(table, WALTHER, sheet())
    work_out(table)
    return table.state


def test_a_column_that_does_not_get_through_is_reported() -> None:
    """Reading 6.6: delivered, or the team hears where the lorries are."""
    for enemy_at, fuel in (("51.3400 5.4440", 4), ("51.2400 5.3860", 0)):
        st = supplied(enemy_at)
        hq = st.world.by_id["GB-5GA-HQ"]
        assert st.holds(hq, 4) == fuel
        told = [each.code for each in st.notes if each.team == GUARDS]
        assert ("undelivered" in told) is (fuel == 0)


def test_fighting_troops_cross_before_supply_columns() -> None:
    """Readings 3.14 and 6.6: lorries load for half a turn, and drive when the others have gone."""
    at = {
        "GB-GADRASC1": "51.1900 5.3670",
        "GB-2GREN": "51.2220 5.3780",
        "GB-5GA-HQ": "51.2400 5.3860",
    }
    table = alone(*at, at=at)
    table.adjust(CONTROL, "bridge B-JOE 4 because of damage")
    table.adjust(CONTROL, "stock GB-5GA-HQ fuel 2 because of the test")
    line = {"from": "dump", "to": "GB-5GA-HQ", "ammo": 4, "by": "GB-GADRASC1"}
    send(table, GUARDS, sheet(go("GB-2GREN", "51.2570 5.3980"), supply=[line]))
    send(table, WALTHER, sheet())
    work_out(table)
    st = table.state
    bridge = st.world.crossings[st.world.bridge_names.index("B-JOE")]
    tanks = st.at(st.world.by_id["GB-2GREN"])
    assert tanks[1] > st.world.ways.xy(bridge.lat, bridge.lon)[1]


def test_infantry_leave_a_train_between_stations_and_vehicles_do_not() -> None:
    """6.4.d: anywhere on the line for infantry, at a town or village for vehicles."""
    st = Table.new(GAME, scenario="arnhem-bridge", seed=b"s" * 32).state
    world = st.world
    team = next(i for i, t in enumerate(world.teams) if t.seat == "Hohenstaufen")
    own = [u for u in world.units if u.team == team and u.fights]
    foot = next(u.number for u in own if u.unit.mobility == "foot")
    motor = next(u.number for u in own if u.unit.mobility == "motor")
    halts = stations(world)
    tracks = [link for link in world.pack.links if link.kind == "railway"]
    spots = [
        (link, at)
        for link in tracks
        for at in (world.ways.xy(*p) for p in link.points)
        if link.start in halts and all(km_between(at, halt) > 1 for halt in halts.values())
    ]
    link, between = spots[0]
    for each in world.units:
        st.where[each.number] = 2
    for unit, rides in ((motor, False), (foot, True)):
        st.place(unit, halts[link.start])
        board(st, Train(team, unit, *between, "the line"))
        assert bool(st.aboard[unit]) is rides


def test_a_decision_in_mid_turn_is_saved_and_resumed() -> None:
    """9.7.3: the question of an overrun is in the save, and either answer continues from it."""
    table = Table.new(GAME, seed=b"s" * 32)
    play_samples(table, "joes_bridge", ("1-guards.toml", "1-walther.toml"))
    release(table)
    send(table, GUARDS, sample("joes_bridge", "2-guards.toml"))
    send(table, WALTHER, sample("joes_bridge", "2-walther.csv"))
    procedure.adjudicate(table)
    procedure.rule(table, "", "")
    assert "must decide now" in procedure.waits_for(table)
    again = read(written(table), GAME)
    for each in (table, again):
        procedure.answer(each, GUARDS, yes=True)
    assert again.state == table.state
    assert any("overrun" in card.name for card in again.state.cards)


def misled(answer: str) -> Position:
    """They attack a place that nobody holds; an enemy stands a little farther on."""
    at = {
        "GB-1COLD": "51.2490 5.3870",
        "GB-32G-HQ": "51.2400 5.3835",
        "GE-HOF-2": "51.2690 5.3990",
    }
    table = alone(*at, at=at)
    for line in ("ammo 5", "fuel 5"):
        table.adjust(CONTROL, f"stock GB-32G-HQ {line} because of the test")
    send(table, GUARDS, sheet(attack("GB-1COLD", "51.2570 5.3980")))
    send(table, WALTHER, sheet())
    procedure.adjudicate(table)
    assert (
        "no enemy was found at 51.2570 5.3980, but there are enemy troops"
        in procedure.waits_for(table)
    )
    if answer == "late":
        procedure.adjudicate(table, time_is_up=True)
    else:
        procedure.answer(table, GUARDS, yes=answer == "yes")
    while "waits for you" in procedure.waits_for(table):
        procedure.rule(table, "", "")
    return table.state


def test_a_unit_that_meets_no_enemy_may_attack_another() -> None:
    """9.7.3, reading 2.4: yes attacks the other enemy in the second half; no, or no answer,
    halts."""
    for answer, fights in (("yes", 1), ("no", 0), ("late", 0)):
        st = misled(answer)
        assert len([card for card in st.cards if card.category == "fight"]) == fights
