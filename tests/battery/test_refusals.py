"""Refusals tell the real reason: swept over the states of random games.

Actions are drawn from the whole grammar, for the seat that is asked and for the other. Short in
CI; longer by hand, with `BOCAGE_BATTERY_GAMES=40 BOCAGE_BATTERY_POSITIONS=60`.

For each refusal its rule is switched off, and the checks go on behind it (`going_on`): another
rule refuses, or the action must really be possible. Other tests see that the rule is not a mere
question at hand, that the units named are the cause, and that the points told are those missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast

import pytest

from bocage.engine import play
from bocage.engine.actions import Action, first, number_of, second
from bocage.engine.frames import dump_frame
from bocage.engine.game import Game
from bocage.engine.rulings import Refusal, Rule, Ruling, TableRule
from bocage.engine.switches import is_under
from bocage.engine.words import Ref
from bocage.games.roundup import s13_setup
from bocage.games.roundup.words.verbs import BEACHHEAD
from bocage.rules.judge import Judge
from tests.battery.drawing import drawn
from tests.battery.going_on import going_on
from tests.battery.subjects import LOTS, positions, subject
from tests.battery.test_agreement import done
from tests.mutants import judge_of

SWEPT = ("roundup", "roundup-15", "falaise", "falaise-alone")
PROBES = 120

AT_HAND = {
    "end": "a decision that can't be passed must be made: the rule that asks is the reason",
}
"""Verbs that are refused by the rule of the question at hand, and why."""

THINGS = {"unit", "hex", "beachhead", "corps"}
"""The kinds of argument that can be placed, moved or named, so that an effect can be seen."""

BEHIND = {
    ("roundup", "", "go"): "the way is found with the points and the zones that there are",
    ("roundup", "", "lose"): "only who fought can take the loss",
    ("roundup", "3.1.2.b", ""): "what is impossible is what the rule forbids",
    ("roundup", "reading 38", ""): "what is impossible is what the rule forbids",
    ("roundup", "3.1.c", "remove"): "only who is there can be removed",
    ("roundup", "8.1.a", "land"): "a German unit has no marks of a landing",
    ("roundup", "8.5.f", "enter"): "only who was picked has an edge",
    ("roundup", "10.0.b", "step"): "a step joins two hexes that touch",
    ("roundup", "10.0.g", "step"): "what is impossible is what the rule forbids",
    ("roundup", "11.0.a", "attack"): "an attack has attackers",
    ("roundup", "11.13.2.c", "retreat"): "a retreat goes to a hex that touches",
    ("falaise", "3.1.v", "place"): "what is impossible is what the rule forbids",
    ("falaise", "4.0.a", ""): "before the Activation there is no command to act",
    ("falaise", "6.0.a", "fire"): "a shot joins two hexes that touch",
    ("falaise", "6.2.a", "go"): "who is fired at is not asked where to go",
    ("falaise", "6.2.a", "step"): "who is fired at is not asked where to go",
    ("falaise", "7.0.e", "go"): "the way is found with the points that there are",
    ("falaise", "7.2.a", "go"): "a way needs a unit, and hexes that touch",
    ("falaise", "7.2.a", "step"): "a step needs a unit, and hexes that touch",
    ("falaise", "7.2.f", "go"): "the way is found with the points that there are",
    ("falaise", "7.2.g", "drop"): "who is not under way cannot be left behind",
    ("falaise", "7.2.h", "stack"): "one unit is not a stack",
    ("falaise", "8.2.a", "shell"): "guns that are not there have no range",
    ("falaise", "10.1.a", "attack"): "an attack has attackers and somebody to attack",
    ("falaise", "10.1.a", "with"): "an attack joins two hexes that touch",
    ("falaise", "10.3.a", "retreat"): "a retreat goes from hex to hex, and only who is beaten goes",
    ("falaise", "11.1.a", "attach"): "a unit of the other side has no corps to join",
    ("falaise", "11.3.f", "place"): "a unit of the other side cannot enter beside its enemies",
}
"""By game, rule and verb (any, if none): what cannot be done without the rule either, and why."""

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
        """Return the ruling in another state."""
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
    """Return the refusals of a random game."""
    return refused(*request.param)


def test_without_the_cited_rule_the_refusal_changes(swept: list[Refused]) -> None:
    """Without the rule that a refusal cites, the other rules have their say: they refuse, or the
    action can be done, does what it says and leaves a possible position."""
    with going_on(swept[0].game):
        wrong = [said for each in swept for rule in each.ruling.rules for said in _told(each, rule)]
    assert wrong == []


def _told(each: Refused, rule: Rule) -> list[str]:
    """What is wrong with citing a rule against an action; nothing if it is the reason."""
    refusal = each.ruling.refusals[0]
    verb = each.game.grammar.verb(each.action)
    assert verb is not None
    if isinstance(refusal.rule, TableRule) or verb.word in AT_HAND:
        return []
    if "it is not your decision" in refusal.words.template:
        return []  # the seat is the reason, and the rule says whose decision it is
    known = ((str(rule), verb.word), (str(rule), ""), ("", verb.word))
    if any((each.game.id, *some) in BEHIND for some in known):
        return []
    judge: Judge[Any] = judge_of(each.game.id)
    with judge.without(rule):
        st = each.st.copy()
        st.forget()
        st.events = []
        try:
            other = each.again(st)
            if other.refusals:
                by = [cited for cited in other.rules if is_under(cited, rule)]
                return [f"{each}: without {rule} it is refused by {by}"] if by else []
            play.apply(st, each.seat, each.action)
        except Exception as error:
            return [f"{each}: without {rule} it cannot be done: {error!r}"]
    if faults := each.game.faults(st):
        return [f"{each}: without {rule} the position is impossible: {faults[0]}"]
    if missed := _untouched(each, st):
        return [f"{each}: without {rule} something else is done, nothing with {missed}"]
    return []


def _untouched(each: Refused, st: Any) -> list[str]:
    """What an action names and what it did in a position neither told of nor changed."""
    grammar, nouns = each.game.grammar, each.game.nouns
    verb = grammar.verb(each.action)
    assert verb is not None
    told = {
        (piece.kind, piece.number)
        for event in st.events
        for piece in event.words().pieces(nouns)
        if isinstance(piece, Ref)
    }
    kept = {value for frame in st.stack for value in _numbers(dump_frame(frame)[1:])}
    found: list[str] = []
    for names, number in zip(
        verb.arguments, (first(each.action), second(each.action)), strict=False
    ):
        moved = names.kind == "unit" and any(
            getattr(st, field)[number] != getattr(each.st, field)[number]
            for field in ("loc", "steps", "marks")
        )
        if names.kind in THINGS and not (moved or (names.kind, number) in told or number in kept):
            found.append(names.say(number))
    return found


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, list | tuple):
        for each in cast("list[Any]", value):
            yield from _numbers(each)
    elif isinstance(value, int):
        yield value


def test_a_rule_that_is_not_the_reason_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: it finds a refusal that cites a rule which is not the reason."""
    game = subject("roundup")
    st: Any = game.new("standard", game.settings())
    play.settle(st)
    beach = second(play.legal(st, 0)[0])
    out_of_order = BEACHHEAD(2, beach)

    def told() -> list[str]:
        ruling = play.check(st, game.grammar, 0, out_of_order)
        each = Refused(game, st, 0, out_of_order, ruling)
        with going_on(game):
            return [said for rule in ruling.rules for said in _told(each, rule)]

    assert told() == []
    monkeypatch.setattr(s13_setup, "ORDER", Rule("13.4"))
    assert "something else is done, nothing with ['the UK1 Beachhead']" in told()[0]


def test_without_a_rule_the_next_rule_is_checked() -> None:
    """While a rule is off, a check continues with the next rule instead of allowing the action."""
    game = subject("roundup")
    st: Any = game.new("standard", game.settings())
    play.settle(st)
    inland = BEACHHEAD(0, st.world.grid.hex("3011"))
    assert play.check(st, game.grammar, 0, inland).rules == ("13.4.a",)
    play.apply(st, 0, BEACHHEAD(0, second(play.legal(st, 0)[0])))
    both = BEACHHEAD(0, st.beachheads[0])
    assert play.check(st, game.grammar, 0, both).rules == ("13.4",)
    with judge_of("roundup").without("13.4.a"), going_on(game):
        assert play.check(st, game.grammar, 0, BEACHHEAD(1, st.beachheads[0])).rules == ("13.4.b",)
        assert play.check(st, game.grammar, 0, BEACHHEAD(1, st.world.grid.hex("3011")))


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
    """Return the units that a refusal holds responsible."""
    fields = refusal.words.fields
    found: list[int] = []
    for name in ("enemy", "both", "entered"):
        value: Any = fields.get(name, ())
        found += [value] if isinstance(value, int) else value
    return found


def test_refusals_for_points_name_the_exact_cost(swept: list[Refused]) -> None:
    """With the number of points that a refusal names the action is allowed, and with fewer not."""
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
