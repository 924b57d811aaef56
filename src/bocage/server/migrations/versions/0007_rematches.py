"""Rematches: a game knows the one that follows it, and a seat whom it is kept for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two columns; games from before have no rematch and keep no seat."""
    op.add_column("games", sa.Column("again", sa.String(length=16), nullable=True))
    op.add_column("seats", sa.Column("kept_for", sa.String(length=16), nullable=True))
    op.create_index(op.f("ix_seats_kept_for"), "seats", ["kept_for"], unique=False)
