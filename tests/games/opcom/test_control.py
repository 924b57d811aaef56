"""Control's hand: cards, holds, overrides, re-runs, free acts, and time that runs out."""

from __future__ import annotations

import pytest

from bocage.engine.actions import NotationError
from bocage.engine.save_text import lines_for
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from bocage.engine.viewers import player
from bocage.games.opcom.board.position import BLOWN, Position
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s02_umpiring.cards import CATEGORIES
from bocage.games.opcom.words.verbs import ACCEPT, ADJUDICATE, MODE, OVERRIDE, RULE
from tests.games.opcom.playing import (
    CONTROL,
    GAME,
    GUARDS,
    WALTHER,
    begun,
    level,
    play_samples,
    release,
    sample,
    send,
    sheet,
    told,
    work_out,
)

FIGHT = "2.1.fight.GE-HOF-1"


def second_turn(seed: bytes = b"s" * 32) -> Table[Position]:
    """Joe's Bridge with the sheets of the second turn in, and dice from a seed."""
    table = Table.new(GAME, seed=seed)
    play_samples(table, "joes_bridge", ("1-guards.toml", "1-walther.toml"))
    release(table)
    send(table, GUARDS, sample("joes_bridge", "2-guards.toml"))
    send(table, WALTHER, sample("joes_bridge", "2-walther.csv"))
    return table


def test_every_ruling_is_a_card_with_reason_rule_and_choices() -> None:
    """A card says what and why, cites a rule or reading, and lists what it may be changed to."""
    table = second_turn()
    work_out(table)
    found = table.state.cards
    assert {each.category for each in found} >= {"march", "advantage", "fight", "result", "retreat"}
    for card in found:
        assert card.category in CATEGORIES
        assert card.what
        assert card.rule
        assert card.value in card.options
        assert len(card.options) > 1


def test_a_held_card_stops_the_turn_until_it_is_ruled() -> None:
    """Adjudication waits at a held card, is saved there, and continues from the save."""
    table = second_turn()
    procedure.adjudicate(table)
    assert "card 2.1.fight.GE-HOF-1.advantage waits for you" in procedure.waits_for(table)
    again = read(written(table), GAME)
    assert again.state == table.state
    for each in (table, again):
        procedure.rule(each, "2", "they overlook the road")
        assert "must decide now" in procedure.waits_for(each)
    assert again.state == table.state


def test_control_chooses_how_each_category_is_ruled() -> None:
    """Control sets what is ruled at once, what waits for it, and what it rules itself."""
    table = second_turn()
    assert table.act(CONTROL, MODE.carrying("march by hand"))
    assert table.act(CONTROL, MODE.carrying("advantage auto"))
    assert not table.act(CONTROL, MODE.carrying("march sometimes"))
    assert table.act(CONTROL, ADJUDICATE())
    decision = table.decision
    assert decision is not None
    assert "2.march.Guards.1" in decision.prompts[CONTROL].say(GAME.nouns)
    assert not table.act(CONTROL, ACCEPT())
    ruling = table.act(CONTROL, RULE.carrying("none"))
    assert "needs a reason" in table.say(ruling)
    assert "can't rule 'twice'" in table.say(table.act(CONTROL, RULE.carrying("twice because x")))
    for _ in range(3):
        assert table.act(CONTROL, RULE.carrying("none because of mines"))
    assert "adjudicated" in procedure.waits_for(table)
    unit = table.state.world.by_id["GB-2IG"]
    assert table.state.at(unit) == table.state.world.units[unit].start


def test_an_override_reruns_the_turn_and_rerolls_nothing_else() -> None:
    """One changed ruling changes what follows from it; every die and every other ruling stays."""
    table = second_turn()
    work_out(table)
    before = {card.name: card for card in table.state.cards}
    dice = [e.text for e in table.entries if e.question and not e.struck]
    found = procedure.override(table, f"{FIGHT}.advantage", "2", "they overlook the road")
    after = {card.name: card for card in table.state.cards}
    assert [e.text for e in table.entries if e.question and not e.struck] == dice
    assert (after[f"{FIGHT}.advantage"].value, after[f"{FIGHT}.advantage"].by) == ("2", "Control")
    assert after[f"{FIGHT}.advantage"].reason == "they overlook the road"
    assert "74 to 25" in after[FIGHT].what
    changed = {name for name, _, _ in found.changed}
    assert changed == {f"{FIGHT}.advantage", FIGHT, f"{FIGHT}.result"}
    assert set(after) == set(before)
    assert read(written(table), GAME).state == table.state


def test_an_override_of_the_die_changes_the_result() -> None:
    """Control lays a die otherwise and the fight comes out so; the log has the reason."""
    table = second_turn()
    work_out(table)
    name = "2.1.overrun.GE-HOF-3.result"
    for die, total in (("1", 12), ("6", 17)):
        procedure.override(table, name, die, "the dice were read wrongly")
        work = {card.name: card for card in table.state.cards}
        assert f"{total} with a die of {die}" in work[name].what
    assert "the dice were read wrongly" in written(table)


def test_an_impossible_override_changes_nothing() -> None:
    """No such card (with the nearest), no such value, no reason: a sentence, and no change."""
    table = second_turn()
    work_out(table)
    text = written(table)
    for name, value, reason, said in (
        ("2.1.fight.GE-HOF-1.advantag", "2", "why", "did you mean 2.1.fight.GE-HOF-1.advantage"),
        (f"{FIGHT}.advantage", "5", "why", "you can't rule '5' on"),
        (f"{FIGHT}.advantage", "2", " ", "an override needs a reason"),
    ):
        with pytest.raises(procedure.ProcedureError, match=said):
            procedure.override(table, name, value, reason)
    assert written(table) == text


def test_rulings_may_be_made_before_the_turn_is_worked_out() -> None:
    """At its desk Control rules on a card to come; a card of another turn is refused."""
    table = second_turn()
    assert table.act(CONTROL, OVERRIDE.carrying(f"{FIGHT} no fight because of a truce"))
    assert not table.act(CONTROL, OVERRIDE.carrying("1.fight.X fight because of nothing"))
    assert not table.act(CONTROL, OVERRIDE.carrying(f"{FIGHT} fight"))
    work_out(table)
    assert level(table, "GE-HOF-1") == 5
    assert [c.value for c in table.state.cards if c.name == FIGHT] == ["no fight"]


def test_control_acts_without_a_card_and_the_next_report_says_what_changed() -> None:
    """A free act has a reason, is in the log for Control alone, and is reported as a correction."""
    table = second_turn()
    seen = lines_for(table, player(GUARDS))
    before = told(table, GUARDS)
    assert table.adjust(CONTROL, "move GB-HCR Achel because it took the wrong turning")
    assert table.adjust(CONTROL, "steps GB-HCR 1 because of mines")
    assert lines_for(table, player(GUARDS)) == seen
    assert told(table, GUARDS) == before
    work_out(table)
    release(table)
    report = "\n".join(told(table, GUARDS)["report"])
    assert "2nd Household Cavalry Regt is at Achel." in report
    assert "wrong turning" not in report
    assert "Household" not in "\n".join(told(table, WALTHER)["report"])
    assert level(table, "GB-HCR") == 3
    assert read(written(table), GAME).state == table.state


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fly GB-HCR because", "Control can move, place, steps, prepared, remove, bridge"),
        ("move GB-HCR Achel", "give a reason"),
        ("move GB-HRC Achel because x", "there is no unit 'GB-HRC', did you mean GB-HCR?"),
        ("move GB-HCR Achell because x", "Did you mean Achel?"),
        ("steps GB-HCR many because x", "expected steps UNIT NUMBER"),
        ("bridge B-DOM bent because x", "expected bridge BRIDGE"),
        ("stock GB-32G-HQ beer 5 because x", "expected stock UNIT"),
        ("weather odd because x", "expected weather bad|fair"),
    ],
)
def test_an_act_that_cannot_be_read_says_how(line: str, said: str) -> None:
    """Whatever Control types wrongly is answered in a sentence and changes nothing."""
    table = second_turn()
    key = table.state.key()
    with pytest.raises(NotationError) as caught:
        table.adjust(CONTROL, line)
    assert said in str(caught.value)
    assert table.state.key() == key


def test_bridges_stocks_and_weather_are_changed_by_hand() -> None:
    """Control blows and restores a bridge, fills a stack up to its limit, and changes the
    weather."""
    table = second_turn()
    table.adjust(CONTROL, "bridge B-JOE blown because a mine drifted down")
    crossing = table.state.world.bridge_names.index("B-JOE")
    assert table.state.bridges[crossing] & BLOWN
    table.adjust(CONTROL, "bridge B-JOE intact because it was the wrong bridge")
    table.adjust(CONTROL, "bridge B-JOE 30 because it was strengthened")
    assert (table.state.bridges[crossing], table.state.capacity[crossing]) == (0, 30)
    hq = table.state.world.by_id["GB-32G-HQ"]
    refused = table.adjust(CONTROL, "stock GB-32G-HQ ammo 40 because of a gift")
    assert "can carry" in table.say(refused)
    assert table.adjust(CONTROL, "stock GB-32G-HQ ammo 2 because of pilfering")
    assert table.state.holds(hq, 0) == 2
    assert table.adjust(CONTROL, "weather bad because of rain")
    assert table.state.bad_roads == 1


def test_teams_do_not_change_the_map_or_take_back() -> None:
    """Only Control has a free hand."""
    table = second_turn()
    assert "only Control" in table.say(table.adjust(GUARDS, "remove GE-ROE because we wish it"))
    assert not table.take_back(GUARDS, 0, [])


def test_nothing_reaches_a_team_before_release() -> None:
    """While a turn is worked out, each team's view, lines and prompts are as they were."""
    table = second_turn()
    views = [GAME.view(table.state, player(seat)) for seat in (GUARDS, WALTHER)]
    procedure.adjudicate(table)
    procedure.rule(table, "", "")
    procedure.answer(table, GUARDS, yes=True)
    while "waits for you" in procedure.waits_for(table):
        procedure.rule(table, "", "")
    for seat, view in zip((GUARDS, WALTHER), views, strict=True):
        now = GAME.view(table.state, player(seat))
        assert now["told"] == view["told"]
        assert "master" not in now
    assert lines_for(table, player(WALTHER)) == [
        line for line in lines_for(table, player(WALTHER)) if "Guards" not in line or line == "?"
    ]
    release(table)
    assert GAME.view(table.state, player(GUARDS))["told"] != views[0]["told"]


def test_the_stated_default_applies_when_time_runs_out() -> None:
    """Reading 2.2, 2.4: no sheet means going on or holding; an instant decision is cautious."""
    table = begun(["3"] * 20)
    with pytest.raises(procedure.ProcedureError, match="come from Guards Armd Div, KG"):
        procedure.adjudicate(table)
    procedure.adjudicate(table, time_is_up=True)
    release(table)
    table = second_turn()
    procedure.adjudicate(table)
    procedure.rule(table, "", "")
    assert "must decide now" in procedure.waits_for(table)
    procedure.adjudicate(table, time_is_up=True)
    assert not any("overrun" in card.name for card in table.state.cards)


def test_without_a_sheet_earlier_orders_stand() -> None:
    """Reading 2.2: an order to hold with its guns stands; an attack of the turn before does not."""
    table = begun(["3"] * 30)
    hold = {"unit": "all", "action": "hold", "support": ["SS art Abt"]}
    attack = {"unit": "GB-2IG", "action": "prepare"}
    send(table, GUARDS, sheet(attack))
    send(table, WALTHER, sheet(hold))
    work_out(table)
    release(table)
    assert table.close()
    teams = [each.team for each in table.state.orders]
    assert teams == [WALTHER]
    assert table.state.orders[0].support != ()
