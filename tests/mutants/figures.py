"""Every figure of a game's rules, wrong by one: ranges, limits, turns, prices, faces of a die.

A figure is a number in a constant of a chapter, or of the board. Numbers that only tell things
apart are codes, named in `CODES`. What the charts hold is wrong cell by cell in `tests/cases`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NamedTuple, cast

from bocage.games import judges
from bocage.rules.judge import replaced

CODES: Final[Mapping[str, frozenset[str]]] = {
    "roundup": frozenset(
        {
            *("NONE", "OVERLAND", "COASTAL", "AERIAL", "BY_DROP", "s04_supply.FIRST_TURN"),
            *("_SET_UP", "ONE_MISSION", "BOTH_FORCES", "FACE_DOWN", "NO_RUSSIA", "_POSSIBLE"),
            "_FIXED",
        }
    ),
    "falaise": frozenset(
        {
            *("_ENTER", "_ATTACH", "_ROLL", "_CHOOSE", "_FINISH", "_SET_UP", "FRIEND"),
            *("NOBODY", "OFF_MAP", "NOT_ASKED", "DECIDED", "COVERED", "NO_ROAD", "AIR"),
            *("s12_optional.HELD", "NOWHERE", "_EVEN", "_BARS", "_FAR"),
            "s10_retreats.LONGEST",  # how far a search for room goes; the rule has no such limit
        }
    ),
}
"""Numbers that tell things apart, by name; with the module where another has the same name."""

BOARD: Final = {"roundup": ("board.world.DROP_RANGE", "board.world.FLOODED_POLDER")}
"""Figures of the board; what is made of them is made with the world."""

LITERALS: Final[Mapping[str, Sequence[tuple[str, str, int]]]] = {
    "roundup": (
        ("s03_stacking", "is_legal_stack", 2),
        ("s04_supply", "halved", 2),
        ("s08_reinforcements", "Replacements.apply", 2),
        ("s10_movement", "season", 2),
        ("s10_movement", "Moving._may_step", 2),
        ("s10_movement", "Moving._may_go", 2),
        ("s11_odds", "base_column", 3),
        ("s11_odds", "bomber_shift", 6),
        ("s11_odds", "Odds._concentric", 3),
    ),
    "falaise": (
        ("board.position", "Position.night", 2),
        ("s03_setup", "DivisionRoll.apply", 2),
        ("s05_stacking", "is_legal_stack", 2),
        ("s07_movement", "Moving.exit_cost", 2),
        ("s09_disruption", "points_of", 2),
        ("s09_disruption", "points_of", 4),
        ("s10_retreats", "is_done", 2),
        ("s11_relief", "RelieveRoll.apply", 2),
    ),
}
"""Figures within functions: module, function and number."""


class Figure(NamedTuple):
    """One number of a constant."""

    module: str
    name: str
    path: tuple[Any, ...]
    """Where it stands in a tuple or a table."""
    value: int
    within: bool = False
    """Whether it is a number within a function, which is called `name`."""

    @property
    def others(self) -> tuple[int, ...]:
        """The values that are wrong by one. Nothing can be counted less than never."""
        return (1,) if self.value == 0 else (self.value - 1, self.value + 1)

    def __str__(self) -> str:
        if self.within:
            return f"{self.value} in {self.module}.{self.name}"
        where = "".join(f"[{key}]" for key in self.path)
        return f"{self.module}.{self.name}{where} = {self.value}"


def _package(game: str) -> Path:
    return Path(str(sys.modules[f"bocage.games.{game}"].__file__)).parent


def _leaves(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield path, value
    elif isinstance(value, tuple):
        for place, each in enumerate(cast("tuple[object, ...]", value)):
            yield from _leaves(each, (*path, place))
    elif isinstance(value, dict):
        for key, each in cast("dict[object, object]", value).items():
            yield from _leaves(each, (*path, key))


def _put(value: Any, path: tuple[Any, ...], new: int) -> Any:
    """Return a copy of a value with another number at a place."""
    if not path:
        return new
    first, *rest = path
    if isinstance(value, dict):
        table = cast("dict[Any, Any]", value)
        return {**table, first: _put(table[first], tuple(rest), new)}
    items = list(cast("tuple[Any, ...]", value))
    items[first] = _put(items[first], tuple(rest), new)
    return tuple(items)


def _is_made(value: ast.expr | None) -> bool:
    """Return whether a value is computed from others, and so no figure of its own."""
    return value is None or any(isinstance(each, ast.Call) for each in ast.walk(value))


@cache
def figures(game: str) -> tuple[Figure, ...]:
    """Return every figure of a game, in the order of its shelves."""
    judges.judge_of(game)
    root = _package(game)
    found: list[Figure] = []
    for path in sorted(root.rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        board = [each for each in BOARD.get(game, ()) if each.startswith(f"{module}.")]
        if not (module.startswith("s") and module[1:3].isdigit()) and not board:
            continue
        loaded = import_module(f"bocage.games.{game}.{module}")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
                continue
            name = node.target.id
            short = f"{module.rpartition('.')[2]}.{name}"
            if board and f"{module}.{name}" not in board:
                continue
            if name in CODES[game] or short in CODES[game] or _is_made(node.value):
                continue
            found += [Figure(module, name, *leaf) for leaf in _leaves(vars(loaded)[name])]
    found += [Figure(module, name, (), n, within=True) for module, name, n in LITERALS[game]]
    return tuple(found)


@cache
def _users(game: str) -> Mapping[tuple[str, str], list[tuple[str, str]]]:
    """By module and name: the modules that import it, and as what."""
    root = _package(game)
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    base = f"bocage.games.{game}."
    for path in root.rglob("*.py"):
        user = ".".join(path.relative_to(root).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(base):
                for each in node.names:
                    key = (node.module.removeprefix(base), each.name)
                    found.setdefault(key, []).append((user, each.asname or each.name))
    return found


@contextmanager
def _other_number(home: object, figure: Figure, new: int) -> Generator[None]:
    found: object = home
    for part in figure.name.split("."):
        found = cast("Mapping[str, object]", vars(found))[part]
    function = cast("FunctionType", found.fget if isinstance(found, property) else found)
    before = function.__code__
    assert figure.value in before.co_consts, figure
    consts: tuple[object, ...] = tuple(
        new if type(each) is int and each == figure.value else each for each in before.co_consts
    )
    function.__code__ = before.replace(co_consts=consts)
    try:
        yield
    finally:
        function.__code__ = before


@contextmanager
def wrong(game: str, figure: Figure, new: int) -> Generator[None]:
    """Within, a figure has another value wherever the game knows it."""
    base = f"bocage.games.{game}"
    home = import_module(f"{base}.{figure.module}")
    if figure.within:
        with _other_number(home, figure, new):
            yield
        return
    value = _put(vars(home)[figure.name], figure.path, new)
    with ExitStack() as stack:
        stack.enter_context(replaced(home, **{figure.name: value}))
        for user, name in _users(game).get((figure.module, figure.name), ()):
            module = import_module(f"{base}.{user}")
            if name in vars(module):
                stack.enter_context(replaced(module, **{name: value}))
        yield
