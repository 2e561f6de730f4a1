"""When somebody was here last: whoever has no table is forgotten some day. Nobody has counted yet, so it counts from
the day of this upgrade on."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("identities", recreate="always") as identities:
        identities.add_column(sa.Column("seen", sa.Integer, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE identities SET seen = :today").bindparams(today=int(time.time() // 86_400)))
