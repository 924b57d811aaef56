"""The mutants of the games: each changes something, and nothing for good."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from bocage.engine.rulings import Rule
from bocage.games import game
from bocage.games.judges import judge_for
from bocage.rules.judge import CaseError
from bocage.rules.mutants import with_mutants
from tests.mutants import judge_of

GAMES = ("roundup", "falaise")
MUTANTS = [(name, rule) for name in GAMES for rule in judge_of(name).effects]


def names(owner: Any) -> dict[str, object]:
    """What an object, class or module has, by name."""
    return cast("dict[str, object]", owner.__dict__).copy()


def variants(world: Any) -> Iterator[tuple[str, Any]]:
    """Yield the worlds that options make of a world: its own attributes, or kept by their bits."""
    for key, value in names(world).items():
        if isinstance(value, type(world)):
            yield key, value
    for bits, (_, value) in getattr(world, "_variants", {}).items():
        yield f"variant {bits}", value


def everything(name: str) -> Iterator[tuple[str, object]]:
    """Yield every name of the game's modules, of their classes and of its world, with its value."""
    for module_name, module in sorted(sys.modules.items()):
        if module_name.startswith((f"bocage.games.{name}", "bocage.engine", "bocage.hexes")):
            for key, value in names(module).items():
                yield f"{module_name}.{key}", value
                if isinstance(value, type) and value.__module__ == module_name:
                    yield from ((f"{module_name}.{key}.{k}", v) for k, v in names(value).items())
    world: Any = names(judge_of(name).game)["world"]
    yield from ((f"world.{key}", value) for key, value in names(world).items())
    for each, variant in variants(world):
        yield from ((f"world.{each}.{key}", value) for key, value in names(variant).items())
    if hasattr(world, "ground"):
        yield from ((f"world.ground.{key}", value) for key, value in names(world.ground).items())


@cache
def usual(name: str) -> dict[str, object]:
    """Return everything as it is while no mutant is at work, with every module of the judges
    loaded.
    """
    for each in (*GAMES, "opcom"):
        judge_of(each)
    return dict(everything(name))


def changed(name: str) -> set[str]:
    """The names whose values are no longer the same objects."""
    before, missing = usual(name), object()
    return {key for key, value in everything(name) if before.get(key, missing) is not value}


@pytest.mark.parametrize(("name", "rule"), MUTANTS)
def test_a_mutant_leaves_nothing_behind(name: str, rule: str) -> None:
    """Within a mutant something of the game is another; afterwards all is as before."""
    usual(name)
    with judge_of(name).effects[rule]():
        assert changed(name)
    assert changed(name) == set()


def test_a_mutant_of_opcom_replaces_only_what_exists() -> None:
    """A mutant that sets a name which nobody looks up would switch nothing off."""
    mutants = judge_of("opcom").effects
    known = {key for key, _ in everything("opcom")}
    for rule, absence in mutants.items():
        with absence():
            assert {key for key, _ in everything("opcom")} - known == set(), rule


@pytest.mark.parametrize("name", [*GAMES, "opcom"])
def test_mutants_are_of_rules_that_exist(name: str) -> None:
    """Every mutant, and every rule whose survival is explained, is in the index or a reading."""
    judge = judge_of(name)
    known = {*judge.index, *judge.readings}
    assert {Rule(rule) for rule in (*judge.effects, *judge.explained)} <= known


def test_without_takes_the_parts_along() -> None:
    """Without a case none of its sentences works."""
    usual("roundup")
    with judge_of("roundup").without("7.4"):
        assert "bocage.games.roundup.judge.questions.step_cost" in changed("roundup")
    assert changed("roundup") == set()


def test_an_installation_has_no_mutants(tmp_path: Path) -> None:
    """Where there is no checkout the judge says what is missing and what to do."""
    with pytest.raises(CaseError, match=r"needs tests/mutants/roundup.*Clone the repository"):
        with_mutants(judge_for(game("roundup")), "roundup", tmp_path)


def test_coverage_finds_the_mutants_from_any_folder(tmp_path: Path) -> None:
    """`bocage rules --coverage` of a checkout needs no test runner: the case counts for 7.4.c,
    which only a mutant can switch off."""
    case = Path(__file__).parents[1] / "cases" / "roundup" / "7.4-never-two.toml"
    done = subprocess.run(
        [sys.executable, "-m", "bocage", "rules", "roundup", "--coverage", "--cases", str(case)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert " entries: 2 covered," in done.stdout
