"""Control merges, splits and repairs fights (9.7.4); which units fight in which half (reading
4.1)."""

from __future__ import annotations

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.words.verbs import ADJUDICATE, MODE, OVERRIDE
from tests.games.opcom.playing import (
    CONTROL,
    GUARDS,
    WALTHER,
    alone,
    begun,
    play_samples,
    release,
    sample,
    send,
    sheet,
    work_out,
)

AT = {
    "GB-1COLD": "51.2570 5.3980",
    "GB-2IG": "51.2570 5.3980",
    "GB-32G-HQ": "51.2450 5.3850",
    "GE-HOF-1": "51.2660 5.4100",
    "GE-FJ6-1": "51.2640 5.3810",
}


def attack(unit: str, where: str, **more: object) -> dict[str, object]:
    """Return a line that attacks."""
    return {"unit": unit, "action": "attack", "posture": "tact", "objective": where, **more}


def two_fights() -> Table[Position]:
    """Return one battalion attacks to the north-east, one to the west: two fights."""
    table = alone(*AT, at=AT)
    for line in ("ammo 6", "fuel 5"):
        table.adjust(CONTROL, f"stock GB-32G-HQ {line} because of the test")
    lines = (attack("GB-1COLD", AT["GE-HOF-1"]), attack("GB-2IG", AT["GE-FJ6-1"]))
    send(table, GUARDS, sheet(*lines))
    send(table, WALTHER, sheet())
    return table


def card(table: Table[Position], name: str) -> Card:
    """Return a card of this turn."""
    return next(each for each in table.state.cards if each.name == name)


def fights(table: Table[Position]) -> list[str]:
    """Who fights whom."""
    return [each.what.partition(":")[0] for each in table.state.cards if each.category == "fight"]


def test_fights_are_on_a_card_before_any_is_resolved() -> None:
    """9.7.5: the card lists them all, and what may be made of them."""
    table = two_fights()
    work_out(table)
    found = card(table, "1.1.fights")
    assert found.what == ("fight 1: GB-1COLD against GE-HOF-1; fight 2: GB-2IG against GE-FJ6-1")
    assert found.options == ("as grouped", "merge 1 and 2")
    assert len(fights(table)) == 2
    names = [each.name for each in table.state.cards]
    assert names.index("1.1.fights") < names.index("1.1.fight.GE-HOF-1")


def test_control_merges_two_fights() -> None:
    """Two fights become one, with all attackers against all defenders."""
    table = two_fights()
    work_out(table)
    changed = procedure.override(table, "1.1.fights", "merge 1 and 2", "they are one attack")
    assert "1.1.fights.2" in {name for name, _, _ in changed.changed}
    assert card(table, "1.1.fights.2").what == (
        "fight 1: GB-2IG, GB-1COLD against GE-HOF-1, GE-FJ6-1"
        if table.state.world.by_id["GB-2IG"] < table.state.world.by_id["GB-1COLD"]
        else "fight 1: GB-1COLD, GB-2IG against GE-HOF-1, GE-FJ6-1"
    )
    assert len(fights(table)) == 1


def test_control_splits_a_fight_and_sends_a_unit_to_the_other() -> None:
    """A defender fights alone, and the next card offers what is possible then."""
    table = begun(["1"] * 60)
    play_samples(table, "joes_bridge", ("1-guards.toml", "1-walther.toml"))
    release(table)
    send(table, GUARDS, sample("joes_bridge", "2-guards.toml"))
    send(table, WALTHER, sample("joes_bridge", "2-walther.csv"))
    assert table.act(CONTROL, OVERRIDE.carrying("2.1.fights split GE-LW6 off because of the gap"))
    assert table.act(CONTROL, MODE.carrying("grouping hold"))
    assert table.act(CONTROL, ADJUDICATE())
    assert "2.1.fights.2 waits for you" in procedure.waits_for(table)
    procedure.rule(table, "send GB-2IG to 2", "it has come by the woods")
    while "waits for you" in procedure.waits_for(table):
        procedure.rule(table, "", "")
    last = card(table, "2.1.fights.3").what
    first, second = last.split("; ")
    assert second.endswith("against GE-LW6")
    assert "GB-2IG" in second
    assert "GB-2IG" not in first
    assert "GE-HOF-1" in first


def test_regrouping_rolls_nothing_again_for_fights_that_stay() -> None:
    """A fight that is left as it was keeps its die, whatever becomes of the others."""
    table = two_fights()
    work_out(table)
    before = {e.question: e.text for e in table.entries if e.question}
    procedure.override(table, "1.1.fight.GE-FJ6-1", "no fight", "they lost their way")
    after = {e.question: e.text for e in table.entries if e.question and not e.struck}
    assert all(before[question] == text for question, text in after.items())
    assert any("GE-HOF-1" in question for question in after)


def test_an_enemy_who_attacked_first_is_answered_by_a_counter_attack() -> None:
    """Reading 4.2: of two attacks on each other one comes first; the other is none by itself."""
    at = {**AT, "GE-HOF-HQ": "51.2800 5.4170"}
    at.pop("GE-FJ6-1")
    table = alone(*at, at=at)
    for line in ("stock GB-32G-HQ ammo 6", "stock GB-32G-HQ fuel 5", "prepared GB-1COLD yes"):
        table.adjust(CONTROL, f"{line} because of the test")
    send(table, GUARDS, sheet(attack("GB-1COLD", AT["GE-HOF-1"])))
    send(table, WALTHER, sheet(attack("GE-HOF-1", AT["GB-1COLD"])))
    work_out(table)
    st = table.state
    names = [each.name for each in st.cards if each.category in ("fight", "encounter")]
    assert any(name.endswith(".first") for name in names)
    own = [n for n in names if not n.endswith(".first")]
    assert len(own) == 1 or own[1].endswith(".counter")
    assert max(st.attacks) == 1


@pytest.mark.parametrize(("today", "again"), [(0, True), (1, False)])
def test_the_second_attack_of_an_overrun_counts_for_the_day(today: int, again: bool) -> None:
    """9.4.a: with an attack in the morning, an afternoon's attack leaves none for the overrun."""
    table = begun(["1", "1", "2", "4", "6", "6"])
    play_samples(table, "joes_bridge", ("1-guards.toml", "1-walther.toml"))
    release(table)
    st = table.state
    for unit in ("GB-1COLD", "GB-2IG", "GB-3IG", "GB-5COLD"):
        st.attacks[st.world.by_id[unit]] = today
    send(table, GUARDS, sample("joes_bridge", "2-guards.toml"))
    send(table, WALTHER, sample("joes_bridge", "2-walther.csv"))
    work_out(table)
    assert any("overrun" in each.name for each in table.state.cards) is again
    assert all(n <= 2 for n in table.state.attacks)
    told = [each.code for each in table.state.notes if each.team == GUARDS]
    assert ("attacked twice" in told) is not again


def test_a_fight_continues_when_control_changes_it_after_its_dice() -> None:
    """Two dice were rolled for a retreat; weakened by hand, the attack now wants only one."""
    at = {name: where for name, where in AT.items() if name != "GE-FJ6-1"}
    table = alone(*at, at=at)
    for line in (
        *("stock GB-32G-HQ ammo 6", "stock GB-32G-HQ fuel 5", "steps GE-HOF-1 5"),
        *("prepared GB-1COLD yes", "prepared GB-2IG yes", "mode retreat hold"),
    ):
        table.adjust(CONTROL, f"{line} because of the test")
    send(table, GUARDS, sheet(*(attack(unit, AT["GE-HOF-1"]) for unit in ("GB-1COLD", "GB-2IG"))))
    send(table, WALTHER, sheet())
    assert table.act(CONTROL, ADJUDICATE())
    while (held := procedure.waiting_card(table)) is not None and ".retreat." not in held.name:
        procedure.rule(table, "", "")
    assert held is not None
    assert len([e for e in table.entries if ".retreat" in e.question]) == 2
    table.adjust(CONTROL, "steps GB-2IG 4 because it was misread")
    while procedure.waiting_card(table) is not None:
        procedure.rule(table, "", "")
    found = card(table, "1.1.fight.GE-HOF-1.result").what
    assert found.startswith("success")
