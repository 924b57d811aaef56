"""8.0 Bombardments and Airstrikes: range, the die, friendly fire (8.4); reading 3 on the words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, second
from bocage.engine.frames import Ask, Chance, Step, frame
from bocage.engine.ledger import distribution
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.charts import NO_EFFECT, NOTE, STEP_AND_HIT, DieLedger, clip
from bocage.games.falaise.board.ground import ARGENTAN, TOWN, WOODS, bits
from bocage.games.falaise.options import ALLIED_COORDINATION, SUNNY_SKIES, US_GUNS_FRENCH
from bocage.games.falaise.pieces.units import ALLIED, FRANCE, GERMAN, POLAND, US
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s09_disruption import disrupt
from bocage.games.falaise.s10_results import StepLoss
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import DIE_FACES, DISRUPT, END, SHELL, STRIKE, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


# 8.4 Friendly fire -------------------------------------------------------------------------


HIGHEST: Final = 3
"""8.4: the highest die that hits friends."""
PHASE: Final = "Bombardment"


@frame
class FriendlyFire(Step):
    """8.4: a die for each hex of Allied units next to the target."""

    hexes: tuple[int, ...]
    rule = R("8.4.a")
    phase = PHASE

    def run(self, st: Position) -> None:
        if not self.hexes:
            st.pop()
            return
        st.swap(FriendlyFire(self.hexes[1:]))
        st.push(FriendlyFireRoll(self.hexes[0]))


@frame
class FriendlyFireRoll(Chance):
    """8.4: 1 to 3 disrupts a unit."""

    hex: int
    rule = R("8.4.a")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.friendly-fire.{st.world.grid.numbers[self.hex]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        if st.events is not None:
            effect = "a unit there is hit" if die <= HIGHEST else "no unit is hit"
            st.events.append(told.FriendlyFire(self.hex, die, effect, self.rule))
        st.pop()
        if die <= HIGHEST:
            st.push(Victim(GERMAN, self.hex))

    def waiting(self, st: Position) -> Words:
        return Words("friendly fire at {hex:hex}", {"hex": self.hex})


@frame
class Victim(Ask):
    """8.4, reading 66: the German player picks the unit, a disrupted one too."""

    seat: int
    hex: int
    rule = R("8.4.c")
    takes = numbers(DISRUPT)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        return [DISRUPT(u) for u in st.at(self.hex, ALLIED)]

    def check(self, st: Position, action: Action) -> Ruling:
        u = first(action)
        if u not in st.at(self.hex, ALLIED):
            words = "{unit:unit} is not hit by friendly fire: it is not an Allied unit in {hex:hex}"
            return refuse(self.rule, words, unit=u, hex=self.hex)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        disrupt(st, (first(action),), R("8.4.b"), R("9.1.c"))

    def prompt(self, st: Position) -> Words:
        return Words(
            "Friendly fire at {hex:hex}: choose the unit that is disrupted", {"hex": self.hex}
        )

    def waiting(self, st: Position) -> Words:
        about = {"side": self.seat, "hex": self.hex}
        return Words("{side:side} to choose the unit hit at {hex:hex}", about)


# 8.1 to 8.3 Guns and Airstrikes ------------------------------------------------------------


EXTENSION: Final = 2
"""8.2: further hexes from a crest by day."""
LEAST_SUNNY: Final = 3
"""12.3: Airstrikes, however low the die."""
AIR: Final = -1
"""Instead of a corps: an Airstrike."""
EFFECTS: Final = ("no effect", "halt", "disrupted", "a step lost and disrupted")


def covered(st: Position, corps: int) -> tuple[int, int]:
    """Return hexes in range of a corps' guns, and in extended range only, both as bits (8.2)."""
    near, far = all_covered(st)
    return near[corps], far[corps]


def all_covered(st: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return `covered` for every corps in one pass; no extension by night (reading 64)."""
    kept, day = st.gunnery, not st.night
    if kept[0] == st.placed_allied and kept[1] == day:
        return kept[2], kept[3]
    ground, guns = st.world.ground, st.world.guns
    near, far = [0] * len(guns), [0] * len(guns)
    for h, units in st.stacks(ALLIED).items():
        crest = day and ground.crest[h]
        for u in units:
            corps = st.corps[u]
            near[corps] |= ground.within(h, guns[corps])
            if crest:
                far[corps] |= ground.within(h, guns[corps] + EXTENSION)
    wider = tuple(wide & ~close for wide, close in zip(far, near, strict=True))
    st.gunnery = (st.placed_allied, day, tuple(near), wider)
    return st.gunnery[2], wider


def forbidden(st: Position, corps: int) -> int:
    """Return hexes next to other Allies, closed to US guns, as bits (8.2, reading 65)."""
    if st.switches & ALLIED_COORDINATION:
        return 0  # 12.4
    return next_to_others(st, corps)


def next_to_others(st: Position, corps: int) -> int:
    """8.2, reading 65: for US guns the hexes next to other Allies, as bits."""
    if st.world.corps_nation[corps] != US:
        return 0
    kept = st.near_others
    if kept[0] != st.placed_allied:
        st.near_others = kept = (st.placed_allied, _next_to_others(st))
    return kept[1]


def _next_to_others(st: Position) -> int:
    """Return the hexes next to Allies other than US units, as bits (reading 65)."""
    world = st.world
    found = 0
    for h, units in st.stacks(ALLIED).items():
        nations = {world.nation[u] for u in units}
        if US in nations:
            continue
        if nations == {FRANCE} and not st.switches & US_GUNS_FRENCH:
            continue
        found |= world.ground.within(h, 1)
    return found


def _french_alone(st: Position, h: int) -> bool:
    """Return whether only the French keep US guns from a hex, because the table says so (reading
    65).
    """
    near = (unit for n in st.world.ground.near[h] for unit in st.at(n, ALLIED))
    return all(st.world.nation[u] in (FRANCE, US) for u in near)


class BombardmentOdds(DieLedger):
    """The ledger of one bombardment: every modifier of the die with its reason."""

    def __init__(self, st: Position, corps: int, h: int) -> None:
        """Guns of a corps, or `AIR`, on a hex."""
        super().__init__(st.world.tables.bombardment_drm)
        self.tables: Final = st.world.tables
        ground = st.world.ground
        if ground.terrain[h] == WOODS:
            self.modify("woods", R("8.1.woods"), "{hex:hex} is woods", hex=h)
        if ground.settlement[h] == TOWN:
            self.modify("town", R("8.1.town"), "{hex:hex} is a town", hex=h)
        elif ground.settlement[h] == ARGENTAN:
            self.modify("argentan", R("8.1.argentan"), "{hex:hex} is Argentan", hex=h)
        if corps == AIR:
            return
        if st.night:
            self.modify("night", R("8.1.night"), "night")
        if st.world.corps_nation[corps] == POLAND:
            self.modify("polish", R("8.1.polish"), "the Polish division's own artillery")
        if covered(st, corps)[1] >> h & 1:
            self.modify("extended", R("8.1.extended"), "extended range from a crest")
        if st.switches & ALLIED_COORDINATION and next_to_others(st, corps) >> h & 1:
            words = "US guns fire next to other Allies at {hex:hex}"
            self.add(NOTE, 0, R("12.4.a"), words, hex=h)

    def resolve(self, die: int) -> int:
        """Return the effect of a die, 1 to 6 (8.1)."""
        return self.tables.bombardment[clip(die + self.drm) - 1]

    def distribution(self) -> dict[str, Fraction]:
        """Return how likely each effect is."""
        return distribution(EFFECTS[self.resolve(die)] for die in range(1, 7))


@frame
class AirRoll(Chance):
    """8.3, reading 2: the Airstrikes of a day turn are the die."""

    rule = R("8.3.b")
    phase = "Airstrike Availability"

    def question(self, st: Position) -> str:
        return f"{st.turn}.air"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        die = first(action) + 1
        st.air = die
        if st.switches & SUNNY_SKIES and die < LEAST_SUNNY:
            st.air = LEAST_SUNNY
            if st.events is not None:
                st.events.append(told.SkiesCleared(die, st.air, R("12.3")))
        if st.events is not None:
            st.events.append(told.AirCame(st.air, self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("the number of Airstrikes")


@frame
class Bombardment(Ask):
    """8.1, 8.2: guns and Airstrikes in any order, any number on a hex."""

    seat: int
    rule = R("8.1.a")
    takes = numbers(END, SHELL, STRIKE)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        found = [END.base]
        guns, used = st.world.guns, st.guns_used
        near, far = all_covered(st)
        hexes = sorted(st.stacks(GERMAN))
        german = bits(hexes)
        for corps, most in enumerate(guns):
            reach = near[corps] | far[corps]
            if most and reach and not used >> corps & 1:
                reach &= german & ~forbidden(st, corps)
                base = SHELL(corps)
                while reach:
                    h = (reach & -reach).bit_length() - 1
                    found.append(base | h)
                    reach &= reach - 1
        if st.air:
            base = STRIKE.base
            found += [base | h << 16 for h in hexes]
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        if action >> 32 == STRIKE.number:
            return self._may_strike(st, first(action))
        corps, h = first(action), second(action)
        start = "{corps:corps} can't fire at {hex:hex}: "
        about = {"corps": corps, "hex": h}
        world = st.world
        if not world.guns[corps]:
            return refuse(R("8.2.a"), start + "it has no artillery marker", **about)
        if st.guns_used >> corps & 1:
            return refuse(R("8.2.d"), start + "its guns have fired this turn", **about)
        if not st.at(h, GERMAN):
            return refuse(R("8.2.a"), start + "no German unit is there", **about)
        near, far = covered(st, corps)
        if not (near | far) >> h & 1:
            places = {st.loc[u] for u in world.allied if st.corps[u] == corps and st.loc[u] >= 0}
            if not places:
                return refuse(R("8.2.a"), start + "no unit of the corps is on the map", **about)
            away = min(world.grid.distance(place, h) for place in places)
            words = "its nearest unit is {away} hexes away and its guns reach {most}"
            most = world.guns[corps]
            return refuse(R("8.2.a"), start + words, away=away, most=most, **about)
        if forbidden(st, corps) >> h & 1:
            others = [
                u
                for n in (h, *world.ground.near[h])
                for u in st.at(n, ALLIED)
                if world.nation[u] != US
            ]
            words = "US guns do not fire next to other Allied units, here {others:unit}"
            rule = R("reading 65") if _french_alone(st, h) else R("8.2.f")
            return refuse(rule, start + words, others=others, **about)
        return OK

    def _may_strike(self, st: Position, h: int) -> Ruling:
        start = "no Airstrike can hit {hex:hex}: "
        if st.night:
            return refuse(R("8.3.a"), start + "it is night", hex=h)
        if not st.air:
            return refuse(R("8.3.d"), start + "no marker is left", hex=h)
        if not st.at(h, GERMAN):
            return refuse(R("8.3.c"), start + "no German unit is there", hex=h)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        if action >> 32 == STRIKE.number:
            st.air -= 1
            st.push(BombardmentRoll(AIR, first(action)))
            return
        corps, h = first(action), second(action)
        st.guns_used |= 1 << corps
        st.push(BombardmentRoll(corps, h))

    def prompt(self, st: Position) -> Words:
        if not st.air:
            clicked = "Click a target for a corps' guns, or end"
            return Words("Bombard with a corps' guns, or end", clicked=clicked)
        words = "Bombard with a corps' guns or an Airstrike ({air} left), or end"
        clicked = "Click a target for a corps' guns or an Airstrike ({air} left), or end"
        return Words(words, {"air": st.air}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to bombard", {"side": self.seat})


@frame
class BombardmentRoll(Chance):
    """8.1: the die; reading 63: all units are disrupted, one loses the step."""

    corps: int
    """The corps whose guns fire, or `AIR`."""
    hex: int
    rule = R("8.1.a")
    phase = PHASE

    def question(self, st: Position) -> str:
        if self.corps == AIR:
            return f"{st.turn}.airstrike"
        return f"{st.turn}.guns.{st.world.corps_names.written[self.corps]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def odds(self, st: Position) -> BombardmentOdds:
        """Return the ledger of this bombardment."""
        return BombardmentOdds(st, self.corps, self.hex)

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        odds = self.odds(st)
        effect = odds.resolve(die)
        if st.events is not None:
            by = "Airstrike" if self.corps == AIR else "Guns of " + st.world.corps[self.corps].name
            drm = f"{odds.drm:+d}"
            st.events.append(told.Bombarded(by, self.hex, die, drm, EFFECTS[effect], self.rule))
        st.pop()
        if self.corps == AIR or st.night:
            near = st.world.ground.near[self.hex]
            friends = tuple(h for h in near if st.at(h, ALLIED))
            if friends:
                st.push(FriendlyFire(friends))
        units = st.at(self.hex, GERMAN)
        if effect == NO_EFFECT:
            return
        if effect == STEP_AND_HIT:
            st.push(StepLoss(GERMAN, units, R("8.1.table")))
        disrupt(st, units, R("8.1.table"), R("9.1.c"))

    def waiting(self, st: Position) -> Words:
        return Words("the bombardment of {hex:hex}", {"hex": self.hex})
