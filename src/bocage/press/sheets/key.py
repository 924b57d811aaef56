"""A key: specimens of what is on the map, their names, and what the rules make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.furniture import Theme, at, heading
from bocage.press.lettering import text
from bocage.press.svg import Element, group, line

if TYPE_CHECKING:
    from bocage.press.sheets.specimens import Specimen


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One line of a key."""

    name: str
    specimen: Specimen
    effects: tuple[str, ...]
    note: str = ""


def key(
    theme: Theme,
    title: str,
    heads: Sequence[str],
    rows: Sequence[KeyRow],
    width: float,
    *,
    sample: float = 45,
    size: float = 11,
    name_width: float | None = None,
) -> tuple[Element, float]:
    """The key as a table, and its height. The effects share what room the names leave."""
    deep = sample * 1.1547 + 3.5
    first = sample + 8 + (name_width or size * 5.4)
    step = (width - first) / len(heads)
    parts: list[Element] = [at(0, 14, heading(title, theme, size=15))]
    y = 31.0
    for number, head in enumerate(heads):
        x = first + step * (number + 0.5)
        parts.append(
            text((x, y), head, tokens.NUMERAL_MEDIUM, size * 0.92, theme.accent, anchor="middle")
        )
    y += 5
    parts.append(line((0, y), (width, y), stroke=theme.accent, stroke_width=1.1))
    for row in rows:
        middle = y + deep / 2
        parts.append(at(sample / 2 + 1, middle, row.specimen.drawn(sample)))
        lift = size * (0.05 if row.note else 0.35)
        parts.append(
            text((sample + 8, middle + lift), row.name, tokens.PROSE_BOLD, size, theme.ink)
        )
        if row.note:
            parts.append(
                text(
                    *((sample + 8, middle + size), row.note, tokens.PROSE_ITALIC, size * 0.86),
                    theme.muted,
                )
            )
        for number, effect in enumerate(row.effects):
            x = first + step * (number + 0.5)
            broken = typ.wrapped(effect.replace("; ", " · "), tokens.PROSE, size * 0.93, step - 2)
            top = middle + size * 0.33 - (len(broken) - 1) * size * 0.5
            for i, said in enumerate(broken):
                parts.append(
                    text(
                        *((x, top + i * size), said, tokens.PROSE, size * 0.93, theme.ink),
                        anchor="middle",
                    )
                )
        y += deep
        parts.append(line((0, y), (width, y), stroke=theme.muted, stroke_width=0.35))
    return group(*parts), y
