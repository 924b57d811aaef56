"""Refusals tell the real reason: swept over the states of random games.

Actions are drawn from the whole grammar, for the seat that is asked and for the other. Short in
CI; longer by hand, with `BOCAGE_BATTERY_GAMES=40 BOCAGE_BATTERY_POSITIONS=60`.

`refuse` gives nothing while its rule is off, so that a rule which is cited at all changes the
answer. What the other tests add is that the rule is no mere question at hand, that the units named
are the cause, and that the points told are those that are missing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from bocage.engine import play
from bocage.engine.actions import Action, number_of
from bocage.engine.game import Game
from bocage.engine.rulings import Refusal, Ruling, TableRule
from bocage.rules.judge import Judge
from tests.battery.drawing import drawn
from tests.battery.subjects import LOTS, positions, subject
from tests.battery.test_agreement import done
from tests.mutants import judge_of

SWEPT = ("roundup", "roundup-15", "falaise", "falaise-alone")
PROBES = 120

AT_HAND = {
    "end": "a decision that can't be passed must be made: the rule that asks is the reason",
}
"""Verbs that are refused by the rule of the question at hand, and why."""

ALTERNATIVES = {
    r"go, step or stay": "what would work",
    r"\. Go through .* or ": "what would work",
    r"fly us, or fly uk": "what would work",
    r"with the Counterattack or with the 86th Corps": "both doors are open to unknown forces",
    r"in the Air Superiority Phase, or when": "both are times at which markers are placed",
    r"or let it stay": "what would work",
    r"it may be made": "what a result may be changed into",
    r"one brigade or regiment": "the two sizes are one in 5.3",
    r"US or Polish units": "with both US units stack",
    r"at the front of sector": "both sectors are open to the unit",
    r"in or next to": "one place for the set-up",
    r"with or next to": "one place for the set-up",
    r"not what is asked for now|not your decision": "the prompt of the question at hand",
    r"without a bridge or ford": "neither is there",
    r"no beachhead or port is there": "neither is there",
    r"no result|no unit is to advance": "neither is asked for",
    r"the 384th or the 389th, not both": "which of them is the player's choice",
}
"""Where a refusal says `or`, and why it need not decide."""


class Refused(NamedTuple):
    """An action that was refused in a position of a random game."""

    game: Game[Any]
    st: Any
    seat: int
    action: Action
    ruling: Ruling

    @property
    def top(self) -> Any:
        """The decision at hand."""
        return self.st.stack[-1]

    def again(self, st: Any) -> Ruling:
        """The ruling in another state."""
        return play.check(st, self.game.grammar, self.seat, self.action)

    def __str__(self) -> str:
        line = self.game.grammar.say(self.action)
        return f"'{line}' at {self.top}: {self.ruling.say(self.game.nouns, self.game.book)}"


@cache
def refused(name: str, seed: int) -> list[Refused]:
    """Refused actions of the grammar, in the positions of a random game."""
    game, rng = subject(name), Random(seed)
    found: list[Refused] = []
    for table in positions(game, seed):
        if not table.state.stack:
            continue
        st = table.state.copy()
        near = table.legal(play.pending(st)[0])
        for seat in range(len(game.seats)):
            for action in drawn(game.grammar, near, rng, PROBES, done(table)):
                if game.grammar.is_canonical(action):
                    ruling = play.check(st, game.grammar, seat, action)
                    found += [] if ruling else [Refused(game, st, seat, action, ruling)]
    assert len(found) > PROBES
    return found


@pytest.fixture(params=[(name, seed) for name in SWEPT for seed in range(LOTS)], ids=str)
def swept(request: pytest.FixtureRequest) -> list[Refused]:
    """The refusals of a random game."""
    return refused(*request.param)


def test_the_rule_cited_decides(swept: list[Refused]) -> None:
    """Without the rule that a refusal cites, and without each reading of it, the answer changes."""
    for each in swept:
        judge: Judge[Any] = judge_of(each.game.id)
        for rule in each.ruling.rules:
            if isinstance(each.ruling.refusals[0].rule, TableRule):
                continue  # whose decision it is: no rule of the book can be switched off for it
            with judge.without(rule):
                st = each.st.copy()
                st.forget()
                other = each.again(st)
            assert other != each.ruling, f"{each}: without {rule} the answer is the same"


def test_what_is_untimely_is_not_refused_by_the_question_at_hand(swept: list[Refused]) -> None:
    """A verb that nobody is asked for is refused by the rule that puts it elsewhere."""
    for each in swept:
        top = each.top
        verb = each.game.grammar.verb(each.action)
        assert verb is not None
        if number_of(each.action) in top.takes or verb.word in AT_HAND:
            continue
        template = each.ruling.refusals[0].words.template
        assert "is not what is asked for now" not in template, str(each)
        assert "it is not your decision" not in template, str(each)


def test_a_refusal_names_one_reason(swept: list[Refused]) -> None:
    """No refusal leaves open which of several reasons holds, and none names nobody."""
    for each in swept:
        for refusal in each.ruling.refusals:
            said = refusal.words.say(each.game.nouns)
            assert "nothing" not in said, str(each)
            if re.search(r"\bor\b", said):
                assert any(re.search(known, said) for known in ALTERNATIVES), str(each)


def test_the_enemy_named_is_responsible(swept: list[Refused]) -> None:
    """Without the enemy units that a refusal names the answer is another."""
    for each in swept:
        enemies = [u for refusal in each.ruling.refusals for u in _enemies(refusal)]
        if not enemies:
            continue
        st = each.st.copy()
        for u in enemies:
            assert st.loc[u] >= 0, f"{each}: names a unit that is not on the map"
            st.place(u, -4)
        assert each.again(st) != each.ruling, f"{each}: the units named make no difference"


def _enemies(refusal: Refusal) -> list[int]:
    """The units that a refusal holds responsible."""
    fields = refusal.words.fields
    found: list[int] = []
    for name in ("enemy", "both", "entered"):
        value: Any = fields.get(name, ())
        found += [value] if isinstance(value, int) else value
    return found


def test_the_points_told_are_the_points_missing(swept: list[Refused]) -> None:
    """Who is told that a way takes so many points may take it with so many, and with no less."""
    for each in swept:
        fields = each.ruling.refusals[0].words.fields
        top = each.top
        if "cost" not in fields or not hasattr(top, "points"):
            continue
        changes: dict[str, Any] = {}
        if each.game.id == "falaise":  # counts in half points
            missing = float(str(fields["cost"])) - float(str(fields["left"]))
            enough = max(top.points, top.spent, top.road) + round(2 * missing)
        else:
            enough = top.spent + int(str(fields["cost"]))
            changes["column"] = False
        for points, may in ((enough, True), (enough - 1, False)):
            st = each.st.copy()
            st.swap(replace(top, points=points, **changes))
            assert bool(each.again(st)) == may, f"{each}: with {points} points"
