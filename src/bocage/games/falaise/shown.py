"""What a page shows of The Pocket at Falaise beside its units (see `games/shown.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bocage.games.falaise.position import (
    ACTIVE,
    DEAD,
    DISRUPTED,
    DUE,
    EXITED,
    FINISHED,
    FOUGHT,
    GUF,
    HAND,
    MOVED,
    POOL,
)
from bocage.games.falaise.rounds import ActionRound
from bocage.games.falaise.sequence import LAST_TURN, STAGES, GameTurn
from bocage.games.falaise.units import GERMAN, SIDES
from bocage.games.shown import at_stage, boxed

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position
    from bocage.games.falaise.world import World
    from bocage.games.shown import Badge, Marked, Ribbon, Shown, Track, Units, View

_WORDS: Final = (
    (DISRUPTED, "DIS f", "disrupted"),
    (FINISHED, "FIN f", "finished"),
    (ACTIVE, "", "active"),
    (MOVED, "", "has moved"),
    (FOUGHT, "", "has attacked"),
)

_STAGES: Final = (
    *("", "Counterattack", "Airstrikes", "Bombardment", "Reinforcement", "Command pool"),
    *("Activation", "Recovery", "Victory check"),
)
"""4.0: what the stages of a turn are called on the ribbon."""
assert len(_STAGES) == len(STAGES)


def ribbon(st: Position) -> Ribbon:
    """4.0: where we are in the turn, and in an Action Round whose chit it is (7.0)."""
    turn = next((each for each in st.stack if isinstance(each, GameTurn)), None)
    made = at_stage(_STAGES, -1 if turn is None else turn.next - 1)
    acting = next((each for each in st.stack if isinstance(each, ActionRound)), None)
    if acting is not None:
        made["note"] = _acting(st, acting)
    return made


def _acting(st: Position, acting: ActionRound) -> str:
    """7.1: the command that acts, its chit, and the Movement Points it rolled."""
    name = st.world.corps_names.said[acting.corps]
    if acting.counter:
        return f"{name}, counterattack: {st.points} MP"
    drawn, left = st.activations, st.cup.bit_count()
    return f"{name}, chit {drawn} of {drawn + left}: {st.points} MP"


def shown(world: World, view: View) -> Shown:
    """Markers, badges and tracks of a view."""
    return {
        "markers": [_argentan(world, view)],
        "badges": list(_badges(view)),
        "tracks": _tracks(world, view),
        "boxes": _boxes(world, view),
    }


def _boxes(world: World, view: View) -> list[Units]:
    """3.1, 3.3, 11.4, 11.5: who is still to be set up or to come, who got away, who is lost."""
    return boxed(
        view,
        (
            ("To be set up", "3.1", POOL, range(world.count)),
            ("In hand", "3.1", HAND, world.german),
            ("To come later", "11.4", DUE, range(world.count)),
            ("German Unknown Forces", "3.1", GUF, world.german),
            ("Out by the south", "3.3", EXITED, world.german),
            ("Allied losses", "2.2", DEAD, world.allied),
            ("German losses", "2.2", DEAD, world.german),
        ),
    )


def _argentan(world: World, view: View) -> Marked:
    """3.4: whose flag flies over Argentan."""
    side: int = view["argentan"]
    said = f"Argentan is {SIDES[side].capitalize()}"
    face = "b" if side == GERMAN else "f"
    h = world.ground.argentan
    return {"hex": h, "marker": f"HELD {face}", "corner": "nw", "said": said}


def _badges(view: View) -> Iterator[Badge]:
    for u, (h, _, marks, _) in enumerate(view["units"]):
        if h < 0:
            continue
        for bit, marker, said in _WORDS:
            if marks & bit:
                yield {"unit": u, "marker": marker, "said": said}


def _tracks(world: World, view: View) -> list[Track]:
    turn = view["turn"]
    when = world.pack.facts.get(f"turn-{turn}", "")
    units = view["units"]
    away = sum(
        units[u][1] for u in world.german if (h := units[u][0]) >= 0 and world.ground.escaped[h]
    )
    lost = sum(units[u][0] in (DEAD, EXITED) for u in world.german)
    found: list[Track] = [
        {
            "name": "Turn",
            "rule": "4.0",
            "boxes": [
                {"text": str(each), "tint": "night" if each % 2 else "day"}
                for each in range(1, LAST_TURN + 1)
            ],
            "at": turn - 1,
            "note": when.removesuffix(" 1944"),
        },
        {"name": "Victory points", "rule": "3.2", "text": str(view["vp"]), "note": "Allied"},
        {
            "name": "Escaped",
            "rule": "3.3",
            "text": str(away),
            "note": f"steps east of the line; {lost} German units gone",
        },
        _cup(world, view),
    ]
    if view["air"]:
        found.append({"name": "Airstrikes", "rule": "8.3", "text": str(view["air"])})
    return found


def _cup(world: World, view: View) -> Track:
    """4.0: the chits that are still to be drawn."""
    cup: list[int] = view["cup"]
    german = sum(world.corps_side[c] == GERMAN for c in cup)
    note = f"chits left: {german} German, {len(cup) - german} Allied" if cup else "chits"
    names = [world.corps_names.said[c] for c in cup]
    return {"name": "Cup", "rule": "4.0", "text": str(len(cup)), "note": note, "list": names}
