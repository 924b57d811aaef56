"""Which unit or hex somebody means who types it in haste; for every game with counters on a map."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine.actions import NotationError
from bocage.hexes.errors import HexError
from bocage.maps.finding import NotFoundError, find, folded

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

_HEX: Final = re.compile(r"\d{4}")
_ZEROS: Final = re.compile(r"(?<!\d)0+(?=\d)")
_TOWNS: Final = frozenset({"city", "port", "town"})
_FILLERS: Final = frozenset({"to", "at", "on", "into", "from", "against", "with", "and", "the"})


class Named(NamedTuple):
    """A unit by all it is called."""

    id: str
    """What the log calls it."""
    title: str
    """What people call it."""
    names: tuple[str, ...]
    """What else it may be typed by, without blanks."""


class Naming:
    """The names of one edition's counters, and the places of its map."""

    def __init__(self, pack: Pack, units: Sequence[Named]) -> None:
        self.pack: Final = pack
        self.named: Final = tuple(units)
        self._ids: Final = {unit.id.casefold(): u for u, unit in enumerate(units)}
        self._short: Final = {_short(unit.id): u for u, unit in enumerate(units)}
        self._names: Final = [
            (folded(name).replace(" ", ""), u)
            for u, unit in enumerate(units)
            for name in dict.fromkeys((unit.title, *unit.names))
        ]
        self._words: Final = [
            (word, u)
            for u, unit in enumerate(units)
            for name in (unit.title, *unit.names)
            for word in folded(name).split()
            if not word.isdecimal()
        ]
        """Single words of the names: `krause` is KG Krause."""
        self._towns: Final = [
            (folded(place.name), place.hex)
            for place in pack.places
            if place.kind in _TOWNS and place.hex is not None
        ]
        """Towns are meant before woods and regions that begin alike."""

    # Units -------------------------------------------------------------------------------

    def unit(self, token: str) -> int:
        """The unit of an id (`US01`, `us1`) or of a name without blanks (`2ndarmored`).

        Raises:
            NotationError: there is none such, or there are several.
        """
        word = token.casefold().rstrip("-!'")
        found = self._ids.get(word, self._short.get(_short(word)))
        if found is not None:
            return found
        wanted = folded(word).replace(" ", "")
        fits = {u for name, u in self._names if name == wanted} or {
            u for name, u in self._names if wanted and name.startswith(wanted)
        }
        fits = fits or {u for name, u in self._words if len(wanted) > 2 and name == wanted}
        if len(fits) == 1:
            return fits.pop()
        if fits:
            several = ", ".join(self.named[u].id for u in sorted(fits)[:6])
            raise NotationError(token, f"it fits {len(fits)} units: {several}")
        near = get_close_matches(word, [*self._ids, *(name for name, _ in self._names)], n=1)
        hint = ""
        if near:
            known = self._ids.get(near[0])
            meant = known if known is not None else dict(self._names)[near[0]]
            hint = f", did you mean {self.named[meant].id} ({self.named[meant].title})?"
        raise NotationError(token, f"there is no unit '{token}'{hint}")

    def units(self, st: Any, seat: int, tokens: Sequence[str]) -> list[int]:
        """The units that some words name; a hex names all units of that seat in it.

        Raises:
            NotationError: a word names none.
        """
        found: list[int] = []
        for token in tokens:
            if _HEX.fullmatch(token):
                there = st.at(self.hex(token), seat)
                if not there:
                    raise NotationError(token, f"no unit of yours is in {token}")
                found += there
            else:
                found.append(self.unit(token))
        return list(dict.fromkeys(found))

    def is_unit(self, token: str) -> bool:
        """Whether a word names a unit."""
        try:
            self.unit(token)
        except NotationError:
            return False
        return True

    # Hexes -------------------------------------------------------------------------------

    def hex(self, token: str) -> int:
        """The hex of a number or of a place.

        Raises:
            NotationError: there is none such.
        """
        wanted = folded(token)
        towns = {h for name, h in self._towns if wanted and name.startswith(wanted)}
        if len(towns) == 1:
            return towns.pop()
        try:
            return find(self.pack, token)
        except (HexError, NotFoundError) as error:
            raise NotationError(token, str(error)) from None

    def is_hex(self, token: str) -> bool:
        """Whether a word names a hex."""
        try:
            self.hex(token)
        except NotationError:
            return False
        return True

    def path(self, tokens: Sequence[str]) -> list[int]:
        """The hexes of a way: `3011-2910-2909`, or the same with blanks.

        Raises:
            NotationError: one of them is not on the map.
        """
        found: list[int] = []
        for token in tokens:
            parts = re.split(r"[->]+", token) if re.match(r"\d{4}[->]", token) else [token]
            found += [self.hex(part) for part in parts if part]
        return found


def tokens_of(line: str) -> list[str]:
    """The words of a line; commas and plus signs part words too, little words are left out."""
    words = re.split(r"[\s,+;]+", line.strip())
    return [word for i, word in enumerate(words) if word and (i == 0 or word not in _FILLERS)]


def is_number(token: str) -> bool:
    """Whether a word is a hex number or a path of them."""
    return bool(re.fullmatch(r"\d{4}([->]+\d{4})*[->]*", token))


def chosen(typed: str, names: Sequence[str], kind: str) -> int:
    """Which of a few names is meant; its beginning is enough.

    Raises:
        NotationError: none of them.
    """
    word = typed.casefold()
    fits = [i for i, name in enumerate(names) if name.casefold() == word] or [
        i for i, name in enumerate(names) if word and name.casefold().startswith(word)
    ]
    if len(fits) != 1:
        raise NotationError(typed, f"there is no {kind} '{typed}'; there are {', '.join(names)}")
    return fits[0]


def _short(unit_id: str) -> str:
    """An id without capitals, dashes and leading zeros."""
    return _ZEROS.sub("", unit_id.casefold().replace("-", ""))
