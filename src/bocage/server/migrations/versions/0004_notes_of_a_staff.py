"""A staff's notes about its turns, stored beside the lines of its game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One table; games from before have no notes."""
    op.create_table(
        "notes",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name=op.f("fk_notes_game_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "line", "seat", "number", name=op.f("pk_notes")),
    )
