"""Which unit or hex somebody means: by id, by name, by place, or by the beginning of either.

For every game with counters on a map. Nothing here looks at a position, so no answer reveals more
than the game's box does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine.actions import AmbiguousError, NotationError
from bocage.hexes.errors import HexError
from bocage.maps.lookup import NotFoundError, Places, find, folded, names

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

MOST_LETTERS: Final = 1000
"""Letters that a line may have."""
MOST_WORDS: Final = 150
"""Words that a line may have."""

_HEX: Final = re.compile(r"[0-9]{4}")
_PATH: Final = re.compile(r"[0-9]{4}([->]+[0-9]{4})*[->]*")
_ZEROS: Final = re.compile(r"(?<!\d)0+(?=\d)")
_TOWNS: Final = frozenset({"city", "port", "town"})
FILLERS: Final = frozenset({"to", "at", "on", "into", "from", "against", "with", "and", "the"})
"""Little words of a line that say nothing."""
_LONGEST: Final = 6
"""Words that a name may have."""
_COMPARED: Final = 40
"""Letters of a word that is compared with names that it is not."""


class Named(NamedTuple):
    """A unit by all it is called."""

    id: str
    """Its name in the log."""
    title: str
    """Its name for people."""
    names: tuple[str, ...]
    """Other names by which you can type it, without blanks."""
    side: int
    """The seat it belongs to: of several units the seat's own are meant first."""


class Naming:
    """The names of one edition's counters, and the places of its map."""

    def __init__(self, pack: Pack, units: Sequence[Named]) -> None:
        self.pack: Final = pack
        self.named: Final = tuple(units)
        self._ids: Final = {unit.id.casefold(): u for u, unit in enumerate(units)}
        self._short: Final = {_short(unit.id): u for u, unit in enumerate(units)}
        self._names: Final = [
            (_joined(name), u)
            for u, unit in enumerate(units)
            for name in dict.fromkeys((unit.title, *unit.names))
        ]
        self._exact: Final = {name for name, _ in self._names}
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
        self._known: Final = names(pack)
        self._places: Final = {name for name, (_, h) in self._known.items() if h is not None}

    def places(self) -> Places:
        """Every place that can be named."""
        return self._known

    # Words -------------------------------------------------------------------------------

    def words(self, line: str) -> list[str]:
        """Return the words of a line. Commas and plus signs part words too, little words are left
        out, and the words of a name (`1st Infantry`, `Le Portel`) are one.

        Raises:
            NotationError: the line is too long for any that a person would write.
        """
        if len(line) > MOST_LETTERS:
            raise NotationError(line, f"a line has at most {MOST_LETTERS} letters")
        plain = "".join(letter if letter.isprintable() else " " for letter in line)
        parts = [part for part in re.split(r"[\s,+;]+", plain) if part]
        if len(parts) > MOST_WORDS:
            raise NotationError(line, f"a line has at most {MOST_WORDS} words")
        if len(parts) > 1 and parts[-1].casefold() in FILLERS:
            raise NotationError(line, f"something is missing after '{parts[-1]}'")
        found: list[str] = []
        at = 0
        while at < len(parts):
            length = self.name_at(parts, at)
            if length > 1 or not at or parts[at].casefold() not in FILLERS:
                found.append(" ".join(parts[at : at + length]))
            at += length
        return found

    def name_at(self, parts: Sequence[str], at: int) -> int:
        """Return how many words from here on are one name, or the beginning of one; 1 if they are
        none.
        """
        most = min(_LONGEST, len(parts) - at)
        runs = [(n, folded(" ".join(parts[at : at + n]))) for n in range(most, 1, -1)]
        for length, name in runs:
            if name in self._places or name.replace(" ", "") in self._exact:
                return length
        for length, name in runs:
            if any(_HEX.match(part) for part in parts[at : at + length]):
                continue
            joined = name.replace(" ", "")
            if any(each.startswith(name) for each in self._places) or any(
                each.startswith(joined) for each in self._exact
            ):
                return length
        return 1

    # Units -------------------------------------------------------------------------------

    def unit(self, token: str, seat: int | None = None) -> int:
        """Return the unit of an id (`US01`, `us1`) or of a name (`1st Infantry`, `2ndarmored`); the
        beginning of a name is enough, and the seat's own units are meant first.

        Raises:
            AmbiguousError: there are several.
            NotationError: nothing has this name.
        """
        if (found := self._by_id(token)) is not None:
            return found
        exact, begun = self._called(token), self._beginning(token)
        own = [[u for u in some if self.named[u].side == seat] for some in (exact, begun)]
        fits = next((some for some in (*own, exact, begun) if some), list[int]())
        if len(fits) == 1:
            return fits[0]
        if fits:
            ids = [self.named[u].id for u in fits]
            said = f"it fits {len(fits)} units: {', '.join(ids[:6])}{', ...' * (len(ids) > 6)}"
            raise AmbiguousError(token, said, ids)
        raise NotationError(token, f"there is no unit '{token[:_COMPARED]}'{self._near(token)}")

    def _by_id(self, token: str) -> int | None:
        word = token.casefold().rstrip("-!'")
        return self._ids.get(word, self._short.get(_short(word)))

    def _called(self, token: str) -> list[int]:
        """Return the units with that name."""
        wanted = _joined(token)
        return sorted({u for name, u in self._names if name == wanted})

    def _beginning(self, token: str) -> list[int]:
        """Return the units whose name starts like this, or has a similar word."""
        wanted = _joined(token)
        if not wanted:
            return []
        fits = {u for name, u in self._names if name.startswith(wanted)}
        fits = fits or {u for name, u in self._words if len(wanted) > 2 and name == wanted}
        return sorted(fits)

    def _near(self, token: str) -> str:
        """Return the hint about a unit that does not exist."""
        word = token.casefold()[:_COMPARED]
        near = get_close_matches(word, [*self._ids, *(name for name, _ in self._names)], n=1)
        if not near:
            return ""
        known = self._ids.get(near[0])
        meant = self.named[known if known is not None else dict(self._names)[near[0]]]
        return f", did you mean {meant.id} ({meant.title})?"

    def units(self, st: Any, seat: int, tokens: Sequence[str]) -> list[int]:
        """Return the units that some words name, each once; a hex names all units of that seat in
        it.

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
                found.append(self.unit(token, seat))
        return list(dict.fromkeys(found))

    def written(self, line: str) -> str:
        """Return a line about one unit or thing as the log writes it: the unit first by its id,
        places by the numbers of their hexes, the other words without capitals.
        """
        words = self.words(line)
        if not words:
            return ""
        found = self.named_exactly(words[0])
        first = self._lowered(words[0]) if found is None else self.named[found].id
        return " ".join((first, *map(self.numbered, words[1:])))

    def named_exactly(self, token: str) -> int | None:
        """Return the unit of an id or a whole name, or None if no unit or several units have it."""
        found, called = self._by_id(token), self._called(token)
        return called[0] if found is None and len(called) == 1 else found

    def numbered(self, word: str) -> str:
        """Return a place by the number of its hex; any other word without capitals."""
        if self.is_place(word):
            return self.pack.grid.numbers[self.hex(word)]
        return self._lowered(word)

    def is_place(self, word: str) -> bool:
        """Return whether a word is the whole name of a place."""
        return folded(word) in self._places

    def _lowered(self, word: str) -> str:
        return word.casefold() if word.isalpha() else word

    def is_unit(self, token: str) -> bool:
        """Return whether a word names a unit, one or several."""
        return self._by_id(token) is not None or bool(self._beginning(token))

    def is_rather_unit(self, token: str) -> bool:
        """Return whether a word that may be a unit or a place is taken for a unit.

        A whole name is meant before the beginning of another, and a unit before a place.
        """
        if is_number(token):
            return False
        if self._by_id(token) is not None or self._called(token):
            return True
        if folded(token) in self._places:
            return False
        return bool(self._beginning(token)) or not self.is_hex(token)

    # Hexes -------------------------------------------------------------------------------

    def hex(self, token: str) -> int:
        """Return the hex of a number or of a place.

        Raises:
            NotationError: nothing has this name.
        """
        wanted = folded(token[: 2 * _COMPARED])
        exact = {h for name, h in self._towns if name == wanted}
        towns = exact or {h for name, h in self._towns if wanted and name.startswith(wanted)}
        if len(towns) == 1:
            return towns.pop()
        try:
            return find(self.pack, token[: 2 * _COMPARED], self._known)
        except (HexError, NotFoundError) as error:
            fits = getattr(error, "fits", ())
            if fits:
                raise AmbiguousError(token, str(error), fits) from None
            raise NotationError(token, str(error)) from None

    def is_hex(self, token: str) -> bool:
        """Return whether a word names a hex, one or several."""
        try:
            self.hex(token)
        except AmbiguousError:
            return True
        except NotationError:
            return False
        return True

    def path(self, tokens: Sequence[str]) -> list[int]:
        """Return the hexes of a way: `3011-2910-2909`, or the same with blanks.

        Raises:
            NotationError: one of them is not on the map.
        """
        found: list[int] = []
        for token in tokens:
            parts = re.split(r"[->]+", token) if re.match(r"[0-9]{4}[->]", token) else [token]
            found += [self.hex(part) for part in parts if part]
        return found


def is_number(token: str) -> bool:
    """Return whether a word is a hex number or a path of them."""
    return bool(_PATH.fullmatch(token))


def chosen(typed: str, known: Sequence[str], kind: str) -> int:
    """Return which of a few names is meant; its beginning is enough.

    Raises:
        AmbiguousError: it begins several.
        NotationError: none of them.
    """
    word = typed.casefold()
    fits = [i for i, name in enumerate(known) if name.casefold() == word] or [
        i for i, name in enumerate(known) if word and name.casefold().startswith(word)
    ]
    if len(fits) > 1:
        several = [known[i] for i in fits]
        raise AmbiguousError(typed, f"it can be {' or '.join(several)}", several)
    if not fits:
        offered = ", ".join(known)
        raise NotationError(typed, f"there is no {kind} '{typed[:_COMPARED]}'; there are {offered}")
    return fits[0]


def _joined(name: str) -> str:
    """Return a name for comparing units: folded and without blanks."""
    return folded(name).replace(" ", "")


def _short(unit_id: str) -> str:
    """Return an id without capitals, dashes and leading zeros."""
    return _ZEROS.sub("", unit_id.casefold().replace("-", ""))
