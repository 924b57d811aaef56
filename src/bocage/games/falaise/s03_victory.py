"""3.3, 3.4 Victory: surrender, Argentan, the divisions that got away, and the final count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, Step, frame
from bocage.engine.ledger import Ledger
from bocage.engine.words import Words
from bocage.games.falaise.board.changes import score, take_argentan
from bocage.games.falaise.board.position import DEAD, EXITED
from bocage.games.falaise.options import PLACED_SCORE_NOTHING, bid_of
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, SIDES
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s06_communications import has_loc, hex_has_loc
from bocage.games.falaise.short.points import short_points, tell_points
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import DIE_FACES

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


BONUS: Final = 2
"""3.3: added to the surrender die."""
ESCAPE: Final = 2
"""3.3: for a division, and for a Mechanized unit, east of the Withdrawal Line."""
LEAST: Final = 1
"""3.3, reading 29: with this net the Allies win."""
HELD: Final = 5
HELD_WITH_LOC: Final = 10


def to_roll(st: Position) -> tuple[int, ...]:
    """Return the German units without an LOC, fixed before the first of them rolls; companies are
    excluded (3.3, readings 27 and 116).
    """
    return tuple(u for u in cut_off(st) if not st.world.company[u])


def cut_off(st: Position) -> list[int]:
    """Return the German units on the map without an LOC, companies too (6.5)."""
    return [u for u in st.world.german if st.loc[u] >= 0 and not has_loc(st, u)]


def tell_exempt(st: Position) -> None:
    """6.5, reading 116: say which units do not roll for surrender though they are cut off."""
    if st.events is not None:
        by = R("3.3.f").read(R("reading 116"))
        for u in cut_off(st):
            if st.world.company[u]:
                st.events.append(told.Exempt(u, by))


@frame
class Surrender(Step):
    """3.3: one unit after the other; a TER of 1 or 2 needs no die."""

    units: tuple[int, ...]
    rule = R("3.3.f")
    phase = "Victory Check"

    def run(self, st: Position) -> None:
        if not self.units:
            st.pop()
            return
        u, rest = self.units[0], self.units[1:]
        st.swap(Surrender(rest))
        if st.world.printed[u] < 1 + BONUS:
            surrender(st, u, "", R("3.3.g"))
        else:
            st.push(SurrenderRoll(u))


@frame
class SurrenderRoll(Chance):
    """3.3, reading 28: a die and 2 above the printed TER."""

    unit: int
    rule = R("3.3.f")
    phase = "Victory Check"

    def question(self, st: Position) -> str:
        return f"surrender.{st.world.unit_names.written[self.unit]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        st.pop()
        if die + BONUS > st.world.printed[self.unit]:
            surrender(st, self.unit, str(die), self.rule)
        elif st.events is not None:
            st.events.append(told.Surrendered(self.unit, str(die), "it holds out", self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("whether {unit:unit} surrenders", {"unit": self.unit})


def surrender(st: Position, u: int, die: str, rule: R) -> None:
    """3.3: a unit surrenders and scores for the Allies."""
    if st.events is not None:
        st.events.append(told.Surrendered(u, die, "it surrenders", rule))
    argentan = st.loc[u] == st.world.ground.argentan
    st.place(u, DEAD)
    st.steps[u] = 0
    st.marks[u] = 0
    score(st, 1, "a German unit surrendered", R("3.3.b"))
    if argentan and not st.at(st.world.ground.argentan, GERMAN):
        take_argentan(st, ALLIED, R("3.4.e"))  # reading 27


def count_up(st: Position) -> Ledger:
    """Return the German Victory Points at the end, each with its reason (3.3, reading 25).

    A short scenario adds the Allied points beside their VP (reading 117), and the points from a bid
    for the German side (reading 121).
    """
    short = st.world.short
    found = _german_points(st) if short is None else short_points(st, short)
    bidder, points = bid_of(st.switches)
    if points:
        words = "the {side:side} player gives {points} for their side"
        found.add(SIDES[1 - bidder], points, R("reading 121"), words, side=bidder, points=points)
    return found


def _german_points(st: Position) -> Ledger:
    world, ground = st.world, st.world.ground
    found = Ledger()
    scoring = [u for u in world.german if not scores_nothing(st, u)]
    away = [u for u in scoring if st.loc[u] >= 0 and ground.escaped[st.loc[u]]]
    seen: set[int] = set()
    for u in away:
        if world.has_division[u] and world.division[u] not in seen:
            seen.add(world.division[u])
            words = "{name} has {unit:unit} east of the Withdrawal Line"
            name = world.divisions[world.division[u]]
            found.add("german", ESCAPE, R("3.3.i"), words, name=name, unit=u)
        if world.mech[u]:
            words = "Mechanized {unit:unit} is east of the Withdrawal Line"
            found.add("german", ESCAPE, R("3.3.j"), words, unit=u)
    for u in scoring:
        if st.loc[u] == EXITED:
            found.add("german", 1, R("3.3.m"), "{unit:unit} left by the south edge", unit=u)
    if st.argentan == GERMAN:
        h = ground.argentan
        if hex_has_loc(st, h, GERMAN):
            found.add("german", HELD_WITH_LOC, R("3.3.l"), "Argentan {hex:hex} with an LOC", hex=h)
        else:
            found.add("german", HELD, R("3.3.k"), "Argentan {hex:hex} without an LOC", hex=h)
    return found


def scores_nothing(st: Position, u: int) -> bool:
    """Return whether a German unit scores nothing wherever it escaped (3.3, reading 119): a
    company, and one that was placed there, if the table rules so.
    """
    return bool(st.world.company[u]) or is_placed(st, u)


def is_placed(st: Position, u: int) -> bool:
    """Return whether a unit scores nothing because 3.1, 11.3 or 11.4 placed it (reading 119)."""
    return bool(st.switches & PLACED_SCORE_NOTHING and u in st.brought)


def allied_points(st: Position, count: Ledger) -> int:
    """Return the Allied points that are compared with the German ones of a count."""
    return st.vp + int(count.total(SIDES[ALLIED]))


def needed(st: Position) -> int:
    """Return how many more points than the Germans the Allies need to win (3.3, reading 117)."""
    return LEAST if st.world.short is None else st.world.short.needs


def tell_count(st: Position, count: Ledger) -> None:
    """Report the German points, source by source, before the sum (3.3)."""
    assert st.events is not None
    bidder, bid = bid_of(st.switches)
    if bid:
        st.events.append(told.BidCounted(bid, 1 - bidder, bidder, R("reading 121")))
    if st.world.short is not None:
        tell_points(st, st.world.short)
        return
    for rule in dict.fromkeys(row.rule for row in count.rows):
        if rule == R("reading 121"):
            continue
        rows = [row for row in count.rows if row.rule == rule]
        points = int(sum(row.value for row in rows))
        about = [row.words.fields for row in rows]
        if "name" in about[0]:
            names = ", ".join(str(each["name"]) for each in about)
            st.events.append(told.DivisionsAway(points, names, rule))
        elif "hex" in about[0]:
            loc = "with" if points == HELD_WITH_LOC else "without"
            st.events.append(told.ArgentanHeld(points, st.world.ground.argentan, loc, rule))
        else:
            units = tuple(cast("int", each["unit"]) for each in about)
            kind = told.LeftMap if st.loc[units[0]] == EXITED else told.MechanizedAway
            st.events.append(kind(points, units, rule))


# Measures over many games ------------------------------------------------------------------


_SOURCES: Final = {
    "vp_divisions_away": ("3.3.i",),
    "vp_mech_away": ("3.3.j",),
    "vp_argentan": ("3.3.k", "3.3.l"),
    "vp_left_south": ("3.3.m",),
}
"""German Victory Points by the sentences that give them."""


def measures_of(st: Position) -> dict[str, float]:
    """Return the points of both sides, the Germans' by where they came from, and the losses."""
    count = count_up(st)
    rows = list(count.under("german"))
    allied = allied_points(st, count)
    found: dict[str, float] = {
        "allied_vp": allied,
        "german_vp": st.german_vp,
        "net_vp": allied - st.german_vp,
    }
    for name, rules in _SOURCES.items() if st.world.short is None else ():
        found[name] = sum(int(row.value) for row in rows if row.rule in rules)
    world = st.world
    for name, own in (("german_units_lost", world.german), ("allied_units_lost", world.allied)):
        found[name] = sum(st.loc[u] == DEAD for u in own)
    return found
