"""The debrief of beliefs: what teams believed beside the truth, and which messages arrived."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.past import Past
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.debrief.mistakes import judged
from bocage.games.opcom.debrief.moments import Moment, messages_in, moments
from bocage.games.opcom.pieces.told import as_data, from_data
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s10_reports.enemy import COUNTS
from tests.games.opcom.playing import (
    GUARDS,
    WALTHER,
    alone,
    begun,
    play_samples,
    release,
    send,
    sheet,
    told,
    work_out,
)

FIRST = ("1-guards.toml", "1-walther.toml")
SECOND = ("2-guards.toml", "2-walther.csv")
THEIRS = "51.3508 5.4597"
OURS = "51.3300 5.4500"


@pytest.fixture(scope="module")
def game() -> tuple[Table[Position], list[Moment]]:
    """Return two turns of Joe's Bridge, released, and looked back upon."""
    table = begun(["1", "1", "2", "4", "6", "6"])
    play_samples(table, "joes_bridge", FIRST, SECOND)
    release(table)
    return table, list(moments(Past(table)))


def test_every_released_turn_has_its_truth_and_its_reports(
    game: tuple[Table[Position], list[Moment]],
) -> None:
    """Each has the truth of its turn, and what was told of it, as it was then."""
    table, found = game
    assert [each.turn for each in found] == [1, 2] == [each.truth.turn for each in found]
    assert found[1].told == table.state.told
    assert found[0].told[GUARDS].turn == 1
    assert found[0].truth.xs != found[1].truth.xs


def test_a_correct_report_is_not_a_mistake(
    game: tuple[Table[Position], list[Moment]],
) -> None:
    """10.2: own units are where they were reported; the enemy is near where it was met."""
    _, found = game
    belief = judged(found[1], GUARDS)
    assert belief.own == ()
    assert belief.own_count == len(told(game[0], GUARDS)["units"])
    assert belief.sightings
    assert all(each.km >= 0 for each in belief.sightings)
    assert judged(found[0], WALTHER).missed


def row(**more: Any) -> dict[str, Any]:
    """Return a sighting of the Guards at Valkenswaard."""
    count = more.get("count", "about a battalion")
    return {
        "by": "Guards", "turn": 1, "x": 0, "y": 0, "at": "at Valkenswaard", "age": 0,
        "count": count, "size": COUNTS.index(count) if count in COUNTS else None,
        "kinds": [], "who": "unknown", "doubt": "fresh", **more,
    }  # fmt: skip


def moment(*rows: dict[str, Any], tanks: bool = False) -> Moment:
    """Return a turn in which the Guards believe this, and one German battalion is at
    Valkenswaard.
    """
    foe = "GE-ROE" if tanks else "GE-FJ6-1"
    table = alone("GB-3IG", foe, at={foe: THEIRS, "GB-3IG": OURS})
    st = table.state
    x, y = st.at(st.world.by_id[foe])
    data = as_data(st.told[GUARDS])
    data["sightings"] = [{**each, "x": x + each["x"], "y": y + each["y"]} for each in rows]
    data["units"] = [each for each in data["units"] if each["id"] == "GB-3IG"]
    return Moment(1, "once", st, (from_data(data), st.told[WALTHER]))


@pytest.mark.parametrize(
    ("believed", "tanks", "faults"),
    [
        (row(), False, ()),
        (row(count="one to two battalions"), False, ()),
        (row(count="a brigade in strength"), False, ("too many",)),
        (row(count="a patrol"), False, ("too few",)),
        (row(kinds=["tanks"]), False, ("no tanks there",)),
        (row(), True, ("tanks not seen",)),
        (row(who="59th Division"), False, ("another name",)),
        (row(who="KG Walther"), False, ()),
        (row(x=9000, age=4, doubt="old"), False, ("nobody there",)),
        (row(x=-1000, y=-3000), False, ("gone from there",)),
    ],
)
def test_a_sighting_is_judged(
    believed: dict[str, Any], tanks: bool, faults: tuple[str, ...]
) -> None:
    """How many, of what kind, who, and whether anybody is there at all."""
    (found,) = judged(moment(believed, tanks=tanks), GUARDS).sightings
    assert found.faults == faults
    if believed["x"] == 9000:
        assert found.km == pytest.approx(9, abs=0.1)
        assert (found.age, found.doubt, found.true_count) == (4, "old", "")


def test_an_enemy_without_a_sighting_is_named() -> None:
    """An enemy near our troops and near no sighting was not known; a sighted one was."""
    (missed,) = judged(moment(), GUARDS).missed
    assert missed.name == "I/FJ Rgt 6"
    assert missed.km < 4
    assert judged(moment(row()), GUARDS).missed == ()


def test_own_units_that_are_elsewhere_are_mistakes() -> None:
    """Reading 10.4: a unit out of touch may be far from where its team believes it is, and
    weaker."""
    found = moment()
    st = found.truth
    number = st.world.by_id["GB-3IG"]
    told_before = found.told[GUARDS].units[0]
    st.xs[number] = told_before.x + 5000
    st.ys[number] = told_before.y
    st.steps[number] = st.status(number).last_step - 1
    (mistake,) = judged(found, GUARDS).own
    assert mistake.km == pytest.approx(5)
    assert mistake.state != mistake.true_state


TEXT = "The sea is full of ships, send guns at once"


@pytest.fixture(scope="module")
def written() -> Table[Position]:
    """Malta with a message from one headquarters to another, worked out."""
    table = begun("3" * 400, scenario="malta")
    teams = table.state.world.teams
    line = {"to": teams[1].name, "by": "telephone", "text": TEXT}
    for team in range(len(teams)):
        send(table, team, sheet(message=[line]) if team == 0 else sheet())
    work_out(table)
    return table


@pytest.mark.parametrize(
    ("fate", "arrived", "delay"),
    [("delivered", 1, 0), ("garbled", 1, 0), ("late", 2, 1), ("lost", 0, 0)],
)
def test_messages_are_followed(
    written: Table[Position], fate: str, arrived: int, delay: int
) -> None:
    """Reading 10.9: sent, arrived, late, lost or garbled, with what came through."""
    table = written.branch()
    teams = table.state.world.teams
    if fate != "delivered":
        procedure.override(table, "1.message.Malta-Command.1", fate, "he sat on it")
    release(table)
    (found,) = messages_in(next(moments(Past(table))))
    assert (found.sender, found.to, found.text) == (teams[0].name, teams[1].name, TEXT)
    assert (found.fate, found.arrived, found.delay) == (fate, arrived, delay)
    assert found.control == ("" if fate == "delivered" else "he sat on it")
    assert (found.read_as == TEXT) == (fate in ("delivered", "late"))
    assert ("..." in found.read_as) == (fate == "garbled")
