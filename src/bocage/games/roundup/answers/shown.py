"""What a page shows of Operation Roundup beside its units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bocage.engine.shown import Badge, Box, Marked, Shown, Track, Units, at_stage, boxed
from bocage.engine.words import Words
from bocage.games.roundup.board.charts import WEATHERS
from bocage.games.roundup.board.position import (
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
from bocage.games.roundup.board.world import BEACHHEADS, PORTS
from bocage.games.roundup.options import MARKERS, SECTORS
from bocage.games.roundup.pieces.units import NATIONS, US
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s05_sequence import STAGES, GameTurn
from bocage.games.roundup.s08_returns import last_turn
from bocage.games.roundup.words.verbs import STRATEGIES

if TYPE_CHECKING:
    from bocage.engine.shown import Ribbon, View
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.board.world import World

_SIDES: Final = ("Allied", "German")
_FACES: Final = ("f", "b")
"""The front sides of markers that are Allied, or of the US."""

_STAGES: Final = (
    *("", "", "Weather", "Air", "Air", "Air", "Landings", "Landings", "Replacements", ""),
    *("Allied operations", "", "German air", "German operations", "German reinforcements", ""),
    "Administration",
)
"""5.0: the names of the stages of a turn on the ribbon."""
assert len(_STAGES) == len(STAGES)


def ribbon(st: Position) -> Ribbon:
    """Return the place in the turn (5.0)."""
    turn = next((each for each in st.stack if isinstance(each, GameTurn)), None)
    return at_stage(_STAGES, -1 if turn is None else turn.next - 1)


def shown(world: World, view: View) -> Shown:
    """Return markers, badges and tracks of a view."""
    return Shown(
        (*_beachheads(view), *_air(view), *_ports(world, view)),
        tuple(_badges(world, view)),
        tuple(_tracks(world, view)),
        tuple(_boxes(world, view)),
    )


def nation_of(view: View, marker: int) -> int:
    """Return the nation that a Beachhead Marker serves (4.4, 15.17)."""
    if sectors := view["optional"][SECTORS]:
        return next(n for n, served in enumerate(SHIFTED[sectors]) if marker in served)
    return marker // 2


def _beachheads(view: View) -> Iterator[Marked]:
    for marker, h in enumerate(view["beachheads"]):
        if h >= 0:
            nation = NATIONS[nation_of(view, marker)].upper()
            words = Words("{name} Beachhead", {"name": BEACHHEADS[marker].upper()})
            yield Marked(h, f"BEACH-{nation} f", "sw", words)


def _air(view: View) -> Iterator[Marked]:
    """Yield TAS Markers, which belong to the side with superiority (7.3), and aerial supply, which
    belongs to a nation (4.5).
    """
    side = view["superiority"]
    for h in view["tas"] if side != NOBODY else ():
        yield Marked(h, f"TAS {_FACES[side]}", "nw", Words(f"{_SIDES[side]} TAS"))
    for name, h in zip(NATIONS, view["aerial"], strict=True):
        if h >= 0:
            words = Words("{nation} aerial supply", {"nation": name.upper()})
            yield Marked(h, f"AIRSUP-{name.upper()} f", "se", words)


def _ports(world: World, view: View) -> Iterator[Marked]:
    """Yield port hexes that the Allies control, the nation a port serves, German markers (15.4)."""
    allied = set(view["control"])
    for port, hexes in enumerate(world.ports):
        about = {"port": PORTS[port].capitalize()}
        nation: int = view["ports"][port]
        for i, h in enumerate(hexes):
            if nation and i == 0:
                served = {**about, "nation": NATIONS[nation - 1].upper()}
                words = Words("{port} serves {nation} units", served)
                yield Marked(h, f"PORT {_FACES[nation - 1 != US]}", "ne", words)
            elif h in allied:
                yield Marked(h, "CONTROL f", "ne", Words("Allied control of {port}", about))
            if view["optional"][MARKERS + port] >> i & 1:
                yield Marked(h, "CONTROL b", "ne", Words("German marker in {port}", about))


def _badges(world: World, view: View) -> Iterator[Badge]:
    """Yield the badges of a unit: replacements (8.3), or that it was dropped (10.7)."""
    for u, (h, _, marks, _) in enumerate(view["units"]):
        if h < 0:
            continue
        allied = u < world.german.start
        nation = NATIONS[world.nation[u]].upper() if allied else "GE"
        if marks & REPLACED:
            yield Badge(u, f"REPL-{nation} f" if allied else "GKRP f", _REPLACED)
        if marks & GROUNDED:
            yield Badge(u, f"DROP-{nation} f", _DROPPED)
        if marks & MOVED:
            yield Badge(u, "", _MOVED)
        if marks & FOUGHT:
            yield Badge(u, "", _FOUGHT)


_REPLACED: Final = Words("replacements")
_DROPPED: Final = Words("dropped")
_MOVED: Final = Words("has moved")
_FOUGHT: Final = Words("has attacked")


def _tracks(world: World, view: View) -> Iterator[Track]:
    turns = tuple(Box(str(turn)) for turn in range(1, last_turn(world) + 1))
    yield Track(Words("Turn"), R("5.0"), turns, view["turn"] - 1)
    weather: str = WEATHERS[int(view["weather"])]
    yield Track(Words("Weather"), R("6.0"), text=Words(weather.capitalize()))
    yield _air_track(view)
    left = len(BEACHHEADS) - sum(h == LOST for h in view["beachheads"])
    yield Track(
        Words("Beachheads"),
        R("14.1"),
        text=Words("{left} of {all}", {"left": left, "all": len(BEACHHEADS)}),
        note=Words("left to the Allies"),
    )
    yield _port_track(world, view)
    if strategy := view["strategy"]:
        yield Track(Words("Strategy"), R("13.3"), text=Words(STRATEGIES[strategy - 1]))


def _boxes(world: World, view: View) -> list[Units]:
    """Return the boxes (8.1, 8.4, 13.2): England, the cup, the Turn Record Track, and losses."""
    germans = range(len(world.allied), world.count)  # those that an option adds too
    found = boxed(
        view,
        (
            ("England", R("8.1"), POOL, world.allied),
            ("Drawn", R("8.5"), HAND, germans),
            ("German cup", R("13.2"), CUP, germans),
            ("Allied losses", R("3.4"), DEAD, world.allied),
            ("German losses", R("3.4"), DEAD, germans),
        ),
    )
    coming = [u for u in world.allied if view["units"][u][0] == TRACK]
    for turn in sorted({view["units"][u][3] for u in coming}):
        units = tuple(u for u in coming if view["units"][u][3] == turn)
        found.append(Units(Words("To return on turn {turn}", {"turn": turn}), R("8.4"), units))
    return found


def _air_track(view: View) -> Track:
    side = view["superiority"]
    name, rule = Words("Air"), R("7.1")
    if side == NOBODY:
        return Track(name, rule, text=Words("nobody"))
    about = {"there": len(view["tas"]), "left": view["tas_left"]}
    note = Words("TAS: {there} on the map, {left} to place", about)
    return Track(name, rule, text=Words(_SIDES[side]), note=note)


def _port_track(world: World, view: View) -> Track:
    """Return the ports that are wholly Allied (14.1)."""
    allied = set(view["control"])
    held = [
        PORTS[port].capitalize() for port, hexes in enumerate(world.ports) if allied >= set(hexes)
    ]
    text = Words("{held} of {all}", {"held": len(held), "all": len(PORTS)})
    note = Words("{ports}", {"ports": ", ".join(held)}) if held else Words("none Allied")
    return Track(Words("Ports"), R("14.1"), text=text, note=note)
