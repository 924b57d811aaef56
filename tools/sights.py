"""How far apart the colours of the table are, for each kind of sight.

Read the palettes out of the page's own style sheets, simulate how people without one kind of cone
see them (Machado, Oliveira and Fernandes 2009, full severity) and measure distances in OKLab, times
100: about 2 is just distinguishable, 10 at a glance. Print the table of
docs/notes/2026-11-16-table.md.

    python tools/sights.py
"""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parents[1] / "web" / "src"
SIGHTS: Final = ("normal", "deutan", "protan", "tritan")
THEMES: Final = ("light", "dark")
PAPER: Final = "#efe3b9"
"""The plain ground of the map, on which overlays lie."""

_SEEN: Final = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

GROUPS: Final = {
    "overlays": ("over-allied", "over-german", "over-nobody"),
    "marks": ("mark", "pick"),
    "charts": ("chart-allied", "chart-german"),
    "good and bad": ("good", "danger"),
}
"""Colours that must be distinguishable, by their purpose."""

Colour = tuple[float, float, float]


def palette(sight: str, theme: str) -> dict[str, str]:
    """Return the colours of the page for a viewer; of the blocks that apply, later ones win."""
    found: dict[str, str] = {}
    for name in ("style.css", "sights.css"):
        text = (WEB / name).read_text(encoding="utf-8")
        for selectors, body in re.findall(r"(:root[^{]*)\{([^}]*)\}", text):
            if any(_holds(each.strip(), sight, theme) for each in selectors.split(",")):
                found.update(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", body))
    return found


def _holds(selector: str, sight: str, theme: str) -> bool:
    wanted: dict[str, str] = dict(re.findall(r'data-(sight|theme)="(\w+)"', selector))
    return wanted.get("sight", sight) == sight and wanted.get("theme", theme) == theme


def linear(colour: str) -> Colour:
    """Return a colour of the page in linear light."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def seen(colour: str, sight: str) -> Colour:
    """Return a colour as somebody sees it, in linear light."""
    light = linear(colour)
    r, g, b = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True))))
        for row in _SEEN[sight]
    )
    return r, g, b


def oklab(light: Colour) -> Colour:
    """OKLab of a colour in linear light."""
    r, g, b = light
    l_ = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    m_ = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    s_ = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * l_ + 0.7936177850 * m_ - 0.0040720468 * s_,
        1.9779984951 * l_ - 2.4285922050 * m_ + 0.4505937099 * s_,
        0.0259040371 * l_ + 0.7827717662 * m_ - 0.8086757660 * s_,
    )


def apart(one: str, other: str, sight: str) -> float:
    """Return the distance between two colours for a kind of sight."""
    a, b = oklab(seen(one, sight)), oklab(seen(other, sight))
    return 100 * dist(a, b)


def contrast(one: str, other: str) -> float:
    """Return the contrast of WCAG between two colours."""
    bright = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))
    )
    return (bright[1] + 0.05) / (bright[0] + 0.05)


def nearest(colours: dict[str, str], names: tuple[str, ...], sight: str) -> float:
    """Return the distance of the two that are nearest to each other."""
    return min(apart(colours[a], colours[b], sight) for a, b in combinations(names, 2))


def rows() -> list[tuple[str, str, str, float, float]]:
    """Return sight, theme, group, and the distance of its nearest two: by the plain palette, by the
    viewer's own.
    """
    return [
        (
            sight,
            theme,
            group,
            nearest(palette("normal", theme), names, sight),
            nearest(palette(sight, theme), names, sight),
        )
        for sight in SIGHTS
        for theme in THEMES
        for group, names in GROUPS.items()
        if theme == "light" or group in ("charts", "good and bad")
    ]


def table() -> str:
    """Return the table of docs/notes/2026-11-16-table.md."""
    lines = [
        "| sight | theme | colours | plain palette | own palette |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [f"| {s} | {t} | {g} | {p:.1f} | {o:.1f} |" for s, t, g, p, o in rows()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
