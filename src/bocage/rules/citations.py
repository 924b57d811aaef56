"""Where the code of a game decides a rule: every `R("...")` in it, by file and line."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bocage.engine.rulings import Rule


class Place(NamedTuple):
    """A line of the program, and the function or class that it lies in."""

    file: str
    line: int
    within: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" ({self.within})" if self.within else "")


def citations(folder: Path) -> Mapping[Rule, list[Place]]:
    """Every citation in the modules of a folder, by rule, in the order of the files."""
    found: dict[Rule, list[Place]] = {}
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for rule, line, within in _cited(tree, ""):
            found.setdefault(rule, []).append(Place(path.name, line, within))
    return found


def _cited(node: ast.AST, within: str) -> Iterator[tuple[Rule, int, str]]:
    """Rule, line and surroundings of every citation in a node."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        within = f"{within}.{node.name}" if within else node.name
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Call(func=ast.Name(id="R"), args=[ast.Constant(value=str(rule))]):
                yield Rule(rule), child.lineno, within
            case _:
                pass
        yield from _cited(child, within)
