"""Makes `src/bocage/press/fonts` from the @fontsource packages.

Each face comes as two files, Latin and Latin Extended; they are merged, cut down to the
characters of our three theatres, renamed so that every program finds the weight it asks
for, and written as TTF (for the renderers) and WOFF2 (for the browser). The widths of
all characters go into `metrics.json`, so that the press measures text without a font
library. Run it as the README beside the fonts says.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

# fontTools has no types and is needed by nobody else: it stays out of the lint environment.
merge: Any = import_module("fontTools.merge")
subset: Any = import_module("fontTools.subset")
TTFont: Any = import_module("fontTools.ttLib").TTFont

Font = Any
"""A `fontTools.ttLib.TTFont`."""

FACES: tuple[tuple[str, str, int, bool], ...] = (
    ("alegreya", "Alegreya", 500, False),
    ("alegreya", "Alegreya", 700, False),
    ("alegreya", "Alegreya", 800, False),
    ("alegreya", "Alegreya", 500, True),
    ("alegreya-sans", "Alegreya Sans", 400, False),
    ("alegreya-sans", "Alegreya Sans", 500, False),
    ("alegreya-sans", "Alegreya Sans", 700, False),
    ("alegreya-sans", "Alegreya Sans", 400, True),
    ("barlow-condensed", "Barlow Condensed", 500, False),
    ("barlow-condensed", "Barlow Condensed", 600, False),
    ("barlow-condensed", "Barlow Condensed", 700, False),
    ("courier-prime", "Courier Prime", 700, False),
)
"""Package, family, weight, italic."""

CHARACTERS: tuple[int, ...] = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *(0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E),
    *(0x2020, 0x2022, 0x2026, 0x2032, 0x2033, 0x20AC, 0x2122, 0x2191, 0x2193, 0x2212),
)
"""Latin, Latin-1, Latin Extended-A, and the punctuation of a printed sheet."""


def make(packages: Path, target: Path) -> None:
    """Writes every face, its measures and its licence into `target`."""
    measures: dict[str, Any] = {}
    for package, family, weight, italic in FACES:
        folder = packages / f"fontsource-{package}" / "package"
        slant = "italic" if italic else "normal"
        key = f"{package}-{weight}" + ("-italic" if italic else "")
        parts = [
            folder / "files" / f"{package}-{script}-{weight}-{slant}.woff2"
            for script in ("latin", "latin-ext")
        ]
        font = _merged([part for part in parts if part.exists()])
        _cut(font)
        _rename(font, family, weight, italic)
        font.flavor = None
        font.save(target / f"{key}.ttf")
        font.flavor = "woff2"
        font.save(target / f"{key}.woff2")
        measures[key] = _measured(font, family, weight, italic)
        shutil.copy(folder / "LICENSE", target / f"OFL-{package}.txt")
    text = json.dumps(measures, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    (target / "metrics.json").write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")


def _merged(parts: list[Path]) -> Font:
    with tempfile.TemporaryDirectory() as folder:
        plain: list[str] = []
        for number, part in enumerate(parts):
            font = TTFont(part, recalcTimestamp=False)
            font.flavor = None
            plain.append(str(Path(folder) / f"{number}.ttf"))
            font.save(plain[-1])
        merged = merge.Merger().merge(plain) if len(plain) > 1 else TTFont(plain[0])
        merged.save(str(Path(folder) / "merged.ttf"))
        found = TTFont(str(Path(folder) / "merged.ttf"), recalcTimestamp=False, lazy=False)
        found.ensureDecompiled()
        return found


def _cut(font: Font) -> None:
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = ["*"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=CHARACTERS)
    cutter.subset(font)


def _rename(font: Font, family: str, weight: int, italic: bool) -> None:
    """Give all weights one family name; renderers then choose by the weight itself."""
    style = f"{weight}{' Italic' if italic else ''}"
    names: Any = font["name"]
    for record in list(names.names):
        if record.nameID in (1, 2, 3, 4, 6, 16, 17, 21, 22, 25):
            names.removeNames(nameID=record.nameID)
    for number, said in (
        (1, family),
        (2, style),
        (3, f"bocage {family} {style}"),
        (4, f"{family} {style}"),
        (6, f"{family} {style}".replace(" ", "-")),
    ):
        names.setName(said, number, 3, 1, 0x409)
    os2: Any = font["OS/2"]
    os2.usWeightClass = weight
    os2.fsSelection = 0x01 if italic else 0x40
    head: Any = font["head"]
    head.macStyle = 2 if italic else 0
    head.created = head.modified = 3_500_000_000  # a fixed date: the same bytes every time


def _measured(font: Font, family: str, weight: int, italic: bool) -> dict[str, Any]:
    """Widths and heights in thousandths of the size."""
    scale = 1000 / int(font["head"].unitsPerEm)
    names: dict[int, str] = font.getBestCmap()
    glyphs = font.getGlyphSet()
    os2: Any = font["OS/2"]
    outlines: Any = font["glyf"]

    def high(character: str) -> int:
        return round(float(outlines[names[ord(character)]].yMax) * scale)

    return {
        "family": family,
        "weight": weight,
        "italic": italic,
        "ascent": round(float(os2.sTypoAscender) * scale),
        "descent": round(float(-os2.sTypoDescender) * scale),
        "cap": high("H"),
        "x": high("x"),
        "digit": high("1"),
        "widths": {
            chr(code): round(float(glyphs[name].width) * scale) for code, name in names.items()
        },
    }


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
