"""An evening for many: roles, presence, writers, claims on cards, the clock, the news."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_Piece = sa.Column[str] | sa.Column[int] | sa.Column[bytes] | sa.Constraint


def upgrade() -> None:
    """Umpires from before are observers; the rest is empty until somebody comes."""
    role = sa.Column("role", sa.String(12), nullable=False, server_default=sa.text("'observer'"))
    name = sa.Column("name", sa.String(60), nullable=False, server_default=sa.text("''"))
    op.add_column("clearances", role)
    op.add_column("clearances", name)
    _table(
        "presence",
        ("game", "person"),
        _text("person", 16),
        _number("until"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_presence_person_people", ondelete="CASCADE"
        ),
    )
    _table(
        "sheets",
        ("game", "seat"),
        _count("seat"),
        sa.Column("writer", sa.String(16)),
        _number("touched"),
        _count("turn"),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("late", sa.Text(), nullable=False),
        _number("over"),
        sa.Column("notes", sa.Text(), nullable=False),
    )
    _table(
        "claims",
        ("game", "card"),
        _text("card", 120),
        _count("turn"),
        sa.Column("about", sa.Text(), nullable=False),
        _number("came"),
        sa.Column("person", sa.String(16)),
        _number("since"),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("ruled_by", sa.String(16)),
        _number("ruled"),
    )
    _table(
        "evenings",
        ("game",),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("screen", sa.LargeBinary(32)),
    )
    _table(
        "news",
        ("game", "number"),
        _count("number"),
        _text("person", 16),
        _text("headline", 120),
        sa.Column("text", sa.Text(), nullable=False),
        _text("state", 12),
        _count("turn"),
        _number("at"),
    )


def _table(name: str, keys: tuple[str, ...], *more: _Piece) -> None:
    """Make a table about games."""
    game = sa.Column("game", sa.String(16), nullable=False)
    whose = sa.ForeignKeyConstraint(
        ["game"], ["games.id"], name=f"fk_{name}_game_games", ondelete="CASCADE"
    )
    op.create_table(name, game, *more, whose, sa.PrimaryKeyConstraint(*keys, name=f"pk_{name}"))


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, autoincrement=False)
