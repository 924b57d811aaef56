"""A report on paper: A4, by Typst, with the same drawings as the page."""

from __future__ import annotations

import json
import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage.lab import figures
from bocage.lab.reports import Figure, MapFigure, Table
from bocage.press import tokens
from bocage.press.render import PrintExtraMissingError
from bocage.press.sheets import ground

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.lab.reports import Report, Section

GROUND_SCALE: Final = 0.5


def pdf(report: Report) -> bytes:
    """Return the report as PDF; the same bytes for the same report.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
    """
    try:
        import typst
    except ImportError as error:
        raise PrintExtraMissingError("PDF", "typst") from error
    with (
        as_file(files("bocage.press") / "fonts") as fonts,
        tempfile.TemporaryDirectory() as folder,
    ):
        place = Path(folder)
        told = {
            "title": report.title,
            "lead": report.lead,
            "facts": [list(each) for each in report.facts],
            "sections": [_section(each, place, report.seats) for each in report.sections],
        }
        if report.pack is not None:
            (place / "ground.jpg").write_bytes(_pale(ground(report.pack, GROUND_SCALE)))
        (place / "report.json").write_text(json.dumps(told), encoding="utf-8")
        source = place / "report.typ"
        text = (files("bocage.lab") / "report.typ").read_text(encoding="utf-8")
        source.write_text(text, encoding="utf-8")
        found: Any = typst.compile(
            str(source),
            root=folder,
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            format="pdf",
            timestamp=0,
        )
    return bytes(found)


def _section(section: Section, folder: Path, seats: Sequence[str]) -> dict[str, Any]:
    return {
        "title": section.title,
        "prose": list(section.prose),
        "parts": [
            _part(each, f"{section.id}-{n}", folder, seats) for n, each in enumerate(section.parts)
        ],
    }


def _part(
    part: Figure | MapFigure | Table, name: str, folder: Path, seats: Sequence[str]
) -> dict[str, Any]:
    if isinstance(part, Table):
        return {
            "kind": "table",
            "title": part.title,
            "headings": list(part.headings),
            "rows": [list(each) for each in part.rows],
            "sides": list(part.sides),
            "caption": part.caption,
        }
    svg = part.drawn.svg if isinstance(part, MapFigure) else part.svg
    # Typst reads style words off the end of a family's name: to it ours is just Barlow.
    drawn = figures.on_paper(svg).replace('"Barlow Condensed"', '"Barlow"')
    (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")
    told: dict[str, Any] = {
        "kind": "map" if isinstance(part, MapFigure) else "figure",
        "title": part.title,
        "file": f"{name}.svg",
        "caption": part.caption,
    }
    if isinstance(part, MapFigure):
        told |= {"ends": list(part.ends), "colours": list(part.drawn.colours)}
    else:
        told["key"] = [
            [figures.on_paper(figures.colour_of(side, seats)), words] for side, words in part.key
        ]
    return told


def _pale(picture: bytes) -> bytes:
    """Return the ground paler, so that the shades over it are read."""
    from io import BytesIO

    from PIL import Image, ImageEnhance

    drawn = ImageEnhance.Color(Image.open(BytesIO(picture)).convert("RGB")).enhance(0.45)
    out = BytesIO()
    Image.blend(drawn, Image.new("RGB", drawn.size, tokens.LIGHT.card), 0.4).save(
        out, "JPEG", quality=78
    )
    return out.getvalue()
