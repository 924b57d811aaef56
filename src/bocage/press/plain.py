"""A plain drawing of any map pack as one SVG: modest, complete and quick.

`draw` needs nothing but the pack. It shows everything a rulebook asks of the map; the
fine press, with relief and lettering, draws the same packs elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bocage.press import plain_ground, plain_legend, plain_lines, plain_names
from bocage.press.plain_looks import DIGITS, PAPER, SANS, SERIF
from bocage.press.plain_sheet import MARGIN, Sheet, at, escaped, number, sheet_of

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

_STYLE = (
    ".l{fill:none;stroke-linejoin:round;stroke-linecap:round}"
    f".n{{font-family:{DIGITS};fill:#3a3226;fill-opacity:.8;text-anchor:middle}}"
    f".h{{paint-order:stroke;stroke:{PAPER};stroke-width:3;stroke-opacity:.86;stroke-linejoin:round}}"
    f".s{{font-family:{SERIF}}}.a{{font-family:{SANS}}}"
    ".b{font-weight:700}.i{font-style:italic}.w{letter-spacing:.12em}"
)


def draw(pack: Pack, *, scope: str = "") -> str:
    """The drawing as SVG text.

    `scope` is put before the ids it defines, so that several drawings can share a page.
    """
    sheet = sheet_of(pack)
    text = "\n".join(part for part in _parts(sheet) if part)
    if scope:
        for name in ("map-", "p-"):
            text = text.replace(f'id="{name}', f'id="{scope}-{name}')
            text = text.replace(f"url(#{name}", f"url(#{scope}-{name}")
    return text + "\n"


def _parts(sheet: Sheet) -> Iterator[str]:
    pack = sheet.pack
    wide = number(sheet.width + 2 * MARGIN)
    high = number(sheet.height + MARGIN + plain_legend.height(sheet))
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" role="img">'
    )
    yield f"<title>{escaped(pack.title)}</title>"
    frame = f'{at(MARGIN, MARGIN)} width="{number(sheet.width)}" height="{number(sheet.height)}"'
    yield f'<defs><style>{_STYLE}</style><clipPath id="map-frame"><rect {frame}/></clipPath>'
    yield "".join(plain_ground.patterns(pack) if pack.kind == "lattice" else ())
    yield "</defs>"
    yield f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>'
    yield '<g clip-path="url(#map-frame)">'
    yield from _map(sheet)
    yield "</g>"
    yield plain_legend.frame(sheet)
    yield from plain_legend.legend(sheet)
    yield "</svg>"


def _map(sheet: Sheet) -> Iterator[str]:
    """What lies within the frame, from the ground up."""
    on_hexes = sheet.pack.kind == "hexes"
    yield from plain_ground.hexes(sheet) if on_hexes else plain_ground.covers(sheet)
    if on_hexes:
        yield from plain_ground.seas(sheet)
        yield from plain_ground.built(sheet)
        yield from plain_ground.grid(sheet)
    else:
        yield from plain_legend.graticule(sheet)
    yield from plain_lines.hachures(sheet)
    yield from plain_lines.waters(sheet)
    yield from plain_lines.borders(sheet)
    if on_hexes:
        yield from plain_names.numbers(sheet)
    else:
        yield from plain_ground.rings(sheet)
    yield from plain_lines.routes(sheet)
    yield from plain_lines.crossings(sheet)
    yield from plain_names.names(sheet)
