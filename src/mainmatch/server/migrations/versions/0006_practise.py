"""One person practises among bots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database here."""
    op.add_column(
        "rooms",
        sa.Column("practise", sa.Boolean(), server_default=sa.false(), nullable=False, comment="nobody else may sit"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_column("rooms", "practise")
