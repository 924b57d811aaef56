"""Drawings into files: SVG as it is, PNG by resvg, PDF by Typst.

Both renderers use only the fonts that come with bocage, so that a sheet looks the same
on every machine, and both give the same bytes for the same drawing. They are extras:
`pip install 'bocage[print]'`.
"""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage.press.svg import Drawing, Element, element
from bocage.press.type import faces

if TYPE_CHECKING:
    from bocage.press.type import Face

ENDINGS: Final = (".svg", ".png", ".pdf")

DPI: Final = 300

_MM_PER_INCH: Final = 25.4
_PX_PER_INCH: Final = 96
_MOST_PIXELS: Final = 20_000 * 20_000


class PrintExtraMissingError(RuntimeError):
    """A renderer is not installed; the message says how to get it."""

    def __init__(self, kind: str, package: str) -> None:
        super().__init__(
            f"writing {kind} needs {package}, which is not installed: "
            "pip install 'bocage[print]' (SVG needs nothing)"
        )


class RenderError(ValueError):
    """A drawing cannot be written as asked; one sentence says why."""


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
        draw = svg if ending == ".svg" else png
        made = [
            (name, draw(page) if draw is svg else png(page, dpi=dpi))
            for name, page in zip(names, pages, strict=True)
        ]
    for name, content in made:  # nothing is written before everything is drawn
        _write_whole(name, content)
    return [name for name, _ in made]


def svg(page: Drawing) -> bytes:
    """The page as SVG that carries its fonts, so that any browser shows it rightly."""
    used = _faces_used(page)
    rules = "".join(_font_rule(each) for each in used)
    return page.svg(extra=[element("style", rules)] if used else []).encode()


def png(page: Drawing, *, dpi: int = DPI, background: str | None = None) -> bytes:
    """The page as PNG at so many dots an inch (a drawing in px is 96 to the inch)."""
    if dpi <= 0:
        raise RenderError(f"{dpi} dots an inch cannot be drawn")
    per = _MM_PER_INCH if page.unit == "mm" else _PX_PER_INCH
    wide = max(1, round(page.width / per * dpi))
    high = max(1, round(page.height / per * dpi))
    if wide * high > _MOST_PIXELS:
        raise RenderError(
            f"{wide} by {high} pixels is more than a PNG should hold; ask for fewer dots an inch"
        )
    resvg: Any = _module("resvg_py", "PNG", "resvg-py")
    with _fonts() as folder:
        found = resvg.svg_to_bytes(
            svg_string=page.svg(),
            width=wide,
            height=high,
            background=background,
            dpi=float(_PX_PER_INCH),
            skip_system_fonts=True,
            font_files=[str(path) for path in sorted(folder.glob("*.ttf"))],
            font_family="Alegreya Sans",
        )
    return bytes(found)


def pdf(pages: Sequence[Drawing]) -> bytes:
    """The pages as one PDF, each of its own size, vectors and text kept."""
    typst: Any = _module("typst", "PDF", "typst")
    with _fonts() as fonts, tempfile.TemporaryDirectory() as folder:
        lines = [f"#set document(title: {_quoted(pages[0].title)}, date: none)"]
        for number, page in enumerate(pages):
            name = f"{number}.svg"
            (Path(folder) / name).write_text(_for_typst(page.svg()), encoding="utf-8")
            wide, high = (f"{_points(page, side):.3f}pt" for side in (page.width, page.height))
            lines.append(
                f"#page(width: {wide}, height: {high}, margin: 0pt)"
                f'[#image("{name}", width: {wide}, height: {high})]'
            )
        source = Path(folder) / "pages.typ"
        source.write_text("\n".join(lines), encoding="utf-8")
        found = typst.compile(
            str(source),
            root=folder,
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            format="pdf",
            timestamp=0,
        )
    return bytes(found)


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


def _module(name: str, kind: str, package: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise PrintExtraMissingError(kind, package) from error


def _fonts() -> AbstractContextManager[Path]:
    return as_file(files("bocage.press") / "fonts")


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
