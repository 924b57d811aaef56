"""The tables of the database. A game is its log here as well: a header and lines.

Anything outside these tables can be lost with the process: live games are caches of them. Changes
are migrations in `bocage.server.migrations`, forward only.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    Text,
    text,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column(
        "account", String(60), unique=True, doc="The name a member signs in with, in lower case."
    ),
    Column("password", String(200), doc="An Argon2 hash; none for a guest."),
    Column("email", String(200)),
    Column("webhook", String(400)),
    Column("admin", Boolean, nullable=False, default=False),
    Column(
        "created", BigInteger, nullable=False, doc="Milliseconds since 1970, like all times here."
    ),
)

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column(
        "hash",
        LargeBinary(32),
        primary_key=True,
        doc="Hash of the token; the token itself is not stored.",
    ),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

INVITATIONS: Final = Table(
    "invitations",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("made_by", String(16), ForeignKey("people.id", ondelete="CASCADE")),
    Column("expires", BigInteger, nullable=False),
    Column("used_by", String(16), ForeignKey("people.id", ondelete="SET NULL")),
    Column(
        "member",
        String(16),
        doc="The account whose password it resets. None: it admits a new member.",
    ),
)

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column(
        "header",
        Text,
        nullable=False,
        doc="The header of the log. It has the seed of the dice, so it is never sent.",
    ),
    Column("version", Integer, nullable=False, doc="Number of commits; never sent."),
    Column("lines", Integer, nullable=False, doc="Number of valid lines of the log."),
    Column("status", String(12), nullable=False, doc="open, live, adjourned or over."),
    Column("asked", Text, nullable=False, doc="JSON: the seats that must decide."),
    Column("asked_since", BigInteger, nullable=False),
    Column("clock", Text, nullable=False, doc="JSON; see bocage.server.clocks."),
    Column(
        "request",
        Text,
        nullable=False,
        doc="JSON: a request that waits for other players to agree.",
    ),
    Column("result", Text, nullable=False, doc="The result in words; empty until the game ends."),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column(
        "laid_by",
        String(16),
        doc="The person who opened the table and gives out the links of its seats.",
    ),
    Column("again", String(16), doc="The rematch of this game."),
    Column(
        "rated",
        Boolean,
        nullable=False,
        server_default=text("false"),
        doc="Whether it counts for ratings.",
    ),
    Column(
        "size",
        BigInteger,
        nullable=False,
        server_default=text("0"),
        doc="Characters in its header and lines.",
    ),
    Column(
        "turn",
        Integer,
        nullable=False,
        server_default=text("0"),
        doc="The current turn; 0 if only an umpire may know it, or if it is unknown.",
    ),
    Column(
        "late",
        Integer,
        nullable=False,
        server_default=text("0"),
        doc="Turns by which spectators see the truth late; 0: they never see it.",
    ),
    Column(
        "public",
        Boolean,
        nullable=False,
        server_default=text("false"),
        doc="Whether the table is listed and anyone on the server may take its free seat.",
    ),
    Index("ix_games_status", "status"),
    Index("ix_games_public", "public"),
    Index("ix_games_laid_by", "laid_by"),
)

LINES: Final = Table(
    "lines",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False, doc="The line as in a save, with its mark."),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("player", String(40), nullable=False, doc="The computer player; empty for a person."),
    Column("link", LargeBinary(32), doc="Hash of the secret that takes the seat."),
    Column("link_expires", BigInteger, nullable=False),
    Column("kept_for", String(16), index=True, doc="The person who may take it without a link."),
    Column(
        "entropy",
        LargeBinary,
        doc="The words that the player adds to the dice before the game begins.",
    ),
)

BIDS: Final = Table(
    "bids",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "number",
        Integer,
        primary_key=True,
        autoincrement=False,
        doc="0 for the person who opened the table, 1 for the other player.",
    ),
    Column("seat", Integer, nullable=False, doc="The seat that both players bid for."),
    Column("person", String(16), doc="Who bids."),
    Column("name", String(60), nullable=False, doc="Their name when they bid."),
    Column("points", Integer, doc="The bid; secret until both are in."),
    Column("won", Boolean, doc="Whether they got the seat; none until both bids are in."),
)

OBSERVERS: Final = Table(
    "observers",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)

CLEARANCES: Final = Table(
    "clearances",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True, doc="Hash of the secret in the link."),
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), doc="Who took it."),
    Column(
        "cleared", Text, nullable=False, doc="JSON: the teams or sides, by the names of the game."
    ),
    Column("expires", BigInteger, nullable=False, doc="When the link expires."),
    Column(
        "role",
        String(12),
        nullable=False,
        server_default=text("'observer'"),
        doc="The role; see bocage.server.roles.",
    ),
    Column(
        "name",
        String(60),
        nullable=False,
        server_default=text("''"),
        doc="The name that Control gave, if the post was cast.",
    ),
    Index("ix_clearances_game", "game"),
)

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("until", BigInteger, nullable=False, doc="Stopwatch time; renewed while they stay."),
)

SHEETS: Final = Table(
    "sheets",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("writer", String(16), doc="The person who writes the sheet; none until somebody does."),
    Column("touched", BigInteger, nullable=False, doc="Stopwatch time of their last change."),
    Column("turn", Integer, nullable=False, doc="The turn of the draft."),
    Column("draft", Text, nullable=False, doc="The draft that is not sent yet."),
    Column("late", Text, nullable=False, doc="A sheet that arrived after the orders were closed."),
    Column(
        "over", BigInteger, nullable=False, doc="Milliseconds by which the last sheet was late."
    ),
    Column("notes", Text, nullable=False, doc="JSON: the team's notes beside the sheet."),
    Column(
        "people",
        Text,
        nullable=False,
        server_default=text("'[]'"),
        doc="JSON: the people of a second post.",
    ),
    Column(
        "units",
        Text,
        nullable=False,
        server_default=text("'[]'"),
        doc="JSON: the groupings of a second post.",
    ),
    Column(
        "sent",
        Text,
        nullable=False,
        server_default=text("''"),
        doc="The last sheet of this post, if the headquarters has two.",
    ),
    Column(
        "sent_turn",
        Integer,
        nullable=False,
        server_default=text("0"),
        doc="The turn of that sheet.",
    ),
)

CLAIMS: Final = Table(
    "claims",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "card", String(120), primary_key=True, doc="The name of the card, which includes the turn."
    ),
    Column("turn", Integer, nullable=False),
    Column("about", Text, nullable=False, doc="JSON: the seats of the teams that it concerns."),
    Column("came", BigInteger, nullable=False, doc="Stopwatch time when the card came up."),
    Column("person", String(16), doc="The umpire who has it now."),
    Column("since", BigInteger, nullable=False, doc="Stopwatch time of the claim."),
    Column("note", Text, nullable=False, doc="The note of the person who handed it on."),
    Column("ruled_by", String(16), doc="Who ruled on it last."),
    Column("ruled", BigInteger, nullable=False, doc="When, by the stopwatch."),
)

EVENINGS: Final = Table(
    "evenings",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("clock", Text, nullable=False, doc="JSON; see bocage.server.phases."),
    Column("screen", LargeBinary(32), doc="Hash of the secret of the big screen."),
)

NEWS: Final = Table(
    "news",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), nullable=False, doc="Who wrote it."),
    Column("headline", String(120), nullable=False),
    Column("text", Text, nullable=False),
    Column("state", String(12), nullable=False, doc="written, released or declined."),
    Column("turn", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, doc="When it was written or ruled on."),
)

COMMANDS: Final = Table(
    "commands",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("command", String(40), primary_key=True, doc="The sender's id for the command."),
    Column("at", BigInteger, nullable=False),
)

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "room", String(12), primary_key=True, doc="players, observers, or a team by its number."
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), nullable=False),
    Column("name", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

NOTICES: Final = Table(
    "notices",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column(
        "person",
        String(16),
        ForeignKey("people.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(20), nullable=False, doc="The kind of notice: asked, over ..."),
    Column("text", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("sent", BigInteger, doc="When it was sent. Below 0: sending began at that time."),
    Column("tries", Integer, nullable=False, default=0),
    Column("seen", BigInteger, doc="When the person opened the game or dismissed the notice."),
)

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True, doc="The game; each has its own ratings."),
    Column("rating", Float, nullable=False, doc="Glicko-2; it starts at 1500."),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
)

TOURNAMENTS: Final = Table(
    "tournaments",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("scenario", String(60), nullable=False),
    Column("options", Text, nullable=False, doc="JSON, for every game of the tournament."),
    Column("clock", Text, nullable=False, doc="JSON, for every game of the tournament."),
    Column("system", String(12), nullable=False, doc="all or swiss."),
    Column("rounds", Integer, nullable=False, doc="Number of rounds; 0 for a round robin."),
    Column(
        "round", Integer, nullable=False, doc="The current round, from 1; 0 while people enter."
    ),
    Column("status", String(12), nullable=False, doc="open, live or over."),
    Column("made_by", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
)

ENTRANTS: Final = Table(
    "entrants",
    METADATA,
    Column(
        "tournament",
        String(16),
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("name", String(60), nullable=False, doc="Their name when they entered."),
)

MEETINGS: Final = Table(
    "meetings",
    METADATA,
    Column(
        "tournament",
        String(16),
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", String(16), index=True, doc="Empty for a player who sits out."),
    Column("first", Integer, nullable=False, doc="The entrant in the first seat."),
    Column("second", Integer, doc="The entrant in the second seat; none if the first sits out."),
    Column(
        "points", Integer, doc="Points of the first entrant, out of two; none while the game is on."
    ),
)

NOTES: Final = Table(
    "notes",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("line", Integer, primary_key=True, autoincrement=False, doc="How many there were."),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column(
        "turn",
        Integer,
        nullable=False,
        doc="The turn it is about; readable when that turn is over.",
    ),
    Column("kind", String(12), nullable=False, doc="wanted, feared or decided."),
    Column("text", Text, nullable=False),
)

SCENARIOS: Final = Table(
    "scenarios",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column(
        "name", String(40), primary_key=True, doc="Its folder among all scenarios of this server."
    ),
    Column("person", String(16), nullable=False, index=True, doc="Who built it."),
    Column("size", Integer, nullable=False, doc="Characters in its files."),
    Column("changed", BigInteger, nullable=False),
)

HEART: Final = Table(
    "heart",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column(
        "beat",
        BigInteger,
        nullable=False,
        doc="Milliseconds that had counted for clocks when a server last ran.",
    ),
)

Record = Row[Any]
"""A row of a table, by the names of its columns."""
