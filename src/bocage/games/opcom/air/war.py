"""The air war of a turn, before anybody on the ground moves (12, 13, reading 8.19)."""

from __future__ import annotations

from bocage.engine.frames import Step, frame
from bocage.games.opcom.air.battles import contested, streams
from bocage.games.opcom.air.bombing import raids
from bocage.games.opcom.air.firing import Fire, over_targets
from bocage.games.opcom.air.habits import strays
from bocage.games.opcom.air.landing import finish, landings, rejoining
from bocage.games.opcom.air.launching import launch, shared
from bocage.games.opcom.air.orders import TRANSPORT
from bocage.games.opcom.air.scattering import Scatter, may_scatter
from bocage.games.opcom.air.storming import storms
from bocage.games.opcom.air.supplying import Deliver
from bocage.games.opcom.air.support import unasked
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import OneDie
from bocage.games.opcom.position import Position
from bocage.games.opcom.rulebook import R


@frame
class AirWar(Step):
    """Shared squadrons, patrols, streams, flak over targets, bombs, then lifts."""

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
    """Reading 8.22: whether a squadron that others need too may fly in this turn."""

    unit: int
    die: int = 0
    rule = R("reading 8.22")

    def named(self, st: Position) -> str:
        """By the squadron."""
        return f"{st.turn}.release.{st.world.sky.units[self.unit].id}"

    def ruled(self, st: Position, name: str) -> str | None:
        """Up to the die of its row it flies."""
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
        """It flies, or it does not."""
        if value != "flies":
            st.grounded = (*st.grounded, self.unit)


@frame
class Flown(Step):
    """12.1: one lift: flak on its way, who lands, what it brings."""

    number: int
    stage: int = 0
    rule = R("12.1.a")

    def run(self, st: Position) -> None:
        """Flak first (12.13.c), then the drops, then the supplies."""
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
    """Reading 9.13: units lose a step for each serial that fighters have put out of action."""
    each = st.sorties[number]
    for i in range(each.caught):
        if each.units:
            st.lose(each.units[i % len(each.units)], 1)
