"""The absences of Operation Roundup: each changes something, and nothing for good."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, cast

import pytest

from bocage.engine.rulings import Rule
from bocage.games.judges import judge_of

JUDGE = judge_of("roundup")


def names(owner: Any) -> dict[str, object]:
    """What an object, class or module has, by name."""
    return cast("dict[str, object]", owner.__dict__).copy()


def everything() -> Iterator[tuple[str, object]]:
    """Every name of the game's modules, of their classes and of its world, with its value."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith("bocage.games.roundup"):
            for key, value in names(module).items():
                yield f"{name}.{key}", value
                if isinstance(value, type) and value.__module__ == name:
                    yield from ((f"{name}.{key}.{k}", v) for k, v in names(value).items())
    world = names(JUDGE.game)["world"]
    yield from ((f"world.{key}", value) for key, value in names(world).items())


def changed(before: dict[str, object]) -> set[str]:
    """The names whose values are no longer the same objects."""
    return {name for name, value in everything() if before.get(name, JUDGE) is not value}


@pytest.mark.parametrize("rule", JUDGE.effects)
def test_an_absence_leaves_nothing_behind(rule: str) -> None:
    """Within an absence something of the game is another; afterwards all is as before."""
    before = dict(everything())
    with JUDGE.effects[rule]():
        assert changed(before)
    assert changed(before) == set()


def test_absences_are_of_rules_that_exist() -> None:
    """Every absence, and every rule whose survival is explained, is in the index or a reading."""
    known = {*JUDGE.index, *JUDGE.readings}
    assert {Rule(rule) for rule in (*JUDGE.effects, *JUDGE.explained)} <= known


def test_without_takes_the_parts_along() -> None:
    """Without a case none of its sentences works."""
    before = dict(everything())
    with JUDGE.without("7.4"):
        assert "bocage.games.roundup.questions.step_cost" in changed(before)
    assert changed(before) == set()
