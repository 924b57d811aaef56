"""What a page shows of Operation Roundup beside its units (see `games/shown.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bocage.games.roundup.charts import WEATHERS
from bocage.games.roundup.optional import MARKERS, SECTORS
from bocage.games.roundup.position import (
    CUP,
    DEAD,
    FOUGHT,
    GROUNDED,
    HAND,
    LOST,
    MOVED,
    NOBODY,
    POOL,
    REPLACED,
    SHIFTED,
    TRACK,
)
from bocage.games.roundup.returns import LAST_TURN
from bocage.games.roundup.sequence import STAGES, GameTurn
from bocage.games.roundup.units import NATIONS, US
from bocage.games.roundup.verbs import STRATEGIES
from bocage.games.roundup.world import BEACHHEADS, PORTS
from bocage.games.shown import at_stage, boxed

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position
    from bocage.games.roundup.world import World
    from bocage.games.shown import Badge, Marked, Ribbon, Shown, Track, Units, View

_SIDES: Final = ("Allied", "German")
_FACES: Final = ("f", "b")
"""Of markers that are Allied, or of the US, in front."""

_STAGES: Final = (
    *("", "", "Weather", "Air", "Air", "Air", "Landings", "Landings", "Replacements", ""),
    *("Allied operations", "", "German air", "German operations", "German reinforcements", ""),
    "Administration",
)
"""5.0: what the stages of a turn are called on the ribbon."""
assert len(_STAGES) == len(STAGES)


def ribbon(st: Position) -> Ribbon:
    """5.0: where we are in the turn."""
    turn = next((each for each in st.stack if isinstance(each, GameTurn)), None)
    return at_stage(_STAGES, -1 if turn is None else turn.next - 1)


def shown(world: World, view: View) -> Shown:
    """Markers, badges and tracks of a view."""
    return {
        "markers": [*_beachheads(view), *_air(view), *_ports(world, view)],
        "badges": list(_badges(world, view)),
        "tracks": _tracks(world, view),
        "boxes": _boxes(world, view),
    }


def nation_of(view: View, marker: int) -> int:
    """4.4, 15.17: the nation that a Beachhead Marker serves."""
    if sectors := view["optional"][SECTORS]:
        return next(n for n, served in enumerate(SHIFTED[sectors]) if marker in served)
    return marker // 2


def _beachheads(view: View) -> Iterator[Marked]:
    for marker, h in enumerate(view["beachheads"]):
        if h >= 0:
            nation = NATIONS[nation_of(view, marker)].upper()
            said = f"{BEACHHEADS[marker].upper()} Beachhead"
            yield {"hex": h, "marker": f"BEACH-{nation} f", "corner": "sw", "said": said}


def _air(view: View) -> Iterator[Marked]:
    """TAS Markers belong to the side with superiority (7.3); aerial supply to a nation (4.5)."""
    side = view["superiority"]
    for h in view["tas"] if side != NOBODY else ():
        said = f"{_SIDES[side]} TAS"
        yield {"hex": h, "marker": f"TAS {_FACES[side]}", "corner": "nw", "said": said}
    for name, h in zip(NATIONS, view["aerial"], strict=True):
        if h >= 0:
            said = f"{name.upper()} aerial supply"
            yield {"hex": h, "marker": f"AIRSUP-{name.upper()} f", "corner": "se", "said": said}


def _ports(world: World, view: View) -> Iterator[Marked]:
    """Port hexes that the Allies control, the nation a port serves, German markers (15.4)."""
    allied = set(view["control"])
    for port, hexes in enumerate(world.ports):
        name = PORTS[port].capitalize()
        nation: int = view["ports"][port]
        for i, h in enumerate(hexes):
            if nation and i == 0:
                said = f"{name} serves {NATIONS[nation - 1].upper()} units"
                face = _FACES[nation - 1 != US]
                yield {"hex": h, "marker": f"PORT {face}", "corner": "ne", "said": said}
            elif h in allied:
                said = f"Allied control of {name}"
                yield {"hex": h, "marker": "CONTROL f", "corner": "ne", "said": said}
            if view["optional"][MARKERS + port] >> i & 1:
                said = f"German marker in {name}"
                yield {"hex": h, "marker": "CONTROL b", "corner": "ne", "said": said}


def _badges(world: World, view: View) -> Iterator[Badge]:
    """What a unit bears: replacements (8.3), or that it was dropped (10.7)."""
    for u, (h, _, marks, _) in enumerate(view["units"]):
        if h < 0:
            continue
        allied = u < world.german.start
        nation = NATIONS[world.nation[u]].upper() if allied else "GE"
        if marks & REPLACED:
            marker = f"REPL-{nation} f" if allied else "GKRP f"
            yield {"unit": u, "marker": marker, "said": "replacements"}
        if marks & GROUNDED:
            yield {"unit": u, "marker": f"DROP-{nation} f", "said": "dropped"}
        if marks & MOVED:
            yield {"unit": u, "marker": "", "said": "has moved"}
        if marks & FOUGHT:
            yield {"unit": u, "marker": "", "said": "has attacked"}


def _tracks(world: World, view: View) -> list[Track]:
    weather: int = view["weather"]
    lost = sum(h == LOST for h in view["beachheads"])
    beaches = f"{len(BEACHHEADS) - lost} of {len(BEACHHEADS)}"
    found: list[Track] = [
        {
            "name": "Turn",
            "rule": "5.0",
            "boxes": [{"text": str(turn)} for turn in range(1, LAST_TURN + 1)],
            "at": view["turn"] - 1,
        },
        {"name": "Weather", "rule": "6.0", "text": WEATHERS[weather].capitalize()},
        _air_track(view),
        {"name": "Beachheads", "rule": "14.1", "text": beaches, "note": "left to the Allies"},
        _port_track(world, view),
    ]
    if strategy := view["strategy"]:
        found.append({"name": "Strategy", "rule": "13.3", "text": STRATEGIES[strategy - 1]})
    return found


def _boxes(world: World, view: View) -> list[Units]:
    """8.1, 8.4, 13.2: England, the cup, the Turn Record Track, and those who are lost."""
    found = boxed(
        view,
        (
            ("England", "8.1", POOL, world.allied),
            ("Drawn", "8.5", HAND, world.german),
            ("German cup", "13.2", CUP, world.german),
            ("Allied losses", "3.4", DEAD, world.allied),
            ("German losses", "3.4", DEAD, world.german),
        ),
    )
    coming = [u for u in world.allied if view["units"][u][0] == TRACK]
    for turn in sorted({view["units"][u][3] for u in coming}):
        units = [u for u in coming if view["units"][u][3] == turn]
        found.append({"name": f"To return on turn {turn}", "rule": "8.4", "units": units})
    return found


def _air_track(view: View) -> Track:
    side = view["superiority"]
    if side == NOBODY:
        return {"name": "Air", "rule": "7.1", "text": "nobody"}
    note = f"TAS: {len(view['tas'])} on the map, {view['tas_left']} to place"
    return {"name": "Air", "rule": "7.1", "text": _SIDES[side], "note": note}


def _port_track(world: World, view: View) -> Track:
    """14.1: the ports that are wholly Allied."""
    allied = set(view["control"])
    held = [
        PORTS[port].capitalize() for port, hexes in enumerate(world.ports) if allied >= set(hexes)
    ]
    text = f"{len(held)} of {len(PORTS)}"
    return {"name": "Ports", "rule": "14.1", "text": text, "note": ", ".join(held) or "none Allied"}
