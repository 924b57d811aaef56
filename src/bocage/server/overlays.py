"""Overlays for pages, computed from what the person who asks may know."""

from __future__ import annotations

from random import Random

from bocage.engine.game import AnyGame
from bocage.engine.overlays import Asked, Part
from bocage.engine.state import State
from bocage.server import messages
from bocage.server.commands import Question
from bocage.server.errors import UnknownError
from bocage.server.live import LiveGame
from bocage.server.threads import QUESTIONS


async def overlay(live: LiveGame, person: str, question: Question) -> messages.OverlayAnswer:
    """Return the parts of an overlay: `layer` by name, `hex` where something is pointed at.

    Raises:
        UnknownError: there is no such overlay or hex.
    """
    game = live.game
    known = game.overlays()
    if question.layer not in known:
        there = ", ".join(known) or "none"
        raise UnknownError(f"there is no overlay '{question.layer}'; there are {there}")
    if question.hex and question.hex not in game.numbers:
        raise UnknownError(f"there is no hex '{question.hex}'")
    h = game.numbers.index(question.hex) if question.hex else None
    async with live.held():
        # What the viewer does not know is drawn at random, so none of it can show in the answer.
        st = game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
        asked = Asked(_seat(live, person, question.seat, st, h), h)
    found = await QUESTIONS.run(person, known[question.layer].make, st, asked)
    parts = [_told(game, each) for each in found]
    return {"type": "answer", "id": question.id, "what": "overlay", "overlay": parts}


def _seat(live: LiveGame, person: str, name: str, st: State, h: int | None) -> int:
    """Return the seat that an overlay is for: the holder of the hex, else a seat of the person,
    else a seat that is asked.
    """
    if h is not None and not name:
        units = live.game.view(st, live.viewer(person))["units"]
        whose = [
            c.seat for c, unit in zip(live.game.counters(), units, strict=True) if unit[0] == h
        ]
        if whose:
            return min(whose)
    held = live.held_by(person)
    mine = [seat.number for seat in held if seat.name == name or not name]
    # A person without a seat may know who is asked only if everybody may.
    there = live.asked if mine else live.now().asked.public
    now = [seat for seat in there if seat in mine or not mine]
    return (now or mine or [0])[0]


def _told(game: AnyGame, part: Part) -> messages.OverlayPart:
    nouns, say = game.nouns, game.nouns["unit"].say
    return {
        "name": part.name.say(nouns),
        "side": game.seats[part.side] if part.side >= 0 else "",
        "mark": part.mark,
        "rule": part.rule.cited(game.book),
        "hexes": list(part.hexes),
        "figures": list(part.figures),
        "ways": [list(each) for each in part.ways],
        "units": list(part.units),
        "rows": [
            {"unit": row.unit, "name": say(row.unit), "text": row.words.say(nouns)}
            for row in part.rows
        ],
        "note": "" if part.note is None else part.note.say(nouns),
    }
