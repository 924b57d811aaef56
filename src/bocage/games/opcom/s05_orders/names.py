"""Finding what a sheet names: units and groupings of one's own, places, bridges, grid numbers.

Only what the team may know is searched: an enemy unit that it names is as unknown to it as one
that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, NamedTuple

from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World, plain

_EARTH: Final = re.compile(r"(-?\d{1,2}\.\d+)[ ,]+(-?\d{1,3}\.\d+)")
_STOP: Final = frozenset({"road", "bridge", "canal", "river", "north", "south", "east", "west"})


class Spot(NamedTuple):
    """A place that a sheet means."""

    name: str
    point: Point
    crossing: int = -1
    unit: int = -1
    """A unit of one's own behind which to go."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a name means: one thing, several that it could be, or nothing and the nearest."""

    spots: tuple[Spot, ...] = ()
    hint: str = ""


class Finder:
    """Finds names for one team."""

    def __init__(self, world: World, team: int, where: Mapping[int, Point]) -> None:
        self.world = world
        self.team = team
        self.where = where
        """Where the team's own units are, as it was told."""
        self._groups = {plain(name): (name, units) for name, units in world.groups_of(team).items()}
        self._units: dict[str, list[int]] = {}
        for unit in world.units:
            if unit.team == team:
                for name in {plain(unit.id), plain(unit.name), plain(unit.unit.label)}:
                    self._units.setdefault(name, []).append(unit.number)
        self._spots = [
            *(Spot(p.name, world.ways.xy(p.lat, p.lon)) for p in world.places),
            *(Spot(c.name, world.ways.xy(c.lat, c.lon), i) for i, c in enumerate(world.crossings)),
        ]
        ids = [*(p.id for p in world.places), *(c.id for c in world.crossings)]
        self._by_name: dict[str, list[Spot]] = {}
        for ident, spot in zip(ids, self._spots, strict=True):
            for name in {plain(ident), plain(spot.name)}:
                self._by_name.setdefault(name, []).append(spot)

    # Units -------------------------------------------------------------------------------

    def units(self, name: str) -> tuple[tuple[int, ...], str]:
        """The units that a name means, or none and a sentence that says so."""
        key = plain(name)
        if key in self._groups:
            return self._groups[key][1], ""
        if key in self._units:
            return tuple(self._units[key]), ""
        words = set(key.split())
        fits = {n for k, ns in self._units.items() if words and words <= set(k.split()) for n in ns}
        if len(fits) == 1:
            return tuple(fits), ""
        groups = [
            units for k, (_, units) in self._groups.items() if words and words <= set(k.split())
        ]
        if len(groups) == 1 and not fits:
            return groups[0], ""
        if friend := self._friend(key):
            return (), f"{friend} is not under your command."
        if len(fits) > 1:
            some = ", ".join(self.world.units[n].name for n in sorted(fits)[:4])
            return (), f"you have several units called '{name}': {some}."
        return (), f"you have no unit called '{name}'.{self._suggest(key)}"

    def guns_above(self, name: str) -> tuple[int, ...]:
        """Reading 6.18: guns of the headquarters directly above, by unit or by grouping."""
        above = self.world.teams[self.team].under
        if not above:
            return ()
        team = next(i for i, each in enumerate(self.world.teams) if each.seat == above)
        units, _ = Finder(self.world, team, {}).units(name)
        return tuple(u for u in units if self.world.units[u].is_gun)

    def _friend(self, key: str) -> str:
        side = self.world.side_of_team(self.team)
        for unit in self.world.units:
            known = (plain(unit.id), plain(unit.name), plain(unit.unit.label))
            if unit.side == side and unit.team != self.team and key in known:
                return unit.name
        return ""

    def _suggest(self, key: str) -> str:
        near = get_close_matches(key, [*self._units, *self._groups], n=1, cutoff=0.6)
        if not near:
            return ""
        if near[0] in self._groups:
            return f" Did you mean {self._groups[near[0]][0]}?"
        return f" Did you mean {self.world.units[self._units[near[0]][0]].name}?"

    # Places ------------------------------------------------------------------------------

    def place(self, name: str) -> Found:
        """What a name of a place, a grid number, a point of the earth or a unit means."""
        if match := _EARTH.fullmatch(name.strip()):
            point = self.world.ways.xy(float(match[1]), float(match[2]))
            if self.world.ways.cell(point) is None:
                return Found(hint=" That point is off the map.")
            return Found((Spot(name.strip(), point),))
        if name.strip() in self.world.ways.grid:
            cell = self.world.ways.grid.hex(name.strip())
            return Found((Spot(f"square {name.strip()}", self.world.ways.centre(cell)),))
        key = plain(name)
        if key in self._by_name:
            return Found(tuple(self._by_name[key]))
        units, _ = self.units(name)
        if units and units[0] in self.where:
            return Found((Spot(name, self.where[units[0]], -1, units[0]),))
        words = set(key.split()) - {"at", "of", "near", "over"}
        fits = [s for s in self._spots if words and words <= set(plain(s.name).split())]
        if fits:
            return Found(tuple(dict.fromkeys(fits)))
        near = get_close_matches(key, list(self._by_name), n=1, cutoff=0.6)
        return Found(hint=f" Did you mean {self._by_name[near[0]][0].name}?" if near else "")

    def bridge(self, name: str) -> Found:
        """The same among bridges and ferries alone; a town's name means its bridges."""
        found = self.place(name)
        bridges = tuple(s for s in found.spots if s.crossing >= 0)
        if bridges or not found.spots:
            return Found(bridges, found.hint)
        reach = self.world.tables.figures.orders.town_bridge
        near = [
            s
            for s in self._spots
            if s.crossing >= 0 and km_between(s.point, found.spots[0].point) <= reach
        ]
        return Found(tuple(near), "" if near else f" There is no bridge near {name}.")

    def nearest(self, spots: Iterable[Spot], units: Iterable[int]) -> Spot:
        """The one nearest to these units: what is meant if nobody says."""
        at = [self.where[u] for u in units if u in self.where]
        if not at:
            return next(iter(spots))
        return min(spots, key=lambda s: min(km_between(s.point, p) for p in at))

    def in_words(self, words: str) -> list[str]:
        """Names of places in a sentence, in its order: the longest that can be found."""
        tokens = re.findall(r"[\w'/.-]+", words)
        found: list[str] = []
        i = 0
        while i < len(tokens):
            for length in range(min(5, len(tokens) - i), 0, -1):
                phrase = " ".join(tokens[i : i + length]).strip(".")
                if self._is_place(phrase, length):
                    found.append(phrase)
                    i += length - 1
                    break
            i += 1
        return found

    def _is_place(self, phrase: str, length: int) -> bool:
        first = phrase.split()[0]
        if not (first[0].isupper() or first[0].isdigit()) or plain(phrase) in _STOP:
            return False
        if plain(phrase) in self._by_name or plain(phrase) in self._groups:
            return True
        if length == 1 or first.casefold() in ("move", "attack", "hold", "break", "prepare"):
            return False
        last = phrase.split()[-1].casefold()
        return last in ("bridge", "fork", "gp", "group") and bool(self.place(phrase).spots)
