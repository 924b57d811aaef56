"""Make the pages of the docs site that are generated, and build the site with Zensical.

    python tools/docs_site.py          writes build/docs, then build/site
    python tools/docs_site.py --pages  writes build/docs alone

The pages of `docs` are copied. To them come, for each game, its rules by number with readings
and cases, and the requests of the HTTP API. `zensical.toml` has the doors of the site; every page
of `docs` stands behind one of them (`tests/test_site.py`).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bocage import games
from bocage.engine.game import AnyGame
from bocage.games.judges import rulebook_for
from bocage.server.app import make_app
from bocage.server.settings import Settings

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
MADE: Final = ROOT / "build" / "docs"
CONFIG: Final = ROOT / "build" / "zensical.toml"
NAV_END: Final = "\n]\n\n[project.theme]"
"""Where the doors end in `zensical.toml`."""
OUTSIDE: Final = ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md")
"""Pages of the checkout that the site has too."""


def main() -> None:
    """Write the pages, and build the site unless only the pages are wanted."""
    pages()
    if "--pages" in sys.argv[1:]:
        return
    zensical = str(Path(sys.executable).with_name("zensical"))
    command = [zensical, "build", "--clean", "--strict", "-f", str(CONFIG)]
    subprocess.run(command, cwd=ROOT, check=True)


def pages() -> None:
    """Write every page of the site as Markdown into `build/docs`."""
    shutil.rmtree(MADE, ignore_errors=True)
    shutil.copytree(DOCS, MADE)
    for name in OUTSIDE:
        text = (
            (ROOT / name)
            .read_text("utf-8")
            .replace("](docs/", "](")
            .replace("](README.md", "](index.md")
        )
        (MADE / name).write_text(text, "utf-8")
    (MADE / "rules").mkdir()
    for name in games.GAMES:
        (MADE / "rules" / f"{name}.md").write_text(rules(games.game(name)), "utf-8")
    CONFIG.write_text(with_notes((ROOT / "zensical.toml").read_text("utf-8")), "utf-8")
    schema = make_app(Settings(database=":memory:")).openapi()
    (MADE / "openapi.json").write_text(json.dumps(schema, indent=1), "utf-8")
    (MADE / "http.md").write_text(requests(schema), "utf-8")


def with_notes(config: str) -> str:
    """Return the settings of the site with a door for the dated notes, the newest first."""
    rows = [
        f'    {{ {json.dumps(title_of(path), ensure_ascii=False)} = "notes/{path.name}" }},'
        for path in sorted((DOCS / "notes").glob("*.md"), reverse=True)
    ]
    door = "\n".join(['  { "Dated notes" = [', *rows, "  ] },"])
    assert NAV_END in config
    return config.replace(NAV_END, f"\n{door}{NAV_END}", 1)


def title_of(page: Path) -> str:
    """Return the first heading of a page."""
    return page.read_text("utf-8").splitlines()[0].removeprefix("# ")


def rules(game: AnyGame) -> str:
    """Return the rules of a game by number, each with its readings and the cases that show it."""
    book = rulebook_for(game)
    assert book is not None
    cases = cases_of(game.id)
    parts = [
        f"# {game.title}: the rules by number",
        "Each sentence is in our own words. You need your own rulebook. Letters after a number "
        "are ours. A case is a small file that fails when the rule is switched off.",
    ]
    about: dict[str, list[str]] = {}
    for reading in book.readings.values():
        for rule in reading.about:
            about.setdefault(str(rule), []).append(str(reading.rule).removeprefix("reading "))
    chapter = ""
    for rule, entry in book.index.items():
        number = str(rule)
        if number.partition(".")[0] != chapter:
            chapter = number.partition(".")[0]
            parts.append(f"## {chapter}. {entry.title or 'Rules'} {{ #chapter-{chapter} }}")
        if entry.is_case:
            title = f"{number} {entry.title}".strip()
            parts.append(f"### {title} {{ #r{anchor(number)} }}")
        if not book.index.is_heading(rule):
            name = "" if entry.is_case else f"**{number}** "
            parts.append(f"{name}{escaped(entry.says)}{noted(number, about, cases)}")
    parts.append("## Readings { #readings }")
    parts.append("Where the rulebook is silent or contradicts itself, these decide.")
    for reading in book.readings.values():
        number = str(reading.rule).removeprefix("reading ")
        cited = ", ".join(str(rule) for rule in reading.about)
        parts.append(f"### {number}. {reading.title} ({cited}) {{ #reading-{anchor(number)} }}")
        parts.append(f"{escaped(reading.says)}{noted(str(reading.rule), {}, cases)}")
    return "\n\n".join(parts) + "\n"


def noted(
    number: str, about: Mapping[str, Sequence[str]], cases: Mapping[str, Sequence[str]]
) -> str:
    """Return the readings and the cases of a rule, as small print after it."""
    found = [f"[reading {each}](#reading-{anchor(each)})" for each in about.get(number, ())]
    found += [f"`{each}`" for each in cases.get(number, ())]
    return f"<br><small>{', '.join(found)}</small>" if found else ""


def cases_of(game: str) -> dict[str, list[str]]:
    """Return the names of the rule cases of a game, by the rules that they are for."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "cases" / game).rglob("*.toml")):
        case: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        for rule in case.get("rule", ()):
            found.setdefault(str(rule), []).append(path.stem)
    return found


def anchor(number: str) -> str:
    """Return a number as the end of an address."""
    return re.sub(r"[^0-9a-z]+", "-", number.lower())


def escaped(said: str) -> str:
    """Return a sentence in which nothing is taken for markup."""
    return re.sub(r"([<>|*_\[\]])", r"\\\1", said)


def requests(schema: Mapping[str, Any]) -> str:
    """Return every request of the HTTP API, by path."""
    parts = [
        "# The HTTP API, request by request",
        "This page is made from the server itself. `/docs` on a running server lets you try each "
        "request, and [openapi.json](openapi.json) is for programs. [The server's API]"
        "(server-api.md) explains how the requests work together.",
    ]
    groups: dict[str, list[str]] = {}
    for path, methods in schema["paths"].items():
        group = path.removeprefix("/api/").strip("/").partition("/")[0] or "server"
        for method, told in methods.items():
            groups.setdefault(group, []).append("\n\n".join(_request(path, method, told)))
    for group, some in sorted(groups.items()):
        parts += [f"## {group.capitalize()}", *some]
    return "\n\n".join(parts) + "\n"


def _request(path: str, method: str, told: Mapping[str, Any]) -> Iterator[str]:
    yield f"### `{method.upper()} {path}`"
    yield escaped(" ".join(str(told.get("description") or told.get("summary", "")).split()))
    rows = [
        f"| `{each['name']}` | {each['in']} | {'yes' if each.get('required') else 'no'} |"
        for each in told.get("parameters", ())
    ]
    if rows:
        yield "\n".join(["| parameter | in | needed |", "| --- | --- | --- |", *rows])


if __name__ == "__main__":
    main()
