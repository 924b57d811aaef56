"""Cases are run one by one under coverage; what is asked of all of them together is not."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every rule switched off, every cell got wrong: the same lines a hundred times over.

    They are not traced.
    """
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and "test_a_rule_case" not in item.name:
            item.add_marker(pytest.mark.no_cover)
