"""Umpires beside Control, each cleared for some teams and no others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add one table; in older games nobody has a clearance."""
    op.create_table(
        "clearances",
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=True),
        sa.Column("cleared", sa.Text(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name=op.f("fk_clearances_game_games"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_clearances_person_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_clearances")),
    )
    op.create_index(op.f("ix_clearances_game"), "clearances", ["game"], unique=False)
