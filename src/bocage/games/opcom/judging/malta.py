"""Questions about Malta on the map, and what it is like without a reading (12.8, 12.10, 12.11)."""

# Private parts of the game are replaced: that is what an absence is for.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from bocage.games.opcom.air import firing, landing
from bocage.games.opcom.pieces.orders import Cratering, Diversion
from bocage.games.opcom.position import Position
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.sea import passage, work
from bocage.games.opcom.sea.state import is_cratered
from bocage.rules.judge import Absence, Answer, CaseError, replaced


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
    work.work_on_beaches(after)
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


def effects() -> Mapping[str, Absence]:
    """By reading: how Malta is without it."""
    sends, fires = passage.put_to_sea, firing.batteries

    def at_once(st: Position) -> None:
        """A convoy that is sent elsewhere is not late."""
        due = st.sea.due
        sends(st)
        st.sea = replace(st.sea, due=due)

    def with_rounds(st: Position, side: int) -> list[firing.Battery]:
        """Flak fires while it has ammunition."""
        units = len(st.world.units)
        return [b for b in fires(st, side) if b.number >= units or st.held(b.number)]

    return {
        "reading 12.8": partial(replaced, passage, put_to_sea=at_once),
        "reading 12.10": partial(replaced, firing, batteries=with_rounds),
        "reading 12.11": partial(replaced, work, _craters=_none),
    }


def _none(*_: Any) -> tuple[str, ...]:
    return ()


QUESTIONS: Final = {"divert": divert, "runway": runway, "flak-fires": flak}
SAID: Final = {
    "divert CONVOY BEACH": "where a convoy lands that is sent there now, and when",
    "runway AIRFIELD blown-up UNIT": "whether a turn's work shuts an airfield; or mended",
    "flak-fires UNIT": "whether anti-aircraft guns fire at aircraft now",
}
