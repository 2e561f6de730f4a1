"""What the page keeps for somebody: the size of its letters, and who has tried the deals of which day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("identities", recreate="always") as identities:
        identities.add_column(sa.Column("text", sa.Integer, nullable=False, server_default="100"))
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("who", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(10), nullable=False, unique=True),
        sa.Column("own", sa.Integer),
        sa.Column("other", sa.Integer),
        sqlite_with_rowid=False,
    )
