"""Matches pause, decisions are taken back, chairs are lent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database here."""
    paused = "JSON: since when, and how much time each open decision had left"
    asked = "JSON: who asks to take the last decision back, and who has agreed"
    op.add_column("rooms", sa.Column("paused", sa.Text(), comment=paused))
    op.add_column("rooms", sa.Column("asked", sa.Text(), comment=asked))
    op.add_column("seats", sa.Column("lender", sa.String(64), comment="hash of the key of whoever lends this chair"))
    op.add_column("seats", sa.Column("lent_to", sa.Text(), comment="the name of whoever plays for the lender"))
    op.add_column(
        "move_links", sa.Column("kind", sa.String(8), server_default="move", nullable=False, comment="move, lend")
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_column("move_links", "kind")
    op.drop_column("seats", "lent_to")
    op.drop_column("seats", "lender")
    op.drop_column("rooms", "asked")
    op.drop_column("rooms", "paused")
