"""What the toy answers to faces: the questions of `Game`, each from its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Final

from bocage.engine.actions import Action, first, second
from bocage.engine.charts import ChartTable
from bocage.engine.counters import BlankFace, Counter, MarkerFace, UnitFace
from bocage.engine.goals import Goal, Goals
from bocage.engine.ledger import distribution
from bocage.engine.odds import FACES, NothingToWeighError, Weighed, likely, part
from bocage.engine.overlays import Asked, Mark, Overlay, Part
from bocage.engine.plans import Plan
from bocage.engine.reach import Note, Step, Way
from bocage.engine.rulings import Rule
from bocage.engine.shown import Badge, Box, Ribbon, Shown, Track, Units, View, at_stage
from bocage.engine.story import Battle, Chart, Measure, Telling
from bocage.engine.words import Words
from tests.engine.toy import happenings as h
from tests.engine.toy.board import (
    AROUND,
    ATTACK,
    BID,
    GRAMMAR,
    HIDE,
    LAST_TURN,
    OFF_MAP,
    OWN,
    STEP,
    UNITS,
    seat_of_unit,
)
from tests.engine.toy.frames import Bidding, Hiding
from tests.engine.toy.moves import HITS, Attack, Movement, attack_ledger
from tests.engine.toy.state import Outpost

R = Rule

NATIONS: Final = ("uk", "luftwaffe")
RESULTS: Final = {"miss": "nothing happens", "hit": "the enemy loses a step"}
STAGES: Final = ("Hiding", "Bids", "Movement")


def counters() -> list[Counter]:
    """Three battalions a side."""
    found: list[Counter] = []
    for u, name in enumerate(UNITS.written):
        seat = seat_of_unit(u)
        front = UnitFace(NATIONS[seat], "infantry", "II", label=name, factors="1", steps=2)
        back = UnitFace(
            NATIONS[seat], "infantry", "II", label=name, factors="1", steps=1, reduced=True
        )
        found.append(Counter(name, UNITS.said[u], front, back, seat=seat))
    return found


def markers() -> list[Counter]:
    """1.1: the general, once it has been seen."""
    front = MarkerFace("flag", "GENERAL", "gold")
    return [Counter("GENERAL", "The general", front, BlankFace(NATIONS[0], ()))]


def charts() -> list[ChartTable]:
    """What the dice of a shot do."""
    rows = (("1–3", "miss"), ("4–6", "hit"))
    return [ChartTable("Shots", "3.1", ("die", "result"), rows, ramp={"miss": 0.0, "hit": 1.0})]


def shown(view: View) -> Shown:
    """Generals that the viewer knows, the turn, the weather, and who is lost."""
    generals = [UNITS.index(name) for name in view["generals"] if name is not None]
    lost = tuple(u for u, row in enumerate(view["units"]) if row[0] == OFF_MAP)
    turns = tuple(Box(str(turn)) for turn in range(1, LAST_TURN + 1))
    return Shown(
        badges=tuple(Badge(u, "GENERAL f", Words("the general")) for u in generals),
        tracks=(
            Track(Words("Turn"), R("5.2"), turns, view["turn"] - 1),
            Track(Words("Weather"), R("2.1"), text=Words(str(view["weather"]))),
        ),
        boxes=(Units(Words("Lost"), R("4.2"), lost),) if lost else (),
    )


def ribbon(st: Outpost) -> Ribbon:
    """Hiding, bids, movement."""
    top = st.stack[-1] if st.stack else None
    stage = 0 if isinstance(top, Hiding) else 1 if isinstance(top, Bidding) else 2
    return at_stage(STAGES, stage if st.stack else -1)


def reach(st: Outpost, seat: int) -> list[Way]:
    """3.1, 3.2: every step that a unit of the seat may make now."""
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Movement) or top.seat != seat:
        return []
    steps = [action for action in top.legal(st) if GRAMMAR.verb(action) is STEP]
    return [_way(st, first(action), second(action)) for action in steps]


def way(st: Outpost, seat: int, action: Action) -> Way | None:
    """Return the step that an action is."""
    unit, place = first(action), second(action)
    if GRAMMAR.verb(action) is not STEP or place not in AROUND[st.loc[unit]]:
        return None
    return _way(st, unit, place)


def _way(st: Outpost, unit: int, place: int) -> Way:
    notes = [Note("step", Words("a step 1"), R("3.2"))]
    under_fire = place in st.zone(1 - seat_of_unit(unit))
    fire = Note("zone", Words("next to an enemy, who may fire"), R("3.3"))
    if under_fire:
        notes.append(fire)
    means = Note("points", Words("it has {points}", {"points": st.points[unit]}), R("3.2"))
    step = Step(place, 1, 1, tuple(notes))
    ends = (fire,) if under_fire else ()
    return Way((unit,), st.loc[unit], (step,), 1, st.points[unit], ends, (means,))


def weigh(st: Outpost, seat: int, at: int | None, units: Sequence[int]) -> list[Weighed]:
    """4.1: each unit beside an enemy attacks by itself."""
    target = None if at is None else st.unit_at(at)
    if at is None or target is None or target in OWN[seat]:
        raise NothingToWeighError("nobody-there", Words("there is no enemy to attack"))
    beside = [u for u in units or OWN[seat] if st.loc[u] in AROUND[at]]
    if not beside:
        raise NothingToWeighError("nobody-near", Words("nobody stands next to it"))
    return [fight(st, u, at) for u in beside]


def fight(st: Outpost, unit: int, at: int) -> Weighed:
    """4.2: the die of an attack."""
    ledger = attack_ledger(st, unit)
    added = int(ledger.total("die"))
    faces = tuple("hit" if face + added >= HITS else "miss" for face in FACES)
    about = {"unit": unit, "hex": at}
    return Weighed(
        title=Words("{unit:unit} attacks {hex:hex}", about),
        parts=(part("Die", ledger, "die", signed=True),),
        odds=Words("die {added:+d}", {"added": added}),
        rule=R("4.2"),
        faces=faces,
        results=likely(distribution(faces), RESULTS, {"hit": "attacker"}),
        taken=Fraction(0),
        held=Fraction(1),
    )


def stakes(st: Outpost, action: Action) -> list[Weighed]:
    """4.1: the die that an attack would roll."""
    if GRAMMAR.verb(action) is not ATTACK:
        return []
    return [fight(st, first(action), second(action))]


def plans(st: Outpost, seat: int) -> list[Plan]:
    """Hide in the middle; bid one."""
    top = st.stack[-1] if st.stack else None
    if isinstance(top, Hiding):
        own = OWN[seat]
        return [
            Plan("middle", "the general in the middle", (GRAMMAR.say(HIDE(own[1])),)),
            Plan("flank", "the general on the flank", (GRAMMAR.say(HIDE(own[0])),)),
        ]
    if isinstance(top, Bidding):
        return [Plan("", "", (GRAMMAR.say(BID(1)),))]
    return []


def _zones(st: Outpost, _: Asked) -> list[Part]:
    marks: tuple[Mark, Mark] = ("hatch", "counter")
    return [
        Part(
            Words("Next to {seat:seat}", {"seat": seat}),
            seat,
            marks[seat],
            R("3.3"),
            tuple(sorted(st.zone(seat))),
        )
        for seat in (0, 1)
    ]


OVERLAYS: Final[Mapping[str, Overlay]] = {"zones": Overlay(Words("Who may fire"), R("3.3"), _zones)}


def goals(st: Outpost) -> Goals:
    """5.1: both want the other's general, or more steps at the end."""
    made = [
        Goal(seat, Words("{steps} steps", {"steps": sum(st.steps[u] for u in OWN[seat])}), ())
        for seat in (0, 1)
    ]
    return Goals(Words("nobody has won yet"), R("5.1"), tuple(made))


def cut_off(st: Outpost) -> list[int]:
    """3.1: units that have nowhere to step."""
    living = [u for u in range(len(UNITS)) if st.loc[u] != OFF_MAP]
    return [u for u in living if all(st.unit_at(p) is not None for p in AROUND[st.loc[u]])]


def _battle(st: Outpost) -> Battle | None:
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Attack):
        return None
    faces = fight(st, top.unit, top.place).faces
    return Battle(seat_of_unit(top.unit), top.place, faces, RESULTS)


def _red_steps(st: Outpost) -> float:
    return sum(st.steps[u] for u in OWN[0])


def _blue_steps(st: Outpost) -> float:
    return sum(st.steps[u] for u in OWN[1])


STORY: Final = Telling(
    charts=(
        Chart(
            "Steps",
            (
                Measure("Red steps", 0, R("5.2"), _red_steps),
                Measure("Blue steps", 1, R("5.2"), _blue_steps),
            ),
        ),
    ),
    sides=OWN,
    places=attrgetter("loc"),
    steps=attrgetter("steps"),
    turn=attrgetter("turn"),
    battle=_battle,
    gone=frozenset({OFF_MAP}),
    grave={h.Shown: 2.0},
)
