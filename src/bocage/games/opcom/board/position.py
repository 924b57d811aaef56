"""The state of a game of OP COM: Control's master map, and what each team was told.

Everything that changes goes through a few verbs. What a team may see is not worked out from
the master map when it looks: it is written into `told` when Control releases a turn, so that
nothing can reach a team before.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Final

from bocage.engine.state import Remembered, State, state
from bocage.games.opcom.board import capacity
from bocage.games.opcom.board.figures import Figures
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import KINDS, Troops, World
from bocage.games.opcom.options import OPTIONS
from bocage.games.opcom.pieces.desk import Card, Edit, Message
from bocage.games.opcom.pieces.fights import Fought, Pursuit
from bocage.games.opcom.pieces.flights import CabRank, Sortie
from bocage.games.opcom.pieces.orders import Chore, Line
from bocage.games.opcom.pieces.profiles import Status
from bocage.games.opcom.pieces.sea import SeaState
from bocage.games.opcom.pieces.told import NOTHING, Told, modern
from bocage.games.opcom.s10_reports.notes import Code, Note

# Where a unit is.
DUE: Final = 0
"""Not yet arrived."""
HERE: Final = 1
GONE: Final = 2
"""Captured, or taken off by Control."""

ACTIONS: Final = ("hold", "move", "prepare", "probe", "attack", "breakthrough")
"""5.2, in the order of their number; hold is what is done without orders."""
HOLD, MOVE, PREPARE, PROBE, ATTACK, BREAKTHROUGH = range(6)
POSTURES: Final = ("tact", "non-tact", "rest")
TACT, NON_TACT, REST = range(3)

# What is marked on a unit in a turn.
MOVED: Final = 1
ATTACKED: Final = 2
"""Has attacked in this turn (9.4)."""
DEFENDED: Final = 4
RETREATED: Final = 8
HALTED: Final = 16
"""Met the enemy, or was held up, and stands where it was stopped."""
BURNT: Final = 32
"""Has used its fuel for this turn (9.5)."""
STUCK: Final = 64
"""Immobilised for the turn (9.16)."""
QUEUED: Final = 128
"""Waits at a crossing or in a town, in road column."""

FIRE_BIT: Final = 4
"""Marks a gun that has fired otherwise than into a fight, beside the halves of the turn."""

# What is marked on a bridge.
BLOWN: Final = 1
TESTED: Final = 2
SAFE: Final = 4
PREPARED: Final = 8
BAILEY: Final = 16
"""A rebuilt bridge, of class 40 (reading 5.4)."""


@state
class Position(State):
    """The master map."""

    world: Remembered[World]

    xs: array[int]
    ys: array[int]
    """Where each unit is, in metres."""
    steps: bytearray
    """Steps lost, by unit."""
    where: bytearray
    action: bytearray
    posture: bytearray
    marks: bytearray
    """What happened to a unit in this turn."""
    waited: bytearray
    """1 for a unit that queued in the turn before: it keeps its place (reading 3.15)."""
    prepared: bytearray
    """1 for a unit that spent the last turn preparing an attack (9.4)."""
    stayed: bytearray
    """Full turns in the same place."""
    rested: bytearray
    """Turns of rest on end (reading 7.1)."""
    attacks: bytearray
    """Attacks made today (9.4)."""
    batteries: bytearray
    """Turns in which a gun has fired from the same place (9.17)."""
    barred: bytearray
    """1 for a unit that may not counter-attack this turn (9.13)."""
    spent: array[int]
    """Thousandths of the turn's movement used."""
    before: array[int]
    """Of these, the thousandths used before the present half of the turn."""
    metres: array[int]
    """How far each unit has come in this turn."""
    wading: array[int]
    """Thousandths of a turn that a unit has spent at the water that it is crossing (6.3)."""
    from_x: array[int]
    from_y: array[int]
    """Where each unit was when the turn began: its start line."""
    midway_x: array[int]
    midway_y: array[int]
    """Where each unit was when the first half of the turn was over; until then as above."""
    target: array[int]
    """The enemy that a unit with orders to attack has come upon, or -1."""
    fired: bytearray
    """Halves of this turn in which a gun has fired, as bits."""
    aboard: bytearray
    """Half turns that a unit has still to spend on a train (6.4); 0 for none."""
    rail_x: array[int]
    rail_y: array[int]
    """Where its train goes."""
    stock: array[int]
    """Supply points, by holder and kind."""
    depot_x: array[int]
    depot_y: array[int]
    depot_side: bytearray
    """1 for the Allies, 2 for the Axis, 0 where no stack lies."""
    depot_team: bytearray
    """1 + the team whose stack it is, 0 where that is not said: dumps are their team's."""
    bridges: bytearray
    """What is marked on each crossing."""
    capacity: array[int]
    """Unit points a turn that each crossing takes."""
    crossed: array[int]
    """Unit points that have crossed in this turn."""
    surveyed: bytearray
    """1 where a team knows the class and capacity of a crossing (7.3.a), by team and crossing."""
    streets: array[int]
    """Unit points that have passed each place in this turn."""
    freed: bytearray
    """The turn in which the Allies first came to each place; 0 before."""
    lanes: array[int]
    """Unit points that have used each road in this turn."""
    delivered: bytearray
    """Points that each dump has delivered in this turn."""
    jams: array[int]
    """Unit points of those who retired along each road, in the way next turn (reading 3.20)."""
    rebuilt: bytearray
    """1 for a unit that was rebuilt as a company group (reading 7.5)."""
    clear: bytearray
    """Turns on end that a unit at status 0 has been at a dump, clear of the enemy."""
    unsupplied: bytearray
    """Turns on end without ammunition to draw (reading 6.10)."""

    turn: int
    half: int
    """Of the turn: 1 or 2; 0 before movement."""
    bad_roads: int
    """1 in weather that delays movement (6.2)."""
    orders: tuple[Line, ...]
    """The lines of all teams that are carried out in this turn."""
    sheets: tuple[tuple[int, str], ...]
    """The sheets of this turn as they were taken: team, text. They are Control's to read."""
    standing: tuple[Line, ...]
    """The orders of the turn before, which stand if a sheet does not come (reading 2.2)."""
    chores: tuple[Chore, ...]
    """Supply moves, dump moves, attachments and demolitions ordered for this turn."""
    formations: tuple[tuple[int, str, int], ...]
    """Units attached elsewhere: unit, formation, turn from which it counts (9.6)."""
    faced: tuple[tuple[int, str, int], ...]
    """Formations that a team is in contact with: team, formation, turns on end (10.5)."""
    fought: tuple[Fought, ...]
    """The fights of this turn, for the reports."""
    report_dice: tuple[tuple[str, int], ...]
    """What was rolled for the reports of this turn, by question."""
    messages: tuple[Message, ...]
    """On their way between headquarters."""
    edits: tuple[Edit, ...]
    """What Control has changed in the drafts of this turn."""
    notes: tuple[Note, ...]
    """What reports will tell."""
    cards: tuple[Card, ...]
    """Every ruling of this turn."""
    decided: tuple[tuple[str, str, str], ...]
    """Control's own rulings for this turn: card, value, reason."""
    modes: tuple[tuple[str, str], ...]
    """Which categories of cards Control holds."""
    told: tuple[Told, ...]
    """By team: what it was last told."""
    overruns: tuple[Pursuit, ...]
    """Overruns to be carried out."""
    fires: tuple[tuple[int, int, int], ...]
    """Points under interdiction: team that fires, east, north."""
    barriers: tuple[tuple[int, int, int], ...]
    """Units that will be stopped at a point under fire: unit, east, north."""
    works: tuple[tuple[int, int], ...]
    """Bridges that are being built: crossing, turns worked (reading 5.4)."""
    broken: tuple[tuple[int, int], ...]
    """Headquarters of broken brigades: unit, last turn without attacks (reading 7.7)."""
    chronicle: tuple[tuple[int, str, int], ...]
    """What the debrief has watched for: turn, fact, how much."""
    verdicts: tuple[tuple[str, ...], ...]
    """Lines of the debrief that Control has struck or added (reading 11.6)."""
    sea: SeaState
    """The sea, where a scenario has one."""
    overruled: tuple[tuple[int, str], ...]
    """Rulings of Control in the turns that were released: turn, seat that it was about."""
    squadrons: bytearray
    """Squadrons or serials left, by air unit (12)."""
    lifts: bytearray
    """Whether each lift is waiting, flown or given up."""
    strips: bytearray
    """Who holds each airstrip: 1 for the Allies, 2 for the Axis, 0 for nobody."""
    hushed: bytearray
    """1 for flak that is suppressed in this turn (12.13.a): units first, then other flak."""
    pace: bytearray
    """Hundredths of its movement that each unit has in this turn: less after a drop (12.7)."""
    sorties: tuple[Sortie, ...]
    """What flies in this turn."""
    ranks: tuple[CabRank, ...]
    """Cab ranks of today (9.12.d)."""
    flying: str
    """What transport aircraft the weather lets fly: yes, part, supply or no (reading 8.12)."""
    close_support: str
    """What it allows of attacks on the ground: yes, limited or no."""
    grounded: tuple[int, ...]
    """Shared air units that were needed elsewhere in this turn (reading 8.22)."""
    scattered: tuple[tuple[int, int], ...]
    """Steps that come back after a drop: unit, turn (12.4.c)."""
    corrections: tuple[Note, ...]
    """What Control has set right since the last report."""
    settings: tuple[tuple[str, str], ...]
    """Options of the table."""
    conceded: int
    """One more than the seat that gave up; 0 for none."""

    def forget(self) -> None:
        """Nothing is remembered but the world."""

    def modernise(self) -> None:
        """What teams were told was JSON once, here and in the frame that releases a turn."""
        from bocage.games.opcom.s02_umpiring.desk import Release  # it knows positions

        self.told = modern(self.told)
        self.stack = tuple(
            replace(each, before=modern(each.before)) if isinstance(each, Release) else each
            for each in self.stack
        )

    # Questions ---------------------------------------------------------------------------

    @property
    def figures(self) -> Figures:
        """The figures that the rules count with."""
        return self.world.tables.figures

    def at(self, unit: int) -> Point:
        """Where a unit is."""
        return self.xs[unit], self.ys[unit]

    def status(self, unit: int) -> Status:
        """Return its status profile; a rebuilt unit has that of a company (reading 7.5)."""
        return self.world.company if self.rebuilt[unit] else self.world.units[unit].status

    def level(self, unit: int) -> int:
        """Its status (9.1)."""
        return self.status(unit).level(self.steps[unit])

    def is_here(self, unit: int) -> bool:
        """Return whether it is on the map."""
        return self.where[unit] == HERE

    def is_effective(self, unit: int) -> bool:
        """9.5: on the map and of status 1 or more."""
        return self.where[unit] == HERE and self.status(unit).is_effective(self.steps[unit])

    def here(self) -> list[Troops]:
        """Return every unit on the map, by number."""
        return [u for u in self.world.units if self.where[u.number] == HERE]

    def enemies(self, side: int) -> list[Troops]:
        """Effective units of the other side."""
        # Asked thousands of times in a turn: `level`, written out.
        where, steps, rebuilt, company = self.where, self.steps, self.rebuilt, self.world.company
        return [
            u
            for u in self.world.units_of[1 - side]
            if where[n := u.number] == HERE
            and (company if rebuilt[n] else u.status).level(steps[n]) > 0
        ]

    def km(self, a: int, b: int) -> float:
        """Between two units."""
        return km_between(self.at(a), self.at(b))

    def formation(self, unit: int) -> str:
        """Its division or Kampfgruppe (reading 4.13), or the one that it is attached to."""
        for who, formation, since in self.formations:
            if who == unit and since <= self.turn:
                return formation
        return self.world.units[unit].unit.division

    def holds(self, holder: int, kind: int) -> int:
        """Supply points of a kind."""
        return self.stock[holder * len(KINDS) + kind]

    def held(self, holder: int) -> int:
        """Return all supply points of a holder."""
        first = holder * len(KINDS)
        return sum(self.stock[first : first + len(KINDS)])

    def holder_at(self, holder: int) -> Point:
        """Where a unit's stack, a dump or a parked stack is."""
        units = len(self.world.units)
        if holder < units:
            return self.at(holder)
        return self.depot_x[holder - units], self.depot_y[holder - units]

    def setting(self, name: str) -> str:
        """What an option is set to."""
        return dict(self.settings).get(name, OPTIONS[name].choices[0])

    # Verbs -------------------------------------------------------------------------------

    def place(self, unit: int, point: Point) -> None:
        """Put a unit somewhere."""
        if (self.xs[unit], self.ys[unit]) != point:
            self.stayed[unit] = self.wading[unit] = 0
        self.xs[unit], self.ys[unit] = point
        self.where[unit] = HERE

    def lose(self, unit: int, steps: int) -> int:
        """Steps lost, as far as there are any (9.1); returns how many it were."""
        left = self.status(unit).last_step - self.steps[unit]
        taken = max(0, min(steps, left))
        self.steps[unit] += taken
        return taken

    def mark(self, unit: int, mark: int) -> None:
        """Note something that happened to a unit in this turn."""
        self.marks[unit] |= mark

    def has(self, unit: int, mark: int) -> bool:
        """Return whether it was noted."""
        return bool(self.marks[unit] & mark)

    def take(self, holder: int, kind: int, points: int) -> int:
        """Take supply points, as far as there are any; returns how many."""
        at = holder * len(KINDS) + kind
        taken = min(points, self.stock[at])
        self.stock[at] -= taken
        return taken

    def give(self, holder: int, kind: int, points: int) -> None:
        """Add supply points."""
        self.stock[holder * len(KINDS) + kind] += points

    def note(
        self,
        team: int,
        code: Code,
        unit: int = -1,
        at: Point | None = None,
        *,
        crossing: int = -1,
        figure: int = 0,
        name: str = "",
        parts: tuple[str, ...] = (),
    ) -> None:
        """Something that the team's next report will tell."""
        note = Note(team, code, unit, at, crossing, figure, name, parts)
        self.notes = (*self.notes, note)

    # Beginning ---------------------------------------------------------------------------

    @classmethod
    def new(cls, world: World, settings: tuple[tuple[str, str], ...]) -> Position:
        """Return the position at the beginning."""
        st = cls.__new__(cls)
        count = len(world.units)
        st.world = world
        st.xs = array("i", [u.start[0] for u in world.units])
        st.ys = array("i", [u.start[1] for u in world.units])
        st.steps = bytearray(u.unit.start_step for u in world.units)
        st.where = bytearray(DUE for _ in world.units)
        for name in ("action", "posture", "marks", "prepared", "stayed", "rested"):
            setattr(st, name, bytearray(count))
        st.attacks, st.barred = bytearray(count), bytearray(count)
        st.batteries, st.waited = bytearray(count), bytearray(count)
        st.spent, st.metres = array("i", [0]) * count, array("i", [0]) * count
        st.before, st.wading = array("i", [0]) * count, array("i", [0]) * count
        st.from_x, st.from_y = st.xs[:], st.ys[:]
        st.midway_x, st.midway_y = st.xs[:], st.ys[:]
        st.target = array("i", [-1]) * count
        st.fired, st.aboard = bytearray(count), bytearray(count)
        st.rail_x, st.rail_y = array("i", [0]) * count, array("i", [0]) * count
        st.stock = array("i", [0]) * (world.holders * len(KINDS))
        st.depot_x = array("i", [0]) * world.depots
        st.depot_y = array("i", [0]) * world.depots
        st.depot_side, st.depot_team = bytearray(world.depots), bytearray(world.depots)
        st.delivered = bytearray(world.depots)
        st.bridges = bytearray(_marked(c.prepared, c.state) for c in world.crossings)
        takes = [capacity.over(c, world.pack, world.tables) for c in world.crossings]
        st.capacity = array("i", takes)
        st.crossed = array("i", [0]) * len(world.crossings)
        st.streets = array("i", [0]) * len(world.places)
        st.freed = bytearray(len(world.places))
        st.lanes = array("i", [0]) * len(world.pack.links)
        st.jams = array("i", [0]) * len(world.pack.links)
        for name in ("rebuilt", "clear", "unsupplied"):
            setattr(st, name, bytearray(count))
        st.turn = st.half = st.bad_roads = st.conceded = 0
        st.orders = st.standing = st.chores = st.sheets = ()
        st.formations = st.faced = ()
        st.surveyed = bytearray(len(world.teams) * len(world.crossings))
        st.notes = st.fought = st.report_dice = st.edits = st.messages = ()
        st.cards = st.decided = st.modes = st.overruns = ()
        st.fires = st.barriers = st.works = st.broken = ()
        st.told = tuple(NOTHING for _ in world.teams)
        st.corrections = st.overruled = ()
        st.chronicle = st.verdicts = ()
        st.settings = settings
        st.stack = ()
        st.events = None
        from bocage.games.opcom.board.setup import equip  # it knows positions

        equip(st)
        return st


def _marked(prepared: bool, state_at_start: str) -> int:
    """Return a bridge at the beginning: blown or dismantled ones bear nobody."""
    gone = any(word in state_at_start for word in ("blown", "dismantl", "destroyed"))
    return (PREPARED if prepared else 0) | (BLOWN if gone else 0)
