"""Both variants of the kernel, each under the same tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bocage.hexes import _kernel
from bocage.hexes.kernels import Kernel, KernelError, Variant
from bocage.hexes.kernels import kernel as variant_of


def compiled_kernel() -> Kernel:
    """Return the compiled kernel; without one the test is skipped, or fails if one is required."""
    try:
        compiled = variant_of("c")
    except KernelError as missing:
        if os.environ.get("BOCAGE_REQUIRE_C", "0") not in ("", "0"):
            pytest.fail(f"BOCAGE_REQUIRE_C is set and {missing}")
        pytest.skip(str(missing))
    _refuse_stale()
    return compiled


@pytest.fixture(scope="session", params=["plain", "c"])
def kernel(request: pytest.FixtureRequest) -> Kernel:
    """Return each variant in turn."""
    variant: Variant = request.param
    return variant_of("plain") if variant == "plain" else compiled_kernel()


@pytest.fixture(scope="session")
def both() -> tuple[Kernel, Kernel]:
    """Return the plain and the compiled variant side by side."""
    return variant_of("plain"), compiled_kernel()


def _refuse_stale() -> None:
    from bocage.hexes import _kernel_c

    source, binary = Path(_kernel.__file__), Path(_kernel_c.__file__)
    newest = max(source.stat().st_mtime, source.with_name("_kernel_c.pxd").stat().st_mtime)
    if binary.stat().st_mtime < newest:
        pytest.fail("the compiled kernel is older than its source: install bocage again")
