"""People talk, and the host says how."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database here."""
    op.add_column(
        "rooms", sa.Column("talk", sa.Text(), server_default="{}", nullable=False, comment="JSON: settings of talk")
    )
    op.create_table(
        "talk",
        sa.Column("room", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False, comment="from 1 without a gap"),
        sa.Column("event", sa.Text(), nullable=False, comment="JSON: what was said or happened, and in which room"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], name=op.f("fk_talk_room")),
        sa.PrimaryKeyConstraint("room", "number", name=op.f("pk_talk")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("talk")
    op.drop_column("rooms", "talk")
