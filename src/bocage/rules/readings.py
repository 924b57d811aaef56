"""Our numbered readings, which decide where a rulebook is silent or contradicts itself.

`readings.md` has a heading for each: `### 46. The end of a beachhead (4.4)`. Where they are
numbered by chapter the number has two parts: `### 4.30. Mostly armoured (9.13)`.
A line that begins with `Switch:` names the option of the table by which it can be ruled
otherwise; one that begins with `No case:` says why no executable case can exist for it, and
one that begins with `Unmet:` why random games do not meet it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bocage.engine.rulings import Rule

_SWITCH: Final = re.compile(r"^Switch: `([a-z0-9-]+)`\.$", re.MULTILINE)
_NO_CASE: Final = re.compile(r"^No case: (.+)\.$", re.MULTILINE)
_UNMET: Final = re.compile(r"^Unmet: (.+)\.$", re.MULTILINE)
_HEADING: Final = re.compile(r"### (\d+(?:\.\d+)?[a-z]?)\. (.+?) \(([\d., ]+)\)")


@dataclass(frozen=True, slots=True)
class Reading:
    """One of our rulings."""

    rule: Rule
    title: str
    says: str
    about: tuple[Rule, ...]
    """The cases that it belongs to."""
    switch: str = ""
    """The option of the table by which it can be ruled otherwise, if any."""
    case_none: str = ""
    """The reason why no executable case can exist for it; empty if one must."""
    unmet: str = ""
    """The reason why random games rarely or never meet it; empty if they do."""


def load_readings(path: Path) -> Mapping[Rule, Reading]:
    """Return every reading in a file, in order."""
    found: dict[Rule, Reading] = {}
    for part in re.split(r"\n(?=##)", path.read_text(encoding="utf-8")):
        heading, _, body = part.partition("\n")
        if match := _HEADING.fullmatch(heading):
            rule = Rule(f"reading {match[1]}")
            about = tuple(Rule(number) for number in match[3].split(", "))
            switch, none, unmet = (each.search(body) for each in (_SWITCH, _NO_CASE, _UNMET))
            says = " ".join(_UNMET.sub("", _NO_CASE.sub("", body)).split())
            marks = (each[1] if each else "" for each in (switch, none, unmet))
            found[rule] = Reading(rule, match[2], says, about, *marks)
        elif re.match(r"### \d", heading):
            raise ValueError(f"{path.name}: '{heading}' needs a number, a title and its cases")
    return found
