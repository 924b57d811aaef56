"""A page of specimens: every kind of counter at every size, for the docs and for the eye.

`PYTHONPATH=tools python -m presskit.specimen docs/pictures/counters.png`
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bocage.engine.counters import Counter, Face, MarkerFace, UnitFace
from bocage.games import game as game_of
from bocage.press import render, tokens
from bocage.press.counters import drawing, states
from bocage.press.counters.glyphs import GLYPHS
from bocage.press.lettering import text
from bocage.press.paths import rounded_box
from bocage.press.svg import Drawing, Element, group, path, rect, scale, translate

WIDTH = 1600.0
PAD = 26.0
INK, MUTED = tokens.LIGHT.ink, tokens.LIGHT.muted
LEGEND = (
    "Cut corners: Axis. Round: Allied",
    "Edge band: nationality",
    "Size of the unit",
    "Symbol, drawn for 32 pixels",
    "Unit, at the left edge",
    "Where it enters, or its formation",
    "Factors: attack, defence",
    "Steps: two dots, a ring when reduced",
)


def corner_of(face: Face) -> tokens.Corner:
    """Return the shape of a counter's corners."""
    return "round" if isinstance(face, MarkerFace) else tokens.NATIONS[face.nation].corner


def piece(face: Face, px: float, x: float, y: float) -> Element:
    """Return a counter lying on the page."""
    made = drawing.face(face, drawing.detail_for(px))
    flat = isinstance(face, MarkerFace) and face.shape == "round"
    laid = made if flat else states.lying(made, corner_of(face))
    return group(laid, transform=f"{translate(x, y)} {scale(px / 64)}")


def card(x: float, y: float, width: float, height: float, title: str) -> list[Element]:
    """Return a panel with a heading."""
    return [
        path(
            rounded_box(x, y, width, height, 10),
            fill=tokens.LIGHT.card,
            stroke=tokens.LIGHT.line,
            stroke_width=1,
        ),
        text((x + 16, y + 28), title, tokens.TOWN, 19, INK),
    ]


def counters_of(game: str, kind: str = "") -> tuple[Counter, ...]:
    """Return the usual counters of a game, or those of a kind."""
    sets = game_of(game).at("market-garden").counter_sets()
    return sets[kind or next(iter(sets))].counters


def picked(game: str, ids: Sequence[str], kind: str = "") -> list[Counter]:
    """Counters of a game by id, in this order."""
    found = {c.id: c for c in counters_of(game, kind)}
    return [found[each] for each in ids]


def row(faces: Sequence[Face], px: float, x: float, y: float, gap: float = 9) -> list[Element]:
    """Counters side by side."""
    return [piece(face, px, x + n * (px + gap), y) for n, face in enumerate(faces)]


def sizes(faces: Sequence[Face], x: float, y: float, step: float) -> list[Element]:
    """Return each counter at 64, 48 and 32 pixels."""
    made: list[Element] = []
    for n, face in enumerate(faces):
        left = x + n * step
        made += [piece(face, 64, left, y), piece(face, 48, left + 69, y + 16)]
        made.append(piece(face, 32, left + 122, y + 32))
    return made


ROUNDUP = (
    *("US01", "US13", "US16", "UK05", "UK20", "UK21"),
    *("GE01", "GE13", "GE47", "GE23"),
)
FALAISE = (
    *("U-90-357", "U-80-317", "C-4-4", "P-1-S", "F-2-L", "B-53-158"),
    *("G-84-51", "G-12SS-W", "G-3FJ-9"),
)
OPCOM = (
    *("GB-2PARA", "GB-7KOSB", "GB-2IG", "US-505-2", "PL-1BN", "GE-9-HQ"),
    *("GE-HOF-1", "GB-AGRA5-1", "GB-GADRASC1", "GB-XXX-BR1"),
)
SAMPLES = {
    "us": ("armour", "2 Armd", "10-8"),
    "uk": ("infantry", "15 Scottish", "8-9"),
    "canada": ("infantry", "3 Cdn", "7-9"),
    "poland": ("armour", "1 Pol Armd", "9-7"),
    "france": ("armour", "2 DB", "4"),
    "netherlands": ("infantry", "Irene", "2"),
    "belgium": ("infantry", "Piron", "3"),
    "malta": ("infantry", "1 KOMR", "5"),
    "heer": ("armour", "2 Pz", "9-8"),
    "ss": ("mechanised", "1 SS", "12-10"),
    "luftwaffe": ("parachute", "3 FJ", "6-7"),
    "italy": ("infantry", "Friuli", "4-5"),
}
"""A symbol, a name and factors for each nation."""


def nations() -> list[Face]:
    """Return one counter for each nation."""
    return [
        UnitFace(key, glyph, "XX", label=label, factors=factors, steps=2)
        for key, (glyph, label, factors) in SAMPLES.items()
    ]


def page() -> Drawing:
    """Return the whole page."""
    body: list[Element] = []
    left, right, half = PAD, PAD + 786, 762.0
    full = WIDTH - 2 * PAD
    body.append(text((PAD, 62), "Counters", tokens.TITLE, 44, INK))
    said = (
        "Three games, one anatomy: as a counter shrinks, detail drops out; the factor never does."
    )
    body.append(text((PAD, 92), said, tokens.WATER, 20, MUTED))
    y = 112.0
    title = "Side by corner shape, nationality by tint and edge band; as a chip below 28 pixels"
    body += card(left, y, full, 240, title)
    every = nations()
    body += sizes(every[:8], left + 16, y + 44, 192)
    body += sizes(every[8:], left + 16, y + 134, 192)
    for n, key in enumerate(tokens.NATIONS):
        made = states.chip(key, n % 4 + 1)
        at = translate(left + 800 + n * 30, y + 158)
        body.append(group(made, transform=f"{at} {scale(22 / 64)}"))
    y += 256
    body += card(left, y, half, 300, "Anatomy")
    big = UnitFace(
        *("luftwaffe", "parachute", "XX"),
        label="1 FJ",
        side_label="OPTION",
        factors="6-8",
        steps=2,
    )
    body.append(piece(big, 232, left + 20, y + 48))
    for n, line in enumerate(LEGEND):
        body.append(
            text((left + 284, y + 72 + n * 27), f"{n + 1}.", tokens.NUMERAL_MEDIUM, 17, MUTED)
        )
        body.append(text((left + 306, y + 72 + n * 27), line, tokens.NUMERAL_LIGHT, 18, INK))
    body += card(right, y, half, 300, "Arms")
    for n, name in enumerate(GLYPHS):
        across, down = n % 9, n // 9
        nation = "uk" if n % 2 == 0 else "heer"
        face = UnitFace(nation, name, "II", factors="3")
        x = right + 24 + across * 81
        body.append(piece(face, 48, x, y + 42 + down * 84))
        body.append(
            text(
                (x + 24, y + 106 + down * 84),
                name,
                tokens.NUMERAL_LIGHT,
                11.4,
                MUTED,
                anchor="middle",
            )
        )
    y += 316
    body += card(left, y, half, 124, "Roundup: attack and defence, entry code; the back is reduced")
    found = picked("roundup", ROUNDUP)
    faces = [c.front for c in found[:1]] + [found[0].back] + [c.front for c in found[1:]]
    body += row(faces[:10], 64, left + 16, y + 44)
    body += card(
        right, y, half, 124, "Falaise: strength, efficiency, corps stripe; a plate for one a hex"
    )
    found = picked("falaise", FALAISE)
    body += row(
        [found[0].front, found[0].back, *(c.front for c in found[1:])], 64, right + 16, y + 44
    )
    y += 140
    body += card(
        left, y, half, 206, "OP COM: Control's counters have the profile, players' have none"
    )
    kinds: tuple[str, ...] = ("master", "player")
    for n, kind in enumerate(kinds):
        found = picked("opcom", OPCOM, kind)
        body += row([c.front for c in found], 64, left + 16, y + 44 + n * 76)
    body += card(right, y, half, 206, "On the table")
    body += on_the_table(right + 24, y + 76)
    said = "Lying, spent, selected, marked (the factors stay free), stacked."
    body.append(text((right + 16, y + 188), said, tokens.WATER, 16, MUTED))
    y += 222
    body += card(left, y, full, 352, "Markers: one bold pictogram, one word, never colour alone")
    body += all_markers(left + 16, y + 44)
    y += 352 + PAD
    ground = rect(0, 0, WIDTH, y, fill=tokens.LIGHT.bg)
    return Drawing(WIDTH, y, "px", (WIDTH, y), (ground, *body), "Counters")


def on_the_table(x: float, y: float) -> list[Element]:
    """Return counters as they look in play."""
    one, two, three, four = (
        c.front for c in picked("falaise", ["G-89-55", "U-90-357", "G-12SS-W", "C-3-8"])
    )
    marker = next(c for c in picked("falaise", ["DIS"])).front
    full = tokens.DETAILS[64]

    def laid(face: Face) -> Element:
        return states.lying(drawing.face(face, full), corner_of(face))

    shown = [
        laid(one),
        states.spent(laid(one), "cut"),
        states.selected(laid(two), "round"),
        states.marked(laid(three), drawing.face(marker, tokens.DETAILS[48])),
        states.stack([laid(four)] * 2 + [laid(c.front) for c in picked("falaise", ["C-2A-10"])]),
    ]
    return [group(made, transform=translate(x + n * 120, y)) for n, made in enumerate(shown)]


def all_markers(x: float, y: float) -> list[Element]:
    """Return every marker of the three games."""
    faces: list[Face] = []
    seen: set[str] = set()
    for game in ("roundup", "falaise", "opcom"):
        for counter in counters_of(game):
            if isinstance(counter.front, MarkerFace) and repr(counter.front) not in seen:
                seen.add(repr(counter.front))
                faces.append(counter.front)
    made: list[Element] = []
    for n, face in enumerate(faces):
        across, down = n % 21, n // 21
        made.append(piece(face, 64, x + across * 72.6, y + down * 74))
    return made


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(render.png(page(), dpi=96))
