"""An order in one typed line, as the field of a sheet.

`attack 32nd Guards Brigade Group to Valkenswaard via Schaft fork with 55th Field Regt; rest`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from bocage.games.opcom.board.position import ACTIONS, POSTURES
from bocage.games.opcom.s05_orders.files import SheetError
from bocage.games.opcom.s05_orders.sheet import Value

FORM: Final = "ACTION UNIT to PLACE via PLACE, PLACE with GUNS, GUNS; FLAG; FLAG"
_FLAGS: Final[Mapping[str, tuple[str, str]]] = {
    **{posture: ("posture", posture) for posture in POSTURES},
    "stand fast": ("stand_fast", "yes"),
    "counter-attack": ("counter_attack", "yes"),
    "column": ("column", "yes"),
    "night": ("night", "yes"),
    "infiltrate": ("infiltrate", "yes"),
    "after the fights": ("after", "fights"),
}
FLAGS: Final = tuple(_FLAGS)
_WORDS: Final = re.compile(r"\s+(to|via|with)\s+", re.IGNORECASE)


def order_from_words(line: str) -> dict[str, Value]:
    """Return the order that a line says.

    Raises:
        SheetError: it begins with no action, names nobody, or has a flag that there is not.
    """
    body, *flags = [part.strip() for part in line.split(";")]
    action, rest = _action(body)
    parts = _WORDS.split(f" {rest}")
    order: dict[str, Value] = {"unit": _names(parts[0]), "orders": line, "action": action}
    if not order["unit"]:
        raise SheetError(f"name the unit that should {action}: {FORM}")
    for word, value in zip(parts[1::2], parts[2::2], strict=True):
        key = word.casefold()
        if key == "to":
            order["objective"] = value.strip()
        else:
            order["route" if key == "via" else "support"] = _names(value)
    order["posture"] = "tact"
    for flag in filter(None, flags):
        if (found := order_flag(flag)) is None:
            raise SheetError(f"'{flag}' is not a flag; there are {', '.join(FLAGS)}")
        order[found[0]] = found[1]
    return order


def order_flag(word: str) -> tuple[str, str] | None:
    """Return the column that a flag fills and its value, or None if it is not a flag."""
    return _FLAGS.get(word.casefold())


def _action(body: str) -> tuple[str, str]:
    said = re.sub(r"^break through\b", "breakthrough", body, flags=re.IGNORECASE)
    word, _, rest = said.partition(" ")
    if word.casefold() not in ACTIONS:
        raise SheetError(f"'{word}' is not an action; there are {', '.join(ACTIONS)}")
    return word.casefold(), rest


def _names(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]
