"""Questions about Malta on the map (readings 12.8, 12.10, 12.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.orders import Cratering, Diversion
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s12_air import flak as firing
from bocage.games.opcom.s12_air import landing
from bocage.games.opcom.s14_sea import passage, shore
from bocage.games.opcom.s14_sea.state import is_cratered
from bocage.rules.judge import Answer, CaseError


def _number(name: str, what: str, known: Sequence[str]) -> int:
    if name not in known:
        raise CaseError(f"there is no {what} '{name}': expected {', '.join(known)}")
    return known.index(name)


def divert(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`divert CONVOY BEACH`: where a convoy lands that is sent there now, and when."""
    data = st.world.data.sea
    convoy = _number(words[0], "convoy", [each.id for each in data.convoys])
    beach = _number(words[1], "beach", [each.id for each in data.beaches])
    after = st.copy()
    after.chores = (Diversion(0, convoy, beach),)
    passage.put_to_sea(after)
    sea = after.sea
    table = {"beach": data.beaches[sea.beaches[convoy]].id, "due": sea.due[convoy]}
    return Answer(table, (R("reading 12.8"),))


def runway(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`runway AIRFIELD blown-up UNIT`, `runway AIRFIELD mended`: whether aircraft can land there.

    The first spends the turn with a unit that was ordered to blow it up, the second with whoever
    stands there, after it was blown up.
    """
    areas = [strip.area for strip in st.world.sky.strips]
    strip = _number(words[0], "airfield", areas)
    after = st.copy()
    after.chores = ()
    if words[1] == "blown-up":
        unit = st.world.unit_names.index(words[2])
        after.chores = (Cratering(st.world.units[unit].team, words[0], unit),)
    elif words[1] == "mended":
        after.sea = replace(after.sea, craters=(words[0],))
    else:
        raise CaseError(f"'{words[1]}': expected blown-up UNIT or mended")
    shore.work_on_beaches(after)
    table = {
        "craters": "yes" if is_cratered(after, words[0]) else "no",
        "lands": "yes" if landing.strip_points(after, strip, 1) else "no",
    }
    return Answer(table, (R("reading 12.11"),))


def flak(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`flak UNIT`: whether anti-aircraft guns fire at aircraft now."""
    unit = st.world.unit_names.index(words[0])
    side = 1 - st.world.units[unit].side
    fires = unit in {each.number for each in firing.batteries(st, side)}
    return Answer("yes" if fires else "no", (R("reading 12.10"),))


QUESTIONS: Final = {"divert": divert, "runway": runway, "flak-fires": flak}
SAID: Final = {
    "divert CONVOY BEACH": "where a convoy lands that is sent there now, and when",
    "runway AIRFIELD blown-up UNIT": "whether a turn's work shuts an airfield; or mended",
    "flak-fires UNIT": "whether anti-aircraft guns fire at aircraft now",
}
