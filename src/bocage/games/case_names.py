"""Names in rule cases: units, places and others as the terminal reads them.

A case may name a unit by its id, its name or the beginning of it, and a hex by its number or its
place, in any capitals. This module converts such names to ids and numbers, by the form of a
question or a fact (`odds HEX with UNIT ...`), before the judge reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.engine.actions import AmbiguousError, NotationError
from bocage.games.names import FILLERS

if TYPE_CHECKING:
    from bocage.games.names import Naming

_PLACEHOLDER: Final = re.compile(r"[A-Z]{2,}")
_PATH: Final = "HEX-HEX"
_VERB: Final = "VERB"
_LITTLE: Final = FILLERS | {"by", "for"}


class CaseNames:
    """The names of one game, for its judge.

    Args: naming: the names of its units and places. by_unit: fields of a position whose keys are
    units. in_hexes: fields whose texts begin with a hex, in a list or by a name. others: other
    names, by their word in a question: `CORPS`.
    """

    def __init__(
        self,
        naming: Naming,
        *,
        by_unit: Sequence[str],
        in_hexes: Sequence[str],
        others: Mapping[str, Sequence[str]],
    ) -> None:
        self._naming: Final = naming
        self._ids: Final = frozenset(unit.id for unit in naming.named)
        self._by_unit: Final = frozenset(by_unit)
        self._in_hexes: Final = frozenset(in_hexes)
        self._others: Final = {
            kind: {name.casefold(): name for name in known} for kind, known in others.items()
        }

    def given(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return a position with ids and numbers.

        Raises:
            NotationError: a name fits no unit or several, or one unit is named twice.
        """
        found = dict(given)
        for field in found.keys() & self._in_hexes:
            texts = found[field]
            if isinstance(texts, dict):
                table = cast("dict[str, object]", texts)
                found[field] = {key: self._placed(str(text)) for key, text in table.items()}
            else:
                found[field] = [self._placed(str(text)) for text in cast("list[object]", texts)]
        for field in found.keys() & self._by_unit:
            table = {self._unit(key): value for key, value in found[field].items()}
            if len(table) < len(found[field]):
                raise NotationError(field, "a unit is named twice")
            found[field] = table
        return found

    def question(self, said: Sequence[str], question: str) -> str:
        """Return a question with ids and numbers; `said` are the questions as they are written.

        Raises:
            NotationError: a name fits several units or hexes.
        """
        parts = question.split()
        pattern = next((each for each in said if parts and each.split()[0] == parts[0]), "")
        kinds = set(_PLACEHOLDER.findall(pattern))
        literal = {word for word in re.findall(r"[A-Za-z]+", pattern) if word.islower()}
        found, at = parts[:1], 1
        while at < len(parts):
            word, length = self._word(parts, at, kinds, literal)
            joins = _PATH in pattern and len(found) > 2 and word[:4].isdecimal()
            if joins:
                found[-1] += f"-{word}"
            else:
                found.append(word)
            at += length
        return " ".join(found)

    def fact(self, said: Sequence[str], path: Sequence[str]) -> list[str]:
        """Return a fact with ids and numbers; `said` are the facts as they are written.

        Raises:
            NotationError: a name fits no unit or no hex, or several.
        """
        name, *about = path
        if about and f"{name}.UNIT" in said:
            return [name, self._unit(".".join(about))]
        if about and f"{name}.HEX" in said:
            return [name, self._placed(".".join(about))]
        return list(path)

    def _unit(self, name: str) -> str:
        return name if name in self._ids else self._naming.named[self._naming.unit(name)].id

    def _placed(self, text: str) -> str:
        """Return where something is: places by their numbers, other words without capitals."""
        if text[:4].isdecimal():
            return text
        return " ".join(self._naming.numbered(word) for word in self._naming.words(text))

    def _word(
        self, parts: Sequence[str], at: int, kinds: set[str], literal: set[str]
    ) -> tuple[str, int]:
        """Return the next word of a question as the judge reads it, and how many words it was."""
        word = parts[at]
        if word in literal or word in _LITTLE or word in self._ids or word[:4].isdecimal():
            return word, 1
        for kind in kinds & self._others.keys():
            if word.casefold() in self._others[kind]:
                return self._others[kind][word.casefold()], 1
        if _VERB in kinds:
            return self._exactly(parts, at)
        if not kinds & {"UNIT", "HEX"}:
            return word, 1
        length = self._naming.name_at(parts, at)
        name = " ".join(parts[at : at + length])
        try:
            if "UNIT" in kinds and ("HEX" not in kinds or self._naming.is_rather_unit(name)):
                return self._unit(name), length
            return self._naming.pack.grid.numbers[self._naming.hex(name)], length
        except AmbiguousError:
            raise
        except NotationError:
            return word, 1  # the judge's message says what it expected there

    def _exactly(self, parts: Sequence[str], at: int) -> tuple[str, int]:
        """Return a word of a line: a whole name of a unit or a place by its id or number, else the
        word itself.
        """
        length = self._naming.name_at(parts, at)
        name = " ".join(parts[at : at + length])
        unit = self._naming.named_exactly(name)
        if unit is not None:
            return self._naming.named[unit].id, length
        if self._naming.is_place(name):
            return self._naming.numbered(name), length
        return parts[at], 1
