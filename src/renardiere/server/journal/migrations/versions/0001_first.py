"""The first schema: the journal, its index, identities."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "facts",
        sa.Column("table_id", sa.String(10), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("author", sa.String(16)),
        sa.Column("request", sa.String(36)),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    asked = sa.text("request IS NOT NULL")
    op.create_index(
        "facts_by_request",
        "facts",
        ["table_id", "author", "request"],
        unique=True,
        sqlite_where=asked,
        postgresql_where=asked,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(10), primary_key=True),
        sa.Column("maker", sa.String(16), nullable=False),
        sa.Column("request", sa.String(36), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("over", sa.Integer, nullable=False),
        sa.Column("owes", sa.Integer, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_index("tables_by_request", "tables", ["maker", "request"], unique=True)
    op.create_index(
        "tables_owing", "tables", ["id"], sqlite_where=sa.text("owes"), postgresql_where=sa.text("owes <> 0")
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(10), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("who", sa.String(16), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_by_identity", "seats", ["who", "table_id"])
    op.create_table(
        "identities",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(24)),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("theme", sa.String(6), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("who", sa.String(16), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_index("ix_tokens_who", "tokens", ["who"])
    op.create_table(
        "house",
        sa.Column("key", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
