"""11.13 Combat results and 11.14 Advance: losses, conversions, retreats, who goes forward.

A result is a row of duties, carried out one after the other. A field of the frame holds what is
left, so a battle can be left and resumed at any point. Retreats follow 3.2.4, 11.13.2 and 11.13.3,
and readings 43, 63, 66 and 67.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.engine.actions import Action, first, numbers, second
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.odds import Favours, Likely, Weighed
from bocage.engine.play import battle_at
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.board.changes import arrive, lose_step
from bocage.games.roundup.board.position import ATTACKED, DROPPED, GROUNDED, REPLACED
from bocage.games.roundup.options import SECOND_STEP_FOR_DSR
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import fits, stacking
from bocage.games.roundup.s15_optional.s15_04_port_hex_control import defends_alone, lose_marker
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import ADVANCE, HOLD, LOSE, RETREAT
from bocage.hexes.kernels import BLOCKED, ZONE

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


# Retreat hexes -----------------------------------------------------------------------------


def is_closed(st: Position, u: int, h: int) -> bool:
    """Return whether a retreating unit may not even pass through a hex."""
    closed = st.zone(st.side_of(u))[h] & (BLOCKED | ZONE)
    return bool(closed) or bool(st.world.is_heavy[u] and st.world.is_polder[h])


def retreat_hexes(st: Position, u: int) -> list[int]:
    """Return the hexes where a unit may end a retreat, in the order of the map.

    A retreat is one hex; where friends would be over-stacked it continues through them, hex by hex,
    until there is room.
    """
    if st.marks[u] & DROPPED:
        return []
    found: set[int] = set()
    start = st.loc[u]
    seen = {start}
    waiting = [start]
    while waiting:
        for h in st.world.near(waiting.pop()):
            if h in seen:
                continue
            seen.add(h)
            if is_closed(st, u, h):
                continue
            if fits(st, u, h):
                found.add(h)
            else:
                waiting.append(h)
    return sorted(found)


def is_barred_by_zone(st: Position, u: int) -> bool:
    """Return whether a zone of control closes a hex next to a unit that must retreat (3.2.4)."""
    zone = st.zone(st.side_of(u))
    return any(zone[h] & ZONE and not zone[h] & BLOCKED for h in st.world.near(st.loc[u]))


def why_no_retreat(st: Position, u: int, h: int, rule: Rule) -> Ruling:
    """Return whether a unit may end its retreat in a hex by that case, and if not, why."""
    about = {"unit": u, "hex": h}
    start = "{unit:unit} can't retreat to {hex:hex}: "
    if st.marks[u] & DROPPED:
        rule = R("10.7.g") if st.side_of(u) == ALLIED else R("15.12.j")
        return refuse(rule, start + "air-dropped units do not retreat", **about)
    if not st.world.grid.are_neighbours(st.loc[u], h) and h not in retreat_hexes(st, u):
        words = "a retreat is one hex, and {here:hex} is not next to it"
        return refuse(rule, start + words, here=st.loc[u], **about)
    zone = st.zone(st.side_of(u))
    if zone[h] & BLOCKED:
        enemy = st.at(h, 1 - st.side_of(u))
        words = "it holds {enemy:unit}" if enemy else "a German marker holds it"
        return refuse(rule, start + words, enemy=enemy, **about)
    if zone[h] & ZONE:
        friends = st.at(h, st.side_of(u))
        rule = R("3.2.4.b").read(R("reading 66")) if friends else R("3.2.4.b")
        words = start + "it is in the zone of control of {enemy:unit}"
        return refuse(rule, words, enemy=st.zone_owners(h, st.side_of(u)), **about)
    if st.world.is_heavy[u] and st.world.is_polder[h]:
        return refuse(R("reading 43"), start + "heavy panzers never enter polder", **about)
    if h in retreat_hexes(st, u):
        return OK
    there = st.at(h, st.side_of(u))
    return refuse(rule, start + "there is no room with {there:unit}", there=there, **about)


# Results -----------------------------------------------------------------------------------


PHASE: Final = "Combat Phase"

# Duties, one letter each.
DEFENDER_LOSES: Final = "d"
ATTACKER_LOSES: Final = "a"
DEFENDER_RETREATS: Final = "D"
ATTACKER_RETREATS: Final = "A"
ADVANCE_AFTER: Final = "v"
IGNORED: Final = ""
"""The replacement of an ignored retreat: nothing (reading 62)."""

DUTIES: Final = {
    "SM": "",
    "AS": "a",
    "ASR": "aA",
    "EX": "dav",
    "DR": "Dv",
    "DS": "dv",
    "DSR": "dDv",
}
LOSSES: Final[dict[str, Rule]] = {
    "AS": R("11.13.1.a"),
    "ASR": R("11.13.2.a"),
    "DS": R("11.13.4.a"),
    "DSR": R("11.13.5.a"),
    "EX": R("11.13.6.a"),
}
"""By result, the sentence by which a step is lost."""
RETREATS: Final[dict[str, Rule]] = {
    "ASR": R("11.13.2.b"),
    "DR": R("11.13.3.a"),
    "DSR": R("11.13.5.b"),
}
"""By result, the sentence that makes units retreat."""
LIMITS: Final[dict[str, Rule]] = {
    "ASR": R("11.13.2.c"),
    "DR": R("11.13.3.c"),
    "DSR": R("11.13.5.c"),
}
"""By result, the sentence that says where they may not."""
THROUGH: Final[dict[str, Rule]] = {
    "ASR": R("11.13.2.d"),
    "DR": R("11.13.3.d"),
    "DSR": R("11.13.5.d"),
}
"""By result, the sentence that lets units continue through friends."""
STUCK: Final[dict[str, Rule]] = {
    "ASR": R("11.13.2.e"),
    "DR": R("11.13.3.e"),
    "DSR": R("11.13.5.e"),
}
"""By result, the sentence for units that can't."""


_FAVOURS: Final[dict[tuple[bool, bool], Favours]] = {
    (True, True): "both",
    (True, False): "attacker",
    (False, True): "defender",
    (False, False): "nobody",
}
"""Whom a result without retreats favours: by whether the defender and the attacker lose a step."""


class Changed(NamedTuple):
    """What a result becomes against some defenders: its name, its duties, and why."""

    result: str
    duties: str
    what: str
    rule: Rule


def changed(st: Position, result: str, by: int, h: int, defending: Sequence[int]) -> Changed | None:
    """Return what a result becomes against these defenders; None if it stays as it is."""
    duties = DUTIES[result]
    if DEFENDER_RETREATS not in duties:
        return None
    stay = duties.replace(DEFENDER_RETREATS, IGNORED)
    if defends_alone(st, h, by):
        return Changed(result, stay, "The German marker does not retreat", R("15.4.d"))
    if st.turn == 1 and by != GERMAN and st.world.port_of[h]:
        rule = R("11.10.d").read(R("reading 62"))
        return Changed(result, stay, "German defenders of a port ignore the retreat", rule)
    if any(st.marks[u] & DROPPED for u in defending):
        if result == "DR":
            rule = R("10.7.h") if by == GERMAN else R("15.12.i")
            what = "Air-dropped units do not retreat: DR becomes EX"
            return Changed("EX", DUTIES["EX"], what, rule)
        rule = R("reading 24") if by == GERMAN else R("15.12.j")
        return Changed(result, stay, "Air-dropped units ignore the retreat", rule)
    return None


def foreseen(st: Position, by: int, h: int, defending: Sequence[int], found: Weighed) -> Weighed:
    """Return a ledger whose results say what they become against these defenders."""

    stuck = bool(defending) and not any(retreat_hexes(st, u) for u in st.at(h, 1 - by))

    def seen(each: Likely) -> Likely:
        into = changed(st, each.result, by, h, defending)
        if into is None:
            if not stuck or DEFENDER_RETREATS not in DUTIES[each.result]:
                return each
            what = "No retreat is open: {result} becomes DS"
            if each.result == "DSR" and st.switches & SECOND_STEP_FOR_DSR:
                what = "No retreat is open: another step instead"
            return replace(each, note=Words(what, {"result": each.result}))
        hurts = DEFENDER_LOSES in into.duties, ATTACKER_LOSES in into.duties
        return replace(each, favours=_FAVOURS[hurts], note=Words(into.what))

    return replace(found, results=tuple(seen(each) for each in found.results))


def battle_after(
    st: Position, result: str, by: int, h: int, force: tuple[int, ...], defending: tuple[int, ...]
) -> Battle:
    """Return the battle with what its result makes the players do, conversions applied."""
    into = changed(st, result, by, h, defending)
    if into is None:
        return Battle(by, h, force, defending, result, DUTIES[result])
    _changed(st, h, into.what, into.rule)
    return Battle(by, h, force, defending, into.result, into.duties)


def _changed(st: Position, h: int, what: str, rule: Rule) -> None:
    if st.events is not None:
        st.events.append(told.ResultChanged(h, what, rule))


@frame
class Battle(Step):
    """The rest of a result."""

    by: int
    hex: int
    force: tuple[int, ...]
    defending: tuple[int, ...]
    result: str
    duties: str
    battle = True
    rule = R("11.13")

    def run(self, st: Position) -> None:
        if not self.duties:
            st.pop()
            return
        duty, rest = self.duties[0], self.duties[1:]
        st.swap(Battle(self.by, self.hex, self.force, self.defending, self.result, rest))
        attackers = tuple(u for u in self.force if st.loc[u] >= 0)
        defenders = tuple(u for u in self.defending if st.loc[u] == self.hex)
        if duty == ATTACKER_LOSES and attackers:
            st.push(StepLoss(self.by, attackers, LOSSES[self.result]))
        elif duty == DEFENDER_LOSES and defenders:
            st.push(StepLoss(1 - self.by, defenders, LOSSES[self.result]))
            if self.by == ALLIED and st.has_marker(self.hex):
                _changed(st, self.hex, "The German marker is lost last", R("15.4.h"))
        elif duty == DEFENDER_LOSES and self.by == ALLIED and st.has_marker(self.hex):
            lose_marker(st, self.hex)
        elif duty == ATTACKER_RETREATS and attackers:
            st.push(Retreat(self.by, attackers, attackers, self.result, 0))
        elif duty == DEFENDER_RETREATS:
            # Reading 68: units that stand with them go with them.
            leaving = tuple(st.at(self.hex, 1 - self.by))
            if leaving:
                st.push(Retreat(1 - self.by, leaving, defenders, self.result, 0))
        elif (
            duty == ADVANCE_AFTER
            and not st.at(self.hex, 1 - self.by)
            and not (self.by == ALLIED and st.has_marker(self.hex))
            and any(can_advance(st, u, self.hex) for u in attackers)
        ):
            st.push(Advance(self.by, self.hex, attackers))


@frame
class StepLoss(Ask):
    """3.4: the owner chooses which unit loses a step."""

    seat: int
    units: tuple[int, ...]
    cited: str
    rule = R("3.4")
    takes = numbers(LOSE)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        return [LOSE(u) for u in self.units]

    def check(self, st: Position, action: Action) -> Ruling:
        u = first(action)
        if u not in self.units:
            again = st.marks[u] & ATTACKED and st.loc[u] == st.loc[self.units[0]]
            rule = Rule(self.cited)
            return refuse(
                rule.read(R("reading 68")) if again else rule,
                "{unit:unit} can't take the loss: choose from {units:unit}",
                unit=u,
                units=self.units,
            )
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        rule = Rule(self.cited)
        if st.events is not None and len(self.units) > 1:
            rule = rule.read(R("reading 74"))
        lose_step(st, first(action), rule)

    def prompt(self, st: Position) -> Words:
        h = battle_at(st)
        about = {"units": self.units, "hex": h}
        if len(self.units) == 1:
            return Words("{units:unit} loses a step", about)
        if h is None:
            return Words("Choose which of {units:unit} loses a step", about)
        words = "The battle at {hex:hex} costs a step: choose which of {units:unit} loses it"
        return Words(words, about)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to choose a loss", {"side": self.seat})


@frame
class Retreat(Ask):
    """11.13.2, 11.13.3, 11.13.5: the owner retreats units one by one, or can't."""

    seat: int
    units: tuple[int, ...]
    """Still to retreat."""
    liable: tuple[int, ...]
    """The units that can take a loss instead."""
    result: str
    gone: int
    """The number that have retreated."""
    rule = R("11.13")
    takes = numbers(RETREAT, HOLD)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        found = [RETREAT(u, h) for u in self.units for h in retreat_hexes(st, u)]
        return found or [HOLD.base]

    def check(self, st: Position, action: Action) -> Ruling:
        rule = RETREATS[self.result]
        if action == HOLD():
            for u in self.units:
                if hexes := retreat_hexes(st, u):
                    return refuse(
                        rule,
                        "{unit:unit} must retreat. It can go to {hexes:hex}",
                        unit=u,
                        hexes=hexes,
                    )
            return OK
        u, h = first(action), second(action)
        if u not in self.units:
            return refuse(
                rule,
                "{unit:unit} can't retreat to {hex:hex}: {units:unit} must",
                unit=u,
                hex=h,
                units=self.units,
            )
        return why_no_retreat(st, u, h, LIMITS[self.result])

    def apply(self, st: Position, action: Action) -> None:
        if action == HOLD():
            self._stuck(st)
            return
        u, h = first(action), second(action)
        left = tuple(v for v in self.units if v != u)
        if left:
            st.swap(Retreat(self.seat, left, self.liable, self.result, self.gone + 1))
        else:
            st.pop()
        rule = self.rule if st.events is None else self._rule(st, u, h)
        arrive(st, u, h)
        if st.events is not None:
            st.events.append(told.Retreated(u, h, rule))

    def _rule(self, st: Position, u: int, h: int) -> Rule:
        """Return the sentence that this retreat shows, with the readings that it rests on."""
        rule = self._sentence(st, u, h)
        if st.marks[u] & GROUNDED:
            rule = rule.read(R("reading 23"))
        if st.marks[u] & REPLACED:
            rule = rule.read(R("reading 44"))
        if u not in self.liable:
            rule = rule.read(R("reading 68"))
        return rule

    def _sentence(self, st: Position, u: int, h: int) -> Rule:
        """Return the rule of a retreat: through friends, out of a port, apart, or plain."""
        here = st.loc[u]
        if not st.world.grid.are_neighbours(here, h):
            return THROUGH[self.result].read(R("reading 67"))
        if st.world.port_of[here]:
            return R("11.10.e")
        together = any(v in self.liable for v in st.at(h, self.seat))
        if self.result == "DR" and self.gone and not together:
            return R("11.13.3.b")
        return RETREATS[self.result]

    def _stuck(self, st: Position) -> None:
        """Convert the result for the remaining units, which can't retreat and stay."""
        st.pop()
        h = st.loc[self.units[0]]
        stuck = tuple(u for u in self.units if u in self.liable)
        by_zone = any(is_barred_by_zone(st, u) for u in self.units)
        rule = R("3.2.4.c") if by_zone and self.result != "ASR" else STUCK[self.result]
        if self.result == "ASR":
            each = rule.read(R("reading 65")) if len(stuck) > 1 else rule
            _changed(st, h, "No retreat is open: a step instead", each)
            if stuck:
                st.push(StepLosses(self.seat, stuck, R("11.13.2.e")))
        elif self.result == "DR":
            _changed(st, h, "No retreat is open: DR becomes DS", rule)
            if stuck and self.gone:
                st.push(StepLosses(self.seat, stuck, R("reading 63")))
            elif stuck:
                st.push(StepLoss(self.seat, stuck, R("11.13.4.a")))
        else:
            rule = rule.read(R("reading 64"))
            _changed(st, h, "No retreat is open: DSR becomes DS", rule)
            if stuck and st.switches & SECOND_STEP_FOR_DSR:
                st.push(StepLoss(self.seat, stuck, R("reading 64")))

    def prompt(self, st: Position) -> Words:
        h = battle_at(st)
        about = {"units": self.units, "hex": h}
        place = "" if h is None else " from the battle at {hex:hex}"
        if self.legal(st) == [HOLD.base]:
            stuck = "{units:unit} can't retreat" + place
            return Words(stuck + ": hold", about, stuck + " and must stay")
        verb = "retreats" if len(self.units) == 1 else "retreat"
        clicked = f"Click where {{units:unit}} {verb}{place}"
        return Words("Retreat {units:unit}" + place, about, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to retreat", {"side": self.seat})


@frame
class StepLosses(Step):
    """Each of these units loses a step (11.13.2, readings 63 and 65)."""

    seat: int
    units: tuple[int, ...]
    cited: str
    rule = R("3.4")

    def run(self, st: Position) -> None:
        u, rest = self.units[0], self.units[1:]
        if rest:
            st.swap(StepLosses(self.seat, rest, self.cited))
        else:
            st.pop()
        lose_step(st, u, Rule(self.cited))


def can_advance(st: Position, u: int, h: int) -> bool:
    """Return whether an attacker may enter the vacated hex (11.14, 10.7, readings 43 and 44)."""
    return (
        st.loc[u] != h
        and not st.marks[u] & (REPLACED | GROUNDED)
        and not (st.world.is_heavy[u] and st.world.is_polder[h])
        and fits(st, u, h)
    )


@frame
class Advance(Ask):
    """11.14: victorious attackers may enter the vacated hex, within stacking."""

    seat: int
    hex: int
    force: tuple[int, ...]
    rule = R("11.14.f")
    takes = numbers(ADVANCE, HOLD)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        return [HOLD.base, *(ADVANCE(u) for u in self.force if can_advance(st, u, self.hex))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == HOLD():
            return OK
        u = first(action)
        about = {"unit": u, "hex": self.hex}
        start = "{unit:unit} can't advance into {hex:hex}: "
        if u not in self.force:
            return refuse(R("11.14.a"), start + "it did not take part in the attack", **about)
        if st.loc[u] == self.hex:
            return refuse(R("11.14.a"), start + "it is there already", **about)
        if st.marks[u] & REPLACED:
            return refuse(R("reading 44"), start + "it received replacements", **about)
        if st.marks[u] & GROUNDED:
            return refuse(R("10.7.g"), start + "it was air-dropped", **about)
        if st.world.is_heavy[u] and st.world.is_polder[self.hex]:
            return refuse(R("reading 43"), start + "heavy panzers never enter polder", **about)
        return stacking(st, u, self.hex, R("reading 69"))

    def apply(self, st: Position, action: Action) -> None:
        if action == HOLD():
            st.pop()
            return
        u = first(action)
        rule = self.rule if st.events is None else self._rule(st, u)
        arrive(st, u, self.hex)
        if not any(can_advance(st, v, self.hex) for v in self.force):
            st.pop()
        if st.events is not None:
            st.events.append(told.Advanced(u, self.hex, rule))

    def _rule(self, st: Position, u: int) -> Rule:
        """Return the sentence that this advance shows: into a zone, out of one, or plain."""
        if st.in_enemy_zone(self.hex, self.seat):
            return R("11.14.b")
        return R("3.2.4.d") if st.in_enemy_zone(st.loc[u], self.seat) else R("11.14.a")

    def prompt(self, st: Position) -> Words:
        clicked = "Advance into {hex:hex}, or stay where you are"
        return Words("Advance into {hex:hex}, or hold", {"hex": self.hex}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to advance into {hex:hex}", {"side": self.seat, "hex": self.hex})
