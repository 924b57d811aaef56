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
    Column("account", String(60), unique=True, doc="What a member signs in with; lower case."),
    Column("password", String(200), doc="Argon2; none for a guest."),
    Column("email", String(200)),
    Column("webhook", String(400)),
    Column("admin", Boolean, nullable=False, default=False),
    Column("created", BigInteger, nullable=False, doc="Milliseconds since 1970, as all times."),
)

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True, doc="Of the secret; it is not kept."),
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
        "member", String(16), doc="The account whose password it resets; none: it makes a member."
    ),
)

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("header", Text, nullable=False, doc="With the seed of the dice: for no eyes."),
    Column("version", Integer, nullable=False, doc="Counts what was committed; never told."),
    Column("lines", Integer, nullable=False, doc="How many lines of the log count."),
    Column("status", String(12), nullable=False, doc="open, live, adjourned or over."),
    Column("asked", Text, nullable=False, doc="JSON: the names of the seats asked."),
    Column("asked_since", BigInteger, nullable=False),
    Column("clock", Text, nullable=False, doc="JSON; see bocage.server.clocks."),
    Column("request", Text, nullable=False, doc="JSON: what waits for the consent of others."),
    Column("result", Text, nullable=False, doc="How it ended, in words; empty before."),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("laid_by", String(16), doc="Who gives out the links of open seats."),
    Column("again", String(16), doc="The game in which the same people play it again."),
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
        doc="The turn it is in; 0 where that is for an umpire's eyes, or nobody knows.",
    ),
    Column(
        "late",
        Integer,
        nullable=False,
        server_default=text("0"),
        doc="By how many turns spectators are shown the truth late; 0: never.",
    ),
    Column(
        "public",
        Boolean,
        nullable=False,
        server_default=text("false"),
        doc="Whether anybody on the server may sit down at it, and it is listed.",
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
    Column("text", Text, nullable=False, doc="As a save has it, with its mark."),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("player", String(40), nullable=False, doc="A player of the program; empty: a person."),
    Column("link", LargeBinary(32), doc="Hash of the secret that takes the seat."),
    Column("link_expires", BigInteger, nullable=False),
    Column("kept_for", String(16), index=True, doc="Who may take it without a link."),
    Column("entropy", LargeBinary, doc="What the player adds to the dice, before it begins."),
)

BIDS: Final = Table(
    "bids",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "number", Integer, primary_key=True, autoincrement=False, doc="0: of who laid the table."
    ),
    Column("seat", Integer, nullable=False, doc="The seat that both bid for."),
    Column("person", String(16), doc="Who bids."),
    Column("name", String(60), nullable=False, doc="As they were called when they bid."),
    Column("points", Integer, doc="What they bid: for no other eyes until both are in."),
    Column("won", Boolean, doc="Whether they got the seat; none before both are in."),
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
    Column("hash", LargeBinary(32), primary_key=True, doc="Of the secret by which it is taken."),
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), doc="Who took it."),
    Column("cleared", Text, nullable=False, doc="JSON: for what, in the game's own words."),
    Column("expires", BigInteger, nullable=False, doc="Until when it can be taken."),
    Column(
        "role",
        String(12),
        nullable=False,
        server_default=text("'observer'"),
        doc="What the person is; see bocage.server.roles.",
    ),
    Column(
        "name",
        String(60),
        nullable=False,
        server_default=text("''"),
        doc="Whom it was made for, where somebody was cast.",
    ),
    Index("ix_clearances_game", "game"),
)

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("until", BigInteger, nullable=False, doc="By the stopwatch: renewed while they stay."),
)

SHEETS: Final = Table(
    "sheets",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("writer", String(16), doc="Who holds the sheet; none: the first who writes."),
    Column("touched", BigInteger, nullable=False, doc="When they last wrote, by the stopwatch."),
    Column("turn", Integer, nullable=False, doc="The turn that the draft is for."),
    Column("draft", Text, nullable=False, doc="What is written and not sent."),
    Column("late", Text, nullable=False, doc="A sheet that came after the orders were closed."),
    Column("over", BigInteger, nullable=False, doc="How late the last sheet came, in ms."),
    Column("notes", Text, nullable=False, doc="JSON: side notes of the team."),
    Column(
        "people",
        Text,
        nullable=False,
        server_default=text("'[]'"),
        doc="JSON: who sits at it, where it is that of a second post.",
    ),
    Column(
        "units",
        Text,
        nullable=False,
        server_default=text("'[]'"),
        doc="JSON: the groupings that a second post orders.",
    ),
    Column(
        "sent",
        Text,
        nullable=False,
        server_default=text("''"),
        doc="What this post has sent last, where there are two.",
    ),
    Column(
        "sent_turn",
        Integer,
        nullable=False,
        server_default=text("0"),
        doc="The turn that it was sent for.",
    ),
)

CLAIMS: Final = Table(
    "claims",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("card", String(120), primary_key=True, doc="Its name, which has the turn."),
    Column("turn", Integer, nullable=False),
    Column("about", Text, nullable=False, doc="JSON: the seats of the teams it is about."),
    Column("came", BigInteger, nullable=False, doc="When it came, by the stopwatch."),
    Column("person", String(16), doc="Whose it is now."),
    Column("since", BigInteger, nullable=False, doc="When they claimed it, by the stopwatch."),
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
    Column("command", String(40), primary_key=True, doc="The sender's own name for it."),
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
    Column("kind", String(20), nullable=False, doc="What it is about: asked, over ..."),
    Column("text", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("sent", BigInteger, doc="When it left; below nothing: since when it is being sent."),
    Column("tries", Integer, nullable=False, default=0),
    Column("seen", BigInteger, doc="When its person came to the game, or put it away."),
)

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True, doc="Which rules: every game has its ratings."),
    Column("rating", Float, nullable=False, doc="Glicko-2; 1500 to begin with."),
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
    Column("options", Text, nullable=False, doc="JSON, of every game of it."),
    Column("clock", Text, nullable=False, doc="JSON, of every game of it."),
    Column("system", String(12), nullable=False, doc="all or swiss."),
    Column("rounds", Integer, nullable=False, doc="How many; 0: all meet all."),
    Column("round", Integer, nullable=False, doc="Which is played, from 1; 0: people enter."),
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
    Column("name", String(60), nullable=False, doc="As they were called when they entered."),
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
    Column("game", String(16), index=True, doc="Empty for the one who sits out."),
    Column("first", Integer, nullable=False, doc="Who has the first seat, by entrant."),
    Column("second", Integer, doc="Who has the second; nobody: the first sits out."),
    Column("points", Integer, doc="Of the first, of two; none while it is played."),
)

NOTES: Final = Table(
    "notes",
    METADATA,
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("line", Integer, primary_key=True, autoincrement=False, doc="How many there were."),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False, doc="What turn it is about: shut until that is over."),
    Column("kind", String(12), nullable=False, doc="wanted, feared or decided."),
    Column("text", Text, nullable=False),
)

SCENARIOS: Final = Table(
    "scenarios",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("name", String(40), primary_key=True, doc="Its folder, beside other people's own."),
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
        doc="How much time has counted for clocks, when a server was last alive.",
    ),
)

Record = Row[Any]
"""A row of a table, by the names of its columns."""
