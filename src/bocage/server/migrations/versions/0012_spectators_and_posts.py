"""Spectators who see the truth late, and headquarters of two posts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Spectators of games from before see what everybody may know; headquarters are whole."""
    late = sa.Column("late", sa.Integer(), nullable=False, server_default=sa.text("0"))
    op.add_column("games", late)
    for name, column, first in (
        ("people", sa.Text(), "'[]'"),
        ("units", sa.Text(), "'[]'"),
        ("sent", sa.Text(), "''"),
        ("sent_turn", sa.Integer(), "0"),
    ):
        made = sa.Column(name, column, nullable=False, server_default=sa.text(first))
        op.add_column("sheets", made)
