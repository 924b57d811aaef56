"""The words and parts of a sheet beside its map: titles, grid, parts, insets.

They stand in `sheet.toml` of the pack. A pack without it gets plain words of its own, so that
any lattice can be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.hexes.grid import ROW_HEIGHT

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

WHOLE: Final = "whole"
"""The part that is the whole lattice."""


class UnknownPartError(ValueError):
    """A theatre has no such part; the message lists those it has."""


class SheetError(ValueError):
    """`sheet.toml` of a pack cannot be used; one sentence says why."""


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of country, by its edges in degrees."""

    south: float
    west: float
    north: float
    east: float
    bold: float = 1.0
    """How much larger type and lines are than the theatre's."""


@dataclass(frozen=True, slots=True)
class Inset:
    """A piece of the sheet drawn again at a larger scale."""

    title: str
    centre: tuple[float, float]
    """Latitude and longitude."""
    larger: float = 2.5
    """How much larger it is than the sheet."""


@dataclass(frozen=True, slots=True)
class Theatre:
    """The words and choices of one sheet."""

    country: str
    sheet: str
    title: str
    origin: tuple[float, float]
    """Latitude and longitude where both grid figures are zero."""
    letters: tuple[str, ...]
    """Letters of the 100-kilometre squares, from west to east, the southern row first."""
    grid_note: str = ""
    magnetic: float = 0.0
    """Degrees by which the needle points west of grid north, in the year of the sheet."""
    year: str = ""
    bold: float = 1.0
    """How much larger type and lines are than on other sheets; a sparse country bears more."""
    heights: str = ""
    """File of heights beside the pack, or nothing where the relief is not known."""
    heights_credit: str = ""
    """Whose they are, where that must be said."""
    tints: tuple[int, ...] = ()
    """Heights in metres above which the ground is tinted one step darker."""
    parts: Mapping[str, Window] = field(default_factory=dict[str, Window])
    insets: Mapping[str, tuple[Inset, ...]] = field(default_factory=dict[str, tuple[Inset, ...]])
    """By part."""
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names to print, by id, where the pack's is a note for players of the tables."""
    always: frozenset[str] = frozenset()
    """Places named on the sheet even if an inset shows them and there is little room."""
    first: frozenset[str] = frozenset()
    """Towns whose names choose before those of cities, because they are hemmed in."""
    notes: tuple[str, ...] = ()
    regions: tuple[tuple[str, float, float], ...] = ()
    """Names of countries and provinces, with latitude and longitude."""
    widths: Mapping[str, float] = field(default_factory=dict[str, float])
    """Widths of great rivers in kilometres, by name."""
    history: str = ""


def theatre_of(pack: Pack, *, plain: bool = False) -> Theatre:
    """Return the theatre of a pack, or one made from what the pack says itself.

    Drawn plain it has neither relief nor insets.

    Raises:
        SheetError: `sheet.toml` lacks something, or has something we do not know.
    """
    if plain:
        return replace(theatre_of(pack), heights="", insets={})
    if pack.sheet:
        try:
            return _read(pack.sheet)
        except (TypeError, KeyError, AttributeError) as error:
            raise SheetError(f"sheet.toml of {pack.id} cannot be read: {error}") from error
    wests, souths = [x / 2 for x in pack.grid.xs], [y * ROW_HEIGHT for y in pack.grid.ys]
    lat, lon = pack.projection.to_earth(max(wests) + 2, max(souths) + 2)
    return Theatre(
        country=pack.title.upper(),
        sheet=pack.id,
        title=pack.title,
        origin=(round(lat, 2), round(lon, 2)),
        letters=(),
        history="From the tables of the map pack.",
    )


def _read(said: Mapping[str, Any]) -> Theatre:
    """Return a theatre as `sheet.toml` has it: lists for tuples, tables for parts and insets."""
    made: dict[str, Any] = {key: _frozen(value) for key, value in said.items()}
    made["always"] = frozenset(said.get("always", ()))
    made["first"] = frozenset(said.get("first", ()))
    made["parts"] = {name: Window(**each) for name, each in said.get("parts", {}).items()}
    made["insets"] = {
        part: tuple(
            Inset(each["title"], tuple(each["centre"]), each.get("larger", 2.5)) for each in some
        )
        for part, some in said.get("insets", {}).items()
    }
    return Theatre(**made)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, cast("list[Any]", value))) if isinstance(value, list) else value


def parts_of(pack: Pack) -> tuple[str, ...]:
    """Return the parts of which a sheet can be drawn, the whole first."""
    return (WHOLE, *theatre_of(pack).parts)


def part_window(theatre: Theatre, name: str) -> Window | None:
    """Return the window of a part; None is the whole lattice.

    Raises:
        UnknownPartError: the theatre has no such part.
    """
    if name == WHOLE:
        return None
    try:
        return theatre.parts[name]
    except KeyError:
        known = ", ".join((WHOLE, *theatre.parts))
        raise UnknownPartError(f"there is no part '{name}' of this map; there is {known}") from None
