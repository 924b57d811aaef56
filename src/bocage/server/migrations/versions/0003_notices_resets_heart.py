"""Notices that were seen, password resets, and when the server was last alive."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two columns, an index and a table of one row; earlier notices count as seen."""
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seen", sa.BigInteger(), nullable=True))
        batch_op.create_index(batch_op.f("ix_notices_person"), ["person"], unique=False)
    op.execute("UPDATE notices SET seen = made")
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("member", sa.String(length=16), nullable=True))
    op.create_table(
        "heart",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heart")),
    )
