"""OpenSpiel's own tests on the games, and a recorded game that must come again."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.gym.test_examples import said_without

pytest.importorskip("pyspiel", reason="needs the extra bocage[openspiel]")

from bocage.gym.openspiel import pyspiel

GAMES = ("bocage_roundup(scenario=counterstroke)", "bocage_falaise(scenario=hill-262)")
RECORDED = Path(__file__).parent / "playthroughs" / "hill-262.txt"
"""Made with `playthrough(GAMES[1], observation_params_string="table(only=table)", seed=1)`."""


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_plays_the_game(name: str) -> None:
    """OpenSpiel's own simulation passes: legal actions, masks, chance, clones, returns."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_the_recorded_game_comes_again() -> None:
    """OpenSpiel's playthrough: every state, string and probability is as recorded."""
    from open_spiel.python.algorithms import generate_playthrough  # pyright: ignore

    theirs: Any = generate_playthrough
    theirs.flags.FLAGS.mark_as_parsed()
    original, again = theirs.replay(str(RECORDED))

    assert again == original


def test_states_have_copies_and_histories() -> None:
    """A clone goes its own way; the history of a state makes it again."""
    rng, game = Random(3), pyspiel.load_game(GAMES[1])
    state = game.new_initial_state()
    for _ in range(60):
        state.apply_action(rng.choice(state.legal_actions()))
    clone, said = state.clone(), str(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == said != str(clone)

    again = game.deserialize_state(state.serialize())

    assert str(again) == said
    assert again.legal_actions() == state.legal_actions()


def test_an_observation_is_that_of_the_environment() -> None:
    """OpenSpiel's tensors hold what the PettingZoo environment shows in the same position."""
    from open_spiel.python.observation import make_observation  # pyright: ignore

    game = pyspiel.load_game(GAMES[0])
    seen: Any = make_observation(game)
    state, env, rng = game.new_initial_state(), game.env, Random(4)
    for _ in range(80):
        state.apply_action(rng.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    top = state.stand.top
    for seat in (0, 1):
        seen.set_from(state, seat)
        half = state.stand.half if top.seat == seat else None
        hexes = list[int]()
        if half is not None:
            hexes = list(env.actions.hexes_after(state.stand.split, half))
        sight = env.book.see(state.stand.st, seat)
        wanted = env.lens.look(sight, seat, top, half, hexes)
        assert all(np.array_equal(seen.dict[each], wanted[each]) for each in wanted)


def test_openspiel_says_what_to_install() -> None:
    """Without its extra the module says which command installs it."""
    said = said_without("pyspiel", "import bocage.gym.openspiel")

    assert said.endswith("the games in OpenSpiel need pyspiel: pip install 'bocage[openspiel]'")
