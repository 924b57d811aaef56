"""A whole sheet: the drawing, its files, and what a browser needs, each drawn once and kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache as once
from io import BytesIO
from typing import TYPE_CHECKING, Final, cast

from bocage.games import GAMES, entry
from bocage.games import game as game_of
from bocage.press import cache, files, render, tokens
from bocage.press.furniture import frame
from bocage.press.lettering import text
from bocage.press.sheets import open_country
from bocage.press.sheets.board import LAYERS, Board
from bocage.press.sheets.plan import UNIT_MM
from bocage.press.svg import Drawing, Element, group, layer, path, rect

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.furniture import Theme
    from bocage.press.sheets.layout import Layout
    from bocage.press.sheets.plan import Plan

_CREDITS: Final = {
    "OpenStreetMap": "coast © OpenStreetMap contributors",
    "IGN": "IGN Admin Express 2018",
}
"""Thanks that must stand on a sheet, by a word of the pack's sources."""

SHEET: Final = "sheet"
"""What `Game.entries` calls the function that lays out the printed sheet of a game."""

_OUTER: Final = 18.0
"""From the edge of the paper to the outer frame."""


@once
def _of_game(name: str) -> tuple[str, Layout | None]:
    """Return the map of a game and the layout that the game names for it."""
    if name not in GAMES:
        return "", None
    game = game_of(name)
    found, make = game.map(), entry(game, SHEET)
    return (found.id if found else ""), cast("Layout", make()) if make else None


def layout_of(pack: Pack) -> Layout:
    """Return the layout of a pack's sheet: the game's own, or that of any hex map."""
    name, found = _of_game(pack.game)
    return found if found and name == pack.id else open_country.layout()


def board_of(pack: Pack, *, plain: bool = False) -> Board:
    """Return the board of a pack, laid out for its game, or plain."""
    return open_country.board(pack, plain=True) if plain else layout_of(pack).board(pack)


def sheet(pack: Pack, layers: Collection[str] | None = None, *, plain: bool = False) -> Drawing:
    """Return the sheet of a hex board; `layers` names those to draw, all without it."""
    return sheet_of(board_of(pack, plain=plain), layers)


def sheet_of(board: Board, layers: Collection[str] | None = None) -> Drawing:
    """Return the sheet of a board that is worked out already."""
    wanted = [name for name in LAYERS if layers is None or name in layers]
    body: list[Element] = [rect(0, 0, *board.plan.view, fill=tokens.MAP.paper)]
    body.extend(layer(name, *board.layer(name)) for name in wanted if name != "margins")
    body.append(_mat(board.plan))
    if "margins" in wanted:
        body.append(layer("margins", *margins(board)))
    wide, high = (side * UNIT_MM for side in board.plan.view)
    return Drawing(wide, high, "mm", board.plan.view, tuple(body), board.plan.pack.title)


def margins(board: Board) -> list[Element]:
    """Frames, edge numbers and the furniture of the board's game."""
    layout = open_country.layout() if board.plain else layout_of(board.plan.pack)
    w = board.plan.window
    wide, high = board.plan.view
    return [
        frame(w.left, w.top, w.right - w.left, w.foot - w.top, layout.theme),
        rect(
            *(_OUTER, _OUTER, wide - 2 * _OUTER, high - 2 * _OUTER),
            fill="none",
            stroke=layout.theme.ink,
            stroke_width=3.4,
        ),
        _edge_numbers(board.plan, layout.theme),
        *layout.margins(board),
        _imprint(board, layout.theme),
    ]


def _mat(plan: Plan) -> Element:
    """Paper round the window, over whatever runs out of it."""
    w = plan.window
    wide, high = plan.view
    return path(
        f"M0 0H{wide:.1f}V{high:.1f}H0ZM{w.left} {w.top}V{w.foot}H{w.right}V{w.top}Z",
        fill=tokens.MAP.paper,
        fill_rule="evenodd",
    )


def _edge_numbers(plan: Plan, theme: Theme) -> Element:
    """Rows at both sides and positions at the top, where the window's edge follows the hexes."""
    grid = plan.pack.grid
    rim, w = plan.rim, plan.window
    if w.right - w.left > rim.right - rim.left + plan.hex:
        return group()
    face, size = tokens.NUMERAL_LIGHT, 9.5
    parts: list[Element] = []
    first = min(grid.ys)
    for h in grid:
        row, position = grid.row(h), grid.position(h)
        x, y = plan.centres[h]
        if row == first and position % 2:
            said = f"{position:02d}"
            parts.append(text((x, w.top - 13), said, face, size, theme.muted, anchor="middle"))
        if position == 1:
            for edge in (w.left - 18.5, w.right + 18.5):
                said = f"{row:02d}"
                parts.append(text((edge, y + 3.4), said, face, size, theme.muted, anchor="middle"))
    return group(*parts)


def _imprint(board: Board, theme: Theme) -> Element:
    """Return the imprint: the title, the licence, and how to print it."""
    pack = board.plan.pack
    wide, high = board.plan.view
    thanks = " · ".join(
        credit
        for word, credit in _CREDITS.items()
        if any(word in source for source in pack.sources)
    )
    inches = " by ".join(f"{side * UNIT_MM / 25.4:.4g}" for side in sorted(board.plan.view))
    told = (
        pack.title,
        pack.licence,
        f"prints at {inches} inches, a hex {board.plan.hex * UNIT_MM:.1f} mm across",
        thanks,
    )
    said = " · ".join(part for part in told if part)
    return text(*((wide - 24, high - 6.5), said, tokens.PROSE, 8.2, theme.muted), anchor="end")


BASE: Final = (
    *("ground", "sea", "fields", "heights", "woods", "slopes", "water", "railways", "roads"),
    *("crossings", "towns"),
)
"""Layers of the base picture for a browser: what no rule changes and nobody switches off."""

_DRAWN: Final = 0.5
"""Pixels to a unit of the picture that smaller ones are made from; pages ask for it too."""

OVERLAYS: Final = tuple(name for name in LAYERS if name not in BASE and name != "margins")
"""Layers a browser gets as vectors, to show or hide."""


def sheet_bytes(
    pack: Pack,
    ending: str,
    *,
    dpi: int = render.DPI,
    layers: Collection[str] | None = None,
    plain: bool = False,
) -> bytes:
    """Return the sheet of a hex board as `.svg`, `.png` or `.pdf`.

    Without the extras of `bocage[print]` it is drawn plain, whether asked for or not.

    Raises:
        RenderError: the ending is not known, or so many dots cannot be drawn.
        PrintExtraMissingError: PNG or PDF without `bocage[print]`.
    """
    wanted = tuple(name for name in LAYERS if layers is None or name in layers)
    plain = plain or not render.fine()

    def drawn() -> Drawing:
        board = board_of(pack, plain=plain)
        if ending == ".png":  # refused before the work, not after it
            wide, high = board.plan.view
            render.pixels(wide * UNIT_MM, high * UNIT_MM, "mm", dpi)
        return sheet_of(replace(board, for_print=ending != ".svg"), wanted)

    asked = f"sheet {','.join(wanted)}{' plain' if plain else ''}"
    return files.sheet_file(pack, asked, ending, dpi, drawn)


def base_pictures(pack: Pack, scales: Iterable[float]) -> Mapping[float, bytes]:
    """Return the base picture of the map's window as PNG, one for each number of pixels to a unit.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
    """
    return files.pictures(pack, "base", scales, lambda: window_of(pack, BASE))


def ground(pack: Pack, per_unit: float, *, quality: int = 70) -> bytes:
    """Return the base picture as WebP, small enough to travel in a page.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
    """

    def make() -> bytes:
        return webp(base_pictures(pack, [_DRAWN])[_DRAWN], quality, per_unit / _DRAWN)

    return cache.kept(pack, f"ground {per_unit:.4f} {quality}", make)


def webp(png: bytes, quality: int, scale: float = 1.0) -> bytes:
    """Return a drawn picture as WebP, made smaller by a scale.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise render.PrintExtraMissingError("WebP", "pillow") from error

    # The press may draw more dots than a careful reader of files would take.
    Image.MAX_IMAGE_PIXELS = None
    picture = Image.open(BytesIO(png)).convert("RGB")
    if scale < 1:
        picture.thumbnail((round(picture.width * scale), round(picture.height * scale)))
    out = BytesIO()
    picture.save(out, "WEBP", quality=quality, method=4)
    return out.getvalue()


def window_of(pack: Pack, layers: Collection[str]) -> Drawing:
    """Return some layers of the map within its neat line, its upper left corner at 0."""
    board = replace(board_of(pack), for_print=True, plain=not render.fine())
    w = board.plan.window
    parts = [each for name in LAYERS if name in layers for each in board.layer(name)]
    wide, high = w.right - w.left, w.foot - w.top
    body = group(*parts, transform=f"translate({-w.left:.2f} {-w.top:.2f})")
    return Drawing(wide * UNIT_MM, high * UNIT_MM, "mm", (wide, high), (body,), pack.title)


def fragments(pack: Pack, layers: Collection[str] = OVERLAYS) -> Mapping[str, str]:
    """Layers as SVG documents of the map's window, to lie over a base picture.

    Texts name our fonts, which the page must know.
    """

    @once
    def board() -> Board:
        return board_of(pack)

    def drawn(name: str) -> Drawing:
        w = board().plan.window
        view = (w.right - w.left, w.foot - w.top)
        moved = f"translate({-w.left:.2f} {-w.top:.2f})"
        return Drawing(*view, "px", view, (group(*board().layer(name), transform=moved),))

    wanted = [name for name in LAYERS if name in layers and name != "margins"]
    return files.layers(pack, "fragment", wanted, drawn)
