"""The size of a game, for quotas, and its owner, for a quick lookup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Measure the games that are there."""
    size = sa.Column("size", sa.BigInteger(), nullable=False, server_default=sa.text("0"))
    op.add_column("games", size)
    op.create_index(op.f("ix_games_laid_by"), "games", ["laid_by"], unique=False)
    op.execute(
        "UPDATE games SET size = length(header) + coalesce("
        "(SELECT sum(length(text)) FROM lines WHERE lines.game = games.id), 0)"
    )
