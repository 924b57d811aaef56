"""Messages between headquarters: written on the sheet, heard with the reports (reading 10.9).

A message can't be recalled. Its means, the weather and the distance may delay, lose or garble
it. A card lets Control decide its fate.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Final

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import HERE, Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.pieces.desk import Message
from bocage.games.opcom.pieces.orders import Dispatch
from bocage.games.opcom.pieces.told import Received
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import decided, rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s10_reports.dates import in_short
from bocage.games.opcom.s10_reports.speech import Choice

FATES: Final = ("delivered", "garbled", "late", "lost")
_RULE: Final = R("2.0.c").read(R("reading 10.9"))


def sent_now(st: Position) -> list[Message]:
    """Return the messages of this turn's sheets."""
    return [
        Message(each.team, each.to, st.turn, each.number, each.by, each.text)
        for each in st.chores
        if isinstance(each, Dispatch)
    ]


def card_name(st: Position, message: Message) -> str:
    """Return the card, and the die, of a message."""
    seat = st.world.teams[message.sender].seat
    return f"{message.sent}.message.{seat}.{message.number}"


def fate(st: Position, message: Message, die: int) -> str:
    """Return the fate of a message for a die."""
    row = st.world.turn(st.turn)
    foul = row.close_support == "no"
    km = _apart(st, message)
    figures = st.figures.messages
    lost = die <= figures.lost
    if message.by == "telephone":
        return "lost" if lost else "delivered"
    if message.by == "wireless":
        bad = figures.lost + int(foul) + int(km > figures.near)
        return "lost" if die < bad else "garbled" if die == bad else "delivered"
    if message.by == "runner":
        return "lost" if lost else "delivered" if km <= figures.near else "late"
    return "lost" if lost and foul else "late"


def _apart(st: Position, message: Message) -> float:
    """Return the distance of the two headquarters; infinite if one is not on the map."""
    units = [
        st.world.by_id.get(st.world.teams[team].hq, -1) for team in (message.sender, message.to)
    ]
    if any(unit < 0 or st.where[unit] != HERE for unit in units):
        return inf
    return st.km(units[0], units[1])


@frame
class Signals(Step):
    """The messages of this turn: each gets its die and its card, then is sent."""

    done: int = 0
    die: int = 0
    rule = R("2.0.c")

    def rolled(self, st: Position, die: int) -> None:
        """The die of the message at hand."""
        st.swap(Signals(self.done, die))

    def run(self, st: Position) -> None:
        """The next message."""
        sent = sent_now(st)
        if self.done >= len(sent):
            st.pop()
            return
        message = sent[self.done]
        name = card_name(st, message)
        if not self.die:
            st.push(Die(name))
            return
        world = st.world
        found = decided(st, name)
        value = rule_on(
            st,
            name,
            "message",
            f"{world.teams[message.sender].name} to {world.teams[message.to].name} "
            f"by {message.by}: {message.text}",
            fate(st, message, self.die),
            choices=FATES,
            why=[f"a die of {self.die} (reading 10.9)"] if found is None else (),
            rule=_RULE,
        )
        if value is None:
            return
        st.swap(Signals(self.done + 1))
        _send(st, message, value)


def _send(st: Position, message: Message, value: str) -> None:
    if value == "lost":
        return
    text = (
        garbled(message.text, Choice(card_name(st, message)), st.world.tables)
        if value == "garbled"
        else message.text
    )
    due = st.turn + 1 if value == "late" else st.turn
    st.messages = (*st.messages, replace(message, text=text, due=due))


def garbled(text: str, choice: Choice, charts: Tables) -> str:
    """Return a text with about every third word missing."""
    one_in = charts.figures.messages.garbled
    words = [
        "..." if choice.happens(f"word.{i}", one_in) else word
        for i, word in enumerate(text.split())
    ]
    return " ".join(words)


def received(st: Position, team: int) -> list[Received]:
    """Return the messages that arrive with a team's reports of this turn."""
    teams = st.world.teams
    return [
        Received(
            teams[each.sender].name if each.sender >= 0 else "Control",
            each.sent,
            each.by,
            each.text,
        )
        for each in st.messages
        if each.to == team and each.due <= st.turn
    ]


def heard(st: Position, team: int) -> list[str]:
    """Return the same as lines of a report, with origin and means."""
    return [
        f"From {each.sender}, {in_short(st.world.turn(each.sent))}, by {each.by}: {each.text}"
        for each in received(st, team)
    ]


def forget_heard(st: Position) -> None:
    """Remove the messages that have arrived, after a release."""
    st.messages = tuple(each for each in st.messages if each.due > st.turn)
