"""The places where the code of a game decides a rule, by file and line.

A citation is an `R("...")`. A mention is the number of a case or reading in a docstring: code that
neither refuses nor reports anything names its case there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bocage.engine.rulings import Rule

_NUMBER: Final = re.compile(r"(?<![\d.])\d+(?:\.\d+)+(?![\d.]*\d)")
_READINGS: Final = re.compile(r"[Rr]eadings?\s+(\d[\w.]*\b(?:(?:,\s+|\s+and\s+)\d[\w.]*\b)*)")
_READING: Final = re.compile(r"\d[\w.]*\b")


class Place(NamedTuple):
    """A line of the program, and the function or class that it lies in."""

    file: str
    line: int
    within: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" ({self.within})" if self.within else "")


def citations(folder: Path) -> Mapping[Rule, list[Place]]:
    """Return every citation in the modules of a folder and below, by rule, in the order of the
    files.
    """
    found: dict[Rule, list[Place]] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for rule, line, within in _cited(tree, ""):
            name = path.relative_to(folder).as_posix()
            found.setdefault(rule, []).append(Place(name, line, within))
    return found


def mentions(folder: Path) -> Mapping[Rule, list[Place]]:
    """Return every case, and every reading, that a docstring names, by its number."""
    found: dict[Rule, list[Place]] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text, line, within in _docstrings(tree, ""):
            for number in dict.fromkeys((*_NUMBER.findall(text), *_readings(text))):
                name = path.relative_to(folder).as_posix()
                found.setdefault(Rule(number), []).append(Place(name, line, within))
    return found


def _readings(text: str) -> Iterator[str]:
    """Yield the readings that a text names: `reading 9`, `readings 27 and 35`."""
    for several in _READINGS.findall(text):
        yield from (f"reading {number}" for number in _READING.findall(several))


def _docstrings(node: ast.AST, within: str) -> Iterator[tuple[str, int, str]]:
    """Yield text, line and context of every string that is a statement."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        within = f"{within}.{node.name}" if within else node.name
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text, child.lineno, within
            case _:
                yield from _docstrings(child, within)


def _cited(node: ast.AST, within: str) -> Iterator[tuple[Rule, int, str]]:
    """Yield rule, line and context of every citation in a node."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        within = f"{within}.{node.name}" if within else node.name
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Call(func=ast.Name(id="R"), args=[ast.Constant(value=str(rule))]):
                yield Rule(rule), child.lineno, within
            case _:
                pass
        yield from _cited(child, within)
