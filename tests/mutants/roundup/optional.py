"""Optional rules without one sentence or another."""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.engine.actions import first
from bocage.engine.rulings import refuse
from bocage.games.roundup import (
    s04_supply,
    s07_air,
    s08_reinforcements,
    s10_movement,
    s11_combat,
    s11_odds,
    s11_results,
    s14_victory,
)
from bocage.games.roundup.board import position
from bocage.games.roundup.board.position import DEAD, KAMPFGRUPPE, REPLACED, Position
from bocage.games.roundup.judge import questions
from bocage.games.roundup.options import FELL_BEFORE, OPENS, SLOTS
from bocage.games.roundup.pieces.units import GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s08_returns import DIE_FACES
from bocage.games.roundup.s15_optional import (
    choices,
    s15_01_hidden_directive,
    s15_02_free_garrisons,
    s15_04_port_hex_control,
    s15_05_demolitions,
    s15_06_inundation,
    s15_10_replacement_points,
    s15_11_kampfgruppen,
    s15_12_parachute_corps,
    s15_14_luftwaffe_wastage,
    s15_17_shifted_sectors,
    s15_19_scraped_barrel,
)
from bocage.games.roundup.words.verbs import ENTER, FIGHT
from bocage.hexes.kernels import ZONE
from bocage.rules.judge import ABSENCE, Absence, everywhere, nothing, replaced

if TYPE_CHECKING:
    from bocage.games.roundup.board.world import World


def optional_effects(world: World) -> Mapping[str, Absence]:
    """Module 15."""
    return {
        **_set_up(),
        **_sea_and_ports(world),
        **_replacements(),
        **_parachutists(),
        **_air(),
    }


@contextmanager
def _both(one: Absence, other: Absence) -> Generator[None]:
    with one(), other():
        yield


def _never(*_: Any) -> bool:
    return False


def _not_taken(_: Any, st: Position, __: int) -> None:
    """What was decided or rolled changes nothing."""
    st.pop()


def _set_up() -> Mapping[str, Absence]:
    """15.1, 15.2, 15.7, 15.17, 15.18, 15.19."""
    placed = s15_02_free_garrisons.PlaceGarrison.check
    turn_up = s15_01_hidden_directive.turn_up

    def at_home(self: Any, st: Position, action: int) -> Any:
        if action & 0xFFFF != s15_02_free_garrisons.printed(st.world, self.unit):
            return refuse(ABSENCE, "a garrison begins where its counter says")
        return placed(self, st, action)

    def not_shown_by(number: str) -> Absence:
        def without(st: Position, rule: str) -> None:
            if rule != number:
                turn_up(st, R(rule))

        return partial(replaced, s15_01_hidden_directive, turn_up=without)

    return {
        "15.1.a": partial(replaced, s15_01_hidden_directive.SecretDraw, apply=_not_taken),
        "15.1.b": not_shown_by("15.1.b"),
        "15.1.c": not_shown_by("15.1.c"),
        "15.1.d": not_shown_by("15.1.d"),
        "15.1.e": not_shown_by("15.1.e"),
        "15.2.a": partial(replaced, s15_02_free_garrisons.PlaceGarrison, check=at_home),
        "15.7": partial(replaced, s10_movement, NO_COLUMN_ON_TURN_1=0),
        "15.17.a": partial(replaced, s15_17_shifted_sectors.ChooseSectors, apply=_not_taken),
        "15.17.b": partial(replaced, position, SECTORS=SLOTS - 2),
        "15.18": partial(replaced, s14_victory, SUSTAINED_EDGE=0),
        "15.19.a": partial(everywhere, (s15_19_scraped_barrel, choices), is_scraped=_never),
    }


def _sea_and_ports(world: World) -> Mapping[str, Absence]:
    """15.3 to 15.6, 15.9."""
    zone_of = Position.zone
    has_marker = Position.has_marker

    def with_zones(st: Position, side: int) -> bytes:
        found = bytearray(zone_of(st, side))
        for h in st.markers() if side != GERMAN else ():
            for n in world.near(h):
                found[n] |= ZONE
        return bytes(found)

    def marker_first(self: Any, st: Position) -> None:
        if self.duties[:1] == s11_results.DEFENDER_LOSES and st.has_marker(self.hex):
            rest = self.duties[1:]
            s15_04_port_hex_control.lose_marker(st, self.hex)
            st.swap(
                s11_results.Battle(self.by, self.hex, self.force, self.defending, self.result, rest)
            )
        else:
            run(self, st)

    run = s11_results.Battle.run

    def restored(st: Position, h: int) -> bool:
        port = world.port_of[h]
        return has_marker(st, h) or (bool(port) and not st.control[h])

    def as_if_new(self: Any, st: Position, action: int) -> None:
        before = st.optional[OPENS + self.port]
        rolled(self, st, action)
        if before == FELL_BEFORE:
            st.optional[OPENS + self.port] = st.turn

    rolled = s15_05_demolitions.DemolitionRoll.apply
    return {
        "15.3.a": partial(replaced, s11_odds, guns_are_silent=_never),
        "15.4.a": partial(replaced, Position, has_marker=_never),
        "15.4.c": partial(replaced, Position, zone=with_zones),
        "15.4.d": partial(replaced, s11_results, defends_alone=_lost_by_retreat),
        "15.4.f": partial(replaced, s11_results, lose_marker=nothing),
        "15.4.h": partial(replaced, s11_results.Battle, run=marker_first),
        "15.4.i": partial(replaced, Position, has_marker=restored),
        "15.5.table": partial(replaced, s15_05_demolitions, DELAYS=(0,) * 6),
        "15.5.a": partial(replaced, s15_05_demolitions.DemolitionRoll, apply=as_if_new),
        "15.6.a": partial(replaced, s15_06_inundation.Inundate, apply=_not_taken),
        "15.6.b": partial(replaced, s15_06_inundation, holds_sluices=lambda _: True),
        "15.6.c": partial(everywhere, (s10_movement, questions), is_flooded=_never),
        "15.9.a": partial(replaced, s08_reinforcements, move_inland=nothing),
    }


def _lost_by_retreat(st: Position, h: int, by: int) -> bool:
    """Where the marker leaves when it should stay."""
    if s15_04_port_hex_control.defends_alone(st, h, by):
        st.clear_marker(h)
    return False


def _replacements() -> Mapping[str, Absence]:
    """15.10, 15.11."""
    lost = s15_10_replacement_points.leaves_point
    recover = s15_11_kampfgruppen._recover

    def without_reason(why: str) -> Absence:
        def leaves(st: Position, u: int) -> Any:
            found, rule = lost(st, u)
            return ("" if found == why else found), rule

        return partial(replaced, s15_10_replacement_points, leaves_point=leaves)

    def no_point(_: Position, __: int) -> Any:
        return "nothing is left", R("15.10.a")

    def at_once(st: Position, u: int, rule: Any) -> None:
        recover(st, u, rule)
        st.marks[u] &= ~REPLACED

    def not_recovered(st: Position, u: int, rule: Any) -> None:
        recover(st, u, rule)
        st.steps[u] = 1

    spend = s15_11_kampfgruppen.SpendPoints.apply

    def not_raised(self: Any, st: Position, action: int) -> None:
        spend(self, st, action)
        if action >> 32 == ENTER.number:
            st.place(first(action), DEAD)
            st.steps[first(action)] = 0

    def never_again(st: Position, u: int) -> Any:
        st.marks[u] &= ~KAMPFGRUPPE
        return lost(st, u)

    resting = partial(
        _both,
        partial(replaced, s15_11_kampfgruppen, _recover=at_once),
        partial(replaced, choices, rest_is_over=nothing),
    )
    recovering = partial(replaced, s15_11_kampfgruppen, _recover=not_recovered)
    replacing = partial(everywhere, (s15_11_kampfgruppen, choices), has_replacements=_never)
    return {
        "15.10.a": partial(replaced, s15_10_replacement_points, leaves_point=no_point),
        "15.10.b": without_reason("a static, reserve or airborne division"),
        "15.10.c": without_reason("six are in hand"),
        "15.10.d": recovering,
        "15.10.e": resting,
        "15.10.g": partial(replaced, s15_11_kampfgruppen.SpendPoints, apply=not_raised),
        "15.10.i": partial(replaced, s15_10_replacement_points, leaves_point=never_again),
        "15.11.a": replacing,
        "15.11.c": resting,
    }


def _parachutists() -> Mapping[str, Absence]:
    """15.12, 15.13."""
    no_drop = partial(everywhere, (s15_12_parachute_corps, choices), may_drop=_never)
    scattered = s15_12_parachute_corps.Scatter.apply
    rolled = s15_12_parachute_corps.DropRoll.apply

    def where_it_jumped(self: Any, st: Position, action: int) -> None:
        scattered(self, st, action & ~0xFFFF | self.hex)

    def unhurt(self: Any, st: Position, _: int) -> None:
        rolled(self, st, DIE_FACES[5])

    def come_down_anyway(st: Position, h: int) -> list[int]:
        return hexes(st, h) or [h]

    hexes = s15_12_parachute_corps.scatter_hexes
    return {
        "15.12.a": no_drop,
        "15.12.table": partial(replaced, s15_12_parachute_corps.DropRoll, apply=unhurt),
        "15.12.f": partial(replaced, s15_12_parachute_corps, HELPED=()),
        "15.12.g": partial(replaced, s15_12_parachute_corps.Scatter, apply=where_it_jumped),
        "15.12.h": partial(replaced, s15_12_parachute_corps, scatter_hexes=come_down_anyway),
        "15.12.i": partial(replaced, s11_results, DROPPED=0),
        "15.12.j": partial(everywhere, (s11_results, s11_results), DROPPED=0),
        "15.12.k": partial(replaced, s04_supply, is_supplied_by_drop=_never),
        "15.12.l": partial(everywhere, (s15_12_parachute_corps, choices), may_march=_never),
        "15.13.a": partial(everywhere, (s07_air, questions), more_dice=lambda _: 0),
        "15.13.b": partial(replaced, s08_reinforcements, may_replace_in_zones=_never),
    }


def _air() -> Mapping[str, Absence]:
    """15.14 to 15.16, 15.20."""
    flew = s11_combat.Muster.apply

    def one_force(self: Any, st: Position, action: int) -> None:
        flew(self, st, action)
        if action == FIGHT() and self.bombing:
            below = st.stack[:-2]
            st.stack = (*below, s11_combat.CombatPhase(self.seat, 0), st.stack[-1])

    no_bomber = partial(everywhere, (s11_combat, s07_air), has_german_bomber=_never)
    return {
        "15.14.a": partial(replaced, s07_air, is_due=_never),
        "15.14.b": partial(replaced, s15_14_luftwaffe_wastage, LOST_ON=()),
        "15.15.a": no_bomber,
        "15.15.b": partial(replaced, s11_odds, GERMAN_MODIFIER=0),
        "15.15.c": partial(replaced, s07_air, LOST_ON=()),
        "15.16.a": partial(replaced, s11_combat.Muster, apply=one_force),
        "15.20.a": partial(replaced, s07_air, may_fly_in_overcast=_never),
        "6.2.a": partial(replaced, s11_odds, OVERCAST=-1),
    }
