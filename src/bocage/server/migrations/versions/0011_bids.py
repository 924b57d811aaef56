"""Sealed bids for a side, before a game begins."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games from before have no bids."""
    op.create_table(
        "bids",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(16)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("points", sa.Integer()),
        sa.Column("won", sa.Boolean()),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name="fk_bids_game_games", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "number", name="pk_bids"),
    )
