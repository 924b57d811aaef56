"""Drawings into files: SVG as it is, PNG and PDF by Typst.

Typst uses only the fonts that come with bocage, so that a sheet looks the same on every
machine, and it gives the same bytes for the same drawing. It is an extra:
`pip install 'bocage[print]'`.
"""

from __future__ import annotations

import base64
import os
import struct
import tempfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage.press.svg import Drawing, Element, Unit, element
from bocage.press.type import faces

if TYPE_CHECKING:
    from bocage.press.type import Face

ENDINGS: Final = (".svg", ".png", ".pdf")

DPI: Final = 300

_MM_PER_INCH: Final = 25.4
_PX_PER_INCH: Final = 96
_MOST_PIXELS: Final = 250_000_000
"""A0 at 400 dots an inch; the renderer takes some 15 bytes of memory a pixel."""


class RenderError(ValueError):
    """A drawing cannot be written as asked; one sentence says why."""


class PrintExtraMissingError(RenderError):
    """A renderer is not installed; the message says how to get it."""

    def __init__(self, kind: str, package: str) -> None:
        super().__init__(
            f"writing {kind} needs {package}, which is not installed: "
            "pip install 'bocage[print]' (SVG needs nothing)"
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a large sheet on a page, in millimetres."""

    frame: Drawing
    """What is printed round it; it has the size of the page."""
    inset: float
    """From the edges of the page to the part, left and above."""
    at: tuple[float, float]
    """The part's upper left corner on the sheet."""
    size: tuple[float, float]
    sheet: tuple[float, float]
    """The whole sheet's width and height."""


def write(pages: Sequence[Drawing], target: Path, *, dpi: int = DPI) -> list[Path]:
    """Writes pages into a file, or several files where the format holds one page each.

    PDF takes all pages. Of SVG and PNG the first page takes the name given, when it is
    the only one; otherwise each takes a number before its ending (`x-1.svg`, `x-2.svg`).

    Raises:
        RenderError: the ending is not known, the picture would be too large, or the file
            cannot be written; no part of it is left behind.
        PrintExtraMissingError: the renderer is not installed.
    """
    ending = target.suffix.lower()
    if ending not in ENDINGS:
        raise RenderError(
            f"cannot write '{target.name}': the name should end in {', '.join(ENDINGS)}"
        )
    if not pages:
        raise RenderError("there is no page to write")
    if ending == ".pdf":
        made = [(target, pdf(pages))]
    else:
        names = [target]
        if len(pages) > 1:
            names = [
                target.with_name(f"{target.stem}-{number}{target.suffix}")
                for number in range(1, len(pages) + 1)
            ]
        made = [
            (name, svg(page) if ending == ".svg" else png(page, dpi=dpi, background="#ffffff"))
            for name, page in zip(names, pages, strict=True)
        ]
    for name, content in made:  # nothing is written before everything is drawn
        _write_whole(name, content)
    return [name for name, _ in made]


def svg(page: Drawing) -> bytes:
    """Return the page as SVG that carries its fonts, so that any browser shows it rightly."""
    rules = font_rules(_faces_used(page))
    return page.svg(extra=[element("style", rules)] if rules else []).encode()


def font_rules(used: Iterable[Face]) -> str:
    """Return the style that carries some fonts."""
    return "".join(_font_rule(each) for each in used)


def fine() -> bool:
    """Return whether all is installed that the soft ground and the relief of a sheet need."""
    try:
        import_module("bocage.press.raster")
    except ImportError:
        return False
    return True


def pixels(width: float, height: float, unit: Unit, dpi: int) -> tuple[int, int]:
    """Return the size of a page in pixels at a number of dots an inch (96 for a page in px).

    Raises:
        RenderError: none, or more than a picture should hold.
    """
    if dpi <= 0:
        raise RenderError(f"{dpi} dots an inch cannot be drawn")
    per = _MM_PER_INCH if unit == "mm" else _PX_PER_INCH
    wide, high = (max(1, round(side / per * dpi)) for side in (width, height))
    if wide * high > _MOST_PIXELS:
        raise RenderError(
            f"{wide} by {high} pixels is more than a PNG should hold; ask for fewer dots an inch"
        )
    return wide, high


def png(page: Drawing, *, dpi: int = DPI, background: str | None = None) -> bytes:
    """Return the page as PNG at so many dots an inch (a drawing in px is 96 to the inch)."""
    wide, high = pixels(page.width, page.height, page.unit, dpi)
    # A page of so many points at 72 dots an inch is exactly so many pixels.
    found = _typeset([(page, float(wide), float(high))], "png", background)
    return _with_density(found, dpi)


def pdf(pages: Sequence[Drawing]) -> bytes:
    """Return the pages as one PDF, each of its own size, vectors and text kept."""
    return _typeset(
        [(page, _points(page, page.width), _points(page, page.height)) for page in pages], "pdf"
    )


def _typeset(
    pages: Sequence[tuple[Drawing, float, float]], kind: str, background: str | None = None
) -> bytes:
    """Drawings on pages of so many points, as a PDF, or the first as a PNG at 72 dots an inch."""
    fill = f'rgb("{background}")' if background else "none"
    with tempfile.TemporaryDirectory() as folder:
        lines = [f"#set document(title: {_quoted(pages[0][0].title)}, date: none)"]
        for number, (page, across, down) in enumerate(pages):
            name = f"{number}.svg"
            (Path(folder) / name).write_text(_for_typst(page.svg()), encoding="utf-8")
            wide, high = f"{across:.3f}pt", f"{down:.3f}pt"
            lines.append(
                f"#page(width: {wide}, height: {high}, margin: 0pt, fill: {fill})"
                f'[#image("{name}", width: {wide}, height: {high}, fit: "stretch")]'
            )
        return _compiled(lines, Path(folder), kind)


def parts_pdf(sheet: bytes, parts: Sequence[Part]) -> bytes:
    """Parts of a sheet that is a PDF, each on a page of its own, vectors and text kept.

    Raises:
        PrintExtraMissingError: the renderer is not installed.
    """
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sheet.pdf").write_bytes(sheet)
        lines = [f"#set document(title: {_quoted(parts[0].frame.title)}, date: none)"]
        for number, part in enumerate(parts):
            page = part.frame
            (Path(folder) / f"{number}.svg").write_text(_for_typst(page.svg()), encoding="utf-8")
            x, y = part.at
            width, height = part.size
            lines.append(
                f"#page(width: {page.width}mm, height: {page.height}mm, margin: 0pt)["
                f"#place(top + left, dx: {part.inset}mm, dy: {part.inset}mm, "
                f"box(width: {width}mm, height: {height}mm, clip: true, "
                f"place(top + left, dx: {-x}mm, dy: {-y}mm, "
                f'image("sheet.pdf", width: {part.sheet[0]}mm, height: {part.sheet[1]}mm))))'
                f'#place(top + left, image("{number}.svg", width: {page.width}mm))]'
            )
        return _compiled(lines, Path(folder), "pdf")


def _with_density(picture: bytes, dpi: int) -> bytes:
    """Return a PNG that states its dots an inch, so that it prints at its true size."""
    head = 8 + 12 + 13  # the signature and the first chunk
    said = b"pHYs" + struct.pack(">IIB", *[round(dpi / 0.0254)] * 2, 1)
    chunk = struct.pack(">I", len(said) - 4) + said + struct.pack(">I", zlib.crc32(said))
    return picture[:head] + chunk + picture[head:]


def _write_whole(path: Path, content: bytes) -> None:
    """Writes a file in one piece: a reader sees the old file or the new, never a part."""
    if path.is_dir():
        raise RenderError(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise RenderError(f"cannot write {path}: there is no folder {path.parent}")
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        raise RenderError(
            f"cannot write {path}: {(error.strerror or str(error)).lower()}"
        ) from None
    finally:
        beside.unlink(missing_ok=True)


def _compiled(lines: Sequence[str], folder: Path, kind: str) -> bytes:
    """Return what Typst makes of a source whose pictures lie in the folder."""
    try:
        typst: Any = import_module("typst")
    except ImportError as error:
        raise PrintExtraMissingError(kind.upper(), "typst") from error
    source = folder / "pages.typ"
    source.write_text("\n".join(lines), encoding="utf-8")
    with as_file(files("bocage.press") / "fonts") as fonts:
        made = typst.compile(
            str(source),
            root=str(folder),
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            format=kind,
            ppi=72.0,
            timestamp=0,
        )
    return bytes(made)


def _points(page: Drawing, side: float) -> float:
    return side / (_MM_PER_INCH if page.unit == "mm" else _PX_PER_INCH) * 72


def _for_typst(said: str) -> str:
    """Typst reads style words off the end of a family's name: to it ours is just Barlow."""
    return said.replace('font-family="Barlow Condensed"', 'font-family="Barlow"')


def _quoted(said: str) -> str:
    return '"' + said.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _faces_used(page: Drawing) -> list[Face]:
    asked: set[tuple[str | None, str | None, bool]] = set()
    stack: list[Element] = list(page.body)
    while stack:
        top = stack.pop()
        for each in top.walk():
            stack.extend(each.needs)
            if each.get("font-family"):
                slant = each.get("font-style") == "italic"
                asked.add((each.get("font-family"), each.get("font-weight"), slant))
    return [f for f in faces().values() if (f.family, str(f.weight), f.italic) in asked]


def _font_rule(face: Face) -> str:
    data = (files("bocage.press") / "fonts" / f"{face.key}.woff2").read_bytes()
    return (
        f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};"
        f"font-style:{'italic' if face.italic else 'normal'};"
        f"src:url(data:font/woff2;base64,{base64.b64encode(data).decode()}) format('woff2')}}"
    )
