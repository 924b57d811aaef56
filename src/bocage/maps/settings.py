"""The head of a pack, `pack.toml`: what it is, how its grid runs, how it lies on the earth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.hexes.projection import Projection
from bocage.maps.faults import PackFault

if TYPE_CHECKING:
    from bocage.hexes.grid import Parity

FORMAT: Final = 1
"""The version of the pack format this program reads."""

KINDS: Final = ("hexes", "lattice")

_FILE: Final = "pack.toml"
_PROJECTION_KEYS: Final = tuple(f.name for f in fields(Projection) if f.init)


@dataclass(frozen=True, slots=True)
class Settings:
    """`pack.toml`, read and checked."""

    id: str
    title: str
    game: str
    kind: str
    licence: str
    sources: tuple[str, ...]
    rows: tuple[int, int]
    positions: tuple[int, int]
    digits: tuple[int, int]
    shifted_west: Parity
    projection: Mapping[str, float]
    terrain: Mapping[str, str]
    settlement: Mapping[str, str]
    flags: Mapping[str, str]
    facts: Mapping[str, str]


def read_settings(data: Mapping[str, Any] | None, faults: list[PackFault]) -> Settings | None:
    """The settings in a parsed `pack.toml`, or None after noting what is wrong with it."""
    if data is None:
        return None
    asked = _Asker(data, faults)
    before = len(faults)
    if (version := data.get("format")) != FORMAT:
        asked.fault("format", version, f"this program reads format {FORMAT}")
        return None
    settings = Settings(
        id=asked.text("id"),
        title=asked.text("title"),
        game=asked.text("game"),
        kind=asked.one_of("kind", KINDS),
        licence=asked.text("licence"),
        sources=asked.texts("sources"),
        rows=asked.span("grid.rows"),
        positions=asked.span("grid.positions"),
        digits=asked.span("grid.digits", ordered=False),
        shifted_west=cast("Parity", asked.one_of("grid.shifted_west", ("odd", "even"))),
        projection={key: asked.number(f"projection.{key}") for key in _PROJECTION_KEYS},
        terrain=asked.words("terrain"),
        settlement=asked.words("settlement"),
        flags=asked.words("flags"),
        facts=asked.words("facts"),
    )
    if (hex_km := settings.projection["hex_km"]) <= 0 and len(faults) == before:
        asked.fault("projection.hex_km", hex_km, "expected more than 0")
    return settings if len(faults) == before else None


class _Asker:
    """Asks for one key after the other and notes what does not fit."""

    def __init__(self, data: Mapping[str, Any], faults: list[PackFault]) -> None:
        self._data = data
        self._faults = faults

    def fault(self, key: str, value: object, reason: str) -> None:
        shown = "" if value is None else str(value)
        self._faults.append(PackFault(_FILE, 0, key, shown, reason))

    def _get(self, key: str) -> object:
        found: object = self._data
        for part in key.split("."):
            found = cast("dict[str, object]", found).get(part) if isinstance(found, dict) else None
        return found

    def text(self, key: str) -> str:
        value = self._get(key)
        if isinstance(value, str) and value:
            return value
        self.fault(key, value, "expected a text")
        return ""

    def one_of(self, key: str, words: tuple[str, ...]) -> str:
        value = self._get(key)
        if isinstance(value, str) and value in words:
            return value
        self.fault(key, value, "expected " + " or ".join(words))
        return words[0]

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._get(key)
        found = cast("list[object]", value) if isinstance(value, list) else [None]
        if all(isinstance(each, str) for each in found):
            return tuple(str(each) for each in found)
        self.fault(key, self._get(key), "expected a list of texts")
        return ()

    def number(self, key: str) -> float:
        value = self._get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        self.fault(key, value, "expected a number")
        return 0.0

    def span(self, key: str, *, ordered: bool = True) -> tuple[int, int]:
        match self._get(key):
            case [int() as low, int() as high] if low >= 0 and (low <= high or not ordered):
                return low, high
            case value:
                expected = "expected [first, last]" if ordered else "expected two numbers"
                self.fault(key, value, expected)
                return 0, 0

    def words(self, key: str) -> dict[str, str]:
        value = self._get(key)
        found = cast("dict[str, object]", value) if isinstance(value, dict) else {}
        if value is not None and not (isinstance(value, dict) and _all_texts(found)):
            self.fault(key, self._get(key), "expected a table of texts")
            return {}
        return {word: str(said) for word, said in found.items()}


def _all_texts(words: Mapping[str, object]) -> bool:
    return all(isinstance(said, str) for said in words.values())
