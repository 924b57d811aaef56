"""The turn that each game is in, for the list of your games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column; an older game fills it in at its next move."""
    turn = sa.Column("turn", sa.Integer(), nullable=False, server_default=sa.text("0"))
    op.add_column("games", turn)
