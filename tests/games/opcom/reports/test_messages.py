"""Messages between headquarters, and what teams come to believe."""

from __future__ import annotations

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.pieces.desk import Message
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s10_reports.beliefs import believed, doubt
from bocage.games.opcom.s10_reports.facts import EnemyFact, FormationFact, SupplyFact
from bocage.games.opcom.s10_reports.messages import fate, garbled
from bocage.games.opcom.s10_reports.speech import Choice
from tests.games.opcom.playing import begun, meant, release, sample, send, sheet, told, work_out

SCENARIO = "arnhem-bridge"


def _friends(table: Table[Position]) -> tuple[int, int]:
    """Return two teams of one side."""
    teams = table.state.world.teams
    return next(
        (i, j)
        for i, a in enumerate(teams)
        for j, b in enumerate(teams)
        if i != j and a.side == b.side
    )


def _sent(die: str, by: str = "wireless") -> tuple[Table[Position], int, int]:
    """Return a turn in which one team writes to another, worked out with one die."""
    table = begun([die, *"111111"], scenario="market-garden")
    one, other = _friends(table)
    to = table.state.world.teams[other].name
    line = {"to": to, "by": by, "text": "The bridge is ours and we want boats at once"}
    for team in range(len(table.state.world.teams)):
        send(table, team, sheet(message=[line]) if team == one else sheet())
    work_out(table)
    return table, one, other


@pytest.mark.slow  # a turn of Market Garden for each die: seconds
@pytest.mark.parametrize(("die", "expected"), [("6", "delivered"), ("1", "lost")])
def test_a_message_comes_with_the_reports_or_does_not(die: str, expected: str) -> None:
    """Reading 10.9: a card decides whether a message arrives, and only its addressee reads it."""
    table, one, other = _sent(die, "telephone")
    card = next(each for each in table.state.cards if each.category == "message")
    assert card.value == expected
    release(table)
    heard = [line for line in told(table, other)["report"] if "we want boats" in line]
    assert bool(heard) == (expected == "delivered")
    assert not [line for line in told(table, one)["report"] if "we want boats" in line]
    rows = told(table, other)["messages"]
    assert [each["by"] for each in rows] == ["telephone"] * len(heard)
    assert told(table, one)["messages"] == []
    assert table.state.messages == ()


@pytest.mark.parametrize(
    ("by", "fates"),
    [
        ("telephone", ["lost", *["delivered"] * 5]),
        ("wireless", ["lost", "garbled", *["delivered"] * 4]),
        ("runner", ["lost", *["late"] * 5]),
        ("liaison officer", ["late"] * 6),
    ],
)
def test_means_differ(by: str, fates: list[str]) -> None:
    """Reading 10.9: a set far away is heard badly, an officer takes a turn, a line may be cut."""
    st = begun(scenario=SCENARIO).state
    st.turn = 1
    message = Message(0, 0, 1, 1, by, "text")
    # Headquarters without a place on the map count as far.
    assert [fate(st, message, die) for die in range(1, 7)][-3:] == fates[-3:]


def test_a_garbled_message_has_lost_words() -> None:
    """Some words come through, some do not, and the same ones every time."""
    text = "one two three four five six seven eight nine ten eleven twelve"
    found = garbled(text, Choice("m"), tables())
    assert found == garbled(text, Choice("m"), tables())
    assert "..." in found.split()
    assert len(found.split()) == len(text.split())
    assert set(found.split()) <= {*text.split(), "..."}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ({"to": "KG Walther", "text": "no"}, "there is no headquarters 'KG Walther' on our side"),
        ({"to": "Nobody", "text": "hello"}, "there is no headquarters 'Nobody' on our side"),
        ({"to": "Guards", "text": ""}, "the message says nothing"),
        ({"to": "Guards", "text": "x" * 500}, "longer than"),
        ({"to": "Guards", "by": "pigeon", "text": "coo"}, "'pigeon' is not a means"),
    ],
)
def test_a_message_that_cannot_be_sent_is_said_so(line: dict[str, str], answer: str) -> None:
    """To the enemy, to nobody, without words, too long, by a means that there is not."""
    found = meant(sheet(message=[line]))
    assert answer.casefold() in str(found.problems[0]).casefold()
    assert found.chores == ()


def _facts(name: str, enemy: EnemyFact | None) -> FormationFact:
    return FormationFact(name, name, "uk", (), SupplyFact(), enemy=enemy)


def test_a_belief_ages_is_replaced_and_is_cleared() -> None:
    """A sighting is kept with its age, gives way to a newer one, and goes when nobody is there."""
    seen = EnemyFact(
        "about a battalion", True, guns=("field guns",), x=1000, y=1000, place="at Son"
    )
    first = believed([], [_facts("A", seen)], {}, 1, tables())
    assert [(each.count, each.kinds, each.doubt) for each in first] == [
        ("about a battalion", ("tanks", "field guns"), "fresh")
    ]
    later = believed(first, [_facts("A", None)], {"A": [(20000, 1000)]}, 4, tables())
    assert [(each.age, each.doubt) for each in later] == [(3, "old")]
    newer = EnemyFact("a patrol", False, x=2000, y=1000)
    assert [each.count for each in believed(later, [_facts("A", newer)], {}, 5, tables())] == [
        "a patrol"
    ]
    both = believed(later, [_facts("B", newer)], {}, 5, tables())
    assert len(both) == 2  # the same enemy, told twice
    assert believed(later, [_facts("A", None)], {"A": [(1500, 1000)]}, 5, tables()) == []
    assert believed(first, [], {}, 10, tables()) == []
    assert [doubt(age, tables()) for age in (0, 1, 3, 8)] == ["fresh", "recent", "old", "doubtful"]


def test_beliefs_follow_the_reports() -> None:
    """After the break-out the Guards believe in an enemy where they met one."""
    table = begun(["1", "1", "2", "4", "6", "6"])
    for turn, theirs in (("1", "1-walther.toml"), ("2", "2-walther.csv")):
        assert told(table, 0)["sightings"] == []
        send(table, 0, sample("joes_bridge", f"{turn}-guards.toml"))
        send(table, 1, sample("joes_bridge", theirs))
        work_out(table)
        release(table)
    found = told(table, 0)["sightings"]
    assert found
    assert all(each["x"] % 1000 == 0 and each["doubt"] == "fresh" for each in found)


def test_the_thirteenth_message_is_refused_and_not_called_sent() -> None:
    """Reading 10.9: a sheet has twelve; the staff says which it cannot send."""
    table = begun(scenario="market-garden")
    st = table.state
    team = next(i for i, each in enumerate(st.world.teams) if each.seat == "Guards")
    line = {"to": "XXX Corps", "by": "runner", "text": "All is well."}
    found = understand(st.world, team, sheet(message=[line] * 13), known_to_team(st, team))
    assert len(found.chores) == 12
    assert [str(each) for each in found.problems] == [
        "line 13: A staff sends 12 messages in half a day, and no more."
    ]
