"""The person who opened a table and gives out the links of its open seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; for older tables, everybody who holds a seat gives out links."""
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("laid_by", sa.String(length=16), nullable=True))
