"""What a page shows of The Pocket at Falaise beside its units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bocage.engine.shown import Badge, Box, Marked, Shown, Track, Units, at_stage, boxed
from bocage.engine.words import Words
from bocage.games.falaise.board.position import (
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
from bocage.games.falaise.pieces.units import GERMAN, SIDES
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s04_activation import ActionRound
from bocage.games.falaise.s04_sequence import STAGES, GameTurn, last_turn

if TYPE_CHECKING:
    from bocage.engine.shown import Ribbon, View
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World

_WORDS: Final = (
    (DISRUPTED, "DIS f", Words("disrupted")),
    (FINISHED, "FIN f", Words("finished")),
    (ACTIVE, "", Words("active")),
    (MOVED, "", Words("has moved")),
    (FOUGHT, "", Words("has attacked")),
)

_STAGES: Final = (
    *("", "Counterattack", "Airstrikes", "Bombardment", "Reinforcement", "Command pool"),
    *("Activation", "Recovery", "Victory check"),
)
"""4.0: the names of the stages of a turn on the ribbon."""
assert len(_STAGES) == len(STAGES)


def ribbon(st: Position) -> Ribbon:
    """Return the place in the turn (4.0), and in an Action Round whose chit it is (7.0)."""
    turn = next((each for each in st.stack if isinstance(each, GameTurn)), None)
    acting = next((each for each in st.stack if isinstance(each, ActionRound)), None)
    note = None if acting is None else _acting(st, acting)
    return at_stage(_STAGES, -1 if turn is None else turn.next - 1, note)


def _acting(st: Position, acting: ActionRound) -> Words:
    """Return the command that acts, its chit, and the Movement Points it rolled (7.1)."""
    drawn, left = st.activations, st.cup.bit_count()
    about = {"corps": acting.corps, "points": st.points, "chit": drawn, "all": drawn + left}
    if acting.counter:
        return Words("{corps:corps}, counterattack: {points} MP", about)
    return Words("{corps:corps}, chit {chit} of {all}: {points} MP", about)


def shown(world: World, view: View) -> Shown:
    """Return markers, badges and tracks of a view."""
    return Shown(
        (_argentan(world, view),),
        tuple(_badges(view)),
        tuple(_tracks(world, view)),
        tuple(_boxes(world, view)),
        tuple(u for u, (h, _, marks, _) in enumerate(view["units"]) if h >= 0 and marks & ACTIVE),
    )


def _boxes(world: World, view: View) -> list[Units]:
    """Return the boxes (3.1, 3.3, 11.4, 11.5): units still to set up or to come, escaped, lost."""
    return boxed(
        view,
        (
            ("To be set up", R("3.1"), POOL, range(world.count)),
            ("Picked up", R("3.1"), HAND, world.german),
            ("To come later", R("11.4"), DUE, range(world.count)),
            ("German Unknown Forces", R("3.1"), GUF, world.german),
            ("Out by the south", R("3.3"), EXITED, world.german),
            ("Allied losses", R("2.2"), DEAD, world.allied),
            ("German losses", R("2.2"), DEAD, world.german),
        ),
    )


def _argentan(world: World, view: View) -> Marked:
    """Return the flag over Argentan (3.4)."""
    side: int = view["argentan"]
    words = Words("Argentan is {side}", {"side": SIDES[side].capitalize()})
    return Marked(world.ground.argentan, "HELD b" if side == GERMAN else "HELD f", "nw", words)


def _badges(view: View) -> Iterator[Badge]:
    for u, (h, _, marks, _) in enumerate(view["units"]):
        if h < 0:
            continue
        for bit, marker, words in _WORDS:
            if marks & bit:
                yield Badge(u, marker, words)


def _tracks(world: World, view: View) -> Iterator[Track]:
    turn = view["turn"]
    units = view["units"]
    away = sum(
        units[u][1] for u in world.german if (h := units[u][0]) >= 0 and world.ground.escaped[h]
    )
    lost = sum(units[u][0] == DEAD for u in world.german)
    gone = sum(units[u][0] == EXITED for u in world.german)
    told = "steps east of the line; {lost} German units lost"
    told += ", {gone} over the south edge" if gone else ""
    when = world.pack.facts.get(f"turn-{turn}", "").removesuffix(" 1944")
    turns = tuple(Box(str(n), "night" if n % 2 else "day") for n in range(1, last_turn(world) + 1))
    yield Track(Words("Turn"), R("4.0"), turns, turn - 1, note=Words("{when}", {"when": when}))
    points = Words("{vp}", {"vp": view["vp"]})
    yield Track(Words("Victory points"), R("3.3"), text=points, note=Words("Allied"))
    yield Track(
        Words("Escaped"),
        R("3.3"),
        text=Words("{steps}", {"steps": away}),
        note=Words(told, {"lost": lost, "gone": gone}),
    )
    yield _cup(world, view)
    if view["air"]:
        left = Words("{strikes}", {"strikes": view["air"]})
        yield Track(Words("Airstrikes"), R("8.3"), text=left)


def _cup(world: World, view: View) -> Track:
    """Return the chits in the cup, and how many go in later (4.0, 11.10)."""
    cup: list[int] = view["cup"]
    later = len(view["cup_later"])
    german = sum(world.corps_side[c] == GERMAN for c in cup)
    about = {"german": german, "allied": len(cup) - german}
    note = Words("chits left: {german} German, {allied} Allied", about) if cup else Words("chits")
    if later:
        note = Words("{now}; {later} go in later", {"now": note, "later": later})
    names = tuple(Words("{corps:corps}", {"corps": c}) for c in cup)
    count = Words("{count}", {"count": len(cup)})
    return Track(Words("Cup"), R("11.10") if later else R("4.0"), text=count, note=note, list=names)
