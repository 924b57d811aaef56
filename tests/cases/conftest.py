"""Cases are run one by one under coverage; what is asked of all of them together is not."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in the same hook
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every rule switched off, every cell got wrong: the same lines a hundred times over.

    They are not traced, and those of one module stay together, because they share what the
    cases cover.
    """
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and "test_a_rule_case" not in item.name:
            item.add_marker(pytest.mark.no_cover)
            if "test_a_case_lies" not in item.name:
                _, _, game = item.name.partition("[")
                item.add_marker(pytest.mark.xdist_group(f"{item.path.stem}.{game}"))
