"""The words that we no longer use, kept out of what the program says and what the page shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.test_words import faults

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "bocage"
ROOMS: Final = sorted(each for each in SOURCE.iterdir() if (each / "__init__.py").is_file())
PAGE: Final = (
    *("texts.ts", "deskTexts.ts", "team.ts", "hints.ts"),
    *("evening.ts", "builderTexts.ts", "paper.ts"),
)
COMMENT: Final = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'`\w/])//[^\n]*", re.DOTALL)
"""A comment of the page: in TypeScript, CSS or HTML."""
OFFICERS: Final = SOURCE / "games" / "opcom" / "s10_reports"
"""Reports speak in the voices of officers."""
TERMS: Final = re.compile(r"blown-up UNIT or mended|airfield; or mended|there is no part '")
"""Words that a rule case types, and plain English that looks like a word of the list."""


class Text(NamedTuple):
    """A string of a module."""

    line: int
    said: str
    is_statement: bool
    """Stands alone: a docstring, or the like below an attribute."""
    is_docstring: bool
    """Stands alone in a module, class or function."""


def strings(source: str) -> Iterator[Text]:
    """Yield the strings of a module."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    tree, statements = ast.parse(source), dict[int, bool]()
    for node in ast.walk(tree):
        if isinstance(node, holders):
            statements |= {id(each.value): True for each in node.body if isinstance(each, ast.Expr)}
        elif isinstance(node, ast.Expr):
            statements.setdefault(id(node.value), False)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            alone = statements.get(id(node))
            yield Text(node.lineno, node.value, alone is not None, alone or False)


@cache
def texts(path: Path) -> tuple[Text, ...]:
    """Return the strings of a file, read once for all tests."""
    return tuple(strings(path.read_text(encoding="utf-8")))


def spoken(found: Iterable[Text]) -> Iterator[tuple[int, str]]:
    """Yield the texts that are not docstrings, each with its line."""
    for text in found:
        if not text.is_docstring and " " in text.said.strip():
            yield text.line, text.said


def docstrings(found: Iterable[Text]) -> Iterator[tuple[int, str]]:
    """Yield the strings that are statements, each with its line."""
    for text in found:
        if text.is_statement:
            yield text.line, text.said


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_the_program_speaks_plainly(room: Path) -> None:
    """No text of a room has a word of the list."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in sorted(room.rglob("*.py"))
        if OFFICERS not in path.parents
        for line, text in spoken(texts(path))
        for fault in faults(text)
        if not TERMS.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["src", "tools", "bench", "tests"])
def test_docstrings_speak_plainly(folder: str) -> None:
    """No docstring of the program, its tools or its tests has a word of the list."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, text in docstrings(texts(path))
        for fault in faults(text)
    ]
    assert found == []


def test_the_names_of_tests_speak_plainly() -> None:
    """No name of a test has a word of the list; its words are joined by underscores."""
    names = [
        (path, node.name)
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if node.name.startswith("test_")
    ]
    assert len(names) > 3000
    assert [
        f"{path.relative_to(ROOT)}: {fault} in {name}"
        for path, name in names
        for fault in faults(name.replace("_", " "))
    ] == []


@pytest.mark.parametrize("game", ["roundup", "falaise", "opcom"])
def test_rules_and_readings_speak_plainly(game: str) -> None:
    """No rule or reading in our words has a word of the list; Currie (5.3) was a man."""
    folder = SOURCE / "games" / game
    pages = [folder / "rulebook.toml", folder / "readings.md", *folder.glob("optional_rules.md")]
    found = [
        f"{path.name}:{number}: {fault}"
        for path in pages
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "Currie" not in line
        for fault in faults(line)
    ]
    assert found == []


def test_docstrings_are_found() -> None:
    """The check reads docstrings of functions and strings below an attribute."""
    source = 'a = 1\n"""He."""\ndef f():\n    """She."""\n    return "it"\n'
    assert sorted(text for _, text in docstrings(strings(source))) == ["He.", "She."]


@pytest.mark.parametrize("name", PAGE)
def test_the_page_speaks_plainly(name: str) -> None:
    """No text of the page has a word of the list."""
    source = (ROOT / "web" / "src" / "lib" / name).read_text(encoding="utf-8")
    texts = re.findall(r'"([^"\n]* [^"\n]*)"|`([^`\n]* [^`\n]*)`', source)
    assert len(texts) > 20
    assert [fault for one, other in texts for fault in faults(one or other)] == []


def test_comments_of_the_page_speak_plainly() -> None:
    """No comment of the page has a word of the list; `wire.ts` is generated from docstrings."""
    page = ROOT / "web" / "src"
    sources = [
        path
        for path in sorted(page.rglob("*"))
        if path.suffix in {".ts", ".svelte", ".css"} and path.name != "wire.ts"
    ]
    comments = [
        (path, " ".join(each.split()))
        for path in sources
        for each in COMMENT.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(comments) > 300
    assert [
        f"{path.relative_to(page)}: {fault} in {each[:60]}"
        for path, each in comments
        for fault in faults(each)
    ] == []


def test_docstrings_are_not_texts() -> None:
    """A docstring is left alone; a text and a part of a formatted text are read."""
    source = 'def f():\n    """He goes on."""\n    return "he stays", f"{f} goes on"\n'
    assert [text for _, text in spoken(strings(source))] == ["he stays", " goes on"]
