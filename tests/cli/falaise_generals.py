"""Plays the plan of `falaise_plan.py` at the terminal, and keeps every line that is typed.

The plan says what each corps is for; here each decision becomes a line, as a player would type
it who looks at the position and no further. The golden game comes from these plans. It is written
again when a rule is corrected: `BOCAGE_GOLDEN=write pytest tests/cli/test_falaise_game.py`.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, cast

from rich.console import Console

from bocage.cli.game_file import Sitting, load
from bocage.cli.terminal.interruptions import gone_on
from bocage.cli.terminal.screen import Screen
from bocage.cli.terminal.session import Session
from bocage.engine.actions import Kind, first, second
from bocage.games.falaise.board.position import ACTIVE, DISRUPTED, GUF, Position
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s04_activation import ActionRound
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.s07_movement import begin
from bocage.games.falaise.s08_bombardment import AIR, BombardmentOdds
from bocage.games.falaise.s09_disruption import factor, ter
from bocage.games.falaise.s10_attackers import can_attack, can_join, may_prepare, targets
from bocage.games.falaise.s10_odds import Odds
from bocage.games.falaise.words import verbs as v
from bocage.hexes.kernels import ZONE

from . import falaise_plan as plan

_WORTH: Final = {"AL1": -3.0, "C": 0.0, "DR": 1.5, "BL1": -1.2, "DL1": 1.2, "DE": 3.0}
_WORTH_CUT_OFF: Final = {**_WORTH, "DR": 1.7, "BL1": 0.5, "DL1": 2.0, "DE": 4.0}
_ATTACKS_FROM: Final = (0.45, 0.6)
"""What an assault must promise, by side."""


class _Scribe(Screen):
    """A screen of 80 by 24 without a viewer; it answers yes to every second question."""

    def __init__(self, keys: list[str]) -> None:
        made = Console(file=io.StringIO(), width=80, height=24, force_terminal=True)
        super().__init__(made)
        self._keys = keys

    def ask(self, prompt: str) -> str | None:
        """See `Screen`."""
        self.say(prompt)
        self._keys.append("yes")
        return "yes"


def written(folder: Path) -> str:
    """Return the key strokes of the whole game, with what either side tried."""
    generals = Generals(folder)
    generals.play()
    outcome = generals.table.game.outcome(generals.st)
    assert outcome is not None
    head = (
        "# A whole game of The Pocket at Falaise at one screen, both sides with a plan.",
        "# Every line below is typed as it stands; lines that begin with # say what a side tried.",
        f"# bocage play falaise FILE --seed {plan.SEED}",
        f"# End: {outcome.words.say(generals.table.game.nouns)}",
        "# Set-up, German: as recommended.",
    )
    return "\n".join((*head, *generals.keys)) + "\n"


class Generals:
    """Both players."""

    def __init__(self, folder: Path) -> None:
        self.keys: list[str] = []
        sitting = Sitting.begin(folder / "g.bocage", load("falaise"), seed=bytes.fromhex(plan.SEED))
        self.session: Final = Session(sitting, _Scribe(self.keys))
        self.table: Final = sitting.table
        self._done: set[object] = set()

    @property
    def st(self) -> Position:
        """The position."""
        return cast("Position", self.table.state)

    def play(self) -> None:
        """To the victory check."""
        while not self.table.is_over:
            if gone_on(self.session, self.session.seat()):
                continue
            st = self.st
            top = st.stack[-1]
            name = type(top).__name__
            if name not in ("SetUp", "Redeploy", "PutBack", "Return"):
                self._note(st.turn)
            aside = plan.ASIDE.get((st.turn, name), ())
            if self._once((st.turn, name)) and aside:
                for line in aside:
                    self._type(line)
                continue
            before = len(self.table.entries)
            answer: Callable[[Any], str] = getattr(self, f"_{name}", self._nothing)
            line = answer(top)
            self._type(line)
            assert len(self.table.entries) != before, f"'{line}' was not taken at {name}"

    def _once(self, what: object) -> bool:
        fresh = what not in self._done
        self._done.add(what)
        return fresh

    def _note(self, turn: int) -> None:
        if self._once(("note", turn)):
            for side, words in zip(("German", "Allied"), plan.NOTES[turn], strict=True):
                lines = textwrap.wrap(f"Turn {turn}, {side}: {words}", 96)
                self.keys += [f"# {line}" for line in lines]

    def _type(self, line: str) -> None:
        self.keys.append(line)
        if not line.startswith("#"):
            self.session.answer(self.session.seat(), line)

    # Looking -------------------------------------------------------------------------------

    def _id(self, u: int) -> str:
        return str(self.st.world.units[u].id)

    def _number(self, h: int) -> str:
        return str(self.st.world.grid.numbers[h])

    def _hex(self, number: str) -> int:
        return int(self.st.world.grid.hex(number))

    def _far(self, hexes: Sequence[int]) -> list[int]:
        world = self.st.world
        world.scratch.work.flood(world.ground.reach_links, hexes, world.nothing, 0)
        return list(world.scratch.work.distances)

    def _escaped(self) -> list[int]:
        return [h for h in self.st.world.grid if self.st.world.ground.escaped[h]]

    def _corps(self) -> str:
        acting = next((e.corps for e in self.st.stack if isinstance(e, ActionRound)), None)
        return "" if acting is None else str(self.st.world.corps_names.written[acting])

    def _of(self, top: Any, kind: Kind) -> list[int]:
        return [action for action in top.legal(self.st) if action >> 32 == kind.number]

    # Before the rounds -----------------------------------------------------------------------

    def _nothing(self, _: Any) -> str:
        return "end"

    def _SetUp(self, top: Any) -> str:  # noqa: N802 - by the name of the decision, as all below
        return "r" if top.unit >= 0 else "end"

    def _PutBack(self, top: Any) -> str:  # noqa: N802
        return f"pick {plan.PUT_BACK[top.count][0]}" if top.count < len(plan.PUT_BACK) else "end"

    def _Return(self, top: Any) -> str:  # noqa: N802
        return dict(plan.PUT_BACK)[self._id(top.unit)]

    def _Relieve(self, _: Any) -> str:  # noqa: N802
        return "relieve"

    def _EntryOfDestroyers(self, top: Any) -> str:  # noqa: N802
        return self._number(second(top.legal(self.st)[0]))

    def _Substitute(self, top: Any) -> str:  # noqa: N802
        drawn = str(self.st.world.corps_names.written[int(top.corps)])
        return "substitute" if (self.st.turn, drawn) in plan.SUBSTITUTED else "accept"

    def _Declare(self, _: Any) -> str:  # noqa: N802
        corps = plan.COUNTERATTACK.get(self.st.turn)
        return f"counterattack {corps}" if corps else "end"

    def _EntryOfGuf(self, top: Any) -> str:  # noqa: N802
        waiting = [u for u in self.st.world.german if self.st.loc[u] == GUF and u > top.last]
        far = self._far(list(self.st.stacks(ALLIED)))
        places = [a for a in self._of(top, v.PLACE) if first(a) in waiting[:1]]
        return self._placed(min(places, key=lambda a: far[second(a)])) if places else "end"

    def _EntryOf86(self, top: Any) -> str:  # noqa: N802
        far = self._far([self._hex("1312")])
        places = self._of(top, v.PLACE)
        best = min(places, key=lambda a: (first(a), far[second(a)]), default=None)
        return "end" if best is None else self._placed(best)

    def _placed(self, action: int) -> str:
        return f"place {self._id(first(action))} {self._number(second(action))}"

    def _Attach(self, top: Any) -> str:  # noqa: N802
        able = [self._id(first(a)) for a in self._of(top, v.ATTACH)]
        wanted = [name for name in able if name in plan.ATTACHED]
        return f"attach {wanted[0]}" if wanted else "end"

    def _Bombardment(self, top: Any) -> str:  # noqa: N802
        st = self.st
        far = self._far([self._hex("2218"), self._hex("2815")])
        best, worth = 0, 0.4
        for action in top.legal(st)[1:]:
            air = action >> 32 == v.STRIKE.number
            h = first(action) if air else second(action)
            odds = BombardmentOdds(st, AIR if air else first(action), h)
            hits = sum(odds.resolve(die) > 0 for die in range(1, 7)) / 6
            fresh = sum(factor(st, u) for u in st.at(h, GERMAN) if not st.marks[u] & DISRUPTED)
            friends = sum(bool(st.at(n, ALLIED)) for n in st.world.ground.near[h])
            found = hits * fresh * (1.5 if st.zone(GERMAN)[h] & ZONE else 1) - 0.05 * far[h]
            found -= 0.5 * friends if air or st.night else 0
            if found > worth:
                best, worth = action, found
        return self.table.game.grammar.say(best) if best else "end"

    def _Victim(self, top: Any) -> str:  # noqa: N802
        st = self.st
        units = [first(action) for action in top.legal(st)]
        best = max(units, key=lambda u: (not st.marks[u] & DISRUPTED, factor(st, u)))
        return f"disrupt {self._id(best)}"

    # Assaults --------------------------------------------------------------------------------

    def _worth(self, h: int, seat: int, *, mech: bool) -> float:
        """What an assault by all who may promises; the higher TER plays for its side."""
        st, force = self.st, list[int]()
        around = [u for n in st.world.ground.near[h] for u in st.at(n, seat)]
        for u in sorted(around, key=lambda u: st.world.muster[u]):
            if can_attack(st, u, h, mech=mech) and can_join(st, u, force, mech=mech):
                force.append(u)
        odds = Odds(st, h, force, seat) if force else None
        if odds is None or odds.is_automatic:
            return -9
        cut_off = seat == ALLIED and not all(has_loc(st, u) for u in odds.defenders)
        values = _WORTH_CUT_OFF if cut_off else _WORTH
        total = 0.0
        for die in range(1, 7):
            result = odds.resolve(die)
            by, others = odds.changes(result, seat)
            better = max if by == seat else min
            total += better(values[each] for each in (result, *others))
        return total / 6 + (h == st.world.ground.argentan)

    def _ChooseRound(self, top: Any) -> str:  # noqa: N802
        st, seat = self.st, top.seat
        if seat == GERMAN:
            acting = [u for u in st.world.german if st.marks[u] & ACTIVE]
            return "assault" if all(self._holds(u) for u in acting) else "move"
        if (st.turn, self._corps()) == (1, "US15"):
            return "move"
        good = [self._worth(h, seat, mech=False) for h in targets(st, seat, mech=False)]
        return "assault" if sum(x for x in good if x > _ATTACKS_FROM[seat]) >= 0.6 else "move"

    def _AssaultPhase(self, top: Any) -> str:  # noqa: N802
        worth = {h: self._worth(h, top.seat, mech=top.mech) for h in top.targets}
        h = max(worth, key=lambda each: worth[each])
        if worth[h] <= _ATTACKS_FROM[top.seat] and top.legal(self.st)[0] == v.END():
            return "end"
        alone = top.mech or not self._helpers(h, top.seat, ())
        return f"attack {self._number(h)}{' with all' if alone else ''}"

    def _helpers(self, h: int, seat: int, tried: Sequence[int]) -> list[int]:
        st = self.st
        near = [u for n in st.world.ground.near[h] for u in st.at(n, seat) if u not in tried]
        return [u for u in near if may_prepare(st, u, h, seat) and ter(st, u) >= 4]

    def _Muster(self, top: Any) -> str:  # noqa: N802
        if not top.force:
            return "with all"
        helpers = [] if top.mech or top.tried else self._helpers(top.hex, top.seat, top.tried)
        return f"help {self._id(helpers[0])}" if helpers else "fight"

    def _TerChange(self, top: Any) -> str:  # noqa: N802
        return f"change {top.options[0]}"

    def _StepLoss(self, top: Any) -> str:  # noqa: N802
        st, units = self.st, [first(action) for action in top.legal(self.st)]
        return f"lose {self._id(max(units, key=lambda u: (st.steps[u], -factor(st, u))))}"

    def _RemoveExcess(self, top: Any) -> str:  # noqa: N802
        st, units = self.st, [first(action) for action in top.legal(self.st)]
        return f"remove {self._id(min(units, key=lambda u: factor(st, u)))}"

    def _Retreat(self, top: Any) -> str:  # noqa: N802
        west = [self._hex("0130"), self._hex("4030")]
        far = self._far(self._escaped() if top.seat == GERMAN else west)
        zone = self.st.zone(top.seat)
        legal = top.legal(self.st)
        best = min(legal, key=lambda a: (4 * bool(zone[second(a)] & ZONE) + far[second(a)], a))
        return f"retreat {self._id(first(best))} {self._number(second(best))}"

    def _Advance(self, top: Any) -> str:  # noqa: N802
        st = self.st
        if top.gone or (top.seat == GERMAN and top.hex != st.world.ground.argentan):
            return "hold"
        able = [first(action) for action in self._of(top, v.ADVANCE)]
        best = max(able, key=lambda u: (st.world.large[u], factor(st, u)))
        return f"advance {self._id(best)}"

    # Movement --------------------------------------------------------------------------------

    def _OpFire(self, top: Any) -> str:  # noqa: N802
        st = self.st

        def worth(action: int) -> int:
            return sum(top.odds(st, first(action)).resolve(die) for die in range(1, 7))

        return f"fire {self._number(first(max(self._of(top, v.FIRE), key=worth)))}"

    def _Cover(self, _: Any) -> str:  # noqa: N802
        return "risk"

    def _Moving(self, _: Any) -> str:  # noqa: N802
        return "stay"

    def _holds(self, u: int) -> bool:
        """Return whether a German unit stays where it is."""
        st, h = self.st, self.st.loc[u]
        ground = st.world.ground
        if st.side_of(u) == ALLIED or self._id(u) in plan.BY_THE_SOUTH:
            return False
        if ground.escaped[h] or (h == ground.argentan and len(st.at(h, GERMAN)) == 1):
            return True
        waits = st.turn < plan.RUNS_FROM[self._corps()]
        return waits and st.world.grid.position(h) < 34

    def _goal(self, u: int) -> list[int]:
        st = self.st
        if st.side_of(u) == GERMAN:
            if self._id(u) in plan.BY_THE_SOUTH:
                return [h for h in st.world.grid if st.world.ground.last_row[h]]
            return self._escaped()
        name = "90" if self._id(u).startswith("U-90") else self._corps()
        return [self._hex(plan.GOALS[name][(st.turn - 1) // 2])]

    def _MoveRound(self, top: Any) -> str:  # noqa: N802
        st = self.st
        able = [first(action) for action in self._of(top, v.SELECT)]
        waiting = [u for u in able if ("moved", st.turn, u) not in self._done]
        waiting.sort(key=lambda u: self._far(self._goal(u))[st.loc[u]])
        for u in waiting:
            self._once(("moved", st.turn, u))
            if self._id(u) in plan.BY_THE_SOUTH and st.world.ground.last_row[st.loc[u]]:
                return f"exit {self._id(u)}"
            if not self._holds(u) and (h := self._best(u, top.seat)) is not None:
                return f"move {self._id(u)} {self._number(h)}"
        return "end"

    def _best(self, u: int, seat: int) -> int | None:
        """The hex that is worth a march; None if none is."""
        st = self.st
        moving, trial = begin(st, seat, (u,)), st.copy()
        trial.push(moving)
        reach = [first(action) for action in moving.legal(trial) if action >> 32 == v.GO.number]
        far, zone, ground = self._far(self._goal(u)), st.zone(seat), st.world.ground
        keen = plan.KEEN.get(self._corps(), 4.0)

        def value(h: int) -> float:
            if seat == GERMAN:
                cover = 0.2 * bool(ground.settlement[h] or ground.terrain[h])
                return cover - far[h] - 3.5 * bool(zone[h] & ZONE)
            prize = 8 * (h == ground.argentan) + 0.3 * bool(ground.bridge[h])
            return prize - far[h] + keen * bool(zone[h] & ZONE)

        best = max(reach, key=lambda h: (round(value(h), 2), -h), default=None)
        return best if best is not None and value(best) > value(st.loc[u]) + 0.9 else None
