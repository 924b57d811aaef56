"""A report as one page that needs nothing else: fonts, ground, drawings and script are in it."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from bocage.lab import figures
from bocage.lab.reports import Figure, MapFigure, Report, Section, Table
from bocage.press import type as typ
from bocage.press.sheets import board_of, ground

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bocage.maps.pack import Pack

GROUND_SCALE: Final = 0.3
"""Pixels of the ground to a unit of the sheet."""
_FACES: Final = ("alegreya-800", "alegreya-sans-400", "alegreya-sans-700", "barlow-condensed-500")
_TALL: Final = 24
"""Rows from which a table scrolls."""


def html(report: Report) -> str:
    """Return the page.

    Raises:
        PrintExtraMissingError: the ground cannot be drawn without `bocage[print]`.
    """
    links = "".join(f'<a href="#{each.id}">{escape(each.title)}</a>' for each in report.sections)
    facts = "".join(
        f"<li>{escape(name)} <b>{escape(value)}</b></li>" for name, value in report.facts
    )
    body = "".join(_section(each, report.seats) for each in report.sections)
    pack, script = report.pack, ""
    if pack is not None:
        script = (
            f'<script type="application/json" id="board">{_board(pack, report.hexes)}</script>'
            f"<script>{_file('report.js')}</script>"
        )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        # No request leaves the page, whatever the names in it contain.
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:\">"
        f"<title>{escape(report.title)}: {escape(report.lead)}</title>"
        f"<style>{_style(pack)}</style></head><body><main>"
        f'<h1>{escape(report.title)}</h1><p class="lead">{escape(report.lead)}</p>'
        f'<ul class="facts">{facts}</ul><nav aria-label="Sections">{links}</nav>{body}'
        f"</main>{script}</body></html>\n"
    )


def _file(name: str) -> str:
    return (files("bocage.lab") / name).read_text(encoding="utf-8")


def _style(pack: Pack | None) -> str:
    parts = [_font(key) for key in _FACES]
    parts.append(f":root{{{_variables(figures.LIGHT)}}}")
    parts.append(f"@media (prefers-color-scheme: dark){{:root{{{_variables(figures.DARK)}}}}}")
    parts.append(_file("report.css"))
    if pack is not None:
        picture = base64.b64encode(ground(pack, GROUND_SCALE)).decode()
        parts.append(f".ground{{background-image:url(data:image/webp;base64,{picture})}}")
    return "".join(parts)


def _font(key: str) -> str:
    face = typ.face(key)
    data = (files("bocage.press") / "fonts" / f"{key}.woff2").read_bytes()
    return (
        f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};"
        f"src:url(data:font/woff2;base64,{base64.b64encode(data).decode()}) format('woff2')}}"
    )


def _variables(palette: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in palette.items())


def _section(section: Section, seats: Sequence[str]) -> str:
    prose = "".join(f"<p>{escape(each)}</p>" for each in section.prose)
    if any(isinstance(each, MapFigure) for each in section.parts):
        prose += "<p>Point at a hex, or tap it, to read its number.</p>"
    parts = "".join(_part(each, seats) for each in section.parts)
    return (
        f'<section id="{section.id}"><h2>{escape(section.title)}</h2>{prose}'
        f'<div class="grid {section.id}">{parts}</div></section>'
    )


def _part(part: Figure | MapFigure | Table, seats: Sequence[str]) -> str:
    if isinstance(part, Table):
        return _table(part, seats)
    caption = f"<figcaption>{escape(part.caption)}</figcaption>" if part.caption else ""
    head = f"<h3>{escape(part.title)}</h3>"
    if isinstance(part, MapFigure):
        values = escape(json.dumps(part.values, separators=(",", ":")), quote=True)
        return (
            f'<figure class="card">{head}<div class="map" role="img" '
            f'aria-label="{escape(part.title, quote=True)}. {escape(part.caption, quote=True)}" '
            f'data-values="{values}"><div class="ground"></div>{part.drawn.svg}</div>'
            f"{_scale(part)}{caption}</figure>"
        )
    key = "".join(
        f'<li><span class="swatch {_class(side, seats)}"></span>{escape(words)}</li>'
        for side, words in part.key
    )
    keys = f'<ul class="key">{key}</ul>' if key else ""
    return f'<figure class="card">{head}{part.svg}{keys}{caption}</figure>'


def _class(side: str, seats: Sequence[str]) -> str:
    return dict(zip(seats, ("first", "second"), strict=False)).get(side, "neither")


def _scale(part: MapFigure) -> str:
    shades = [f"{figures.opacity(each):.2f}" for each in range(1, figures.LEVELS + 1)]
    if len(part.drawn.colours) == 2:
        one, other = part.drawn.colours
        stops = [*(_shade(one, each) for each in reversed(shades)), "#f4eedc"]
        stops += [_shade(other, each) for each in shades]
    else:
        stops = ["#f4eedc", *(_shade(part.drawn.colours[0], each) for each in shades)]
    low, high = (escape(each) for each in part.ends)
    bar = f'<i style="background:linear-gradient(90deg,{",".join(stops)}),#f4eedc"></i>'
    return f'<div class="scale"><span>{low}</span>{bar}<span>{high}</span></div>'


def _shade(colour: str, part: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},{part})"


def _table(table: Table, seats: Sequence[str]) -> str:
    heads = "".join(f"<th>{escape(each)}</th>" for each in table.headings)
    rows: list[str] = []
    for place, row in enumerate(table.rows):
        swatch = ""
        if table.sides:
            side = table.sides[place]
            swatch = f'<span class="swatch {_class(side, seats)}" title="{escape(side)}"></span>'
        first = f"<td>{swatch}{escape(row[0])}</td>"
        rows.append(f"<tr>{first}{''.join(f'<td>{escape(each)}</td>' for each in row[1:])}</tr>")
    head = f"<h3>{escape(table.title)}</h3>" if table.title else ""
    caption = f'<p class="muted">{escape(table.caption)}</p>' if table.caption else ""
    tall = " tall" if len(rows) > _TALL else ""
    return (
        f'<div class="card table">{head}<div class="wide{tall}" tabindex="0"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>{caption}</div>"
    )


def _board(pack: Pack, names: Sequence[str]) -> str:
    plan = board_of(pack).plan
    window = plan.window
    told = {
        "width": round(window.right - window.left, 1),
        "height": round(window.foot - window.top, 1),
        "hex": round(plan.hex, 1),
        "at": [[round(x - window.left, 1), round(y - window.top, 1)] for x, y in plan.centres],
        "names": list(names),
    }
    return json.dumps(told, separators=(",", ":")).replace("</", "<\\/")
