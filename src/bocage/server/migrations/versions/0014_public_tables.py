"""Public tables: anybody on the server may sit down and watch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the mark of a public table; tables from before are private."""
    op.add_column(
        "games",
        sa.Column("public", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    )
    op.create_index("ix_games_public", "games", ["public"])
