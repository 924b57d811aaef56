"""The game: what the engine asks of it beyond the sequence of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from bocage.engine.actions import Action, NotationError
from bocage.engine.charts import ChartTable
from bocage.engine.counters import Counter
from bocage.engine.frames import Sealed
from bocage.engine.game import SHEETS, Game, Option, Outcome, Scenario
from bocage.engine.goals import Goals
from bocage.engine.odds import Weighed
from bocage.engine.overlays import Overlay
from bocage.engine.plans import Plan
from bocage.engine.play import Policy
from bocage.engine.reach import Way
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.shown import Ribbon, Shown, View
from bocage.engine.story import Telling
from bocage.engine.todo import Todo
from bocage.engine.viewers import Viewer
from bocage.engine.words import Nouns, Words
from bocage.maps import Pack
from tests.engine.toy import answers
from tests.engine.toy.board import (
    AROUND,
    BID,
    BIDS,
    DIE,
    END,
    GRAMMAR,
    HIDE,
    OFF_MAP,
    OWN,
    PLACES,
    SEAT,
    SEATS,
    SKIES,
    STEP,
    UNITS,
)
from tests.engine.toy.frames import Bidding, Hiding, Turn
from tests.engine.toy.ground import ground
from tests.engine.toy.judge import ToyJudge
from tests.engine.toy.moves import Movement
from tests.engine.toy.state import DRAWN, GOES_ON, NOT_HIDDEN, SHOWN, Outpost

R = Rule


class Toy(Game[Outpost]):
    """Outpost."""

    id = "outpost"
    title = "Outpost"
    book = "Outpost"
    revision = 2
    seats = SEATS
    scenarios: Mapping[str, Scenario] = {
        "border": Scenario("border", "The border", "Three against three across an empty board."),
    }
    options: Mapping[str, Option] = {
        "tie": Option("tie", "Who moves first after equal bids", R("2.2"), ("die", "red"), since=2)
    }
    lacks = dict.fromkeys(SHEETS, "players move counters in this game; order sheets are for OP COM")
    grammar = GRAMMAR
    nouns: Nouns = MappingProxyType(
        {each.kind: each for each in (UNITS, PLACES, SEAT, SKIES, DIE, BIDS)}
    )

    def new(self, scenario: str, options: Mapping[str, str]) -> Outpost:
        """The generals are hidden first, then turn follows turn."""
        st = Outpost.new(options["tie"])
        st.push(Turn())
        st.push(Hiding((0, 1)))
        return st

    def heading(self, st: Outpost) -> Words:
        """Return the turn."""
        return Words("Turn {turn}", {"turn": st.turn})

    def outcome(self, st: Outpost) -> Outcome | None:
        """5.1 and 5.2."""
        if st.ended == GOES_ON:
            return None
        if st.ended == DRAWN:
            return Outcome(None, Words("a draw"), R("5.2"), (0.5, 0.5))
        scores = (1.0, 0.0) if st.ended == 0 else (0.0, 1.0)
        return Outcome(st.ended, Words("{seat:seat} has won", {"seat": st.ended}), R("5.1"), scores)

    def concede(self, st: Outpost, seat: int) -> None:
        """The other seat has won."""
        st.finish(1 - seat)

    def view(self, st: Outpost, viewer: Viewer) -> dict[str, Any]:
        """Return all but the generals of others that have not been shown, and answers under
        seal.
        """
        return {
            "turn": st.turn,
            "weather": SKIES.written[st.mud],
            "units": [list(row) for row in zip(st.loc, st.steps, st.points, st.flags, strict=True)],
            "at": [None if p == OFF_MAP else PLACES.written[p] for p in st.loc],
            "steps": list(st.steps),
            "points": list(st.points),
            "flags": list(st.flags),
            "generals": [self._general(st, viewer, seat) for seat in (0, 1)],
            "answers": [
                [seat, GRAMMAR.say(action)]
                for frame in st.stack
                if isinstance(frame, Sealed)
                for seat, action in frame.answers
                if _knows(viewer, seat)
            ],
        }

    def _general(self, st: Outpost, viewer: Viewer, seat: int) -> str | None:
        unit = st.general[seat]
        if unit == NOT_HIDDEN or not (_knows(viewer, seat) or st.flags[unit] & SHOWN):
            return None
        return UNITS.written[unit]

    def determinise(self, st: Outpost, viewer: Viewer, rng: Random) -> Outpost:
        """The generals of others may be in any unit that lives and was not shown."""
        new = st.copy()
        for seat in (0, 1):
            unit = st.general[seat]
            if _knows(viewer, seat) or unit == NOT_HIDDEN or st.flags[unit] & SHOWN:
                continue
            places = [u for u in OWN[seat] if st.steps[u] and not st.flags[u] & SHOWN]
            new.general[seat] = rng.choice(places)
        top = new.stack[-1] if new.stack else None
        if isinstance(top, Hiding | Bidding):
            hiding = isinstance(top, Hiding)
            answers = tuple(
                (seat, action)
                if _knows(viewer, seat)
                else (
                    seat,
                    HIDE(rng.choice(OWN[seat])) if hiding else BID(rng.randrange(len(BIDS))),
                )
                for seat, action in top.answers
            )
            new.swap(type(top)(top.asked, answers))
        return new

    def parse(self, st: Outpost, seat: int, line: str) -> Sequence[Action]:
        """`move R1 a1-a2-a3` is a step for every place after the first."""
        words = line.split()
        if len(words) != 3 or words[0] != "move":
            return super().parse(st, seat, line)
        unit = UNITS.index(words[1])
        at, *path = (PLACES.index(name) for name in words[2].split("-"))
        if st.loc[unit] != at or not path:
            raise NotationError(line, f"{UNITS.say(unit)} is not in {PLACES.say(at)}, or stays")
        return [STEP(unit, place) for place in path]

    def faults(self, st: Outpost) -> list[str]:
        """Return two in a place, steps and places that do not agree, a stale zone."""
        living = [p for p in st.loc if p != OFF_MAP]
        found = ["two units in one place"] if len(set(living)) != len(living) else []
        if any((st.loc[u] == OFF_MAP) != (st.steps[u] == 0) for u in range(6)):
            found.append("a unit without steps is on the map, or one with steps is not")
        anew = st.copy()
        anew.forget()
        if [st.zone(s) for s in (0, 1)] != [anew.zone(s) for s in (0, 1)]:
            found.append("the remembered zones are stale")
        return found

    def adjust(self, st: Outpost, line: str) -> tuple[Ruling, Ruling]:
        """`R1 c3`: put a unit in a place that is empty."""
        words = line.split()
        if len(words) != 2:
            raise NotationError(line, "expected UNIT PLACE")
        unit, place = UNITS.index(words[0]), PLACES.index(words[1])
        if st.loc[unit] == OFF_MAP:
            return refuse(R("3.1"), "{unit:unit} is lost", unit=unit), OK
        if (there := st.unit_at(place)) is not None:
            return refuse(R("3.1"), "{there:unit} is in {at:hex}", there=there, at=place), OK
        noted = OK
        if place not in AROUND[st.loc[unit]]:
            template = "{unit:unit} is not next to {place:hex}"
            noted = refuse(R("3.1"), template, unit=unit, place=place)
        st.place(unit, place)
        return OK, noted

    def policies(self) -> Mapping[str, Policy]:
        """Return two players that go on while they can."""
        return {"random": keen, "lazy": lazy}

    def midgame(self, rng: Random) -> Outpost:
        """Units anywhere, generals in some of them, a seat to move."""
        st = self.new("border", self.settings())
        st.pop()
        for unit, place in enumerate(rng.sample(range(len(PLACES)), 6)):
            st.place(unit, place)
            st.steps[unit], st.points[unit] = rng.choice((1, 2)), rng.choice((0, 1, 2))
        st.general[:] = bytes(rng.choice(own) for own in OWN)
        st.turn, st.mud = rng.randrange(1, 6), rng.randrange(2)
        st.push(Movement(rng.randrange(2)))
        return st

    # Questions: see `answers`

    def map(self) -> Pack:
        """See `ground`."""
        return ground()

    def counters(self) -> Sequence[Counter]:
        """See `answers`."""
        return answers.counters()

    def markers(self) -> Sequence[Counter]:
        """See `answers`."""
        return answers.markers()

    def charts(self) -> Sequence[ChartTable]:
        """See `answers`."""
        return answers.charts()

    def shown(self, view: View) -> Shown:
        """See `answers`."""
        return answers.shown(view)

    def ribbon(self, st: Outpost) -> Ribbon:
        """See `answers`."""
        return answers.ribbon(st)

    def reach(self, st: Outpost, seat: int) -> Sequence[Way]:
        """See `answers`."""
        return answers.reach(st, seat)

    def way(self, st: Outpost, seat: int, action: Action) -> Way | None:
        """See `answers`."""
        return answers.way(st, seat, action)

    def weigh(
        self, st: Outpost, seat: int, h: int | None, units: Sequence[int], aids: Sequence[str] = ()
    ) -> Sequence[Weighed]:
        """See `answers`."""
        return answers.weigh(st, seat, h, units)

    def stakes(self, st: Outpost, seat: int, action: Action) -> Sequence[Weighed]:
        """See `answers`."""
        return answers.stakes(st, action)

    def gather(self, st: Outpost, seat: int) -> None:
        """4.1: each unit attacks by itself, so nobody gathers a force."""

    def plans(self, st: Outpost, seat: int) -> Sequence[Plan]:
        """See `answers`."""
        return answers.plans(st, seat)

    def overlays(self) -> Mapping[str, Overlay]:
        """See `answers`."""
        return answers.OVERLAYS

    def goals(self, st: Outpost, viewer: Viewer) -> Goals:
        """Return which side is ahead."""
        return answers.goals(st)

    def todo(self, st: Outpost, seat: int) -> Sequence[Todo]:
        """Nothing: a turn of the toy is one move."""
        return ()

    def cut_off(self, st: Outpost) -> Sequence[int]:
        """See `answers`."""
        return answers.cut_off(st)

    def story(self) -> Telling:
        """See `answers`."""
        return answers.STORY

    def judge(self) -> ToyJudge:
        """See `judge`."""
        return ToyJudge(self)


def _knows(viewer: Viewer, seat: int) -> bool:
    return viewer.sees_all or seat in viewer.seats


def keen(st: Outpost, legal: Sequence[Action], rng: Random) -> Action:
    """Return any action, but the end only when there is nothing else."""
    found = rng.choice(legal)
    while found == END() and len(legal) > 1:
        found = rng.choice(legal)
    return found


def lazy(st: Outpost, legal: Sequence[Action], rng: Random) -> Action:
    """Half of the time the last action, which ends or holds."""
    return legal[-1] if rng.random() < 0.5 else rng.choice(legal)
