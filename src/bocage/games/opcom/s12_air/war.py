"""The air war of a turn, before units on the ground move (12, 13, reading 8.19)."""

from __future__ import annotations

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import ATTACKED, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import OneDie
from bocage.games.opcom.s12_air.bombs import raids
from bocage.games.opcom.s12_air.close_support import unasked
from bocage.games.opcom.s12_air.drop_zone import storms
from bocage.games.opcom.s12_air.flak import Fire, over_targets, strays
from bocage.games.opcom.s12_air.landing import Scatter, finish, landings, may_scatter, rejoining
from bocage.games.opcom.s12_air.launch import launch, shared
from bocage.games.opcom.s12_air.orders import TRANSPORT
from bocage.games.opcom.s12_air.sorties import GIVEN_UP, WAITING
from bocage.games.opcom.s12_air.supplies import Deliver
from bocage.games.opcom.s13_air_combat import contested, streams


@frame
class AirWar(Step):
    """The stages: shared squadrons, patrols, streams, flak over targets, bombs, then lifts."""

    stage: int = 0
    rule = R("12.0.a")

    def run(self, st: Position) -> None:
        """The next stage; each lays its frames on top."""
        frames: list[Step] = []
        if self.stage == 0:
            frames = [Shared(unit) for unit in shared(st)]
        elif self.stage == 1:
            launch(st)
            frames = [*unasked(st), *contested(st)]
        elif self.stage == 2:
            frames = streams(st)
        elif self.stage == 3:
            frames = over_targets(st)
        elif self.stage == 4:
            frames = raids(st)
        elif self.stage == 5:
            frames = strays(st)
        elif self.stage == 6:
            for lift in (s.number for s in st.sorties if s.mission == TRANSPORT):
                frames += [Scatter(lift)] if may_scatter(st, lift) else []
                frames.append(Flown(lift))
        else:
            st.pop()
            for each in reversed(storms(st)):
                st.push(each)
            return
        st.swap(AirWar(self.stage + 1))
        for each in reversed(frames):
            st.push(each)


@frame
class Shared(OneDie):
    """The die whether a squadron that others need too may fly in this turn (reading 8.22)."""

    unit: int
    die: int = 0
    rule = R("reading 8.22")

    def named(self, st: Position) -> str:
        """Return the name of the die, by the squadron."""
        return f"{st.turn}.release.{st.world.sky.units[self.unit].id}"

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling: it flies up to the number of its row."""
        row = st.world.sky.units[self.unit]
        return rule_on(
            st,
            name,
            "air",
            f"{row.name} is shared with others; it flies on {row.release} or less",
            "flies" if self.die <= row.release else "needed elsewhere",
            choices=("flies", "needed elsewhere"),
            why=[f"a die of {self.die} (reading 8.22)"],
            rule=R("12.0").read(R("reading 8.22")),
        )

    def carry_out(self, st: Position, value: str) -> None:
        """Keep the squadron on the ground unless it flies."""
        if value != "flies":
            st.grounded = (*st.grounded, self.unit)


@frame
class Flown(Step):
    """One lift: flak on its way, the landing, and its supplies (12.1)."""

    number: int
    stage: int = 0
    rule = R("12.1.a")

    def run(self, st: Position) -> None:
        """Do flak first (12.13.c), then the drops, then the supplies."""
        each = st.sorties[self.number]
        if self.stage == 0:
            st.swap(Flown(self.number, 1))
            st.push(Fire(self.number))
        elif self.stage == 1:
            st.swap(Flown(self.number, 2))
            caught_troops(st, self.number)
            for step in reversed(landings(st, self.number)):
                st.push(step)
        else:
            st.pop()
            finish(st, self.number)
            for step in reversed(rejoining(st, self.number)):
                st.push(step)
            lift = st.world.sky.lifts[each.lift]
            if lift.ammo + lift.fuel and each.flying:
                st.push(Deliver(self.number))


def caught_troops(st: Position, number: int) -> None:
    """Take a step from units for each serial that fighters put out of action (reading 9.13)."""
    each = st.sorties[number]
    for i in range(each.caught):
        if each.units:
            st.lose(each.units[i % len(each.units)], 1)


def begin_air(st: Position) -> None:
    """Begin a new half day: clear sorties and suppression; cab ranks last for their day."""
    row = st.world.turn(st.turn)
    st.flying, st.close_support = row.flying, row.close_support
    st.sorties, st.grounded = (), ()
    st.hushed[:] = bytes(len(st.hushed))
    st.pace[:] = bytes([100]) * len(st.pace)
    st.ranks = tuple(rank for rank in st.ranks if rank.last >= st.turn)


def end_air(st: Position) -> None:
    """End a turn: scattered troops return, strips and bases change hands, lifts expire."""
    _regain(st)
    sky = st.world.sky
    for i, strip in enumerate(sky.strips):
        at = sky.sites[strip.area].at
        near = {
            u.side
            for u in st.here()
            if st.level(u.number) > 0
            and km_between(st.at(u.number), at) <= st.figures.air.strip_held
        }
        if len(near) == 1:
            holder = near.pop() + 1
            if holder != st.strips[i]:
                st.strips[i] = holder
                _leave_base(st, strip.area, holder)
    for i, lift in enumerate(sky.lifts):
        if st.lifts[i] == WAITING and st.turn >= lift.last_turn:
            st.lifts[i] = GIVEN_UP
            st.note(sky.lift_team[i], "lift given up", name=lift.id)


def _regain(st: Position) -> None:
    """Return scattered steps after a clear turn (12.4.c, 12.5.c, reading 9.5)."""
    kept: list[tuple[int, int]] = []
    for unit, turn in st.scattered:
        if turn > st.turn or (turn == st.turn and st.has(unit, ATTACKED)):
            kept.append((unit, max(turn, st.turn + 1)))
            continue
        if st.is_effective(unit) and st.steps[unit]:
            st.steps[unit] -= 1
            st.note(st.world.units[unit].team, "stragglers", unit)
    st.scattered = tuple(kept)


def _leave_base(st: Position, area: str, holder: int) -> None:
    """Move squadrons from a captured base; each loses one (reading 8.23)."""
    sky = st.world.sky
    for unit, base in enumerate(sky.base_of):
        if base == area and sky.side_of[unit] + 1 != holder and st.squadrons[unit]:
            st.squadrons[unit] -= 1
            st.note(sky.team_of[unit], "base lost", name=sky.units[unit].name)
