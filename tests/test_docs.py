"""What the pages promise about the maps: every decision listed, every decision under test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
THEATRES = sorted(path.stem for path in (ROOT / "docs" / "maps").glob("*.md"))
DECISION = re.compile(r"^\*\*([0-9A-Z][0-9A-Za-z]*)\. (.+?)\.?\*\*", re.MULTILINE)


def decisions(theatre: str) -> dict[str, str]:
    """Return the decisions of a theatre's page: number and title."""
    page = (ROOT / "docs" / "maps" / f"{theatre}.md").read_text(encoding="utf-8")
    return {number: title.rstrip(".") for number, title in DECISION.findall(page)}


def cited_in_tests() -> set[str]:
    """Return every decision number with which the docstring of a map test begins."""
    found: set[str] = set()
    for path in (ROOT / "tests" / "maps").glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                head = (ast.get_docstring(node) or "").partition(":")[0]
                found |= set(re.findall(r"\b(?:[A-Z]\d+|\d{1,2})\b", head))
    return found


@pytest.mark.parametrize("theatre", THEATRES)
def test_the_index_lists_every_decision(theatre: str) -> None:
    """docs/maps.md names each decision of each theatre's page, with its title."""
    index = (ROOT / "docs" / "maps.md").read_text(encoding="utf-8")
    assert decisions(theatre)

    missing = [n for n, title in decisions(theatre).items() if f"- **{n}** {title}" not in index]

    assert missing == []


@pytest.mark.parametrize("theatre", THEATRES)
def test_every_decision_is_asserted(theatre: str) -> None:
    """Each decision about a map has a test whose docstring begins with its number."""
    assert sorted(set(decisions(theatre)) - cited_in_tests()) == []
