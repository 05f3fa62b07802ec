"""What the table remembers for people is the host's to allow."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database here."""
    op.add_column(
        "rooms", sa.Column("aids", sa.Text(), server_default="{}", nullable=False, comment="JSON: aid, allowed")
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_column("rooms", "aids")
