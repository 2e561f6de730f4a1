"""The deals of a day are of several games; those that there are belong to the first one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.rename_table("tries", "forest_tries")
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("who", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(10), nullable=False, unique=True),
        sa.Column("own", sa.Integer),
        sa.Column("other", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO tries (day, game, who, table_id, own, other) "
        "SELECT day, 'forest', who, table_id, own, other FROM forest_tries"
    )
    op.drop_table("forest_tries")
