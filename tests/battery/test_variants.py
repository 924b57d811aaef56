"""The plain and the compiled kernel play the same games."""

from __future__ import annotations

import pytest
from bench.variants import compare

from bocage.hexes.kernels import KernelError, kernel


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_both_kernels_play_fuzzed_games_to_equal_logs(name: str) -> None:
    """A whole game, one with drawn options and one from its middle: equal byte for byte.

    `python -m bench.variants GAME 2000` compares as many as one likes.
    """
    try:
        kernel("c")
    except KernelError as missing:
        pytest.skip(str(missing))
    assert compare(name, 3) == 3
