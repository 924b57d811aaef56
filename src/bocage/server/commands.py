"""The commands of a client: strict, bounded, and each with the state it was made against."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

LINE_MOST = 20_000
"""Characters of a line; an order sheet is the longest."""
CHAT_MOST = 2_000


class Strict(BaseModel):
    """A model that guesses nothing: no other fields, no texts converted to numbers."""

    model_config = ConfigDict(strict=True, extra="forbid")


Stamp = Annotated[str, Field(min_length=1, max_length=64)]
CommandId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w.:-]+$")]
SeatName = Annotated[str, Field(max_length=60)]


class _Command(Strict):
    id: CommandId
    """The sender's own name for it: sent twice, it is done once."""
    at: Stamp
    """The stamp of the state it was made against."""
    seat: SeatName = ""
    """The seat; needed if you hold several."""


class Do(_Command):
    """Play one line of orders. If any part is illegal, nothing happens."""

    type: Literal["do"]
    line: Annotated[str, Field(min_length=1, max_length=LINE_MOST)]


class Undo(_Command):
    """Undo your last actions, unless something has been revealed since."""

    type: Literal["undo"]
    count: Annotated[int, Field(ge=1, le=10_000)] = 1


class Takeback(_Command):
    """Ask the others to strike everything from a line on, counted from 1."""

    type: Literal["takeback"]
    line: Annotated[int, Field(ge=1, le=1_000_000)]


class Adjourn(_Command):
    """Ask the others to stop for a while: clocks stand still."""

    type: Literal["adjourn"]


class Resume(_Command):
    """Continue after a pause."""

    type: Literal["resume"]


class Answer(_Command):
    """Agree to what another seat has asked for, or decline."""

    type: Literal["answer"]
    agree: bool


class Orders(_Command):
    """Leave standing orders by name, or (none) take them up: a team that retired is back."""

    type: Literal["orders"]
    name: Annotated[str, Field(max_length=60)] = ""


class Concede(_Command):
    """Give up. In an umpired game a team retires, and Control ends the game."""

    type: Literal["concede"]


class Adjust(_Command):
    """An umpire's hand: change the position as a line says."""

    type: Literal["adjust"]
    line: Annotated[str, Field(min_length=1, max_length=LINE_MOST)]


class TimeUp(_Command):
    """An umpire declares that time is up: missing answers get the default."""

    type: Literal["time-up"]


class Rework(_Command):
    """An umpire changes a ruling of the turn, worked out or not: `CARD VALUE because REASON`."""

    type: Literal["rework"]
    line: Annotated[str, Field(min_length=1, max_length=CHAT_MOST)]


class Extend(_Command):
    """An umpire gives everybody whose clock runs more time."""

    type: Literal["extend"]
    seconds: Annotated[int, Field(ge=1, le=86_400)]


_Commands = (
    Do
    | Undo
    | Takeback
    | Adjourn
    | Resume
    | Answer
    | Orders
    | Concede
    | Adjust
    | TimeUp
    | Rework
    | Extend
)
Command = Annotated[_Commands, Field(discriminator="type")]


class Chat(Strict):
    """Say something to the others in the room: players among themselves, spectators apart.

    At an umpired game each team has its own room, and Control hears all of them.
    """

    type: Literal["chat"]
    id: CommandId
    seat: SeatName = ""
    """The team in whose room it is said; empty for your own, and for Control all of them."""
    room: Literal["", "hq", "umpires", "press"] = ""
    """Another room: your own headquarters, the umpires, or Press and Game Control."""
    text: Annotated[str, Field(min_length=1, max_length=CHAT_MOST, pattern=r"^[^\x00]*$")]


Person = Annotated[str, Field(max_length=16, pattern=r"^[\w-]*$")]


class SheetAct(Strict):
    """Something about the sheet of a headquarters: who writes it, notes beside it, a late one.

    `split` divides the headquarters into two posts, each with its sheet; `join` ends that.
    """

    type: Literal["sheet"]
    id: CommandId
    what: Literal["take", "hand", "write", "note", "strike", "late", "clear", "split", "join"]
    seat: SeatName = ""
    """The headquarters of the sheet; needed by an umpire, and by anyone who sits at several."""
    to: Person = ""
    """With `hand`: who gets it."""
    number: Annotated[int, Field(ge=0, le=100_000)] = 0
    """With `strike`: which note."""
    people: Annotated[list[Person], Field(max_length=60)] = []
    """With `split`: who goes to the second post."""
    units: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=60)] = []
    """With `split`: the groupings that the second post orders."""
    text: Annotated[str, Field(max_length=LINE_MOST, pattern=r"^[^\x00]*$")] = ""


class ClaimAct(Strict):
    """Something about who works on a card.

    `take` claims a free card, `over` takes it from another umpire, `hand` gives it to one, `drop`
    lays it back, `desk` takes over everything of an umpire.
    """

    type: Literal["claim"]
    id: CommandId
    what: Literal["take", "over", "hand", "drop", "desk"]
    card: Annotated[str, Field(max_length=120)] = ""
    to: Person = ""
    """With `hand`: who gets it. With `desk`: whose desk."""
    text: Annotated[str, Field(max_length=500, pattern=r"^[^\x00]*$")] = ""
    """A note for the umpire who gets it."""


class ClockAct(Strict):
    """The clock of the evening: begin a phase, extend it, hold it, resume it, end it."""

    type: Literal["clock"]
    id: CommandId
    what: Literal["phase", "stretch", "hold", "go", "end"]
    phase: Annotated[str, Field(max_length=40)] = ""
    """With `phase`: which; nothing: the next."""
    seconds: Annotated[int, Field(ge=-3_600, le=86_400)] = 0
    """With `stretch`: how much more. With `phase`: how long, or nothing for the usual time."""


class NewsAct(Strict):
    """A piece of news: Press writes it, Game Control releases or declines it."""

    type: Literal["news"]
    id: CommandId
    what: Literal["write", "release", "decline"]
    number: Annotated[int, Field(ge=0, le=100_000)] = 0
    """Which; with `write` nothing for a new one."""
    headline: Annotated[str, Field(max_length=120, pattern=r"^[^\x00]*$")] = ""
    text: Annotated[str, Field(max_length=CHAT_MOST, pattern=r"^[^\x00]*$")] = ""


Act = SheetAct | ClaimAct | ClockAct | NewsAct
"""The acts of people at an evening, besides the game."""


class Hello(Strict):
    """The first message on a socket: who the client is, and which state it has already."""

    type: Literal["hello"]
    token: Annotated[str, Field(max_length=200)] = ""
    stamp: Annotated[str, Field(max_length=64)] = ""
    ahead: bool = False
    """Whether updates also carry what the client would ask next (`messages.Ahead`)."""
    evening: bool = False
    """Whether to hear of the people around a game: the state of the evening of an umpired one
    (`messages.Evening`), or who is present at another (`messages.PresentMessage`).
    """


class Question(Strict):
    """Something to know that changes nothing."""

    type: Literal["ask"]
    id: CommandId
    what: Literal[
        "legal",
        "check",
        "odds",
        "reach",
        "plan",
        "overlay",
        "gather",
        "goals",
        "guide",
        "form",
        "reading",
        "desk",
        "sheet",
        "card",
        "draft",
        "truth",
        "belief",
        "debrief",
        "beliefs",
        "rulings",
        "commander",
    ]
    seat: SeatName = ""
    line: Annotated[str, Field(max_length=LINE_MOST)] = ""
    """With `check`: what would be done. With `reading`: the sheet as JSON. With `sheet`: the
    same, or nothing for the one that has come."""
    about: Annotated[str, Field(max_length=120)] = ""
    """With `card`: its name. With `sheet`, `draft`, `belief` and `commander`: the team's seat.
    With `rulings`: the turn, or nothing for the last one."""
    hex: Annotated[str, Field(max_length=20)] = ""
    """With `odds`: the hex that is attacked; empty for the fight being decided. With `overlay`: the
    hex pointed at, or empty.
    """
    layer: Annotated[str, Field(max_length=20)] = ""
    """With `overlay`: which."""
    units: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=60)] = []
    """With `odds`: the attackers; empty for all units next to the hex. With `reach`: the units that
    move together; empty for the unit under way.
    """


class Ping(Strict):
    """Are you there?"""

    type: Literal["ping"]


ClientMessage = Annotated[
    _Commands | Chat | Question | Ping | SheetAct | ClaimAct | ClockAct | NewsAct,
    Field(discriminator="type"),
]
"""The messages that a client may send on a socket after its hello."""
