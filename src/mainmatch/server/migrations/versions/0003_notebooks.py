"""notebooks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database here."""
    op.create_table(
        "notebooks",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("notebook", sa.Text(), nullable=False, comment="JSON, for the eyes of this person alone"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_notebooks_match")),
        sa.PrimaryKeyConstraint("match", "person", name=op.f("pk_notebooks")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("notebooks")
