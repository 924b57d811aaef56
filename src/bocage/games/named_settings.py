"""Named settings: sets of options that a table chooses by one name, such as *even*.

They are data: `settings.toml` beside a game's tables, in the order in which they are offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from bocage.engine.game import Option, Setting
from bocage.games.places import data_of
from bocage.tables import DataError, Fault, read_toml

FILE: Final = "settings.toml"


def load_settings(game: str, options: Mapping[str, Option]) -> dict[str, Setting]:
    """Return the named settings of a game, by id.

    Raises:
        DataError: the file can't be read, or gives an option an invalid value.
    """
    faults: list[Fault] = []
    read = read_toml(data_of(game) / FILE, faults) or {}
    found: dict[str, Setting] = {}
    for name, each in cast("Mapping[str, Mapping[str, Any]]", read).items():
        chosen: dict[str, str] = dict(each.get("options", {}))
        for option, choice in chosen.items():
            if option not in options or choice not in options[option].choices:
                faults.append(Fault(FILE, 0, f"{name}.{option}", choice, "there is no such choice"))
        par = each.get("par", "")
        found[name] = Setting(name, each["title"], each["description"], chosen, par)
    if faults:
        raise DataError(game, faults)
    return found
