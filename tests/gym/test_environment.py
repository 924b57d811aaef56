"""Whole games in the environment: rewards, seeds, copies, one seat against players."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from bocage.engine.playout import PolicyError
from bocage.gym import single
from bocage.gym.environment import SavedError, WargameEnv
from bocage.gym.rewards import REWARDS
from tests.gym.worlds import VERSIONS, a_choice, walk


def whole_game(env: WargameEnv, seed: int) -> tuple[list[int], float]:
    """Play a game at random; the numbers taken, and all that the Allies got."""
    rng, got = Random(seed), 0.0
    taken: list[int] = []
    env.reset(seed=seed)
    while not env.terminations[env.agent_selection]:
        number = a_choice(env, rng)
        taken.append(number)
        env.step(number)
        assert env.rewards["allied_0"] == -env.rewards["german_1"]
        got += env.rewards["allied_0"]
    return taken, got


@pytest.mark.parametrize("name", VERSIONS)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    """Two environments with one seed go through the same game; another seed gives another."""
    make = VERSIONS[name].raw_env
    first, second = make(), make()

    assert whole_game(first, 11) == whole_game(second, 11)
    assert first.save() == second.save()
    assert whole_game(first, 12) != whole_game(second, 11)


@pytest.mark.parametrize("name", VERSIONS)
def test_rewards_match_the_result(name: str) -> None:
    """Victory is 1, -1 or 0; levels its height; a shaped game sums up to its victory, less the
    potential that it began with."""
    got: dict[str, float] = {}
    for reward in REWARDS:
        env = VERSIONS[name].raw_env(reward=reward)
        env.reset(seed=13)
        began = env.book.potential(env.state_now)
        _, got[reward] = whole_game(env, 13)
        outcome = env.game.outcome(env.state_now)
        assert outcome is not None
        won = 0 if outcome.winner is None else 1 - 2 * outcome.winner
        wanted = {"victory": won, "levels": env.book.level(outcome.scores), "shaped": won - began}
        assert got[reward] == pytest.approx(wanted[reward])
    assert -1 <= got["levels"] <= 1


def test_a_shaped_game_pays_along_the_way() -> None:
    """With `shaped`, ports, beachheads and losses pay before the end; with `victory` nothing."""
    for reward, pays in (("shaped", True), ("victory", False)):
        env, rng = VERSIONS["roundup"].raw_env(reward=reward), Random(14)
        env.reset(seed=14)
        paid = 0
        for _ in walk(env, rng):
            paid += bool(env.rewards["allied_0"])
        assert bool(paid) is pays


@pytest.mark.parametrize("name", VERSIONS)
def test_copies_play_on_alike(name: str) -> None:
    """A clone, and what JSON makes of a save, go on as the environment itself does."""
    env, rng = VERSIONS[name].raw_env(reward="shaped"), Random(15)
    env.reset(seed=15)
    for _ in walk(env, rng, 101):
        pass
    saved = json.loads(json.dumps(env.save()))
    clone, other = env.clone(), VERSIONS[name].raw_env(reward="shaped")
    other.restore(saved)
    for _ in range(150):
        number = a_choice(env, rng)
        for each in (env, clone, other):
            each.step(number)
        for each in (clone, other):
            assert each.agent_selection == env.agent_selection
            assert each.rewards == env.rewards
            a, b = (one.observe(env.agent_selection) for one in (env, each))
            assert all(np.array_equal(a[key], b[key]) for key in a)
    assert clone.save() == other.save() == env.save() != saved


def test_a_save_belongs_to_its_environment() -> None:
    """A save of another game, or of other options, is refused."""
    roundup, falaise = (VERSIONS[name].raw_env() for name in ("roundup", "falaise"))
    roundup.reset(seed=1)
    falaise.reset(seed=1)

    with pytest.raises(SavedError, match="the version saved is roundup_v0"):
        falaise.restore(roundup.save())
    with pytest.raises(SavedError, match="options"):
        VERSIONS["roundup"].raw_env(options={"demolitions": "on"}).restore(roundup.save())
    with pytest.raises(SavedError, match="call reset first"):
        VERSIONS["roundup"].raw_env().save()


def test_an_environment_can_be_sent_to_a_process() -> None:
    """Pickling keeps how an environment was made."""
    made = pickle.loads(pickle.dumps(VERSIONS["falaise"].raw_env(reward="levels")))

    assert whole_game(made, 3)[1] not in (1.0, -1.0)


@pytest.mark.parametrize(
    ("name", "seat", "opponent"),
    [("roundup", "german", "aggressive"), ("falaise", "german", "solitaire")],
)
def test_one_seat_plays_a_whole_game(name: str, seat: str, opponent: str) -> None:
    """The agent is asked for its own seat alone, and gets what the game came to."""
    env, rng = single(name, seat, opponent), Random(17)
    observation, info = env.reset(seed=17)
    got, over = 0.0, False
    while not over:
        assert env.table.seat == 1
        assert observation["action_mask"] is info["action_mask"]
        number = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, _, info = env.step(number)
        got += reward
    outcome = env.table.game.outcome(env.table.state_now)
    assert outcome is not None
    assert got == (0 if outcome.winner is None else 2 * outcome.winner - 1)


def test_one_seat_loses_by_an_illegal_number() -> None:
    """A number that the mask does not allow ends the game of one seat with -1."""
    env = single("roundup")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])

    _, reward, over, _, info = env.step(wrong)

    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        (("chess",), ValueError, "there is no environment of 'chess'; there are roundup, falaise"),
        (("roundup", "french"), ValueError, "no seat 'french'"),
        (("roundup", "allied", "napoleon"), PolicyError, "napoleon"),
        (("falaise", "allied", "solitaire"), ValueError, "take the other seat"),
    ],
)
def test_an_unknown_name_is_answered_with_the_known_ones(
    arguments: Any, error: type[Exception], says: str
) -> None:
    """An unknown game, seat or player is refused with the names that exist."""
    with pytest.raises(error, match=says):
        single(*arguments)


def test_rewards_and_ways_to_render_are_checked() -> None:
    """An unknown reward or render mode is an error that names the known ones."""
    raw: Any = VERSIONS["roundup"].raw_env
    with pytest.raises(ValueError, match="victory, levels, shaped"):
        raw(reward="fame")
    with pytest.raises(ValueError, match="there is ansi"):
        raw(render_mode="human")


def test_text_shows_what_is_asked() -> None:
    """`ansi` shows the heading, the prompt, and at the end who won."""
    env, rng = VERSIONS["roundup"].raw_env(render_mode="ansi"), Random(1)
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None
    assert "allied_0: " in shown
    for _ in walk(env, rng):
        pass
    assert "victory" in env.render() or "draw" in env.render()
