"""A game run from outside: take in sheets, work turns out, change cards, and run turns again.

Everything goes through a `Table` and into its log. This module uses no files and no screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bocage.engine.actions import cleaned, number_of, text_of
from bocage.engine.errors import BocageError
from bocage.engine.log import Entry, live
from bocage.engine.play import Policy, sit_down
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.desk import Card, is_among
from bocage.games.opcom.s02_umpiring.cards import (
    ROUTINE,
    Review,
    split_told,
    weight_of,
)
from bocage.games.opcom.s02_umpiring.desk import Desk, Release, check_override
from bocage.games.opcom.s05_orders.files import sheet_from_text, sheet_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import Understood, understand
from bocage.games.opcom.s05_orders.sheet import Sheet
from bocage.games.opcom.s05_orders.submission import Orders, not_for_now
from bocage.games.opcom.s09_combat.decisions import Overtake, Redirect
from bocage.games.opcom.s12_air.drop_zone import Sally
from bocage.games.opcom.words.verbs import (
    ACCEPT,
    ADJUDICATE,
    CLOSE,
    EDIT,
    NO,
    OVERRIDE,
    PASS,
    RELEASE,
    RELEASE_TO,
    RULE,
    SHEET,
    YES,
)


class ProcedureError(BocageError):
    """Why something cannot be done now, in one sentence."""


def _control(table: Table[Position]) -> int:
    return table.state.world.control


def submit(table: Table[Position], team: int, sheet: Sheet) -> Understood:
    """Take in a sheet that a team sends; return how Control understands it.

    The result has the questions and problems. A later sheet replaces an earlier one until Control
    closes the orders; the last team's sheet does not close them. After that Control may still take
    in a sheet (`take_in`).

    Raises:
        ProcedureError: the turn is closed, or the sheet is another's or for another half day.
    """
    st = table.state
    if not st.stack:
        raise ProcedureError("the operation is over")
    row = st.world.turn(st.turn)
    if isinstance(st.stack[-1], Desk):
        raise ProcedureError(
            f"orders for {row.date} {row.half} are closed; Control may still submit a "
            "late sheet for you"
        )
    if not isinstance(st.stack[-1], Orders):
        raise ProcedureError(
            f"orders for {row.date} {row.half} are closed; the turn is being adjudicated"
        )
    if complaint := not_for_now(st.world, team, st.turn, sheet):
        raise ProcedureError(complaint)
    found = understand(st.world, team, sheet, known_to_team(st, team))
    ruling = table.act(team, SHEET.carrying(sheet_text(sheet)))
    if not ruling:
        raise ProcedureError(table.say(ruling))
    return found


def take_in(table: Table[Position], team: int, sheet: Sheet, reason: str) -> Understood:
    """Take in a sheet for a team on Control's behalf: late, from paper, or written by a commander.

    Raises:
        ProcedureError: the turn is being worked out, or the sheet is for another half day.
    """
    st = table.state
    if not st.stack:
        raise ProcedureError("the operation is over")
    signed: Sheet = {**sheet, "team": st.world.teams[team].seat}
    found = understand(st.world, team, signed, known_to_team(st, team))
    before = len(table.entries)
    ruling = table.adjust(_control(table), f"sheet {sheet_text(signed)} because {reason}")
    if len(table.entries) == before:
        raise ProcedureError(table.say(ruling))
    return found


def written_by(st: Position, team: int, player: Policy) -> Sheet:
    """Return the sheet that a computer player writes for a team now.

    Raises:
        ProcedureError: the turn is being worked out.
    """
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Orders | Desk):
        raise ProcedureError("it is too late for a sheet: the turn is being adjudicated")
    legal = Orders(tuple(range(len(st.world.teams)))).legal_for(st, team)
    action = sit_down(player)(st, legal, Random(0))  # noqa: S311 - no die of the game
    return sheet_from_text(text_of(action))


def missing(table: Table[Position]) -> list[str]:
    """Return the teams without a sheet, which only Control may know."""
    top = table.state.stack[-1] if table.state.stack else None
    if not isinstance(top, Orders):
        return []
    return [table.state.world.teams[seat].name for seat in top.missing()]


def close(table: Table[Position], *, time_is_up: bool = False) -> None:
    """Close the orders of this turn; they can be opened again until it is worked out.

    Raises:
        ProcedureError: sheets are missing and time is not up, or no orders are open.
    """
    if not isinstance(table.state.stack[-1] if table.state.stack else None, Orders):
        raise ProcedureError(f"no orders are open: {waits_for(table)}")
    ruling = table.close() if time_is_up else table.act(_control(table), CLOSE())
    if not ruling:
        raise ProcedureError(table.say(ruling))


def adjudicate(table: Table[Position], *, time_is_up: bool = False) -> None:
    """Work the turn out, up to a card that is held, a team's decision, or its release.

    Raises:
        ProcedureError: sheets are missing and time is not up, or no turn waits for adjudication.
    """
    top = table.state.stack[-1] if table.state.stack else None
    if time_is_up and (missing(table) or not isinstance(top, Orders | Desk)):
        ruling = table.run_out()
        if not ruling:
            raise ProcedureError(table.say(ruling))
    if isinstance(top, Orders | Desk):
        ruling = table.act(_control(table), ADJUDICATE())
        if not ruling:
            raise ProcedureError(table.say(ruling))
    elif not time_is_up:
        raise ProcedureError(waits_for(table))


def waits_for(table: Table[Position]) -> str:
    """Return a sentence for Control that says what the game waits for."""
    top = table.state.stack[-1] if table.state.stack else None
    world = table.state.world
    if top is None:
        return "the operation is over"
    if isinstance(top, Orders):
        out = ", ".join(missing(table))
        return f"these sheets are still missing: {out}" if out else "the sheets are in; adjudicate"
    if isinstance(top, Review):
        others = " or ".join(each for each in top.choices.split("|") if each != top.value)
        proposed = f"proposed is {top.value}, and it may be {others}"
        return f"card {top.name} waits for you: {top.what}; {proposed}"
    if isinstance(top, Overtake | Redirect | Sally):
        words = top.prompt(table.state).say(table.game.nouns)
        return f"{world.teams[top.seat].name} must decide now: {words}"
    if isinstance(top, Release):
        return "the turn is adjudicated; check the cards, then release the reports"
    return "the orders are closed; adjudicate"


def waiting_card(table: Table[Position]) -> Card | None:
    """Return the card that waits for Control's ruling; None if no card waits."""
    top = table.state.stack[-1] if table.state.stack else None
    if not isinstance(top, Review):
        return None
    return Card(
        *(top.name, top.category, top.what, top.why, top.cited, top.choices, top.value),
        *("", "", "", top.case),
    )


def rule(table: Table[Position], value: str, reason: str) -> None:
    """Rule on the waiting card for Control; an empty value accepts the proposal.

    Raises:
        ProcedureError: no card waits, or it cannot be ruled so.
    """
    if not isinstance(table.state.stack[-1] if table.state.stack else None, Review):
        raise ProcedureError(f"no card waits for a ruling: {waits_for(table)}")
    action = RULE.carrying(cleaned(f"{value} because {reason}")) if value else ACCEPT()
    ruling = table.act(_control(table), action)
    if not ruling:
        raise ProcedureError(table.say(ruling))


def answer(table: Table[Position], team: int, *, yes: bool) -> None:
    """A team answers an instant decision.

    Raises:
        ProcedureError: it is not asked.
    """
    ruling = table.act(team, YES() if yes else NO())
    if not ruling:
        raise ProcedureError(table.say(ruling))


def accept_routine(table: Table[Position]) -> int:
    """Let every routine ruling of this turn stand; return their number.

    Raises:
        ProcedureError: no turn is being worked out.
    """
    count = sum(
        weight_of(table.state, card) == ROUTINE and card.by == "rules" for card in table.state.cards
    )
    if not count:
        raise ProcedureError(f"there is no routine ruling to accept: {waits_for(table)}")
    ruling = table.act(_control(table), PASS.carrying(ROUTINE))
    if not ruling:
        raise ProcedureError(table.say(ruling))
    return count


def release(table: Table[Position], teams: str = "") -> None:
    """Release the reports of the turn to every team, or to some of them, by name or side.

    Raises:
        ProcedureError: the turn is not worked out yet, or a report fails the lint.
    """
    if not isinstance(table.state.stack[-1] if table.state.stack else None, Release):
        raise ProcedureError(f"there is nothing to release: {waits_for(table)}")
    ruling = table.act(_control(table), RELEASE_TO.carrying(cleaned(teams)) if teams else RELEASE())
    if not ruling:
        raise ProcedureError(table.say(ruling))


@dataclass(frozen=True, slots=True)
class Rerun:
    """The changes that an override made."""

    kept: int
    """The number of lines at the start of the log that did not change."""
    changed: tuple[tuple[str, str, str], ...] = ()
    """Cards with a new ruling or new words: name, before, after; empty for a card that was not
    there.
    """


def override(table: Table[Position], name: str, value: str, reason: str) -> Rerun:
    """Change a ruling for Control and work the turn out again from that card.

    Earlier rulings stay the same, because a question keeps its name and so its die. Rulings and
    answers by hand are given again.

    Raises:
        ProcedureError: there is no such card in this turn, or it cannot be ruled so.
    """
    top = table.state.stack[-1] if table.state.stack else None
    lines = len(table.entries)
    if not split_told(reason)[0]:
        raise ProcedureError("an override needs a reason")
    if isinstance(top, Review) and top.name == name:
        rule(table, value, reason)
        return Rerun(lines)
    if isinstance(top, Orders | Desk):
        done = table.act(
            _control(table), OVERRIDE.carrying(cleaned(f"{name} {value} because {reason}"))
        )
        if not done:
            raise ProcedureError(table.say(done))
        return Rerun(lines)
    if isinstance(top, Release) and top.done:
        had = ", ".join(table.state.world.teams[team].name for team in top.done)
        raise ProcedureError(
            f"{had} already has its report of this turn, so its rulings can't change"
        )
    card = _card(table, name)
    if not is_among(value, card.options):
        among = ", ".join(card.options)
        raise ProcedureError(f"you can't rule '{value}' on {name}; you can rule {among}")
    ruling = check_override(table.state, f"{name} {value} because {reason}")
    if not ruling:
        raise ProcedureError(table.say(ruling))
    before = {each.name: each for each in table.state.cards}
    ruled = {each: (was, why) for each, was, why in table.state.decided}
    started = max(
        i
        for i, entry in enumerate(table.entries)
        if entry.text == "adjudicate" and not entry.struck
    )
    done_before = [_said(e) for e in live(table.entries[started + 1 :]) if not e.question]
    control = _control(table)
    table.take_back(control, started, [])
    done = table.act(control, OVERRIDE.carrying(cleaned(f"{name} {value} because {reason}")))
    if not done:
        raise ProcedureError(table.say(done))
    table.act(control, ADJUDICATE())
    _as_before(table, ruled, done_before)
    after = {each.name: each for each in table.state.cards}
    return Rerun(started, tuple(_changes(before, after)))


def _card(table: Table[Position], name: str) -> Card:
    found = {each.name: each for each in table.state.cards}
    if name not in found:
        from difflib import get_close_matches

        near = get_close_matches(name, list(found), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise ProcedureError(f"this turn has no card '{name}'{hint}")
    return found[name]


def _said(entry: Entry) -> int | str:
    """Return an entry to play again: the words of an act by hand, or the action."""
    if entry.kind != "adjust":
        return entry.action
    return entry.text.removeprefix("adjust ").partition(" | against ")[0]


def _as_before(
    table: Table[Position], ruled: dict[str, tuple[str, str]], before: list[int | str]
) -> None:
    """Repeat rulings, answers and acts by hand, as long as the same questions come."""
    left = list(before)
    while table.state.stack:
        while left and isinstance(left[0], str):
            table.adjust(_control(table), str(left.pop(0)))
        top = table.state.stack[-1]
        if isinstance(top, Review) and top.name in ruled:
            value, reason = ruled[top.name]
            same = reason == "accepted" and value == top.value
            text = cleaned(f"{value} because {reason}")
            done = table.act(_control(table), ACCEPT() if same else RULE.carrying(text))
            if not done:
                break
            left = _without(left, is_answer=False)
        elif isinstance(top, Overtake | Redirect | Sally) and any(e in _ANSWERS for e in left):
            answer = next(each for each in left if each in _ANSWERS)
            table.act(top.seat, int(answer))
            left = _without(left, is_answer=True)
        else:
            break
    for act in left:
        if isinstance(act, str):
            table.adjust(_control(table), act)
        elif number_of(act) in (EDIT.number, PASS.number) and isinstance(
            table.state.stack[-1] if table.state.stack else None, Release
        ):
            table.act(_control(table), act)  # an edit stays as long as its draft exists


_ANSWERS = (YES(), NO())


def _without(left: list[int | str], *, is_answer: bool) -> list[int | str]:
    """Return the entries left after the first ruling, or the first answer, is removed."""
    kinds = _ANSWERS if is_answer else (ACCEPT.number, RULE.number)
    for i, each in enumerate(left):
        if isinstance(each, str):
            continue
        if each in kinds if is_answer else number_of(each) in kinds:
            return [*left[:i], *left[i + 1 :]]
    return left


def _changes(before: dict[str, Card], after: dict[str, Card]) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for name in dict.fromkeys([*before, *after]):
        was = f"{before[name].what}: {before[name].value}" if name in before else ""
        now = f"{after[name].what}: {after[name].value}" if name in after else ""
        if was != now:
            found.append((name, was, now))
    return found
