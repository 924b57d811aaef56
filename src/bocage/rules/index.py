"""The index of a rulebook: every sentence that commands, permits, forbids or counts.

`rulebook.toml` has one table an entry, in the order of the book:

    ["3.2.1"]
    title = "Zones and movement"
    says = "What the case is about, in our own words."

    ["3.2.1.a"]
    says = "A unit that enters an enemy zone stops."

A case is numbered as in the book. If it has more than one sentence, we add letters for them; then
the case itself is a heading. `same_as` names the entries that say the same and are cited in its
place: it shares their coverage. `case_none` says why no executable case can exist for an entry,
`unmet` why random games do not meet it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from bocage.engine.rulings import Rule
from bocage.engine.switches import is_under
from bocage.tables import DataError, Fault, read_toml

_NUMBER: Final = re.compile(r"\d+(\.\d+)+(\.[a-z][a-z0-9-]*|\.[A-Z0-9-]+)*")
_KEYS: Final = ("title", "says", "same_as", "case_none", "unmet")


class RulebookError(DataError):
    """An index that cannot be used; `faults` has every reason found."""

    kind = "index"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the index."""

    rule: Rule
    title: str
    """The title of its case, if it is a sentence of one."""
    says: str
    """The decision of the rule, in our own words."""
    case_none: str = ""
    """The reason why no executable case can exist for it; empty if one must."""
    same_as: tuple[Rule, ...] = ()
    """The entries that say the same; it has a case if they have."""
    unmet: str = ""
    """The reason why random games rarely or never meet it; empty if they do."""

    @property
    def is_case(self) -> bool:
        """Whether it has a number of the book, not one of our letters."""
        return self.rule == self.rule.case


class Index(Mapping[Rule, Entry]):
    """The entries by rule, in the order of the book."""

    def __init__(self, entries: Mapping[Rule, Entry]) -> None:
        self._entries: Final = entries
        self._headings: Final = {
            Rule(each.rpartition(".")[0]) for each in entries if each != each.case
        }

    def __getitem__(self, rule: Rule) -> Entry:
        return self._entries[rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def is_heading(self, rule: Rule) -> bool:
        """Return whether its sentences have entries of their own."""
        return rule in self._headings

    def sentences(self) -> list[Entry]:
        """Return the entries that are not headings: each needs a case, or a reason."""
        return [each for each in self._entries.values() if not self.is_heading(each.rule)]

    def under(self, rule: str) -> list[Entry]:
        """Return an entry and its parts, sections and cases of a module included."""
        module = rule.removesuffix(".0")
        return [
            each
            for each in self._entries.values()
            if is_under(each.rule, rule) or (module != rule and is_under(each.rule, module))
        ]


def load_index(path: Path) -> Index:
    """Return the index in a file.

    Raises:
        RulebookError: it has faults; the error names every one.
    """
    faults: list[Fault] = []
    data = read_toml(path, faults) or {}
    found: dict[Rule, Entry] = {}
    for key, value in data.items():
        entry = _entry(path.name, key, value, found, faults)
        if entry is not None:
            found[entry.rule] = entry
    for rule, entry in found.items():
        for each in entry.same_as:
            twin = found.get(each)
            if twin is None or twin.same_as or twin.case_none or each == rule:
                reason = "expected an entry that has cases of its own"
                faults.append(Fault(path.name, 0, f"{rule}.same_as", each, reason))
    if not found and not faults:
        faults.append(Fault(path.name, 0, "", "", "has no entries"))
    if faults:
        raise RulebookError(path.parent.name, faults)
    return Index(found)


def _entry(
    file: str, key: str, value: object, found: Mapping[Rule, Entry], faults: list[Fault]
) -> Entry | None:
    before = len(faults)

    def fault(field: str, shown: object, reason: str) -> None:
        where = f"{key}.{field}" if field else key
        faults.append(Fault(file, 0, where, "" if shown is None else str(shown), reason))

    if not isinstance(value, dict):
        fault("", value, "expected a table with title and says")
        return None
    table = cast("dict[str, Any]", value)
    rule = Rule(key)
    if not _NUMBER.fullmatch(key):
        fault("", None, "expected the number of a case, or of one of its sentences: 3.2.1.d")
    parent = Rule(key.rpartition(".")[0])
    is_sentence = rule != rule.case
    if is_sentence and parent not in found:
        fault("", None, f"is a part of {parent}, which should stand before it")
    for name in table:
        if name not in _KEYS:
            fault(name, table[name], f"expected one of {', '.join(_KEYS)}")
    for name in ("says",) if is_sentence else ("title", "says"):
        if not isinstance(table.get(name), str) or not table[name].strip():
            fault(name, table.get(name), "expected a text")
    for name in ("title", "case_none", "unmet"):
        if name in table and (not isinstance(table[name], str) or not table[name].strip()):
            fault(name, table[name], "expected a text, or nothing at all")
    twins: Any = table.get("same_as", [])
    same = cast("list[object]", twins) if isinstance(twins, list) else [None]
    if not all(isinstance(each, str) for each in same) or ("same_as" in table and not same):
        fault("same_as", str(table["same_as"]), "expected a list of entries")
    if "same_as" in table and "case_none" in table:
        fault("case_none", table["case_none"], "has same_as already: one reason is enough")
    if len(faults) > before:
        return None
    title = table.get("title") or found[parent].title
    says = " ".join(table["says"].split())
    return Entry(
        rule,
        title,
        says,
        table.get("case_none", ""),
        tuple(Rule(str(each)) for each in same),
        table.get("unmet", ""),
    )
