"""Our readings ruled otherwise, to prove that a case depends on them."""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.games.falaise import (
    s03_redeployment,
    s03_sectors,
    s03_victory,
    s04_activation,
    s04_sequence,
    s06_op_fire,
    s07_movement,
    s08_bombardment,
    s10_advance,
    s10_assault,
    s10_odds,
    s10_results,
    s10_retreats,
    s11_attachment,
    s11_counterattack,
    s11_entries,
)
from bocage.games.falaise.board import changes
from bocage.games.falaise.board import world as world_module
from bocage.games.falaise.board.ground import DIVES, POINT
from bocage.games.falaise.board.position import ACTIVE, DISRUPTED, Position
from bocage.games.falaise.options import LOWER_PANZER_TER, OF_THE_WORLD, REAR_CLOSED
from bocage.games.falaise.pieces.units import NO_CORPS
from bocage.games.falaise.s09_disruption import disrupt, points_of, ter
from bocage.games.falaise.s10_odds import Odds
from bocage.games.falaise.words.verbs import DROP, SUBSTITUTE
from bocage.rules.judge import Absence, everywhere, replaced

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World


def reading_effects(world: World, others: Mapping[str, Absence]) -> Mapping[str, Absence]:
    """By reading; `others` are the effects of the sentences that some of them belong to."""
    same = {
        "2": "8.3.b",
        "5": "11.2.f",
        "27": "3.4.e",
        "29": "3.3.n",
        "33": "11.2.c",
        "45": "11.4.f",
        "49": "7.2.river",
        "50": "7.2.major",
        "51": "7.2.slope",
        "55": "6.2.a",
        "56": "6.3.e",
        "57": "6.2.a",
        "69": "10.2.g",
        "75": "10.3.b",
        "89": "11.9.1.g",
    }
    return {
        **{f"reading {number}": others[rule] for number, rule in same.items()},
        **_before(world),
        **_commands(world),
        **_moves(world),
        **_fights(world),
    }


def _before(world: World) -> Mapping[str, Absence]:
    """Set-up and victory."""
    candidates, legal = s03_sectors._candidates, s03_redeployment.Redeploy.legal
    score, roll = changes.score, s03_victory.SurrenderRoll.apply

    def no_companies(self: Any, st: Position) -> Any:
        found = legal(self, st)
        return [a for a in found if not world.company[a >> 16 & 0xFFFF] or a == found[0]]

    def with_them_only(st: Position, u: int) -> Any:
        found, berth = candidates(st, u), s03_sectors.berths(world)[u]
        anchors = {st.loc[v] for v in berth.anchors}
        return [h for h in found if not berth.anchors or h in anchors]

    def everywhere_german(st: Position, u: int) -> Any:
        if not world.company[u]:
            return candidates(st, u)
        return [h for h in world.grid if world.ground.german_start[h]]

    def never_below(st: Position, points: int, why: str, by: Any) -> None:
        score(st, max(points, -st.vp), why, by)

    def current(self: Any, st: Position, action: int) -> None:
        before = world.printed
        printed = (*before[: self.unit], ter(st, self.unit), *before[self.unit + 1 :])
        with replaced(world, printed=bytes(printed)):
            roll(self, st, action)

    tanks = bytes(unit.type == "armor" for unit in world.units)
    return {
        "reading 4": partial(replaced, s04_sequence, LATER=6),
        "reading 10": partial(replaced, world, mech=tanks),
        "reading 16": partial(replaced, s03_sectors, _behind=lambda *_: []),
        "reading 19": partial(replaced, s03_redeployment.Redeploy, legal=no_companies),
        "reading 21": partial(replaced, s03_sectors, _candidates=with_them_only),
        "reading 22": partial(replaced, s03_sectors, _candidates=everywhere_german),
        "reading 23": partial(
            everywhere, (changes, s03_redeployment, s03_victory), score=never_below
        ),
        "reading 25": partial(replaced, world, has_division=bytes([1]) * world.count),
        "reading 28": partial(replaced, s03_victory.SurrenderRoll, apply=current),
        "reading 116": partial(
            everywhere,
            (s04_sequence, s03_victory),
            to_roll=lambda st: tuple(s03_victory.cut_off(st)),
        ),
        "reading 118": partial(replaced, world_module, OF_THE_WORLD=OF_THE_WORLD & ~REAR_CLOSED),
        "reading 119": partial(replaced, s03_victory, is_placed=lambda *_: False),
        "reading 120": partial(replaced, world.under(LOWER_PANZER_TER), printed=world.printed),
        "reading 121": partial(replaced, s03_victory, bid_of=lambda _: (0, 0)),
    }


def _commands(world: World) -> Mapping[str, Absence]:
    """Return the cup, attachment, the doors."""
    due, active, able = (
        s11_entries.due,
        s04_activation.ActionRound._activate,
        s11_attachment.attachable,
    )
    anybody, substitute = s11_entries.is_anybody_due, s04_activation.Substitute.apply

    def twice(st: Position, *, late: bool) -> list[int]:
        came = [u for u in world.german if st.corps[u] != world.corps_of[u] and st.loc[u] >= 0]
        return sorted({*due(st, late=late), *came})

    def free(self: Any, st: Position, action: int) -> None:
        substitute(self, st, action)
        if action == SUBSTITUTE():
            st.activations -= 1

    def companies_too(self: Any, st: Position, side: int) -> None:
        active(self, st, side)
        for u in world.ranges[side]:
            if st.corps[u] == NO_CORPS and st.loc[u] >= 0:
                st.marks[u] |= ACTIVE

    def of_the_lent(st: Position, corps: int, *, counter: bool) -> list[int]:
        found = able(st, corps, counter=counter)
        lent = [u for u in world.german if st.marks[u] & ACTIVE and st.corps[u] != corps]
        near = [u for v in lent for u in world.german if _is_near(st, u, v)]
        return sorted({*found, *near})

    def _is_near(st: Position, u: int, v: int) -> bool:
        return st.loc[u] >= 0 and world.grid.distance(st.loc[u], st.loc[v]) <= 2 and u != v

    def only_once(st: Position) -> bool:
        here = any(world.late[u] and st.loc[u] >= 0 for u in world.german)
        return not here and anybody(st)

    red = bytes(r or u == world.currie for u, r in enumerate(world.red))
    return {
        "reading 20": partial(everywhere, (s11_entries, s11_counterattack), due=twice),
        "reading 31": partial(replaced, s04_activation.Substitute, apply=free),
        "reading 36": partial(replaced, s04_activation.ActionRound, _activate=companies_too),
        "reading 37": partial(everywhere, (s11_attachment, s04_activation), attachable=of_the_lent),
        "reading 39": partial(replaced, s04_activation, is_anybody_due=only_once),
        "reading 43": partial(replaced, world, red=red),
    }


def _moves(world: World) -> Mapping[str, Absence]:
    """Movement, Op-Fire, retreats."""
    begin, legal = s07_movement.begin, s07_movement.Moving.legal
    firing, ground_of = s06_op_fire.firing_units, s06_op_fire.FireOdds._ground
    retreat = s10_retreats.Retreat.legal

    def past_friends(st: Position, _: Any, seat: int) -> bytes:
        return st.zone(seat)

    def fresh_only(st: Position, side: int, at: int, into: int) -> tuple[int, ...]:
        found = firing(st, side, at, into)
        return tuple(u for u in found if not st.marks[u] & DISRUPTED)

    def ground_left(self: Any, st: Position, by: Any, came: int, into: int, breaking: bool) -> None:
        ground_of(self, st, by, came, came if breaking else into, breaking)

    def fastest(st: Position, seat: int, units: tuple[int, ...]) -> Any:
        most = max(points_of(st, u) for u in units) * POINT
        return replace(begin(st, seat, units), points=most)

    def slow_only(self: Any, st: Position) -> Any:
        slow = min(self.units, key=lambda u: points_of(st, u))
        found = legal(self, st)
        return [a for a in found if a >> 32 != DROP.number or a == DROP(slow)]

    def first_unit(self: Any, st: Position) -> Any:
        found = retreat(self, st)
        return [a for a in found if a >> 16 == found[0] >> 16]

    return {
        "reading 41": partial(replaced, s10_retreats, _BARS=0),
        "reading 42": partial(replaced, s10_retreats, _BARS=0),
        "reading 46": partial(replaced, s07_movement, plain_field=past_friends),
        "reading 53": partial(replaced, s06_op_fire.FireOdds, _ground=ground_left),
        "reading 54": partial(replaced, s06_op_fire, firing_units=fresh_only),
        "reading 59": partial(replaced, world.ground, crest=bytes(world.size)),
        "reading 61": partial(replaced, s10_retreats, _BARS=s10_retreats._BARS | DIVES),
        "reading 62": partial(replaced, world, armor=world.mech),
        "reading 92": partial(replaced, s07_movement, begin=fastest),
        "reading 93": partial(replaced, s10_retreats.Retreat, legal=first_unit),
        "reading 114": partial(replaced, s07_movement.Moving, legal=slow_only),
        "reading 115": partial(replaced, s07_movement.Moving, quiet=lambda _, __, path: path),
    }


def _fights(world: World) -> Mapping[str, Absence]:
    """Bombardment and assault."""
    column, terrain, water = s10_odds.column_of, Odds._terrain, Odds._water
    victims, broken = s08_bombardment.Victim.legal, s10_results.Battle._disrupt

    def first_only(st: Position, units: Any, rule: Any, *again: Any) -> None:
        disrupt(st, units[:1], rule, *again)

    def fresh(self: Any, st: Position) -> Any:
        return [a for a in victims(self, st) if not st.marks[a >> 16 & 0xFFFF] & DISRUPTED]

    def kinder(attack: int, defence: int, last: int) -> int:
        if attack >= defence:
            return column(attack, defence, last)
        return max(0, 3 - defence // attack)

    def one_row(self: Any, st: Position, h: int) -> None:
        before = len(self.rows)
        terrain(self, st, h)
        del self.rows[before + 1 :]

    def always_mixed(self: Any, st: Position, h: int, force: Any) -> None:
        water(self, st, h, force)
        self._mixture(st, force)

    def others_spared(self: Any, st: Position, defenders: tuple[int, ...]) -> None:
        broken(self, st, tuple(u for u in defenders if st.marks[u] & DISRUPTED))

    return {
        "reading 63": partial(replaced, s08_bombardment, disrupt=first_only),
        "reading 64": partial(replaced, world, guns=bytes(9 for _ in world.guns)),
        "reading 66": partial(replaced, s08_bombardment.Victim, legal=fresh),
        "reading 67": partial(replaced, s10_odds, column_of=kinder),
        "reading 68": partial(replaced, Odds, _terrain=one_row),
        "reading 71": partial(replaced, s10_results.Battle, _disrupt=others_spared),
        "reading 73": partial(replaced, Odds, _water=always_mixed),
        "reading 74": partial(replaced, s10_assault, all=any),
        "reading 76": partial(replaced, s10_advance, is_barred=lambda *_: False),
    }
