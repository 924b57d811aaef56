"""The docs: no link leads nowhere, and every page stands behind a door of the site."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
MADE = {"http.md", *(f"rules/{game}.md" for game in ("falaise", "opcom", "roundup"))}
"""Pages that `tools/docs_site.py` makes."""
LINK = re.compile(
    r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)\)|<(?:img|a)[^>]* (?:src|href)=\"([^\"]+)\""
)
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.DOTALL | re.MULTILINE)


def links(page: Path) -> Iterator[str]:
    """Yield every address that a page links to within the checkout."""
    for found in LINK.finditer(CODE.sub("", page.read_text("utf-8"))):
        address = found[1] or found[2]
        if not address.startswith(("http://", "https://", "mailto:")):
            yield address


@cache
def anchors(page: Path) -> frozenset[str]:
    """The ends of addresses that headings of a page give."""
    found: set[str] = set()
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading).lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-"))
    return frozenset(found | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_leads_nowhere(page: Path) -> None:
    """Each relative link of a page names a file that exists, and a heading that the file has."""
    wrong: list[str] = []
    for address in links(page):
        path, _, end = unquote(address).partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (end and target.suffix == ".md" and end not in anchors(target)):
            wrong.append(address)
    assert wrong == []


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.name)
def test_no_page_of_the_site_links_out_of_it(page: Path) -> None:
    """What a page of the docs links to is in the docs, so that the site has it too."""
    out = [
        address
        for address in links(page)
        if not (page.parent / address.partition("#")[0]).resolve().is_relative_to(DOCS)
    ]
    assert out == []


def behind(door: Any) -> Iterator[str]:
    """Yield the pages behind a door, and behind the doors in it."""
    if isinstance(door, str):
        yield door
    else:
        rooms = cast("list[Any]", door if isinstance(door, list) else [*door.values()])
        for each in rooms:
            yield from behind(each)


def test_every_page_stands_behind_one_door() -> None:
    """The navigation of the site has every page of the docs once, and no page that is not there."""
    nav = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"]
    listed = [page for door in nav for page in behind(door)]
    assert len(listed) == len(set(listed))
    pages = {path.relative_to(DOCS) for path in DOCS.rglob("*.md")}
    own = {str(path) for path in pages if path.parts[0] != "notes"}  # these have their own door
    outside = {path.name for path in ROOT.glob("*.md")} - {"README.md"}
    assert set(listed) == own | outside | MADE


def test_the_site_has_four_doors() -> None:
    """Players, umpires, designers and researchers, and contributors have a door each."""
    nav = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"]
    doors = [name for door in nav for name in door]
    assert doors == ["Home", "Play", "Umpire", "Design and research", "Contribute"]


def test_notes_are_dated() -> None:
    """Measurements and trials stand on pages of their own, with their day in the name."""
    names = [path.stem for path in (DOCS / "notes").glob("*.md")]
    assert [name for name in names if not re.match(r"2\d{3}-\d\d-\d\d-[a-z-]+$", name)] == []


def test_pre_commit_has_the_ruff_of_the_lock() -> None:
    """The style is checked by the same version at a commit and in the tests."""
    lock = (ROOT / "locks" / "test.txt").read_text("utf-8")
    [version] = re.findall(r"^ruff==(\S+)", lock, re.MULTILINE)
    assert f"rev: v{version} " in (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
