"""Questions on a desk about what scenarios give.

Late trains (reading 3.23), fast aircraft and lifts that stray (8.24), drops that come down
elsewhere (9.1) and parts of a unit that come later (9.16).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bocage.games.opcom.judge.desk import Desk
from bocage.games.opcom.judge.words import Said
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s06_movement import rail
from bocage.games.opcom.s12_air import flak, landing
from bocage.rules.judge import Answer


def _two(words: Sequence[str], second: str) -> tuple[int, int]:
    said = Said(words)
    found = int(said.number("a die")), int(said.number(second))
    said.done()
    return found


def late(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`late DIE MOST`: whether a train is a turn late."""
    found = rail.is_late(*_two(words, "the highest die"))
    return Answer("yes" if found else "no", (R("reading 3.23"),))


def evade(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`evade DIE MOST`: whether aircraft are too fast to be met."""
    found = flak.slips_past(*_two(words, "the highest die"))
    return Answer("yes" if found else "no", (R("reading 8.24"),))


def stray(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`stray DIE MOST`: whether a lift loses its way."""
    found = flak.goes_astray(*_two(words, "the highest die"))
    return Answer("yes" if found else "no", (R("reading 8.24"),))


def scatter(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`scatter DIE night`: whether a drop comes down elsewhere."""
    said = Said(words)
    night = said.flag("night")
    found = landing.scatters(int(said.number("a die")), night=night)
    said.done()
    return Answer("yes" if found else "no", (R("reading 9.1"),))


def rejoin(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`rejoin STEPS LOST ineffective`: the steps that a unit has back with a later lift."""
    said = Said(words)
    effective = not said.flag("ineffective")
    steps, lost = int(said.number("steps")), int(said.number("steps lost"))
    said.done()
    return Answer(landing.rejoined(steps, lost, effective=effective), (R("reading 9.16"),))


QUESTIONS: Final = {
    "late": late,
    "evade": evade,
    "stray": stray,
    "scatter": scatter,
    "rejoin": rejoin,
}
SAID: Final = {
    "late DIE MOST": "whether a train that may be held up is a turn late",
    "evade DIE MOST": "whether aircraft are too fast for patrols",
    "stray DIE MOST": "whether a lift loses its way",
    "scatter DIE night": "whether a drop comes down elsewhere",
    "rejoin STEPS LOST": "steps that a unit has back with a later lift; ineffective",
}
