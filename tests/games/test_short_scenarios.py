"""Short scenarios (Roundup reading 76, Falaise reading 117): small, whole, and won by points."""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.game import Game
from bocage.engine.playout import play_out, policies_of, table_for
from bocage.games.falaise.board.position import ABSENT, EXITED
from bocage.games.falaise.s03_victory import count_up
from bocage.games.places import data_of
from bocage.games.roundup.board.position import LOST
from bocage.games.short_scenarios import FOLDER, ORDER
from bocage.tables import DataError

SHORT = [(game, scenario) for game, each in ORDER.items() for scenario in each]
LEAST, MOST = 6, 15
"""Units of a side."""


def at(game: str, scenario: str) -> Game[Any]:
    """Return the game as a short scenario has it."""
    return load_game(game).at(scenario)


def first(game: str, scenario: str) -> Any:
    """Return the first position of a short scenario."""
    rules = at(game, scenario)
    return rules.new(scenario, rules.settings())


@pytest.mark.parametrize(("game", "scenario"), SHORT)
def test_few_units_take_part_and_all_is_possible(game: str, scenario: str) -> None:
    """Six to fifteen a side are on the map or near it; everybody else is absent."""
    st = first(game, scenario)
    for own in st.world.ranges:
        assert LEAST <= sum(st.loc[u] != ABSENT for u in own) <= MOST
    assert at(game, scenario).faults(st) == []
    about = load_game(game).scenario(scenario)
    assert ("en minutes" if about.guide else "quarter of an hour") in about.description


@pytest.mark.parametrize(("game", "scenario"), SHORT)
@pytest.mark.parametrize("player", ["aggressive", "staff"])
def test_players_play_it_to_its_own_end(game: str, scenario: str, player: str) -> None:
    """It begins on its first turn, ends after its last, and somebody wins by its reading."""
    rules = at(game, scenario)
    both = [policies_of(rules)[player]] * 2
    turns: set[int] = set()

    def each(st: Any) -> None:
        turns.add(st.turn)

    found = play_out(rules, both, 1, scenario=scenario, each=each)
    short = first(game, scenario).world.short
    assert min(turns) == short.first_turn
    assert max(turns) == short.last_turn
    outcome = found.outcome
    assert outcome is not None
    assert outcome.winner in (0, 1)
    assert str(outcome.rule) == ("reading 76" if game == "roundup" else "reading 117")


def falaise_ended(scenario: str, vp: int) -> Any:
    """Return a short scenario of Falaise that ended as it began, with so many Allied VP."""
    st = first("falaise", scenario)
    st.vp, st.stack = vp, ()
    st.german_vp = int(count_up(st).total("german"))
    return st


@pytest.mark.parametrize("scenario", ["chambois", "hill-262"])
def test_falaise_is_won_by_the_net_that_the_file_names(scenario: str) -> None:
    """One point less than needed is a German victory."""
    rules = at("falaise", scenario)
    short = first("falaise", scenario).world.short
    held = sum(each.points for each in short.places if each.seat == 0)
    for vp, winner in ((short.needs - held, 0), (short.needs - held - 1, 1)):
        outcome = rules.outcome(falaise_ended(scenario, vp))
        assert outcome is not None
        assert outcome.winner == winner


def test_falaise_counts_who_got_away_and_not_who_began_outside() -> None:
    """On Hill 262 the II SS Panzer Corps begins east of the line, and scores nothing for it."""
    st = falaise_ended("hill-262", 0)
    assert st.german_vp == 0
    names = st.world.unit_names.index
    st.place(names("G-3FJ-5"), st.world.grid.hex("2504"))
    st.place(names("G-353-941"), EXITED)
    assert count_up(st).total("german") == 2 * st.world.short.counts["away"]


def test_falaise_place_counts_for_the_side_in_it() -> None:
    """Hill 262 is worth points to the Poles while they are on it, and to the Germans after."""
    st = first("falaise", "hill-262")
    assert count_up(st).total("allied") == 7
    names, hill = st.world.unit_names.index, st.world.grid.hex("2508")
    st.place(names("P-1-S"), st.world.grid.hex("2308"))
    assert count_up(st).total("allied") == count_up(st).total("german") == 0
    st.place(names("G-2SS-D"), hill)
    assert (count_up(st).total("allied"), count_up(st).total("german")) == (0, 3)


def test_roundup_counts_places_beachheads_and_divisions() -> None:
    """The counterstroke begins level with what the Allies hold; losses are the enemy's points."""
    rules, st = at("roundup", "counterstroke"), first("roundup", "counterstroke")
    st.stack = ()
    begun = rules.outcome(st)
    assert begun is not None
    assert begun.scores == (4.0, -4.0)
    assert begun.winner == 0
    st.set_beachhead(0, LOST)
    worse = rules.outcome(st)
    assert worse is not None
    assert (worse.scores[0], worse.winner) == (0.0, 1)


ORDERS = {"roundup": ("land {} 2723", "move {} 2620"), "falaise": ("place {} 2508",)}


@pytest.mark.parametrize(("game", "scenario"), SHORT)
def test_who_takes_no_part_can_be_given_no_order(game: str, scenario: str) -> None:
    """A unit that is absent is refused with a reason, and offered in no decision of a game."""
    table = table_for(at(game, scenario), 1, scenario=scenario)
    world = table.state.world
    absent = {world.unit_names.written[u] for u, h in enumerate(table.state.loc) if h == ABSENT}
    rng = Random(1)
    name = min(absent)
    for _ in range(60):
        if table.decision is None:
            break
        seat = table.decision.seats[0]
        for line in ORDERS[game]:
            ruling = table.check(seat, line.format(name))
            assert not ruling
            assert table.say(ruling)
        legal = table.legal(seat)
        assert not any(absent & set(table.game.grammar.say(each).split()) for each in legal)
        assert table.act(seat, rng.choice(legal))


def test_your_own_scenario_replaces_ours(tmp_path: Path) -> None:
    """A data folder may bring its own scenario file; one with a fault says where."""
    copytree(Path(str(data_of("roundup"))) / FOLDER, tmp_path / FOLDER)
    path = tmp_path / FOLDER / "landing.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("allied_needs = 7", "allied_needs = 3"), encoding="utf-8")
    own = load_game("roundup", tmp_path)
    assert own.at("landing").new("landing", own.settings()).world.short.needs == 3
    edition = own.edition
    path.write_text(text, encoding="utf-8")
    assert load_game("roundup", tmp_path).edition != edition
    path.write_text(text.replace('"2723"', '"9999"'), encoding="utf-8")
    with pytest.raises(DataError, match="9999"):
        load_game("roundup", tmp_path)
