"""8.0 Allied reinforcements and replacements: ports, landings, drops (10.7), steps (8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers, second
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.position import (
    DROPPED,
    GROUNDED,
    HAS_DROPPED,
    LANDED,
    NOWHERE,
    POOL,
    REPLACED,
)
from bocage.games.roundup.board.world import DROP_RANGE
from bocage.games.roundup.options import (
    DEMOLITIONS,
    FELL_BEFORE,
    FOLLOW_UP,
    LAST_DROP,
    OPENS,
    STORM_AT_SEA,
    TRANSPORT_STRAIN,
)
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, NATIONS, UK, US
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import room, stacking, stacks_of
from bocage.games.roundup.s04_supply import COASTAL, supply_kind, traces_overland
from bocage.games.roundup.s15_optional.s15_03_storm_at_sea import beach_is_full
from bocage.games.roundup.s15_optional.s15_09_follow_up import (
    inland_actions,
    may_move_inland,
    move_inland,
)
from bocage.games.roundup.s15_optional.s15_13_reaction import may_replace_in_zones
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import DROP, END, INLAND, LAND, PORT, REPLACE
from bocage.hexes.kernels import BLOCKED, ZONE, units_at

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position


PHASE: Final = "Reinforcement and Replacement Phase"


@frame
class DesignatePort(Ask):
    """4.4: at the beginning of the turn the Allied player says whom a port serves."""

    seat: int
    port: int
    rule = R("4.4")
    takes = numbers(PORT)
    phase = "beginning of the turn"

    def legal(self, st: Position) -> Sequence[Action]:
        return [PORT(self.port, nation) for nation in range(len(NATIONS))]

    def check(self, st: Position, action: Action) -> Ruling:
        if first(action) != self.port:
            return refuse(
                R("4.4.f"),
                "it is not the turn of {port:port}: first choose which nation {asked:port} serves",
                port=first(action),
                asked=self.port,
            )
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        st.set_port(self.port, ready=True, nation=second(action) + 1)
        if st.events is not None:
            st.events.append(told.PortDesignated(self.port, second(action), R("4.4.f")))

    def prompt(self, st: Position) -> Words:
        return Words("Choose which nation {port:port} serves this turn", {"port": self.port})

    def waiting(self, st: Position) -> Words:
        return Words("the Allies to designate {port:port}", {"port": self.port})


def landing_sites(st: Position, nation: int) -> Iterator[tuple[int, ...]]:
    """Yield where a nation may land: each beachhead, and the hexes of each port that serves it
    (8.1).
    """
    for h in st.beaches_of(nation):
        if h >= 0:
            yield (h,)
    for port, hexes in enumerate(st.world.ports):
        if st.port_nation[port] == nation + 1 and st.can_use_port(port):
            yield hexes


@frame
class Landings(Ask):
    """8.1, 10.8: one stack a beachhead and a port, from the pool in England."""

    seat: int
    rule = R("8.1")
    takes = numbers(END, LAND, INLAND)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        found = [END.base]
        world = st.world
        storms = st.switches & STORM_AT_SEA
        stacks = stacks_of(st, ALLIED)
        pool = units_at(st.loc, 0, world.allied.stop, POOL)
        for nation in (US, UK):
            own = [LAND.base | u << 16 for u in pool if world.nation[u] == nation]
            small = [action for action in own if not world.is_division[first(action)]]
            for site in landing_sites(st, nation):
                for h in site:
                    smaller, division = room(st, stacks.get(h, ()), ALLIED, nation)
                    if storms and beach_is_full(st, h):
                        continue
                    if smaller and not (len(site) > 1 and landed_elsewhere(st, site, h)):
                        found += [action | h for action in (own if division else small)]
        return found + inland_actions(st) if st.switches & FOLLOW_UP else found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u, h = first(action), second(action)
        if action >> 32 == INLAND.number:
            return may_move_inland(st, u, h)
        if u >= st.world.german.start:
            words = "{unit:unit} can't land at {hex:hex}: only Allied units do"
            return refuse(R("8.1.a"), words, unit=u, hex=h)
        if st.loc[u] != POOL:
            where = "it is on the map" if st.loc[u] >= 0 else "it is not in England"
            words = "{unit:unit} can't land at {hex:hex}: " + where
            return refuse(R("8.1.a"), words, unit=u, hex=h)
        nation = st.world.nation[u]
        site = next((site for site in landing_sites(st, nation) if h in site), None)
        if site is None:
            return _no_site(st, u, h)
        if other := landed_elsewhere(st, site, h):
            return refuse(
                R("8.1.b"),
                "{unit:unit} can't land at {hex:hex}: this port has already received "
                "{other:unit} this turn",
                unit=u,
                hex=h,
                other=other,
            )
        if beach_is_full(st, h):
            words = (
                "{unit:unit} can't land at {hex:hex}: in Storm a beachhead receives "
                "only one unit a turn"
            )
            return refuse(R("15.3.b"), words, unit=u, hex=h)
        return stacking(st, u, h, R("reading 38"))

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            for u in st.world.allied:
                st.marks[u] &= ~LANDED
            st.pop()
            return
        u, h = first(action), second(action)
        if action >> 32 == INLAND.number:
            move_inland(st, u, h)
            return
        arrive(st, u, h)
        st.marks[u] |= LANDED
        if st.events is not None:
            airborne = R("8.2.b") if st.world.units[u].airborne else R("8.1.a")
            rule = R("10.8.a") if st.turn == 1 else airborne
            if st.world.port_of[h]:
                rule = rule.read(R("reading 33"))
            if st.in_enemy_zone(h, ALLIED):
                rule = rule.read(R("reading 39"))
            st.events.append(told.Landed(u, h, rule))

    def prompt(self, st: Position) -> Words:
        clicked = "Pick a unit beside the map and click where it lands, or end"
        return Words("Land a unit at a beachhead or port, or end", clicked=clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Allies to land")


def landed_elsewhere(st: Position, site: tuple[int, ...], h: int) -> list[int]:
    """Return units that came in this turn by another hex of the same port (8.1)."""
    if len(site) == 1:
        return []
    others = sorted(u for n in site if n != h for u in st.at(n, ALLIED))
    return [u for u in others if st.marks[u] & LANDED]


def _no_site(st: Position, u: int, h: int) -> Ruling:
    """Return why no unit of that nation may land in a hex (8.1, 4.4)."""
    port = st.world.port_of[h] - 1
    about = {"unit": u, "hex": h, "nation": st.world.nation[u]}
    start = "{unit:unit} can't land at {hex:hex}: "
    if h in st.beachheads:
        rule = R("10.8.a") if st.turn == 1 else R("8.1.c")
        return refuse(rule, start + "that beachhead does not serve {nation:nation} units", **about)
    if st.turn == 1:
        words = start + "on turn 1 units land at the Beachhead Markers"
        return refuse(R("10.8.a"), words, **about)
    if port < 0:
        return refuse(R("8.1.a"), start + "no beachhead or port is there", **about)
    if st.can_use_port(port):
        words = start + "{port:port} serves {served:nation} units this turn"
        return refuse(R("4.4.g"), words, port=port, served=st.port_nation[port] - 1, **about)
    words, more = why_no_port(st, port)
    return refuse(port_rule(st, port), start + words, **more, **about)


def why_no_port(st: Position, port: int) -> tuple[str, dict[str, object]]:
    """Return the reason why a port can't be used, as a template and its fields (4.4, 15.5)."""
    german = [h for h in st.world.ports[port] if not st.control[h]]
    if german:
        return "the Germans hold {german:hex}", {"german": german}
    if st.switches & DEMOLITIONS and st.turn < st.optional[OPENS + port] < FELL_BEFORE:
        opens = st.optional[OPENS + port]
        return "{port:port} is blown up until turn {opens}", {"port": port, "opens": opens}
    return "{port:port} was not wholly Allied when the turn began", {"port": port}


def port_rule(st: Position, port: int) -> Rule:
    """Return why a port can't be used (4.4, 15.5): blown up, held too recently, or not in every
    hex.
    """
    if st.holds_port(port):
        if st.switches & DEMOLITIONS and st.turn < st.optional[OPENS + port] < FELL_BEFORE:
            return R("15.5.table")
        return R("4.4.j").read(R("reading 32"))
    manned = any(st.at(h, GERMAN) for h in st.world.ports[port])
    return R("4.4.i") if manned else R("4.4.i").read(R("reading 34"))


@frame
class Drops(Ask):
    """10.7: in clear weather with air superiority, airborne units drop near friends in supply."""

    seat: int
    rule = R("10.7")
    takes = numbers(END, DROP)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        found = [END()]
        dropping = [u for u in st.world.airborne if can_drop(st, u)]
        if not dropping:
            return found
        near = self._open(st)
        stacks = stacks_of(st, ALLIED)
        alike: dict[tuple[int, int], list[int]] = {}
        for u in dropping:
            nation, division = kind = st.world.nation[u], st.world.is_division[u]
            if kind not in alike:
                stick = stick_hex(st, nation)
                alike[kind] = [
                    h
                    for h in (near if stick is None else (stick,))
                    if h not in stacks or room(st, stacks[h], ALLIED, nation)[division]
                ]
            base = DROP(u)
            found += [base | h for h in alike[kind]]
        return found

    def _open(self, st: Position) -> list[int]:
        """Return the hexes where a unit may drop: near enough, clear, inland, free of the enemy."""
        world, zone = st.world, st.zone(ALLIED)
        near: set[int] = set()
        for h in {st.loc[v] for v in world.allied if st.loc[v] >= 0 and traces_overland(st, v)}:
            near |= world.drop_hexes[h]
        return sorted(h for h in near if not zone[h] & (BLOCKED | ZONE))

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u, h = first(action), second(action)
        about = {"unit": u, "hex": h}
        unit = st.world.units[u]
        start = "{unit:unit} can't drop at {hex:hex}: "
        if unit.side != "allied" or not unit.airborne:
            return refuse(R("8.2.a"), start + "it is not an Allied airborne unit", **about)
        if st.marks[u] & HAS_DROPPED:
            return refuse(R("8.2.c"), start + "it has dropped once already", **about)
        if st.loc[u] != POOL:
            where = "it is on the map" if st.loc[u] >= 0 else "it is not in England"
            return refuse(R("8.2.a"), start + where, **about)
        if st.due[u]:
            return refuse(
                R("8.4.c"),
                start + "it has returned to the game, so it must land from the sea",
                **about,
            )
        nation = st.world.nation[u]
        if is_strained(st, nation):
            words = start + "{nation:nation} units dropped last turn"
            return refuse(R("15.8"), words, nation=nation, **about)
        stick = stick_hex(st, nation)
        if stick is None and st.aerial[nation] != NOWHERE:
            return refuse(
                R("reading 21"), start + "its nation's Aerial Supply Marker is in use", **about
            )
        if stick is not None and (nation == US or stick != h):
            return refuse(
                R("10.7.b").read(R("reading 26")),
                start
                + ("only one US unit" if nation == US else "only one UK stack")
                + " can drop each turn, and one has dropped at {there:hex}",
                there=stick,
                **about,
            )
        if not st.world.drop[h]:
            return refuse(R("10.7.c"), start + why_no_drop_zone(st, h), **about)
        if st.zone(ALLIED)[h] & (BLOCKED | ZONE):
            words, more = enemy_near(st, h, ALLIED)
            return refuse(R("10.7.e"), start + words, **more, **about)
        grid = st.world.grid
        if not any(
            grid.distance(st.loc[v], h) <= DROP_RANGE and traces_overland(st, v)
            for v in st.world.allied
            if st.loc[v] >= 0
        ):
            words = start + "no Allied unit in overland supply is within five hexes"
            return refuse(R("10.7.d"), words, **about)
        return stacking(st, u, h)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u, h = first(action), second(action)
        rule = self.rule if st.events is None else self._rule(st, u, h)
        arrive(st, u, h)
        st.marks[u] |= DROPPED | GROUNDED | HAS_DROPPED
        st.aerial[st.world.nation[u]] = h
        st.optional[LAST_DROP + st.world.nation[u]] = st.turn
        if st.events is not None:
            st.events.append(told.Dropped(u, h, rule))

    def _rule(self, st: Position, u: int, h: int) -> Rule:
        """Return the sentence that this drop shows, with the readings that it rests on."""
        rule = R("10.8.b").read(R("reading 22")) if st.turn == 1 else R("10.7.f")
        if stick_hex(st, st.world.nation[u]) == h:
            return rule.read(R("reading 26"))
        joins = st.at(h, ALLIED) or not st.control[h]
        return rule.read(R("reading 21")) if joins else rule

    def prompt(self, st: Position) -> Words:
        clicked = "Pick a unit beside the map and click where it drops, or end"
        return Words("Drop an airborne unit, or end", clicked=clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Allies to drop airborne units")


def why_no_drop_zone(st: Position, h: int) -> str:
    """Return what is wrong with the ground of a hex for a drop (10.7, 15.12)."""
    world = st.world
    return "the hex is coastal" if world.coastal[h] else "the hex is not clear"


def enemy_near(st: Position, h: int, side: int) -> tuple[str, dict[str, object]]:
    """Return the enemy in a hex, or those whose zones of control reach it, as a template and
    fields.
    """
    if there := st.at(h, 1 - side):
        return "it holds {enemy:unit}", {"enemy": there}
    owners = st.zone_owners(h, side)
    if not owners:  # 15.4: a marker alone, which has no zone of control
        return "a German marker holds it", {}
    return "it is in the zone of control of {enemy:unit}", {"enemy": owners}


def can_drop(st: Position, u: int) -> bool:
    """8.2, 8.4, 10.7, reading 26: airborne, in England for the first time, its drop and that
    of its nation this turn unused."""
    unit = st.world.units[u]
    if not unit.airborne or st.loc[u] != POOL or st.marks[u] & HAS_DROPPED or st.due[u]:
        return False
    nation = st.world.nation[u]
    if is_strained(st, nation):
        return False
    stick = stick_hex(st, nation)
    return nation == UK if stick is not None else st.aerial[nation] == NOWHERE


def is_strained(st: Position, nation: int) -> bool:
    """Return whether a nation dropped in the turn before, and so may not now (15.8)."""
    if not st.switches & TRANSPORT_STRAIN:
        return False
    return 0 < st.optional[LAST_DROP + nation] == st.turn - 1


def stick_hex(st: Position, nation: int) -> int | None:
    """Return where a nation has dropped this turn, or None."""
    for u in st.world.allied:
        if st.marks[u] & DROPPED and st.world.nation[u] == nation and st.loc[u] >= 0:
            return st.loc[u]
    return None


# 8.3 Divisional replacements ---------------------------------------------------------------


def replaceable(st: Position, used: int) -> list[int]:
    """Return the divisions that may have their step back; `used` has the nations that may not
    (8.3).
    """
    world, zone = st.world, st.zone(ALLIED)
    anywhere = may_replace_in_zones(st)
    return [
        u
        for u in world.allied
        if st.loc[u] >= 0
        and st.steps[u] == 1
        and world.is_division[u]
        and not used >> world.nation[u] & 1
        and (anywhere or not zone[st.loc[u]] & ZONE)
        and traces_overland(st, u)
    ]


@frame
class Replacements(Ask):
    """8.3: each nation may bring one reduced division a turn back to full strength."""

    seat: int
    used: int
    """The nations that have used theirs, as bits."""
    rule = R("8.3")
    takes = numbers(END, REPLACE)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        return [END(), *(REPLACE(u) for u in replaceable(st, self.used))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u = first(action)
        start = "{unit:unit} can't be replaced: "
        if u >= st.world.german.start:
            return refuse(R("8.6"), start + "only the Allies receive replacements", unit=u)
        if st.loc[u] < 0:
            return refuse(R("8.3.j"), start + "it is not on the map", unit=u)
        if not st.world.is_division[u]:
            return refuse(R("8.3.j"), start + "it is not a division", unit=u)
        if st.steps[u] > 1:
            return refuse(R("8.3.j"), start + "it has lost no step", unit=u)
        nation, h = st.world.nation[u], st.loc[u]
        if self.used >> nation & 1:
            return refuse(
                R("8.3.a"),
                start + "{nation:nation} has already had its replacement step this turn",
                unit=u,
                nation=nation,
            )
        if st.in_enemy_zone(h, ALLIED) and not may_replace_in_zones(st):
            words = start + "{hex:hex} is in the zone of control of {enemy:unit}"
            enemy = st.zone_owners(h, ALLIED)
            return refuse(R("8.3.e"), words, unit=u, hex=h, enemy=enemy)
        if not traces_overland(st, u):
            kind = supply_kind(st, u)
            rule = R("8.3.d") if kind else R("8.3.b")
            rule = rule.read(R("reading 28")) if kind == COASTAL else rule
            return refuse(
                rule, start + "no overland supply path leads from {hex:hex}", unit=u, hex=h
            )
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u = first(action)
        st.steps[u] = 2
        st.marks[u] |= REPLACED
        used = self.used | 1 << st.world.nation[u]
        if replaceable(st, used):
            st.swap(Replacements(self.seat, used))
        else:
            st.pop()
        if st.events is not None:
            zoned = st.in_enemy_zone(st.loc[u], ALLIED)
            st.events.append(told.Replaced(u, R("15.13.b") if zoned else R("8.3.f")))

    def prompt(self, st: Position) -> Words:
        clicked = "Click a reduced division to bring it to full strength, or end"
        return Words("Bring a reduced division to full strength, or end", clicked=clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Allies to place replacements")
