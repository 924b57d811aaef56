"""Write `docs/reference.md`, the reference of the API for programs, from its docstrings.

`python tools/reference.py` writes it, `--check` says whether it is current.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from bocage import match

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference.md"
_QUOTED: Final = re.compile(r"(: |-> )'([^']*)'")
"""An annotation as `inspect` tells it."""
HEAD: Final = """# Reference

`make reference` makes this page from the docstrings of `src/bocage/match.py`.
Change them, not the page.
[Programs](programs.md) shows how the parts work together.
"""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    functions = [each for each in match.__all__ if isinstance(getattr(match, each), FunctionType)]
    classes = [each for each in match.__all__ if inspect.isclass(getattr(match, each))]
    parts += [_function(f"bocage.{name}", getattr(match, name), 2) for name in functions]
    order = sorted(classes, key=lambda name: (name != "Match", name.endswith("Error"), name))
    parts += [_class(name, getattr(match, name)) for name in order]
    return "\n".join(parts)


def _function(name: str, function: Any, depth: int) -> str:
    signature = str(inspect.signature(function)).replace("self, ", "").replace("(self)", "()")
    signature = _QUOTED.sub(r"\1\2", signature)
    title = name.rpartition(".")[2] if depth > 2 else name
    text = f"{'#' * depth} `{title}`\n\n```python\n{name}{signature}\n```\n\n"
    return text + _prose(inspect.getdoc(function) or "") + "\n"


def _class(name: str, cls: type) -> str:
    found = [f"## `bocage.{name}`\n\n{_prose(inspect.getdoc(cls) or '')}\n"]
    rows = [*_fields(cls), *_properties(cls)]
    if rows:
        found.append("| attribute | what it is |\n| --- | --- |")
        found += [f"| `{each}` | {text} |" for each, text in rows]
        found.append("")
    for each, member in vars(cls).items():
        if isinstance(member, FunctionType) and not each.startswith("_"):
            found.append(_function(f"{name}.{each}", member, 3))
    return "\n".join(found)


def _properties(cls: type) -> Iterator[tuple[str, str]]:
    for name, member in vars(cls).items():
        if isinstance(member, property) and not name.startswith("_"):
            yield name, _cell((inspect.getdoc(member) or "").partition("\n\nRaises:")[0])


def _fields(cls: type) -> Iterator[tuple[str, str]]:
    """Yield the fields of a record, or what `__init__` sets, each with the string below it."""
    lines = inspect.getsource(cls).splitlines()
    names = [each.name for each in fields(cls)] if is_dataclass(cls) else []
    for number, line in enumerate(lines[:-1]):
        words = line.strip().removeprefix("self.").partition(":")
        name, below = words[0], lines[number + 1].strip()
        known = name in names or line.strip().startswith("self.")
        if known and not name.startswith("_") and below.startswith('"""'):
            yield name, _cell(below.strip('"'))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _prose(text: str) -> str:
    """Return a docstring as Markdown: the list of arguments and errors becomes a list."""
    found: list[str] = []
    for line in text.splitlines():
        if line in ("Args:", "Raises:", "Returns:"):
            found.append(f"**{line}**\n")
        elif line.startswith("    ") and not line.startswith("    >>>"):
            name, colon, rest = line.strip().partition(": ")
            starts = bool(colon) and not line.startswith("        ")
            if starts:
                found.append(f"- `{name}`: {rest}")
            elif found:
                found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return "\n".join(found).rstrip() + "\n"


def main() -> int:
    """Write the page, or say whether it is current."""
    made = page()
    if "--check" in sys.argv[1:]:
        return int(PAGE.read_text(encoding="utf-8") != made)
    PAGE.write_text(made, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
