"""Counters: what units and markers show, without how it is drawn (see `bocage.press.counters`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Ladder:
    """The status levels of an OP COM unit: all of them, and how many steps are lost."""

    levels: tuple[int, ...]
    lost: int
    brackets: Literal["", "[]", "()"] = ""

    @property
    def current(self) -> str:
        """The current level, in brackets."""
        left, right = self.brackets or ("", "")
        return f"{left}{self.levels[self.lost]}{right}"


@dataclass(frozen=True, slots=True)
class UnitFace:
    """One side of a unit's counter."""

    nation: str
    """Key of `tokens.NATIONS`."""
    glyph: str
    """Key of `glyphs.GLYPHS`."""
    size: str = ""
    """X, XX, I, II, III, KG, TF; or nothing."""
    plate: bool = False
    """Whether the size stands on a plate (Falaise 5.3: one such unit a hex)."""
    label: str = ""
    """Who it is; reads up at the left."""
    side_label: str = ""
    """Where it enters, or its formation; reads down at the right."""
    corner: str = ""
    """A short word in the upper left corner: the corps."""
    factors: str = ""
    strength: int = 0
    """The attack factor; the strongest unit of a stack lies on top."""
    disc: str = ""
    """A rating on a disc beside the factor."""
    disc_red: bool = False
    """Whether the disc is of the kind that changes (Falaise 11.6): it gets a ring."""
    stripe: str = ""
    """Colour of the stripe in the symbol."""
    steps: int = 0
    """Steps the unit has now; 0 draws none."""
    reduced: bool = False
    ladder: Ladder | None = None
    words: tuple[str, ...] = ()
    """Lines that replace the factors, on counters that hide them."""
    points: str = ""
    """Unit points, lower left."""
    lift: str = ""
    """Supply points it can carry, lower right."""


@dataclass(frozen=True, slots=True)
class BlankFace:
    """The back of a unit that shows only its ground and its name."""

    nation: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkerFace:
    """One side of a marker or chit."""

    picture: str
    """Key of `pictures.PICTURES`, or `text`."""
    word: str
    tint: str
    """Key of `tokens.MARKER_TINTS`."""
    shape: Literal["square", "round"] = "square"
    lines: tuple[str, ...] = ()
    """With picture `text`: the words on a chit, the first of them large."""


Face = UnitFace | BlankFace | MarkerFace


@dataclass(frozen=True, slots=True)
class Counter:
    """A piece of the counter sheet: two faces, and how many there are."""

    id: str
    title: str
    front: Face
    back: Face
    count: int = 1
    seat: int = -1
    """Whose unit it is; -1 for markers."""


@dataclass(frozen=True, slots=True)
class CounterSet:
    """Counters that are printed together, with the title of their sheets."""

    title: str
    counters: tuple[Counter, ...]
    size_mm: float = 15.875
    """Side of a printed counter: 5/8 of an inch unless the game says."""
