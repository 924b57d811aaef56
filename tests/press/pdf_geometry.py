"""Where things lie on a page of a PDF, read from its drawing operators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from pypdf import PageObject
from pypdf.generic import ContentStream

MM = 72 / 25.4
Matrix = tuple[float, float, float, float, float, float]
Bounds = tuple[float, float, float, float]
"""Left, top, right and foot in millimetres from the upper left corner of the page."""
SAME: Matrix = (1, 0, 0, 1, 0, 0)
PATHS = {b"m": 1, b"l": 1, b"c": 3, b"v": 2, b"y": 2}
"""How many points an operator that draws a path takes."""
PAINTS = {b"f", b"f*", b"S", b"s", b"B", b"B*", b"b", b"b*"}


def times(a: Matrix, b: Matrix) -> Matrix:
    """First a, then b."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def painted(page: PageObject) -> list[Bounds]:
    """Return the bounds of every path that a page paints, those of its forms included."""
    high = float(page.mediabox.height)
    found: list[Bounds] = []
    for points in _paths(page.get_contents(), page, page.pdf, SAME):
        xs, ys = [x for x, _ in points], [high - y for _, y in points]
        found.append((min(xs) / MM, min(ys) / MM, max(xs) / MM, max(ys) / MM))
    return found


def _paths(content: Any, holder: Any, pdf: Any, at: Matrix) -> Iterator[list[tuple[float, float]]]:
    stream = content if isinstance(content, ContentStream) else ContentStream(content, pdf)
    forms: Any = holder.get("/Resources", {}).get("/XObject", {})
    kept: list[Matrix] = []
    path: list[tuple[float, float]] = []
    for operands, operator in cast("Any", stream.operations):
        numbers = [float(each) for each in operands if isinstance(each, int | float)]
        if operator == b"q":
            kept.append(at)
        elif operator == b"Q":
            at = kept.pop()
        elif operator == b"cm":
            at = times(cast("Matrix", tuple(numbers)), at)
        elif operator == b"re":
            x, y, wide, deep = numbers
            path += [_moved(at, x, y), _moved(at, x + wide, y + deep)]
        elif operator in PATHS:
            path += [_moved(at, *numbers[i : i + 2]) for i in range(0, 2 * PATHS[operator], 2)]
        elif operator in PAINTS:
            if path:
                yield path
            path = []
        elif operator == b"n":
            path = []
        elif operator == b"Do":
            form: Any = forms[operands[0]].get_object()
            if form["/Subtype"] == "/Form":
                own = cast("Matrix", tuple(float(each) for each in form.get("/Matrix", SAME)))
                yield from _paths(form, form, pdf, times(own, at))


def _moved(at: Matrix, x: float, y: float) -> tuple[float, float]:
    return at[0] * x + at[2] * y + at[4], at[1] * x + at[3] * y + at[5]
