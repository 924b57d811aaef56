"""Moving and fighting: 3 and 4, with the interrupt in the middle of a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bocage.engine.actions import Action, first, second
from bocage.engine.frames import Ask, Chance, frame
from bocage.engine.ledger import Ledger
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.words import Words
from tests.engine.toy import happenings as h
from tests.engine.toy.board import (
    AROUND,
    ATTACK,
    END,
    FIRE,
    GRAMMAR,
    HOLD,
    OFF_MAP,
    OWN,
    PLACES,
    RALLY,
    ROLLS,
    STEP,
    UNITS,
)
from tests.engine.toy.state import ATTACKED, FIRED, SHOWN, Outpost

R = Rule


@frame
class Movement(Ask):
    """3 and 4: a seat steps and attacks until it ends."""

    seat: int
    rule = R("3.1")
    takes = frozenset({STEP.number, ATTACK.number, RALLY.number, END.number})

    def legal(self, st: Outpost) -> list[Action]:
        """By unit: steps, attacks, a rally; the end comes last."""
        found: list[Action] = []
        for unit in OWN[self.seat]:
            if st.loc[unit] == OFF_MAP:
                continue
            around = [(place, st.unit_at(place)) for place in AROUND[st.loc[unit]]]
            if st.points[unit]:
                found += [STEP(unit, place) for place, there in around if there is None]
            if not st.flags[unit] & ATTACKED:
                enemy = OWN[1 - self.seat]
                found += [ATTACK(unit, place) for place, there in around if there in enemy]
            if st.is_general(unit) and not st.flags[unit] & SHOWN:
                found.append(RALLY(unit))
        return [*found, END()]

    def check(self, st: Outpost, action: Action) -> Ruling:
        """Case by case, in the order of the rulebook."""
        verb = GRAMMAR.verb(action)
        if verb is END:
            return OK
        unit, place = first(action), second(action)
        there = st.unit_at(place)
        if unit not in OWN[self.seat]:
            return refuse(R("3.1"), "{unit:unit} is not yours to move", unit=unit)
        if st.loc[unit] == OFF_MAP:
            return refuse(R("3.1"), "{unit:unit} is lost", unit=unit)
        if verb is RALLY:
            return self._rally(st, unit)
        if place not in AROUND[st.loc[unit]]:
            template = "{unit:unit} in {at:hex} is not next to {place:hex}"
            return refuse(R("3.1"), template, unit=unit, at=st.loc[unit], place=place)
        if verb is STEP:
            return self._step(st, unit, place, there)
        if there is None or there in OWN[self.seat]:
            return refuse(R("4.1"), "there is no enemy in {place:hex}", place=place)
        if st.flags[unit] & ATTACKED:
            return refuse(R("4.1"), "{unit:unit} has attacked already this turn", unit=unit)
        return OK

    def _step(self, st: Outpost, unit: int, place: int, there: int | None) -> Ruling:
        if there is not None:
            template = "{unit:unit} may not enter {place:hex}: {there:unit} is there"
            return refuse(R("3.1"), template, unit=unit, place=place, there=there)
        if not st.points[unit]:
            return refuse(R("3.2"), "{unit:unit} has no points left", unit=unit)
        return OK

    def _rally(self, st: Outpost, unit: int) -> Ruling:
        if not st.is_general(unit):
            return refuse(R("3.4"), "your general is not in {unit:unit}", unit=unit)
        if st.flags[unit] & SHOWN:
            return refuse(R("3.4"), "{unit:unit} was shown already", unit=unit)
        return OK

    def apply(self, st: Outpost, action: Action) -> None:
        """A step may be fired at; an attack is rolled for; a rally is seen by all."""
        verb, unit, place = GRAMMAR.verb(action), first(action), second(action)
        if verb is END:
            st.pop()
        elif verb is ATTACK:
            st.flags[unit] |= ATTACKED
            st.push(Attack(unit, place))
        elif verb is RALLY:
            st.points[unit] += 1
            st.show(unit)
        else:
            st.points[unit] -= 1
            st.place(unit, place)
            if st.events is not None:
                st.events.append(h.Stepped(h.STEPS, unit, place))
            if place in st.zone(1 - self.seat) and st.can_fire_at(unit):
                st.push(Reaction(1 - self.seat, unit))

    def prompt(self, st: Outpost) -> Words:
        """Return the prompt of the seat."""
        return Words("step, attack, rally, or end your move")

    def waiting(self, st: Outpost) -> Words:
        """Return what the other seats read meanwhile."""
        return Words("{seat:seat} is moving", {"seat": self.seat})


@frame
class Reaction(Ask):
    """3.3: the interrupt. The other seat may fire at the unit that has just stepped."""

    seat: int
    target: int
    rule = R("3.3")
    takes = frozenset({FIRE.number, HOLD.number})

    def legal(self, st: Outpost) -> list[Action]:
        """Fire with any that can, or hold."""
        return [*(FIRE(u) for u in st.can_fire_at(self.target)), HOLD()]

    def check(self, st: Outpost, action: Action) -> Ruling:
        """Beside the target, and not fired yet."""
        verb, unit = GRAMMAR.verb(action), first(action)
        if verb is HOLD:
            return OK
        if unit not in OWN[self.seat]:
            return refuse(R("3.3"), "{unit:unit} is not yours", unit=unit)
        if st.loc[unit] not in AROUND[st.loc[self.target]]:
            template = "{unit:unit} is not beside {target:unit}"
            return refuse(R("3.3"), template, unit=unit, target=self.target)
        if st.flags[unit] & FIRED:
            return refuse(R("3.3"), "{unit:unit} has fired already this turn", unit=unit)
        return OK

    def apply(self, st: Outpost, action: Action) -> None:
        """Firing is rolled for."""
        st.pop()
        if GRAMMAR.verb(action) is FIRE:
            st.flags[first(action)] |= FIRED
            st.push(Fire(self.target))

    def prompt(self, st: Outpost) -> Words:
        """Return the prompt of the seat."""
        return Words("fire at {unit:unit}, or hold", {"unit": self.target})

    def waiting(self, st: Outpost) -> Words:
        """Return what the other seats read meanwhile."""
        about = {"seat": self.seat, "unit": self.target}
        return Words("{seat:seat} may fire at {unit:unit}", about)


@frame
class Fire(Chance):
    """3.3: the die of a reaction."""

    target: int
    rule = R("3.3")

    def question(self, st: Outpost) -> str:
        """Return the key of the roll: turn and target, whichever unit fires."""
        return f"{st.turn}.fire.{UNITS.written[self.target]}"

    def outcomes(self, st: Outpost) -> Sequence[Action]:
        """Return one die."""
        return ROLLS

    def apply(self, st: Outpost, action: Action) -> None:
        """5 and 6 hit."""
        st.pop()
        if first(action) >= 4:
            st.lose_step(self.target)

    def waiting(self, st: Outpost) -> Words:
        """Return what everybody reads meanwhile."""
        return Words("{unit:unit} is fired at", {"unit": self.target})


@frame
class Attack(Chance):
    """4.2: the die of an attack."""

    unit: int
    place: int
    rule = R("4.2")

    def question(self, st: Outpost) -> str:
        """Return the key of the roll: turn and place, so that another attacker gets no second
        roll."""
        return f"{st.turn}.attack.{PLACES.written[self.place]}"

    def outcomes(self, st: Outpost) -> Sequence[Action]:
        """Return one die."""
        return ROLLS

    def apply(self, st: Outpost, action: Action) -> None:
        """Both are seen; the one attacked may lose a step."""
        st.pop()
        target = st.unit_at(self.place)
        assert target is not None
        st.show(self.unit)
        st.show(target)
        if int(attack_ledger(st, self.unit).total("die")) + first(action) + 1 >= HITS:
            st.lose_step(target)

    def waiting(self, st: Outpost) -> Words:
        """Return what everybody reads meanwhile."""
        return Words("{unit:unit} attacks {place:hex}", {"unit": self.unit, "place": self.place})


HITS: Final = 4


def attack_ledger(st: Outpost, unit: int) -> Ledger:
    """4.2: what is added to the die, and why."""
    ledger = Ledger()
    if st.is_general(unit):
        ledger.add("die", +1, R("4.2"), "the general is with {unit:unit}", unit=unit)
    if st.mud:
        ledger.add("die", -1, R("4.2"), "mud")
    return ledger
