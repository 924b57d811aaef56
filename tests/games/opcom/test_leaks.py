"""Nothing leaks: what a team cannot learn of changes no byte that it receives."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import BLOWN, Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.told import as_data
from bocage.games.opcom.s05_orders.sheet import rows
from bocage.games.opcom.s10_reports import release as reports
from bocage.games.opcom.words.verbs import ACCEPT, ADJUDICATE, RELEASE, YES
from tests.games.opcom import leaking
from tests.games.opcom.playing import CONTROL, GAME, GUARDS, WALTHER, alone, sample, send, sheet
from tests.games.opcom.receiving import received

PAIRS = 20
FJ6 = ("GE-FJ6-1", "GE-FJ6-2", "GE-FJ6-3")
"""A regiment far to the west, which nobody of the Guards meets or sees."""


def play_turn(table: Table[Position], seat: int, sheets: list[Any]) -> list[str]:
    """Return one turn with these sheets; what the team has received whenever it could look."""
    got = [received(table, seat)]
    for team, text in enumerate(sheets):
        send(table, team, text)
    table.act(CONTROL, ADJUDICATE())
    while (decision := table.decision) is not None and decision.kind != "Orders":
        asked = decision.seats[0]
        if asked == seat:
            got.append(received(table, seat))
        answer = {"Release": RELEASE(), "Overtake": YES(), "Redirect": YES()}
        assert table.act(asked, answer.get(decision.kind, ACCEPT()))
    return [*got, received(table, seat)]


def elsewhere(rng: Random) -> tuple[list[str], dict[str, Any]]:
    """What may differ out of everybody's sight: Control's changes, and a line of orders."""
    unit = rng.choice(FJ6)
    place = f"{51.2730 + rng.random() / 200:.4f} {5.3100 + rng.random() / 200:.4f}"
    acts = [
        f"steps {rng.choice(FJ6)} {rng.randint(0, 4)} because the world is another",
        f"stock GE-FJ6-HQ ammo {rng.randint(0, 6)} because the world is another",
        f"move {unit} {place} because the world is another",
    ]
    orders = {
        "unit": list(rng.sample(FJ6, rng.randint(1, 3))),
        "action": rng.choice(["hold", "prepare", "move"]),
        "posture": rng.choice(["tact", "non-tact", "rest"]),
        "objective": "Luyksgestel",
    }
    return rng.sample(acts, rng.randint(1, 3)), orders


def _seen_in(pair: int, changed: bool) -> list[str]:
    """What the Guards receive in two turns of one of two worlds."""
    acts, line = elsewhere(Random(pair))
    table = Table.new(GAME, seed=bytes([pair]) * 32)
    for act in acts if changed else ():
        table.adjust(CONTROL, act)
    theirs = sample("joes_bridge", "1-walther.toml")
    if changed:
        theirs = {**theirs, "order": [*rows(theirs, "order"), line]}
    first = [sample("joes_bridge", "1-guards.toml"), theirs]
    second = [sample("joes_bridge", "2-guards.toml"), sample("joes_bridge", "2-walther.csv")]
    return [*play_turn(table, GUARDS, first), *play_turn(table, GUARDS, second)]


@pytest.mark.parametrize("pair", range(PAIRS))
def test_two_worlds_that_differ_out_of_sight_look_alike(pair: int) -> None:
    """Enemy places, strengths, stocks and orders far away change nothing that a team receives."""
    assert _seen_in(pair, False) == _seen_in(pair, True)


def _marching(bridges: tuple[str, ...], start: str, **given: Any) -> list[str]:
    """What the Guards receive in a turn of a march to Eindhoven, with these bridges down."""
    table = alone("GB-2IG", "GB-32G-HQ", at={"GB-2IG": start, "GB-32G-HQ": start})
    st = table.state
    for number, bridge in enumerate(st.world.crossings):
        if bridge.id in bridges:
            st.bridges[number] |= BLOWN
    order = {"unit": "GB-2IG", "action": "move", "objective": "Eindhoven", **given}
    return play_turn(table, GUARDS, [sheet(order), sheet()])


@pytest.mark.parametrize("down", [("B-EIN",), ("B-AAL", "B-EIN")])
def test_a_march_does_not_know_of_bridges_out_of_sight(down: tuple[str, ...]) -> None:
    """Reading 10.7: a bridge that was blown far away changes no way before somebody sees it."""
    assert _marching((), "51.2000 5.3700") == _marching(down, "51.2000 5.3700")
    assert "they are still on the way" in _marching(down, "51.2000 5.3700")[-1]


def test_who_comes_to_a_blown_bridge_finds_it_so() -> None:
    """Reading 10.7: they stop at it, report it, and take another way from then on."""
    down = ("B-DOM", "B-DOMW")
    found = _marching(down, "51.2000 5.3700")[-1]
    assert "2nd Irish Guards found Dommel bridge south of Valkenswaard blown." in found
    assert "blown." not in _marching(down, "51.3330 5.4410")[-1]


@pytest.mark.parametrize("pair", range(PAIRS // 2))
def test_own_columns_in_the_rear_are_hidden_from_the_enemy(pair: int) -> None:
    """KG Walther receives the same whatever the Guards' dump, columns and sappers have or do."""
    rng = Random(1000 + pair)
    acts = [
        f"stock GB-5GA-HQ ammo {rng.randint(0, 6)} because the world is another",
        f"steps GB-94LAA {rng.randint(0, 2)} because the world is another",
        "move GB-GADRASC1 Hechtel because the world is another",
    ]
    seen: list[list[str]] = []
    for changed in (False, True):
        table = Table.new(GAME, seed=bytes([pair]) * 32)
        for act in rng.sample(acts, 2) if changed else ():
            table.adjust(CONTROL, act)
        ours = sheet({"unit": "GB-GADRE", "action": rng.choice(["hold", "prepare"])})
        theirs = sample("joes_bridge", "1-walther.toml")
        seen.append(play_turn(table, WALTHER, [ours, theirs]))
    assert seen[0] == seen[1]


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check finds a report that counts the enemy's supplies."""
    honest = reports.report

    def leaking(st: Position, team: int, *facts: Any) -> list[str]:
        total = sum(st.held(u.number) for u in st.world.units if u.team != team)
        return [*honest(st, team, *facts), f"Somebody has {total} points."]

    monkeypatch.setattr(reports, "report", leaking)
    found = [pair for pair in range(4) if _seen_in(pair, False) != _seen_in(pair, True)]
    assert found


def test_no_report_has_a_number_of_the_rules() -> None:
    """9.1.c: no report has a status or a profile."""
    table = Table.new(GAME, seed=b"n" * 32)
    for turn in ("1", "2"):
        kind = "toml" if turn == "1" else "csv"
        ours = sample("joes_bridge", f"{turn}-guards.toml")
        play_turn(table, GUARDS, [ours, sample("joes_bridge", f"{turn}-walther.{kind}")])
    for team in (GUARDS, WALTHER):
        told = as_data(table.state.told[team])
        for unit in told["units"]:
            assert set(unit) == {"id", "name", "x", "y", "at", "state", "standing"}
            assert not any(character.isdigit() for character in unit["standing"])
        text = " ".join([*told["report"], *told["annex"]])
        assert "step" not in text
        assert "status" not in text
        assert "advantage" not in text


@pytest.mark.parametrize("number", range(1, 13))
def test_malta_looks_alike_in_both_worlds(number: int) -> None:
    """Malta with twelve headquarters: what differs far away, fights too, changes no byte."""
    pair = leaking.drawn(number)
    if pair is not None:
        assert not leaking.differs(pair)


def test_some_pairs_differ_in_a_fight() -> None:
    """The pairs are not empty ones: in one in five a fight is fought that the other has not."""
    pair = next(p for n in range(5, 200, 5) if (p := leaking.drawn(n)) is not None and p.orders)
    assert pair.fight
    assert [line["action"] for _, line in pair.orders] == ["attack"]


SET_RIGHT = (
    "steps GB-3IG 1",
    "move GB-3IG Achel",
    "stock GB-5GA-HQ ammo 3",
    "prepared GB-3IG yes",
    "bridge B-JOE 40",
    "remove GB-94LAA",
    "weather bad",
)
"""What Control may set right for the Guards."""
WHY = ("the Germans mined the road", "Walther's tanks drove into them at Borkel", "x" * 200)


@pytest.mark.parametrize("act", SET_RIGHT)
def test_a_correction_says_what_changed_and_not_why(act: str) -> None:
    """Whatever Control's reason is, the team it concerns and the others receive the same bytes."""
    got: list[list[list[str]]] = []
    for reason in WHY:
        seen: list[list[str]] = []
        for seat in (GUARDS, WALTHER):
            table = Table.new(GAME, seed=b"c" * 32)
            done = len(table.entries)
            table.adjust(CONTROL, f"{act} because {reason}")
            assert len(table.entries) > done, act
            seen.append(play_turn(table, seat, [sheet(), sheet()]))
        got.append(seen)
    assert got[0] == got[1] == got[2]
    changed = [text for text in got[0][0] if "Correction: " in text]
    assert changed or act.startswith("weather"), act
    if not act.startswith(("bridge", "weather")):
        assert not any("Correction: " in text for text in got[0][1]), "it is none of their business"


def test_form_lists_have_no_enemy_names() -> None:
    """What a form offers has no name of an enemy's unit, dump, fleet or lift, and no blank."""
    for scenario in ("joes-bridge", "market-garden", "malta"):
        rules = OpCom(scenario=scenario)
        st = Table.new(rules, scenario=scenario, seed=b"f" * 32).state
        world = st.world
        sea = world.data.sea
        for team, own in enumerate(world.teams):
            form = rules.form(st, team)
            assert form is not None
            offered = {
                choice
                for columns in form.columns.values()
                for each in columns
                for choice in each.choices
            }
            offered |= {each.name for each in form.groupings} | set(form.symbols)
            others = {t.seat for t in world.teams if t.side != own.side}
            hidden = {d.name for d in world.dumps if d.team in others}
            hidden |= {f.name for f in sea.fleets if f.team != own.seat}
            hidden |= {c.name for c in sea.convoys if c.team != own.seat}
            enemies = {
                name
                for u in world.units
                if world.teams[u.team].seat in others
                for name in (u.name, u.id)
            }
            assert not offered & (hidden | enemies), (scenario, own.seat)
            assert "" not in {each.strip() for each in offered}, (scenario, own.seat)
