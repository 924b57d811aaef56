"""The turns of a finished game: what was true, and what each team was told.

Nothing of it is stored during the game: it is read out of the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bocage.engine.past import Past
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.told import Told
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s10_reports.dates import in_full
from bocage.games.opcom.s10_reports.messages import card_name, sent_now


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn when Control released it."""

    turn: int
    when: str
    truth: Position
    told: tuple[Told, ...]
    """By team: what it was told of the turn."""


def moments(past: Past[Position]) -> Iterator[Moment]:
    """Yield every released turn in order."""
    worked_out: Position | None = None
    for _, st in past.walk():
        top = st.stack[-1] if st.stack else None
        if isinstance(top, Release):
            if not top.done:  # else some teams have their reports, and the others wait
                worked_out = st.copy()
        elif worked_out is not None and st.told != worked_out.told:
            when = in_full(worked_out.world.turn(worked_out.turn))
            yield Moment(worked_out.turn, when, worked_out, st.told)
            worked_out = None


@dataclass(frozen=True, slots=True)
class Sent:
    """A message and its fate (reading 10.9)."""

    sender: str
    to: str
    by: str
    text: str
    sent: int
    """The turn."""
    fate: str
    arrived: int
    """The turn with whose reports it came; 0 where it was lost."""
    read_as: str
    """What came through."""
    control: str
    """Why Control ruled so; nothing where the die did."""

    @property
    def delay(self) -> int:
        """Return how many half days the message was on its way."""
        return self.arrived - self.sent if self.arrived else 0


def messages_in(moment: Moment) -> list[Sent]:
    """Return the messages that were written in a turn."""
    st = moment.truth
    ruled = {card.name: card for card in st.cards}
    going = {(message.sender, message.sent, message.number): message for message in st.messages}
    found: list[Sent] = []
    for message in sent_now(st):
        card = ruled.get(card_name(st, message))
        came = going.get((message.sender, message.sent, message.number))
        found.append(
            Sent(
                st.world.teams[message.sender].name,
                st.world.teams[message.to].name,
                message.by,
                message.text,
                message.sent,
                card.value if card else "lost",
                came.due if came else 0,
                came.text if came else "",
                card.reason if card and card.by == "Control" else "",
            )
        )
    return found
