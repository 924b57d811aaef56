"""The debrief of an operation as one page to show on a projector and to give away.

The map with the truth and each team's belief, turn by turn; decisive moments, scores, honours, and
the messages that came late or not at all. The file is self-contained.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, Final

from bocage.engine.past import Past
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.debrief.honours import Honours, honours
from bocage.games.opcom.debrief.mistakes import Judged, judged
from bocage.games.opcom.debrief.moments import Moment, Sent, messages_in, moments
from bocage.games.opcom.debrief.score import Part, debrief
from bocage.games.opcom.pieces.faces import GLYPHS
from bocage.games.opcom.s02_umpiring.cards import DECISIVE, weight_of
from bocage.games.opcom.s02_umpiring.overview import card_row
from bocage.games.opcom.s10_reports.speech import called
from bocage.press import render, survey
from bocage.press.counters.glyphs import GLYPHS as DRAWN
from bocage.press.counters.glyphs import Pen
from bocage.press.survey.compose import page_for
from bocage.press.survey.frame import plane_of
from bocage.press.survey.theatres import WHOLE, theatre_of
from bocage.press.svg import element, rect
from bocage.press.tokens import NATIONS

_PAPER: Final = "a2"
_DPI: Final = 110
_SYMBOL_MM: Final = 13.0
"""The width of a unit on paper."""
_MOST: Final = 10
"""The most decisive rulings of a turn, and mistakes of a team, that are shown."""
_SIDES: Final = {"allied": "Allies", "axis": "Axis"}


class NothingToTellError(ValueError):
    """No turn has been released yet."""


def page(past: Past[Position], final: Position) -> str:
    """Return the page; `final` is how the operation stands. It plays the game again.

    Raises:
        NothingToTellError: no turn has been released yet.
    """
    found = list(moments(past))
    if not found:
        raise NothingToTellError("no turn has been released yet: there is nothing to tell")
    made = _data(found, final)
    written = json.dumps(made, ensure_ascii=False).replace("<", "\\u003c")
    text = (files("bocage.lab") / "debrief.html").read_text(encoding="utf-8")
    used = {unit["glyph"] for turn in made["turns"] for unit in turn["units"]}
    head, _, rest = text.partition("@SYMBOLS@")
    middle, _, foot = rest.partition("@DATA@")
    return "".join((head, _symbols(used), middle, written, foot))


class _Sheet:
    """The map of the page: its picture, and where points of the ground lie on it."""

    def __init__(self, st: Position) -> None:
        pack = st.world.pack
        theatre = theatre_of(pack)
        self._plane = plane_of(pack, theatre)
        self._frame = page_for(self._plane, theatre, _PAPER, WHOLE).frame
        self._earth = st.world.ways.earth
        drawing = survey.draw(pack, paper=_PAPER, plain=True)
        self.size = drawing.view
        self.symbol = _SYMBOL_MM / (drawing.width / drawing.view[0])
        edge = self._frame.paper
        self.box = (edge.left, edge.top, edge.right - edge.left, edge.foot - edge.top)
        try:
            kind, content = "png", render.png(drawing, dpi=_DPI, background="#ffffff")
        except render.PrintExtraMissingError:
            kind, content = "svg+xml", render.svg(drawing)
        self.picture = f"data:image/{kind};base64,{base64.b64encode(content).decode()}"

    def at(self, point: Point) -> tuple[float, float]:
        x, y = self._frame.at(self._plane.at(*self._earth(point)))
        return round(x, 1), round(y, 1)


def _data(found: Sequence[Moment], final: Position) -> dict[str, Any]:
    world, sheet = final.world, _Sheet(final)
    scored = debrief(final)
    return {
        "title": world.data.title,
        "map": sheet.picture,
        "size": sheet.size,
        "box": sheet.box,
        "symbol": sheet.symbol,
        "teams": [{"seat": each.seat, "name": each.name} for each in world.teams],
        "turns": [_turn(moment, sheet) for moment in found],
        "scores": [_section(each, scored.yardstick) for each in scored.parts],
        "totals": [
            f"{_SIDES[side]}: {total:.0f}"
            + (f", {scored.bands[side]}" if side in scored.bands else "")
            for side, total in scored.totals.items()
        ],
        "honours": [_honour(final, each) for each in honours(final)],
        "messages": _messages(found),
    }


def _turn(moment: Moment, sheet: _Sheet) -> dict[str, Any]:
    st = moment.truth
    beliefs: dict[str, Any] = {}
    for team, each in enumerate(st.world.teams):
        made = judged(moment, team)
        beliefs[each.seat] = _belief(moment, team, made, sheet)
    return {
        "turn": moment.turn,
        "when": moment.when,
        "units": [_unit(st, unit.number, sheet) for unit in st.here()],
        "beliefs": beliefs,
        "moments": list(_decisive(st)),
    }


def _unit(st: Position, number: int, sheet: _Sheet) -> dict[str, Any]:
    unit = st.world.units[number]
    x, y = sheet.at(st.at(number))
    return {
        "name": unit.name,
        "label": unit.unit.label,
        "side": unit.unit.side,
        "tint": NATIONS[unit.unit.nation].base,
        "glyph": _glyph(GLYPHS[unit.unit.symbol]),
        "level": st.level(number),
        "full": unit.status.levels[0],
        "x": x,
        "y": y,
    }


def _glyph(name: str) -> str:
    return name.replace(" ", "-").casefold()


def _belief(moment: Moment, team: int, found: Judged, sheet: _Sheet) -> dict[str, Any]:
    st = moment.truth
    rows = {called(row.name): row for row in moment.told[team].units}
    own: list[dict[str, Any]] = []
    for wrong in found.own:
        row = rows[wrong.name]
        if wrong.km:
            x, y = sheet.at((row.x, row.y))
            number = st.world.by_id[row.id]
            own.append(_unit(st, number, sheet) | {"x": x, "y": y, "true": sheet.at(st.at(number))})
    return {
        "name": st.world.teams[team].name,
        "summary": (
            f"{len(found.own)} of {found.own_count} own units not as reported; {found.right} of "
            f"{len(found.sightings)} sightings right; {len(found.missed)} enemies near and unknown."
        ),
        "own": own,
        "sightings": [
            {
                "x": sheet.at(each.at)[0],
                "y": sheet.at(each.at)[1],
                "true": sheet.at(each.nearest) if each.nearest is not None else None,
                "right": not each.faults,
                "words": f"{each.count} {each.place}: {', '.join(each.faults) or 'right'}",
            }
            for each in found.sightings
        ],
        "missed": [dict(zip(("x", "y"), sheet.at(each.at), strict=True)) for each in found.missed],
        "words": list(dict.fromkeys(_mistakes(found)))[:_MOST],
    }


def _mistakes(found: Judged) -> Iterator[str]:
    for own in found.own:
        if own.km:
            yield f"{own.name}: believed {own.believed}, in fact {own.true}, {own.km:.1f} km off"
    for seen in found.sightings:
        if seen.faults:
            truth = f"{seen.true_count}, {seen.true_who or 'no fighting troops'}"
            true = truth if seen.true_count else "nobody"
            yield f"Told {seen.count} {seen.place}; in fact {true}: {', '.join(seen.faults)}"
    for missed in found.missed:
        yield f"Not known: {missed.name}, {missed.place}"


def _decisive(st: Position) -> Iterator[str]:
    """Yield the rulings that decided something, in the order in which they were made."""
    told = [each for each in st.cards if weight_of(st, each) == DECISIVE]
    for card in told[:_MOST]:
        row = card_row(st, card)
        by = " (Control's ruling)" if card.by == "Control" else ""
        yield f"{row.what}{by}"
    if len(told) > _MOST:
        yield f"and {len(told) - _MOST} more"


def _section(part: Part, yardstick: str) -> dict[str, Any]:
    then = f" ({yardstick}: {part.history:g})" if part.history is not None and yardstick else ""
    side = _SIDES[part.section.side]
    return {
        "title": f"{part.section.title} ({side}): {part.points:g} of {part.section.most:g}{then}",
        "lines": [
            f"{each.points:g}  {each.line.words}"
            + ("" if each.counts else " (does not count)")
            + (f": {each.why}" if each.why else "")
            for each in part.lines
        ],
    }


def _honour(st: Position, each: Honours) -> dict[str, Any]:
    card = [
        f"{'Met' if found.met else 'Not met'}: {found.mission.words}. {found.why}"
        for found in each.card
    ]
    cited = [f"Cited {row.citation.words}: {row.said}." for row in each.records if row.cited]
    others = [row.said for row in each.records if not row.cited]
    besides = [f"Besides: {'; '.join(others)}."] if others else []
    return {"name": st.world.teams[each.team].name, "lines": [*card, *cited, *besides]}


def _messages(found: Sequence[Moment]) -> dict[str, Any]:
    """Return the messages that came late, garbled or not at all."""
    sent = [each for moment in found for each in messages_in(moment)]
    astray = [each for each in sent if each.fate != "delivered"]
    world = found[0].truth.world
    count = "1 message was" if len(sent) == 1 else f"{len(sent)} messages were"
    fates = ", ".join(
        f"{number} {fate}"
        for fate in ("late", "garbled", "lost")
        if (number := sum(each.fate == fate for each in astray))
    )
    summary = f"{count} sent: {fates}" if fates else f"{count} sent; all came at once"
    rows = [
        (
            f"{world.turn(each.sent).date} {world.turn(each.sent).half}",
            f"{each.sender} to {each.to}, by {each.by}: “{each.text}”",
            _fate(each),
        )
        for each in astray
    ]
    return {"summary": summary if sent else "No messages were sent", "rows": rows}


def _fate(each: Sent) -> str:
    if each.fate == "late":
        return f"came {each.delay} half day{'s' * (each.delay != 1)} later"
    return f"came as “{each.read_as}”" if each.fate == "garbled" else "lost"


def _symbols(used: set[str]) -> str:
    """Return the symbols of units as definitions, in a box about their middle."""
    pen = Pen(-8.0, -5.0, 16.0, 10.0, 0.8)
    frame = rect(-8, -5, 16, 10, fill="#fffdf6", stroke="#14130f", stroke_width=0.6)
    return "".join(
        str(element("g", frame, *draw(pen), id=f"g-{_glyph(name)}"))
        for name, draw in DRAWN.items()
        if _glyph(name) in used
    )
