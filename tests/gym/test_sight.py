"""What agents see: what the view of their seat tells, and nothing else."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import numpy as np
import pytest

from bocage.engine import play
from bocage.engine.viewers import player
from bocage.gym.environment import WargameEnv
from bocage.gym.sight import Sight
from tests.gym.worlds import VERSIONS, walk


def roundup_from_view(env: WargameEnv, view: dict[str, Any]) -> Sight:
    """Return the same sight, from the view alone."""
    loc, steps, marks, due = zip(*view["units"], strict=True)
    control = bytearray(len(env.game.numbers))
    for h in view["control"]:
        control[h] = 1
    figures = [
        *(view[each] for each in ("turn", "weather", "strategy", "superiority", "tas_left")),
        *view["ports"],
        *(min(h, 0) for h in view["beachheads"]),
        *view["optional"],
    ]
    marked = [(0, view["beachheads"]), (1, view["tas"]), (2, view["aerial"])]
    return Sight(array("h", loc), bytes(steps), bytes(marks), bytes(due), figures, marked, control)


def falaise_from_view(env: WargameEnv, view: dict[str, Any]) -> Sight:
    """Return the same sight, from the view alone."""
    loc, steps, marks, corps = zip(*view["units"], strict=True)
    names = (
        *("turn", "vp", "german_vp", "argentan", "argentan_taken", "zone_open", "counter"),
        *("counter_corps", "ter_80", "relieved", "attached", "extra", "french", "boundary"),
        *("used_58", "air", "points"),
    )
    sets = ("cup", "cup_later", "activated", "guns_used")
    corps_numbers = range(len(env.game.nouns["corps"]))  # type: ignore[arg-type]
    figures = [
        *(view[each] for each in names),
        *(int(c in view[each]) for each in sets for c in corps_numbers),
    ]
    return Sight(array("h", loc), bytes(steps), bytes(marks), bytes(corps), figures, ())


FROM_VIEW = {"roundup": roundup_from_view, "falaise": falaise_from_view}


@pytest.mark.parametrize(
    ("name", "options", "scenario"),
    [
        ("roundup", {}, ""),
        ("roundup", {"hidden-directive": "on"}, ""),
        ("roundup", {}, "landing"),
        ("falaise", {}, ""),
        ("falaise", {}, "chambois"),
    ],
)
def test_observations_are_made_from_the_view(
    name: str, options: dict[str, str], scenario: str
) -> None:
    """Arrays made from `Game.view` alone, from nothing and in plain loops, are those that both
    agents get step by step, though the environment only changes what differs."""
    env, rng = VERSIONS[name].raw_env(options=options, scenario=scenario), Random(5)
    env.reset(seed=5)
    for _ in walk(env, rng, 150):
        for seat, agent in enumerate(env.possible_agents):
            view = env.game.view(env.state_now, player(seat))
            half = env.save()["half"] if agent == env.agent_selection else None
            hexes = list[int]()
            if half is not None:
                hexes = list(env.actions.hexes_after(env.actions.split(env.legal()), half))
            top = play.top_of(env.state_now)
            wanted = env.lens.look(FROM_VIEW[name](env, view), seat, top, half, hexes)
            got = env.observe(agent)
            assert all(np.array_equal(got[each], wanted[each]) for each in wanted)


def test_twin_worlds_look_alike() -> None:
    """15.1: the Allies get the same in every world that they cannot tell from the true one."""
    env, rng = VERSIONS["roundup"].raw_env(options={"hidden-directive": "on"}), Random(6)
    hidden = told = 0
    for seed in range(4):
        env.reset(seed=seed)
        for _ in walk(env, rng, 100):
            twin = env.clone()
            twin.state_now = env.game.determinise(env.state_now, player(0), rng)
            if twin.state_now.strategy == env.state_now.strategy:
                continue
            hidden += 1
            mine, others = env.observe("allied_0"), twin.observe("allied_0")
            assert all(np.array_equal(mine[each], others[each]) for each in mine)
            if env.agent_selection == "allied_0":
                top: Any = env.state_now.stack[-1]
                assert list(top.legal(env.state_now)) == list(top.legal(twin.state_now))
            theirs, wrong = (each.observe("german_1")["table"] for each in (env, twin))
            told += not np.array_equal(theirs, wrong)
    assert hidden > 50
    assert told == hidden  # the Germans know it, so the test can tell worlds apart


def test_planes_show_units_where_they_stand() -> None:
    """The planes of a side hold its units and steps, each in the row and column of its hex."""
    env, rng = VERSIONS["falaise"].raw_env(), Random(7)
    env.reset(seed=7)
    for _ in walk(env, rng, 40):
        pass
    seen = env.observe(env.agent_selection)
    planes = dict(zip(env.lens.planes, seen["observation"], strict=True))
    st = env.state_now
    for side, units in (("allied", st.world.allied), ("german", st.world.german)):
        there = [u for u in units if st.loc[u] >= 0]
        assert planes[f"{side}_units"].sum() == len(there) > 30
        for u in there:
            row, column = seen["units"][u, 1:3]
            stack = [v for v in there if st.loc[v] == st.loc[u]]
            assert planes[f"{side}_steps"][row, column] == sum(st.steps[v] for v in stack)
            assert planes["map"][row, column] == 1
    grid = env.game.map().grid
    assert planes["map"].sum() == len(grid)


def test_the_units_of_a_decision_are_marked() -> None:
    """A unit under way is marked for the seat that moves it, and not for the other."""
    env, rng = VERSIONS["roundup"].raw_env(), Random(8)
    env.reset(seed=8)
    found = 0
    for _ in walk(env, rng, 400):
        top: Any = env.state_now.stack[-1]
        if type(top).__name__ == "Moving":
            found += 1
            other = env.possible_agents[1 - top.seat]
            assert np.flatnonzero(env.observe(env.agent_selection)["units"][:, -1]) == [top.unit]
            assert not env.observe(other)["units"][:, -1].any()
    assert found > 10
