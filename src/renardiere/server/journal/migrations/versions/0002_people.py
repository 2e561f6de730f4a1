"""What people at a table need: the lobby, deadlines, talk, recovery."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("tables", recreate="always") as tables:
        tables.add_column(sa.Column("open", sa.Integer, nullable=False, server_default="0"))
    op.create_index(
        "tables_open", "tables", ["made_at"], sqlite_where=sa.text("open"), postgresql_where=sa.text("open <> 0")
    )
    with op.batch_alter_table("identities", recreate="always") as identities:
        identities.add_column(sa.Column("sleep", sa.Text))
    _identity()
    op.create_table(
        "talk",
        sa.Column("table_id", sa.String(10), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.String(16), nullable=False),
        sa.Column("request", sa.String(36), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("text", sa.Text),
        sa.Column("phrase", sa.String(16)),
        sqlite_with_rowid=False,
    )
    op.create_index("talk_by_author", "talk", ["who", "table_id", "request"], unique=True)
    op.create_table(
        "mutes",
        sa.Column("who", sa.String(16), primary_key=True),
        sa.Column("muted", sa.String(16), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hours",
        sa.Column("opened", sa.Float, primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.String(16), nullable=False),
        sa.Column("who", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("handled", sa.Integer, nullable=False),
    )
    op.create_index("reports_once", "reports", ["table_id", "number", "reporter"], unique=True)
    op.create_table(
        "muted",
        sa.Column("who", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def _identity() -> None:
    with op.batch_alter_table("tokens", recreate="always") as tokens:
        tokens.add_column(sa.Column("renewed_at", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE tokens SET renewed_at = made_at")
    op.create_table(
        "ended",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("who", sa.String(16), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "words",
        sa.Column("who", sa.String(16), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "been",
        sa.Column("who", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(10), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO been (who, table_id) SELECT DISTINCT json_extract(body, '$.who'), table_id FROM facts "
        "WHERE json_extract(body, '$.fact') = 'sat.1'"
    )
    op.create_table(
        "gone",
        sa.Column("who", sa.String(16), primary_key=True),
        sa.Column("done", sa.Integer, nullable=False),
    )
