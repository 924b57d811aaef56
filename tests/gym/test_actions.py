"""The numbers of actions: complete, below 10,000, and the same within a version."""

from __future__ import annotations

from hashlib import blake2b
from importlib import import_module
from pkgutil import walk_packages
from random import Random

import numpy as np
import pytest

from bocage.engine.frames import Ask, frame_class
from bocage.gym.environment import IllegalActionError
from tests.gym.worlds import VERSIONS, a_choice, walk

LAYOUTS = {"roundup": (2169, "171a1ff83423e3f6"), "falaise": (3884, "805e079b9d6e576d")}
"""Of each version 0: how many numbers, and a digest of what they and the observation mean."""


def layout(name: str) -> str:
    """Return a digest of what every number and every place in the observation means."""
    env = VERSIONS[name].raw_env()
    said = [env.actions.say(number) for number in range(env.actions.size)]
    names = [*said, *env.game.numbers, *env.lens.planes, *env.lens.units, *env.lens.figures]
    return blake2b("\n".join([*names, *env.book.decisions]).encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("name", VERSIONS)
def test_a_version_never_changes(name: str) -> None:
    """Numbers keep their meaning: a change of one needs a new version."""
    env = VERSIONS[name].raw_env()

    assert (env.actions.size, layout(name)) == LAYOUTS[name]
    assert env.actions.size < 10_000


@pytest.mark.parametrize("name", VERSIONS)
@pytest.mark.parametrize("set_up", ["random", None])
def test_every_legal_action_can_be_made(name: str, set_up: str | None) -> None:
    """The mask lets through the legal actions of the game, all of them and no others."""
    env, rng = VERSIONS[name].raw_env(set_up=set_up), Random(2)
    env.reset(seed=2)
    seen = 0
    for _ in walk(env, rng, 300):
        top = env.state_now.stack[-1]
        assert isinstance(top, Ask)
        legal, actions = list(top.legal(env.state_now)), env.actions
        if env.actions.has_hex(actions.numbers(legal[0])[0]) or len(legal) > 1:
            seen += 1
        made = [actions.numbers(each) for each in legal]
        assert len(set(made)) == len(legal)
        assert [
            actions.action(each[0], *(h - actions.heads for h in each[1:])) for each in made
        ] == legal
        half = env.save()["half"]
        wanted = (
            {each[0] for each in made}
            if half is None
            else {each[1] for each in made if each[0] == half}
        )
        assert set(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])) == wanted
    assert seen > 200


@pytest.mark.parametrize("name", VERSIONS)
def test_every_decision_has_a_number(name: str) -> None:
    """Every frame of a game that asks a seat is in its list, so that agents can tell them apart."""
    from bocage.engine import frames

    package = import_module(f"bocage.games.{name}")
    for each in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(each.name)  # what is loaded makes no difference
    env = VERSIONS[name].raw_env()
    found = {
        cls.__name__
        for stored in list(frames._FRAMES)  # pyright: ignore[reportPrivateUsage]
        if stored.startswith(f"{name}.")
        if (cls := frame_class(stored)) is not None and issubclass(cls, Ask)
        if not cls.__module__.endswith((".laying", ".layout"))  # of rule cases, not of play
    }

    assert set(env.book.decisions) == found


def test_long_lists_are_split_as_short_ones() -> None:
    """Arrays find the heads, the hexes and the mask that plain loops find, for every verb."""
    actions = VERSIONS["roundup"].raw_env().actions
    legal = [actions.action(head) for head in range(actions.heads)]
    last = actions.hexes - 1
    legal += [actions.action(head, last) for head in range(actions.heads) if actions.has_hex(head)]
    long = actions.split(legal)
    assert list(long.heads) == [actions.numbers(each)[0] for each in legal]
    assert long.mask.sum() == actions.heads
    for head in range(0, actions.heads, 7):
        short = actions.split([each for each in legal if actions.numbers(each)[0] == head])
        assert set(short.heads) == {head}
        assert list(np.flatnonzero(short.mask)) == [head]
        if actions.has_hex(head):
            assert actions.only_head(short) == head
            found = [actions.hexes_after(each, head) for each in (long, short)]
            assert [list(each) for each in found] == [[0, last]] * 2
            for each in found:
                mask = actions.mask_of_hexes(each)
                assert list(np.flatnonzero(mask)) == [actions.heads, actions.heads + last]
        assert actions.only_head(long) is None


def test_an_illegal_number_is_refused() -> None:
    """The raw environment raises an error that names the action; nothing changes."""
    env = VERSIONS["roundup"].raw_env()
    env.reset(seed=1)
    before = env.save()
    allowed = set(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))
    wrong = next(number for number in range(env.actions.size) if number not in allowed)

    with pytest.raises(IllegalActionError, match="is not allowed now"):
        env.step(wrong)
    with pytest.raises(IllegalActionError, match="they run from 0 to 2168"):
        env.step(2169)

    assert env.save() == before


def test_an_action_with_a_hex_takes_two_steps() -> None:
    """A head that needs a hex leaves the position as it is; the hex ends the action."""
    env, rng = VERSIONS["roundup"].raw_env(), Random(3)
    env.reset(seed=3)
    taken = 0
    for number in walk(env, rng, 400):
        if number < env.actions.heads and env.actions.has_hex(number):
            key, choices = env.state_now.key(), env.actions.split(env.legal())
            if list(choices.heads).count(number) < 2:
                continue
            twin = env.clone()
            twin.step(number)
            assert twin.state_now.key() == key
            twin.step(a_choice(twin, rng))
            assert twin.state_now.key() != key
            taken += 1
    assert taken > 20
