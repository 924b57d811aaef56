"""A small writer of SVG: elements as values, and drawings made of them.

An `Element` never changes, so one can stand in many drawings. What an element refers to
by id (a clip path, a pattern) travels with it in `needs` and is written once, in the
order of first use. The same drawing always gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal
from xml.sax.saxutils import escape

Value = str | float | None
"""A value that an attribute accepts; None leaves the attribute out."""

Point = tuple[float, float]

Unit = Literal["px", "mm"]

_QUOTED: Final = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


def num(value: float, digits: int = 2) -> str:
    """Return a number as short as possible: no exponent, no trailing zeros, no minus zero."""
    said = f"{value:.{digits}f}"
    if "." in said:
        said = said.rstrip("0").rstrip(".")
    return "0" if said == "-0" else said


@dataclass(frozen=True, slots=True)
class Element:
    """One element with its attributes, already text, and its content."""

    tag: str
    attrs: tuple[tuple[str, str], ...] = ()
    children: tuple[Element | str, ...] = ()
    needs: tuple[Element, ...] = ()
    """Definitions this element refers to; each has an `id`."""

    def get(self, name: str) -> str | None:
        """Return the value of an attribute, or None."""
        return next((value for key, value in self.attrs if key == name), None)

    def needing(self, *definitions: Element) -> Element:
        """Return this element, travelling with the definitions it refers to."""
        return replace(self, needs=(*self.needs, *definitions))

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def scoped(self, prefix: str) -> Element:
        """Return this element with a prefix before every id, so that drawings can share a page."""

        def moved(name: str, value: str) -> str:
            if name == "id":
                return prefix + value
            if name == "href" and value.startswith("#"):
                return f"#{prefix}{value[1:]}"
            return value.replace("url(#", f"url(#{prefix}")

        attrs = tuple((name, moved(name, value)) for name, value in self.attrs)
        children = (c.scoped(prefix) if isinstance(c, Element) else c for c in self.children)
        needs = (each.scoped(prefix) for each in self.needs)
        return Element(self.tag, attrs, tuple(children), tuple(needs))

    def __str__(self) -> str:
        parts: list[str] = []
        _write(self, parts)
        return "".join(parts)


def element(tag: str, *children: Element | str, **attrs: Value) -> Element:
    """Return an element; `stroke_width=2` becomes `stroke-width="2"`, `class_` becomes `class`."""
    said = tuple(
        (
            name.rstrip("_").replace("_", "-"),
            value if isinstance(value, str) else num(value),
        )
        for name, value in attrs.items()
        if value is not None
    )
    return Element(tag, said, children)


def group(*children: Element, **attrs: Value) -> Element:
    """Elements together, with what they share."""
    return element("g", *children, **attrs)


def layer(name: str, *children: Element, **attrs: Value) -> Element:
    """Return a group that `Drawing.with_layers` can keep or drop by its name."""
    marked = element("g", *children, **attrs)
    return replace(marked, attrs=(("data-layer", name), *marked.attrs))


def rect(x: float, y: float, width: float, height: float, **attrs: Value) -> Element:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attrs)


def circle(x: float, y: float, radius: float, **attrs: Value) -> Element:
    """Return a circle round a point."""
    return element("circle", cx=x, cy=y, r=radius, **attrs)


def line(start: Point, end: Point, **attrs: Value) -> Element:
    """Return a straight line."""
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attrs)


def path(data: str, **attrs: Value) -> Element:
    """Return a path; write the data by hand or with `bocage.press.paths`."""
    return element("path", d=data, **attrs)


def clip(name: str, *shapes: Element) -> Element:
    """Return a clip path; say `clip_path=ref(it)` and `.needing(it)`."""
    return element("clipPath", *shapes, id=name)


def ref(definition: Element) -> str:
    """`url(#id)` of a definition."""
    return f"url(#{definition.get('id')})"


def use(definition: Element, x: float = 0, y: float = 0, **attrs: Value) -> Element:
    """Another copy of something defined once."""
    copy = element("use", href=f"#{definition.get('id')}", x=x, y=y, **attrs)
    return copy.needing(definition)


def translate(x: float, y: float) -> str:
    """Transform: moved."""
    return f"translate({num(x)} {num(y)})"


def rotate(degrees: float, about: Point = (0, 0)) -> str:
    """Transform: turned clockwise about a point."""
    if about == (0, 0):
        return f"rotate({num(degrees)})"
    return f"rotate({num(degrees)} {num(about[0])} {num(about[1])})"


def scale(factor: float, vertical: float | None = None) -> str:
    """Transform: enlarged; `vertical` where it differs."""
    return f"scale({num(factor, 4)}{'' if vertical is None else ' ' + num(vertical, 4)})"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A page: its size on paper or screen, its units, and its content."""

    width: float
    height: float
    unit: Unit
    view: tuple[float, float]
    """Width and height in drawing units; the origin is top left."""
    body: tuple[Element, ...]
    title: str = ""

    def svg(self, *, extra: Sequence[Element] = ()) -> str:
        """Return the document. `extra` stands before everything, as for embedded fonts."""
        needed = _gathered(self.body)
        inside: list[Element] = []
        if self.title:
            inside.append(element("title", self.title))
        inside.extend(extra)
        if needed:
            inside.append(element("defs", *needed))
        inside.extend(self.body)
        root = element(
            "svg",
            *inside,
            xmlns="http://www.w3.org/2000/svg",
            width=f"{num(self.width)}{self.unit}",
            height=f"{num(self.height)}{self.unit}",
            viewBox=f"0 0 {num(self.view[0])} {num(self.view[1])}",
        )
        return str(root) + "\n"

    def layers(self) -> tuple[str, ...]:
        """Names of the layers, bottom first."""
        names = (each.get("data-layer") for top in self.body for each in top.walk())
        return tuple(dict.fromkeys(name for name in names if name))

    def with_layers(self, names: Collection[str]) -> Drawing:
        """Return the drawing with only these layers; elements outside any layer stay."""
        kept = (_without(top, names) for top in self.body)
        return replace(self, body=tuple(each for each in kept if each is not None))


def _without(it: Element, names: Collection[str]) -> Element | None:
    mark = it.get("data-layer")
    if mark is not None and mark not in names:
        return None
    if not any(isinstance(child, Element) for child in it.children):
        return it
    kept = (_without(c, names) if isinstance(c, Element) else c for c in it.children)
    return replace(it, children=tuple(child for child in kept if child is not None))


def _gathered(body: Iterable[Element]) -> list[Element]:
    """Return all definitions needed, each once, those they need themselves first."""
    found: dict[str, Element] = {}

    def gather(it: Element) -> None:
        for each in it.walk():
            for definition in each.needs:
                name = definition.get("id")
                if name is None:
                    raise ValueError(f"a definition ({definition.tag}) has no id")
                if name in found:
                    if found[name] != definition:
                        raise ValueError(f"two different definitions are called '{name}'")
                    continue
                gather(definition)
                found[name] = definition

    for top in body:
        gather(top)
    return list(found.values())


def _write(it: Element, parts: list[str]) -> None:
    parts.append(f"<{it.tag}")
    for name, value in it.attrs:
        parts.append(f' {name}="{escape(value, _QUOTED)}"')
    if not it.children:
        parts.append("/>")
        return
    parts.append(">")
    # Line breaks make changes readable in review; between letters they would show.
    breaks = "\n" if not any(isinstance(child, str) for child in it.children) else ""
    for child in it.children:
        parts.append(breaks)
        if isinstance(child, str):
            parts.append(child if it.tag == "style" else escape(child))
        else:
            _write(child, parts)
    parts.append(f"{breaks}</{it.tag}>")
