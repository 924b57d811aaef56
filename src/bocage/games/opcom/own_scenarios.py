"""Scenarios of one's own: folders within the one that `BOCAGE_SCENARIOS` names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

VARIABLE: Final = "BOCAGE_SCENARIOS"
_FILE: Final = "scenario.toml"


def own_scenarios() -> dict[str, Path]:
    """By name, which is that of its folder: every folder there with a `scenario.toml`."""
    root = os.environ.get(VARIABLE, "")
    if not root or not Path(root).is_dir():
        return {}
    return {
        each.name.replace("_", "-"): each
        for each in sorted(Path(root).iterdir())
        if (each / _FILE).is_file()
    }
