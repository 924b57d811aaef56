"""The bodies of requests: strict, bounded, with examples for readers of the API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from bocage.server.commands import Strict

_CONTROLS = r"\x00-\x1f\x7f-\xa0\u2028-\u202e\u2060-\u206f\ufff9-\uffff"
_UNSEEN = r"\u115f\u1160\u200b\u200e\u200f\u2800\u3164\ufeff\uffa0"
_PLAIN = rf"^[^{_CONTROLS}{_UNSEEN}]*$"
"""One line of visible text: it stands in mail and logs and beside other names. No controls, which
some databases reject, no characters that change the direction of writing, no invisible blanks.
"""

_MAIL = r"^$|^[^@\s\x00-\x1f]+@[^@\s\x00-\x1f]+$"
_HOOK = r"^$|^https?://[^\s\x00-\x1f]+$"

_TRIMMED = StringConstraints(strip_whitespace=True)
Name = Annotated[
    str, _TRIMMED, Field(min_length=1, max_length=60, pattern=_PLAIN, examples=["Ted"])
]
Title = Annotated[str, _TRIMMED, Field(max_length=80, pattern=_PLAIN)]
Secret = Annotated[str, Field(min_length=1, max_length=100)]
Password = Annotated[str, Field(min_length=10, max_length=200)]
Account = Annotated[str, Field(min_length=2, max_length=60, pattern=r"^[A-Za-z0-9._@+-]+$")]


class NewGuest(Strict):
    """A guest with the name they chose."""

    name: Name


class NewMember(Strict):
    """Somebody with an invitation to the club."""

    invitation: Secret
    account: Account
    password: Password
    name: Name


class SignIn(Strict):
    """A member who comes back."""

    account: Annotated[str, Field(max_length=60, pattern=_PLAIN)]
    password: Annotated[str, Field(max_length=200)]


class NewPassword(Strict):
    """A member whose password the administrator resets."""

    secret: Secret
    password: Password


class Me(Strict):
    """How a person wants to be notified of their turn; with empty texts, not at all."""

    name: Name | None = None
    email: Annotated[str, Field(max_length=200, pattern=_MAIL)] | None = None
    webhook: Annotated[str, Field(max_length=400, pattern=_HOOK)] | None = None


class ClockSetting(Strict):
    """None, or so many seconds a turn or a game."""

    kind: Literal["none", "turn", "game"] = "none"
    seconds: Annotated[int, Field(ge=0, le=60 * 86_400)] = 0


class NewGame(Strict):
    """A new table."""

    game: Annotated[str, Field(max_length=40, examples=["roundup"])]
    name: Title = ""
    scenario: Annotated[str, Field(max_length=60)] = ""
    options: dict[str, str] = Field(default_factory=dict[str, str], max_length=100)
    seats: dict[str, str] = Field(
        default_factory=dict[str, str], max_length=100, examples=[{"allied": "me"}]
    )
    """For each seat `me`, `open` or a computer player; a seat not named is open."""
    dice: Literal["held", "open"] = "held"
    clock: ClockSetting = ClockSetting()
    rated: bool = False
    """Whether it counts for the ratings of the two people who play it."""
    public: bool = False
    """Whether it is listed for everybody on the server: anyone may take its free seat."""
    late: Annotated[int, Field(ge=0, le=40)] = 0
    """Of an umpired game: by how many turns spectators are shown the truth late; 0: never."""
    entropy: Annotated[str, Field(max_length=200)] = ""
    """What the person who opens it adds to the dice."""
    bids: Annotated[str, Field(max_length=60, examples=["german"])] = ""
    """The seat that both people want: they bid for it before the game begins."""


class NewTournament(Strict):
    """A tournament to be made."""

    game: Annotated[str, Field(max_length=40, examples=["roundup"])]
    name: Title = ""
    scenario: Annotated[str, Field(max_length=60)] = ""
    options: dict[str, str] = Field(default_factory=dict[str, str], max_length=100)
    clock: ClockSetting = ClockSetting()
    rounds: Annotated[int, Field(ge=0, le=15)] = 0
    """The rounds of the Swiss system; 0: everybody meets everybody."""


class ImportedGame(Strict):
    """A game from a file."""

    save: Annotated[str, Field(min_length=1, pattern=r"^[^\x00]*$")]
    name: Title = ""


class NewPosition(Strict):
    """A position to look into; its text is that of `bocage show --position`."""

    position: Annotated[str, Field(min_length=1, max_length=12_000, pattern=r"^[^\x00]*$")]
    name: Title = ""


class Join(Strict):
    """Somebody with the link to a seat, or who takes a seat of a public table.

    With neither, the person takes the seats that are kept for them.
    """

    secret: Annotated[str, Field(max_length=100)] = ""
    seat: Annotated[str, Field(max_length=60, examples=["german"])] = ""
    entropy: Annotated[str, Field(max_length=200)] = ""


class Clearance(Strict):
    """A post to be given: a role, and the teams or sides that it is for."""

    cleared: list[Annotated[str, Field(max_length=60)]] = Field(
        default_factory=list[str], max_length=100, examples=[["Guards"]]
    )
    role: Literal["control", "map", "air", "liaison", "press", "observer", "team"] = "observer"


class CastRow(Strict):
    """A person to be cast: their name, a role, and the teams or sides that it is for."""

    name: Name
    role: Literal["control", "map", "air", "liaison", "press", "observer", "team"] = "team"
    teams: list[Annotated[str, Field(max_length=60)]] = Field(
        default_factory=list[str], max_length=100, examples=[["Guards"]]
    )


class CastList(Strict):
    """The people of an evening."""

    people: list[CastRow] = Field(min_length=1, max_length=300)


class FilledSeat(Strict):
    """A headquarters without a player, or empty for all of them."""

    seat: Annotated[str, Field(max_length=60)] = ""


class Umpire(Strict):
    """A person with the link to an umpire's post."""

    secret: Secret


class Link(Strict):
    """A new link for a seat that is open."""

    seat: Annotated[str, Field(max_length=60, examples=["german"])]


class Offer(Strict):
    """Whether a table that has not begun is listed for everybody."""

    public: bool


class SealedBid(Strict):
    """What a person offers for the side that both want."""

    points: Annotated[int, Field(ge=0, le=1000)]


class Rematch(Strict):
    """A request for a rematch."""

    swap: bool = True
    """Whether two players change sides."""


class Branch(Strict):
    """The point where a new game branches off: after so many lines."""

    line: Annotated[int, Field(ge=0, le=1_000_000)]
    seats: dict[str, Annotated[str, Field(max_length=40)]] = Field(
        default_factory=dict[str, str], max_length=100, examples=[{"german": "staff"}]
    )
    """Seats that players of the program take; the others are mine."""


class SaveText(Strict):
    """A save to be checked."""

    save: Annotated[str, Field(min_length=1)]
