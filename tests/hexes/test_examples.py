from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from bocage.hexes import directions, grid, kernels, sets


@pytest.mark.parametrize("module", [directions, grid, kernels, sets], ids=lambda m: m.__name__)
def test_examples_in_docstrings(module: ModuleType) -> None:
    """The examples in the docstrings do what they say."""
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
