"""What the page keeps for somebody: the size of its letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("identities", recreate="always") as identities:
        identities.add_column(sa.Column("text", sa.Integer, nullable=False, server_default="100"))
