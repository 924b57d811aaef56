"""Reach, paths, zones of control and supply floods: the compiled kernel if there is one.

The environment variable `BOCAGE_KERNEL` picks the variant when this module is imported:
`auto` (the default: compiled if it was built, else plain), `plain` or `c`.
Both variants give the same results.

>>> from bocage.hexes.grid import Grid
>>> from bocage.hexes.tables import step_costs
>>> grid = Grid.rectangle((1, 5), (1, 5), shifted_west="odd")
>>> foot = Mobility(grid.neighbours, step_costs(grid, entering=[2] * len(grid)))
>>> work = Workspace(len(grid))
>>> work.reach(foot, grid.hex("0303"), 4, bytes(len(grid)))
18
>>> [grid.numbers[h] for h in work.path_to(grid.hex("0103"))]
['0303', '0204', '0103']
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Literal

from bocage.hexes import _kernel
from bocage.hexes._kernel import BLOCKED, DEAR, NO_LIMIT, PROHIBITED, UNREACHED, ZONE

Variant = Literal["plain", "c"]
"""Interpreted Python, or the same source compiled."""


class KernelError(ImportError):
    """The variant of the kernel that was asked for is not there."""


class OutdatedError(KernelError):
    """The compiled kernel is too old for this program."""


class ZoneToZone(IntEnum):
    """Whether a unit may step from one enemy zone of control straight into another."""

    FREE = 0
    NOT_FROM_START = 1
    """Not with its first step; later steps may."""
    NEVER = 2


@dataclass(frozen=True, slots=True)
class Kernel:
    """One variant, for programs that need both: tests and benchmarks."""

    variant: Variant
    Links: type[_kernel.Links]
    Mobility: type[_kernel.Mobility]
    Workspace: type[_kernel.Workspace]
    Search: type[_kernel.Search]
    mark_zones: Callable[..., None]
    units_at: Callable[..., list[int]]
    stacks_by_hex: Callable[..., dict[int, tuple[int, ...]]]
    units_marked: Callable[..., list[int]]
    unmarked: Callable[..., list[int]]
    mark_clashes: Callable[..., None]


def kernel(variant: Variant) -> Kernel:
    """Return the variant of that name.

    Raises:
        KernelError: the compiled one was asked for and was not built, or its classes are too old.
    """
    if variant == "plain":
        module = _kernel
    else:
        try:
            from bocage.hexes import _kernel_c as module  # type: ignore[no-redef]
        except ImportError as missing:
            raise KernelError(
                "the compiled kernel is not built: install again with a C compiler, "
                "or set BOCAGE_KERNEL=plain"
            ) from missing
        if not hasattr(module.Search, "moves"):
            raise OutdatedError(
                "the compiled kernel is older than this program: run `make kernel` or install "
                "again; until then games run in plain Python, many times slower"
            )
    # One that was compiled before a function was added lacks it: plain Python stands in.
    names = (field.name for field in fields(Kernel) if field.name != "variant")
    parts = {name: getattr(module, name, getattr(_kernel, name)) for name in names}
    return Kernel(variant, **parts)


def choose(wish: str) -> Variant:
    """Return the variant that a value of `BOCAGE_KERNEL` asks for.

    Raises:
        KernelError: the variant is missing, or there is no such value.
    """
    if wish == "plain":
        return "plain"
    if wish not in ("auto", "c"):
        raise KernelError(f"BOCAGE_KERNEL is auto, plain or c, not '{wish}'")
    try:
        kernel("c")
    except KernelError as error:
        if wish == "c":
            raise
        if isinstance(error, OutdatedError):
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)
        return "plain"
    return "c"


VARIANT: Final[Variant] = choose(os.environ.get("BOCAGE_KERNEL", "auto"))
"""The variant in use."""

if TYPE_CHECKING:
    from bocage.hexes._kernel import (
        Links,
        Mobility,
        Search,
        Workspace,
        mark_clashes,
        mark_zones,
        stacks_by_hex,
        units_at,
        units_marked,
        unmarked,
    )
else:
    _chosen = kernel(VARIANT)
    Links = _chosen.Links
    Mobility = _chosen.Mobility
    Search = _chosen.Search
    Workspace = _chosen.Workspace
    mark_clashes = _chosen.mark_clashes
    mark_zones = _chosen.mark_zones
    stacks_by_hex = _chosen.stacks_by_hex
    units_at = _chosen.units_at
    units_marked = _chosen.units_marked
    unmarked = _chosen.unmarked

__all__ = [
    "BLOCKED",
    "DEAR",
    "NO_LIMIT",
    "PROHIBITED",
    "UNREACHED",
    "VARIANT",
    "ZONE",
    "Kernel",
    "KernelError",
    "Links",
    "Mobility",
    "Search",
    "Variant",
    "Workspace",
    "ZoneToZone",
    "choose",
    "kernel",
    "mark_clashes",
    "mark_zones",
    "stacks_by_hex",
    "units_at",
    "units_marked",
    "unmarked",
]
