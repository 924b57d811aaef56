"""Finding what a sheet names: the team's units and groupings, places, bridges, grid numbers.

Only what the team may know is searched: an enemy unit that it names is as unknown to it as one
that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, NamedTuple

from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World, plain
from bocage.games.opcom.s05_orders.bearing import bearing_at
from bocage.games.opcom.s05_orders.vocabulary import cut, vocabulary
from bocage.games.opcom.words.places import aloud
from bocage.maps.references import referred

_EARTH: Final = re.compile(r"(-?\d{1,2}\.\d+)[ ,]+(-?\d{1,3}\.\d+)")
_SQUARE: Final = re.compile(r"(?:square\s+)?(\d{3}) ?(\d{3})", re.IGNORECASE)
_ASIDE: Final = re.compile(r"\(([^)]*)\)")
_LONGEST: Final = 6
"""Words of a name in a sentence."""


class Spot(NamedTuple):
    """A place that a sheet means."""

    name: str
    point: Point
    crossing: int = -1
    unit: int = -1
    """A unit of the team behind which to go."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a name means: one thing, several that it could be, or nothing and the nearest."""

    spots: tuple[Spot, ...] = ()
    hint: str = ""
    is_guess: bool = False
    """Whether the name is only like theirs."""


class _Places:
    """The places and bridges of a world by their names, the same for every team."""

    def __init__(self, world: World) -> None:
        self.spots = [
            *(Spot(p.name, world.ways.xy(p.lat, p.lon)) for p in world.places),
            *(Spot(c.name, world.ways.xy(c.lat, c.lon), i) for i, c in enumerate(world.crossings)),
        ]
        self.words = [(set(plain(spot.name).split()), spot) for spot in self.spots]
        ids = [*(p.id for p in world.places), *(c.id for c in world.crossings)]
        self.ids: dict[str, list[Spot]] = {}
        self.full: dict[str, list[Spot]] = {}
        self.short: dict[str, list[Spot]] = {}
        for ident, spot in zip(ids, self.spots, strict=True):
            self.ids.setdefault(plain(ident), []).append(spot)
            self.full.setdefault(plain(spot.name), []).append(spot)
            for name in _short_names(spot.name):
                self.short.setdefault(plain(name), []).append(spot)

    def having(self, words: set[str]) -> list[Spot]:
        """Return those whose name has all of some words."""
        return [spot for has, spot in self.words if words <= has] if words else []


_places_of = lru_cache(maxsize=4)(_Places)
"""A game has one world; a command that compares has two."""


class Finder:
    """Finds names for one team."""

    def __init__(
        self,
        world: World,
        team: int,
        where: Mapping[int, Point],
        friends: Iterable[int] = (),
    ) -> None:
        self.world = world
        self.team = team
        self.where = where
        """Where the team's own units are, as it was told."""
        self._groups = {plain(name): (name, units) for name, units in world.groups_of(team).items()}
        self._units: dict[str, list[int]] = {}
        self._staffs: dict[str, int] = {}
        """Headquarters by the short name on their counter, which is their formation's too."""
        for unit in world.units:
            if unit.team == team:
                names = {plain(unit.id), plain(unit.name)}
                if unit.arm == "hq":
                    self._staffs[plain(unit.unit.label)] = unit.number
                else:
                    names.add(plain(unit.unit.label))
                for name in names:
                    self._units.setdefault(name, []).append(unit.number)
        self._friends = {
            name: world.units[each].name for each in friends for name in _names_of(world, each)
        }
        places = _places_of(world)
        self._having = places.having
        self._spots, self._ids = places.spots, places.ids
        self._full, self._short = places.full, places.short
        self._near: dict[str, str] = {}
        """What to ask about a name that no unit has, by the name: a sheet may say it often."""
        self._near_places: dict[str, str] = {}

    # Units -------------------------------------------------------------------------------

    def units(self, name: str) -> tuple[tuple[int, ...], str]:
        """Return the units that a name means, or none and a sentence that says so."""
        key = plain(name)
        if key in self._groups:
            return self._groups[key][1], ""
        if key in self._units:
            return tuple(self._units[key]), ""
        words = set(key.split())
        groups = {units: said for k, (said, units) in self._groups.items() if _has(k, words)}
        if len(groups) == 1:
            return next(iter(groups)), ""
        if key in self._staffs and not groups:
            return (self._staffs[key],), ""
        fits = {n for k, ns in self._units.items() if _has(k, words) for n in ns}
        if len(fits) == 1 and not groups:
            return tuple(fits), ""
        if key in self._friends:
            return (), f"{self._friends[key]} is not under your command."
        if groups or fits:
            several = [*groups.values(), *(self.world.units[n].name for n in sorted(fits))]
            some = ", ".join(several[:4])
            return (), f"you have several units called '{name}': {some}."
        return (), f"you have no unit called '{name}'.{self._suggest(key)}"

    def is_own(self, name: str) -> bool:
        """Return whether a name is that of a unit or grouping of the team, in full."""
        key = plain(name)
        return key in self._groups or key in self._units or key in self._staffs

    def guns_above(self, name: str) -> tuple[int, ...]:
        """Return guns of the headquarters directly above, by unit or by group (reading 6.18)."""
        above = self.world.teams[self.team].under
        if not above:
            return ()
        team = next(i for i, each in enumerate(self.world.teams) if each.seat == above)
        units, _ = Finder(self.world, team, {}).units(name)
        return tuple(u for u in units if self.world.units[u].is_gun)

    def _suggest(self, key: str) -> str:
        if (said := self._near.get(key)) is not None:
            return said
        near = get_close_matches(key, [*self._units, *self._groups], n=2, cutoff=0.6)
        names = [
            self._groups[each][0]
            if each in self._groups
            else self.world.units[self._units[each][0]].name
            for each in near
        ]
        return self._near.setdefault(key, _did_you_mean(names))

    # Places ------------------------------------------------------------------------------

    def place(self, name: str) -> Found:
        """Return what a name means: a place, a grid reference, a point of the earth or a unit."""
        name = name.strip()
        if (found := self._by_numbers(name)) is not None:
            return found
        if (found := self._by_bearing(name)) is not None:
            return found
        return self._by_name(name)

    def _by_name(self, name: str) -> Found:
        """Return a place or a unit of the team by its name, whole or in part."""
        key = plain(name)
        for names in (self._full, self._ids, self._short):
            if key in names:
                return Found(tuple(dict.fromkeys(names[key])))
        units, _ = self.units(name)
        here = [unit for unit in units if unit in self.where]
        if here:
            return Found((Spot(name, self.where[here[0]], -1, here[0]),))
        words = set(key.split()) - {"at", "of", "near", "over", "town", "village", "city"}
        if fits := self._having(_one_bridge(words)):
            return Found(tuple(dict.fromkeys(fits)), is_guess=True)
        if (hint := self._near_places.get(key)) is None:
            near = get_close_matches(key, [*self._full, *self._short], n=2, cutoff=0.6)
            meant = [(self._full.get(each) or self._short[each])[0].name for each in near]
            hint = self._near_places[key] = _did_you_mean(meant)
        return Found(hint=hint)

    def _by_numbers(self, name: str) -> Found | None:
        """Read latitude and longitude, a reference to the printed grid, or a lattice square."""
        ways = self.world.ways
        if match := _EARTH.fullmatch(name):
            return self._at(name, [ways.xy(float(match[1]), float(match[2]))])
        points = [ways.xy(*each) for each in referred(self.world.pack, name)]
        on_map = [point for point in points if ways.cell(point) is not None]
        if match := _SQUARE.fullmatch(name):
            number = match[1] + match[2]
            square = name.casefold().startswith("square")
            if number in ways.grid and (square or not on_map):
                return Found((Spot(f"square {number}", ways.centre(ways.grid.hex(number))),))
        return self._at(name, on_map or points) if points else None

    def _at(self, name: str, points: Sequence[Point]) -> Found:
        fit = [point for point in points if self.world.ways.cell(point) is not None]
        if not fit:
            return Found(hint=" That point is off the map.")
        return Found(tuple(Spot(name, point) for point in fit))

    def _by_bearing(self, name: str) -> Found | None:
        """Read a bearing such as `2 km N of Best`. Without a distance the result is a guess."""
        words = cut(name)
        bearing = bearing_at([word.casefold() for word in words], 0)
        if bearing is None:
            return None
        start = self._by_name(" ".join(words[bearing.length :]))
        east, north = bearing.metres(self.world.tables.figures.orders.vague)
        moved = [Spot(name, (s.point[0] + east, s.point[1] + north)) for s in start.spots]
        fit = [spot for spot in moved if self.world.ways.cell(spot.point) is not None]
        if start.spots and not fit:
            return Found(hint=" That point is off the map.")
        return Found(tuple(fit), start.hint, start.is_guess or bearing.km is None)

    def bridge(self, name: str) -> Found:
        """Return what a name means among bridges and ferries. A town means its bridges."""
        found = self.place(name)
        bridges = tuple(s for s in found.spots if s.crossing >= 0)
        if bridges or not found.spots:
            return Found(bridges, found.hint, found.is_guess)
        reach = self.world.tables.figures.orders.town_bridge
        near = [
            s
            for s in self._spots
            if s.crossing >= 0 and km_between(s.point, found.spots[0].point) <= reach
        ]
        words = set(plain(found.spots[0].name).split())
        near = [s for s in near if _has(plain(s.name), words)] or near
        return Found(tuple(near), "" if near else f" There is no bridge near {name}.")

    def nearest(self, spots: Iterable[Spot], units: Iterable[int]) -> Spot:
        """Return the one nearest to these units: what is meant if nobody says."""
        at = [self.where[u] for u in units if u in self.where]
        if not at:
            return next(iter(spots))
        return min(spots, key=lambda s: min(km_between(s.point, p) for p in at))

    def whole(self, words: Sequence[str]) -> int:
        """Return how many of some words, from the first on, are the whole name of something.

        A place, a bridge, a unit of the team, or a grid reference. The id of a place does not count
        here: `GEN` and `AND` stand in too many sentences.
        """
        for length in range(min(_LONGEST, len(words)), 0, -1):
            if self._is_whole(words[:length]):
                return length
        return 0

    def _is_whole(self, words: Sequence[str]) -> bool:
        phrase = " ".join(words)
        key = plain(phrase)
        if not key or plain(words[-1]) == "" or plain(words[0]) == "":
            return False
        if key in self._full or key in self._short:
            return True
        if "-" in phrase and key in self._ids and phrase.isupper():
            return True  # B-SON
        if phrase[-1].isdigit() and self._by_numbers(phrase) is not None:
            return True
        if (words[0][0].isupper() or words[0][0].isdigit()) and self.is_own(phrase):
            return key != "all"
        last = words[-1].casefold()
        if len(words) < 2 or last not in vocabulary().lists["bridge"]:
            return False
        names = set(key.split()) - {plain(last)}
        return any(s.crossing >= 0 for s in self._having(names))


def says_bridge(name: str) -> bool:
    """Return whether a name is that of a bridge or ferry, as far as its words go."""
    return any(word.casefold() in vocabulary().lists["bridge"] for word in name.split())


def _has(key: str, words: set[str]) -> bool:
    """Return whether a name has all of some words."""
    return bool(words) and words <= set(key.split())


def _one_bridge(words: set[str]) -> set[str]:
    """Return the words with `bridges` as `bridge`, because the map calls each one a bridge."""
    return {"bridge" if each == "bridges" else each for each in words}


def _short_names(name: str) -> set[str]:
    """Return short forms of a name, such as `Nijmegen road bridge` and `Waalbrug`.

    Brackets and what follows a comma are left out, and are short forms themselves. An airfield
    also has the name of its place. `S of` also reads `south of`, as in reports.
    """
    asides = {each for each in _ASIDE.findall(name) if each[:1].isalpha()}
    head = _ASIDE.sub("", name).strip()
    words = head.split()
    field = " ".join(words[:-1]) if words[-1] in vocabulary().lists["field"] else ""
    return {head, head.partition(", ")[0], field, aloud(head), *asides} - {name, ""}


def _names_of(world: World, unit: int) -> set[str]:
    troops = world.units[unit]
    return {plain(troops.id), plain(troops.name), plain(troops.unit.label)}


def _did_you_mean(names: Sequence[str]) -> str:
    several = list(dict.fromkeys(names))
    return f" Did you mean {' or '.join(several)}?" if several else ""
