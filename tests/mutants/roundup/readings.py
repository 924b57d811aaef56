"""The game without one of our readings: ruled as the rulebook could be read instead.

A reading that is a switch is turned round, whichever way the table has set it.
"""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.engine.rulings import refuse
from bocage.games.roundup import (
    s03_stacking,
    s04_supply,
    s05_sequence,
    s07_air,
    s08_german_reinforcements,
    s08_reinforcements,
    s10_movement,
    s11_combat,
    s11_odds,
    s11_results,
    s13_setup,
    s14_victory,
)
from bocage.games.roundup.board.changes import lose_step
from bocage.games.roundup.board.charts import CLEAR_SKY, OVERCAST, STORM
from bocage.games.roundup.board.position import (
    BARS_SUPPLY,
    CUP,
    FRIEND,
    GROUNDED,
    HAND,
    REPLACED,
    Position,
)
from bocage.games.roundup.board.world import BEACHHEADS
from bocage.games.roundup.game import Roundup
from bocage.games.roundup.judge import questions
from bocage.games.roundup.options import SWITCHES
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.words.verbs import FIGHT
from bocage.hexes.kernels import UNREACHED, ZONE, mark_zones
from bocage.rules.judge import ABSENCE, Absence, everywhere, replaced, together

if TYPE_CHECKING:
    from bocage.games.roundup.board.world import World


def reading_effects(world: World) -> Mapping[str, Absence]:
    """By reading: the game ruled otherwise."""
    return {
        **{option.rule: _turned(bit) for bit, option in SWITCHES.items() if _is_reading(option)},
        **_setting_up(world),
        **_flying(),
        **_supplying(world),
        **_going(world),
        **_fighting(world),
        **_winning(world),
    }


def _is_reading(option: Any) -> bool:
    return str(option.rule).startswith("reading")


def _turned(bit: int) -> Absence:
    """Return a switch of the table that stands the other way."""
    kept = vars(Position)["switches"]

    def seen(st: Position) -> int:
        return int(kept.__get__(st, Position)) ^ bit

    def put(st: Position, value: int) -> None:
        kept.__set__(st, value ^ bit)

    return partial(replaced, Position, switches=property(seen, put))


def _barring(frame: Any, is_barred: Callable[[Position, int, int], bool]) -> Absence:
    """Return a frame that refuses what it takes where something holds of unit and hex."""
    check = frame.check

    def without(self: Any, st: Position, action: int) -> Any:
        if action & 0xFFFFFFFF and is_barred(st, action >> 16 & 0xFFFF, action & 0xFFFF):
            return refuse(ABSENCE, "not there")
        return check(self, st, action)

    return partial(replaced, frame, check=without)


def _in_zone(st: Position, _: int, h: int) -> bool:
    return st.in_enemy_zone(h, ALLIED)


def _setting_up(world: World) -> Mapping[str, Absence]:
    """Readings 1 to 10, and of reinforcements and landings."""
    is_open, sites = s08_german_reinforcements.is_open, s08_reinforcements.landing_sites
    cups = partial(replaced, s08_german_reinforcements)
    first = tuple("E" if cup in (0, 1) else edge for cup, edge in _entries(world))
    second = tuple(None if cup == 1 and edge == "E" else cup for cup, edge in _entries(world))
    south, east = world.edges["S"], world.edges["E"]

    def first_hex(st: Position, nation: int) -> Iterator[tuple[int, ...]]:
        return (site[:1] for site in sites(st, nation))

    def on_turn_1(st: Position, cup: int) -> bool:
        return is_open(st, cup) and (cup > 0 or st.turn == 1)

    def friends(st: Position, _: int, h: int) -> bool:
        return bool(st.at(h, ALLIED))

    def later(st: Position, u: int) -> bool:
        return st.turn > 1 and s04_supply.traces_overland(st, u)

    def unmanned(st: Position, port: int) -> bool:
        return not any(st.at(h, GERMAN) for h in world.ports[port])

    return {
        "reading 2": partial(replaced, world, edges={"E": south, "S": east}),
        "reading 4": _barring(s13_setup.PlaceBeachhead, _in_zone),
        "reading 5": partial(replaced, s13_setup, BEACHHEADS=BEACHHEADS[:2]),
        "reading 6": partial(replaced, world, cup=second),
        "reading 7": partial(replaced, world, edge=first),
        "reading 8": partial(cups, is_open=on_turn_1),
        "reading 9": partial(replaced, s05_sequence.StrategyDraw, apply=lambda _, st, __: st.pop()),
        "reading 10": partial(replaced, s13_setup, ASIDE=CUP),
        "reading 21": _barring(s08_reinforcements.Drops, friends),
        "reading 22": partial(replaced, s08_reinforcements, traces_overland=later),
        "reading 32": partial(replaced, Position, can_use_port=Position.holds_port),
        "reading 33": partial(replaced, s08_reinforcements, landing_sites=first_hex),
        "reading 34": partial(replaced, Position, holds_port=unmanned),
        "reading 39": _barring(s08_reinforcements.Landings, _in_zone),
        "reading 45": partial(cups, DEAD=HAND),
    }


def _entries(world: World) -> Iterator[tuple[int | None, str]]:
    return zip(world.cup, world.edge, strict=True)


def _flying() -> Mapping[str, Absence]:
    """Readings 12 to 20."""
    settle, place = s07_air.settle_air, s07_air.PlaceTas.apply

    def few(st: Position, allied: int, german: int) -> None:
        settle(st, allied, german)
        st.tas_left = min(st.tas_left, 8)

    def allied_ties(st: Position, allied: int, german: int) -> None:
        settle(st, allied, german)
        st.superiority = ALLIED if allied == german else st.superiority

    def any_sky(st: Position) -> bool:
        return st.weather != STORM and st.superiority == ALLIED

    def on_units_once(self: Any, st: Position, action: int) -> None:
        h = action >> 16 & 0xFFFF
        if h not in st.tas and st.occupants(h):
            place(self, st, action)

    def not_kept(seat: int, *, kept: bool) -> Any:
        return s03_stacking.StackingCheck(seat) if kept else s07_air.PlaceTas(seat)

    clear = {"ALLIED_DICE": {CLEAR_SKY: 3, OVERCAST: 3}, "GERMAN_DICE": {CLEAR_SKY: 2, OVERCAST: 2}}
    return {
        "reading 12": partial(replaced, s07_air, settle_air=few),
        "reading 14": partial(replaced, s07_air, **clear),
        "reading 16": partial(everywhere, (s05_sequence, questions), may_fly_supply=any_sky),
        "reading 18": partial(replaced, s07_air.PlaceTas, apply=on_units_once),
        "reading 19": partial(replaced, s05_sequence, PlaceTas=not_kept),
        "reading 20": partial(replaced, s07_air, settle_air=allied_ties),
        "reading 75d": partial(replaced, s05_sequence, aerial_hexes=lambda _: []),
    }


def _supplying(world: World) -> Mapping[str, Absence]:
    """Readings 29 to 36, and 75b."""
    traced, kind = Position.traced, s04_supply.supply_kind

    def flood(st: Position, side: int, sources: list[int], friends: Any, *, bare: bool) -> Any:
        field = bytearray(st.zone(side))
        places = array("h", (st.loc[u] for u in friends))
        mark_zones(world.links, places, 0, len(places), field, 0, FRIEND)
        for h in sources if bare else ():
            field[h] &= ~ZONE
        work = world.scratch.work
        work.flood(world.links, sources, field.translate(BARS_SUPPLY), 1)
        return work.distances[:]

    def open_sources(st: Position, side: int, sources: list[int]) -> Any:
        return flood(st, side, sources, world.ranges[side], bare=True)

    def own_nation(st: Position, side: int, nation: int) -> Any:
        friends = world.of_nation[nation] if side == ALLIED else world.german
        return flood(st, side, st.sources(side, nation), friends, bare=False)

    def near(st: Position, side: int, sources: list[int]) -> Any:
        return [d if d <= 9 else UNREACHED for d in traced(st, side, sources)]

    def half_first(st: Position, u: int) -> int:
        points, storm = world.points[1][u], world.charts.movement["storm"]
        return s04_supply.halved(points) + storm if not s04_supply.supply(st, u) else points

    def overland_at_first(st: Position, u: int) -> int:
        return s04_supply.OVERLAND if st.turn == 1 else kind(st, u)

    of = partial(replaced, Position)
    return {
        "reading 29": partial(of, traced=open_sources),
        "reading 30": partial(of, net=own_nation),
        "reading 31": partial(of, traced=near),
        "reading 36": partial(everywhere, (s10_movement, questions), points_of=half_first),
        "reading 75b": partial(replaced, s04_supply, supply_kind=overland_at_first),
    }


def _going(world: World) -> Mapping[str, Absence]:
    """Readings 27, 28, 42 and 75c: columns, and stacks under way."""
    allowance, may = s10_movement.allowance, s10_movement.may_form_column

    def ruled(rule: Callable[[Position, int, bool], bool]) -> Absence:
        def allowed(st: Position, u: int) -> tuple[int, bool]:
            points, column = allowance(st, u)
            return points, rule(st, u, column)

        def forms(st: Position, u: int) -> bool:
            return rule(st, u, may(st, u))

        return partial(
            everywhere, (s10_movement, questions), allowance=allowed, may_form_column=forms
        )

    def slowest(st: Position, u: int) -> tuple[int, bool]:
        stack = [allowance(st, v) for v in st.at(st.loc[u], st.side_of(u))]
        return min(points for points, _ in stack), all(column for _, column in stack)

    return {
        "reading 27": ruled(lambda st, u, column: column and st.side_of(u) == ALLIED),
        "reading 28": ruled(
            lambda st, u, column: column or s04_supply.supply(st, u) == s04_supply.COASTAL
        ),
        "reading 42": ruled(lambda st, u, column: column and not world.is_polder[st.loc[u]]),
        "reading 75c": partial(replaced, s10_movement, allowance=slowest),
        "10.0.i": partial(replaced, s10_movement, allowance=slowest),
    }


def _fighting(world: World) -> Mapping[str, Absence]:
    """Readings 23 and 44 of retreats, 56 to 74."""
    hexes, masks, base = s11_results.retreat_hexes, s11_odds.direction_masks, s11_odds.base_column
    join = s11_combat.Muster.check

    def retreating(rule: Callable[[Position, int, int], bool]) -> Absence:
        def without(st: Position, u: int) -> list[int]:
            return [h for h in hexes(st, u) if rule(st, u, h)]

        return partial(everywhere, (s11_results, s11_results), retreat_hexes=without)

    def everybody_around(st: Position, h: int, force: Any) -> tuple[int, bool]:
        side = st.side_of(force[0])
        around, _ = masks(st, h, [u for n in world.near(h) for u in st.at(n, side)])
        return around, masks(st, h, force)[1]

    def some_across(st: Position, h: int, force: Any) -> tuple[int, bool]:
        mask, _ = masks(st, h, force)
        return mask, bool(mask & world.water[h])

    def rounded_down(attack: int, defence: int) -> int:
        return base(attack, defence) if attack >= defence else 3 - defence // attack

    def whole_stacks(self: Any, st: Position, action: int) -> Any:
        beside = {v for u in self.force for v in st.at(st.loc[u], self.seat)}
        if action == FIGHT() and beside - set(self.force):
            return refuse(ABSENCE, "a stack attacks together")
        return join(self, st, action)

    def only_first(self: Any, st: Position, _: int) -> None:
        st.pop()
        lose_step(st, self.units[0], ABSENCE)

    def marked(bit: int) -> Absence:
        return retreating(lambda st, u, _: not st.marks[u] & bit)

    def near(st: Position, u: int, h: int) -> bool:
        return world.grid.distance(st.loc[u], h) <= 2

    def all_there(st: Position, h: int, by: int) -> list[int]:
        return st.at(h, 1 - by)

    one = partial(replaced, s11_results, StepLosses=s11_results.StepLoss)
    everyone = partial(everywhere, (s11_odds, s11_combat, questions), defenders=all_there)
    return {
        "reading 23": marked(GROUNDED),
        "reading 24": partial(replaced, s11_results, DROPPED=0),
        "reading 44": marked(REPLACED),
        "reading 56": partial(replaced, s11_odds, base_column=rounded_down),
        "reading 58": partial(everywhere, (s11_odds, questions), direction_masks=everybody_around),
        "reading 59": partial(replaced, s11_odds, direction_masks=some_across),
        "reading 62": partial(replaced, s11_results, IGNORED=s11_results.DEFENDER_LOSES),
        "reading 63": one,
        "reading 65": one,
        "reading 67": retreating(near),
        "reading 68": everyone,
        "reading 71": partial(replaced, s11_combat.Muster, check=whole_stacks),
        "reading 74": partial(replaced, s11_results.StepLoss, apply=only_first),
    }


def _winning(world: World) -> Mapping[str, Absence]:
    """Readings 1, 47, 52 to 54."""
    outcome, contact = Roundup.outcome, s14_victory.edge_contact

    def manned(st: Position, marker: int) -> bool:
        h = st.beachheads[marker]
        return h >= 0 and bool(st.at(h, ALLIED))

    def in_person(st: Position, **how: Any) -> tuple[int, int] | None:
        found = contact(st, **how)
        return found if found is not None and st.loc[found[0]] == found[1] else None

    def german_wins(self: Roundup, st: Position) -> Any:
        found = outcome(self, st)
        if found is not None and found.scores == (0.0, 0.0):
            return found._replace(winner=GERMAN)
        return found

    zones = {"allied_zone": world.german_zone, "german_zone": world.allied_zone}
    return {
        "reading 1": partial(replaced, world, **zones),
        "reading 47": partial(replaced, s14_victory, controls_beachhead=manned),
        "reading 52": partial(replaced, s14_victory, edge_contact=in_person),
        "reading 53": partial(replaced, Roundup, outcome=german_wins),
        "reading 54": partial(replaced, s14_victory, LOST=-99, controls_beachhead=lambda *_: True),
        "reading 77": together(
            partial(replaced, world.restored, spare=world.spare),
            partial(replaced, world, spare=range(0)),
        ),
        "reading 78": partial(replaced, s14_victory, bid_of=lambda _: (0, 0)),
    }
