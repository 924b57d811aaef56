"""12.0 Optional rules that ask or roll: the first chit (12.1), Paris (12.5).

12.2 is in `s11_attachment`, 12.3 and 12.4 in `s08_bombardment` and `s04_activation`: each is one
line of the rule that it changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Chance, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.charts import DRM, NOTE, DieLedger
from bocage.games.falaise.board.position import DEAD
from bocage.games.falaise.options import GERMAN_COMMAND, PARIS
from bocage.games.falaise.pieces.units import FRANCE, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s04_activation import LAST_OF_58, activate, is_alive, living
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import DIE_FACES, END, FIRST, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

PARIS_FROM: Final = 3
"""12.5: the first turn of the die."""
EVERY: Final = 4
"""12.5: turns that add one to it."""
HOLDS: Final = 5
"""12.5: the lowest sum that holds the French back."""
TAKES: Final = 7
"""12.5: the lowest sum that takes them away."""
HELD: Final = 1
"""In `Position.french`: they may only leave German zones of control this turn."""


# 12.1 ------------------------------------------------------------------------------------


def may_choose_first(st: Position) -> bool:
    """Return whether the Germans may choose the first chit of this turn (12.1)."""
    return bool(st.switches & GERMAN_COMMAND) and st.turn <= LAST_OF_58


@frame
class FirstChit(Ask):
    """12.1, reading 81: the Germans choose the chit of the turn's first activation, or none."""

    seat: int
    rule = R("12.1.a")
    takes = numbers(END, FIRST)
    phase = "Activation"

    def legal(self, st: Position) -> Sequence[Action]:
        world = st.world
        chits = set(living(st, st.cup & world.german_chits))
        if not st.used_58:
            chits.add(world.corps_58)
        return [END.base, *(FIRST(c) for c in sorted(chits))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        corps = first(action)
        about = {"corps": corps}
        start = "{corps:corps} can't begin: "
        if st.world.corps_side[corps] != GERMAN:
            return refuse(self.rule, start + "it is not German", **about)
        if corps == st.world.corps_58:
            if not st.used_58:
                return OK
            return refuse(R("11.2"), start + "it has acted this turn", **about)
        if not st.cup >> corps & 1:
            return refuse(self.rule, start + "its chit is not in the cup", **about)
        if not is_alive(st, corps):
            return refuse(R("reading 44"), start + "it has no unit on the map or due", **about)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        if action == END():
            return
        corps = first(action)
        st.cup &= ~(1 << corps)
        if corps == st.world.corps_58:
            st.used_58 = 1
        if st.events is not None:
            rule = R("12.1.b") if corps == st.world.corps_58 else self.rule
            rule = rule.read(R("reading 81"))
            st.events.append(told.FirstChosen(corps, rule))
        activate(st, corps)

    def prompt(self, st: Position) -> Words:
        return Words("Choose the corps that acts first, or end and draw a chit")

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to choose the first chit", {"side": self.seat})


# 12.5 ------------------------------------------------------------------------------------


def french(st: Position) -> list[int]:
    """Return the units of the French 2nd Armored Division (12.5)."""
    return [u for u in st.world.allied if st.world.nation[u] == FRANCE]


def hears_paris(st: Position) -> bool:
    """Return whether the die is rolled this turn (12.5)."""
    if not st.switches & PARIS or st.turn < PARIS_FROM:
        return False
    return any(st.loc[u] >= 0 for u in french(st))


class ParisOdds(DieLedger):
    """12.5: the modifiers of the die for the French."""

    def __init__(self, st: Position) -> None:
        super().__init__()
        world = st.world
        stacks = st.stacks(GERMAN)
        near = False
        self.add(NOTE, 0, R("12.5.a"), "the French on turn {turn}", turn=st.turn)
        for u in french(st):
            if st.steps[u] < world.units[u].steps:
                self.add(DRM, 1, R("12.5.b"), "{unit:unit} is reduced or eliminated", unit=u)
            h = st.loc[u]
            near = near or (h >= 0 and any(n in stacks for n in world.ground.near[h]))
        if turns := st.turn // EVERY:
            rule, words = R("12.5.c").read(R("reading 80")), "one for every four turns: turn {turn}"
            self.add(DRM, turns, rule, words, turn=st.turn)
        if not near:
            self.add(DRM, 1, R("12.5.d"), "no German is next to the division")


@frame
class ParisRoll(Chance):
    """12.5, reading 80: the die, when the activations of a turn begin."""

    rule = R("12.5.a")
    phase = "Activation"

    def question(self, st: Position) -> str:
        return f"{st.turn}.paris"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def odds(self, st: Position) -> ParisOdds:
        """Return the ledger of the die."""
        return ParisOdds(st)

    def apply(self, st: Position, action: Action) -> None:
        die, odds = first(action) + 1, self.odds(st)
        total = die + odds.drm
        st.pop()
        what, rule = "it fights on", R("12.5.f")
        if total >= TAKES:
            what, rule = "it leaves the battle", R("12.5.g")
        elif total >= HOLDS:
            what, rule = "it may only leave German zones of control this turn", R("12.5.e")
        if st.events is not None:
            st.events.append(told.ParisBeckoned(die, f"{odds.drm:+d}", what, rule))
        if total >= TAKES:
            leave_for_paris(st)
        elif total >= HOLDS:
            hold_french(st, HELD)

    def waiting(self, st: Position) -> Words:
        return Words("whether the French look to Paris")


def hold_french(st: Position, how: int) -> None:
    """Set what the French may do (12.5); drop the remembered facts about their ways."""
    if st.french != how:
        st.french = how
        st.field = (-1, -1, (), b"")


def leave_for_paris(st: Position) -> None:
    """12.5: the whole division is removed; no Victory Points (reading 80)."""
    gone = tuple(u for u in french(st) if st.loc[u] >= 0)
    for u in gone:
        st.place(u, DEAD)
        st.steps[u] = 0
        st.marks[u] = 0
    if st.events is not None:
        st.events.append(told.LeftForParis(gone, R("12.5.g").read(R("reading 80"))))
