"""The schema of the database, which the migrations lead to.

``facts`` is the journal; ``tables`` and ``seats`` are an index over it, written in the same transactions, so that a
start or a list of games need not read all of it.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text, text

__all__ = ["metadata"]

metadata = MetaData()

Table(
    "facts",
    metadata,
    Column("table_id", String(10), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("author", String(16)),  # an identity; null: the table itself, or a bot
    Column("request", String(36)),
    Column("body", Text, nullable=False),
    Index(
        "facts_by_request",
        "table_id",
        "author",
        "request",
        unique=True,
        sqlite_where=text("request IS NOT NULL"),
        postgresql_where=text("request IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

Table(
    "tables",
    metadata,
    Column("id", String(10), primary_key=True),
    Column("maker", String(16), nullable=False),
    Column("request", String(36), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("over", Integer, nullable=False),
    Column("owes", Integer, nullable=False),  # the server owes this table a bot's action
    Column("summary", Text, nullable=False),  # how it stood after `number` facts, for lists
    Column("number", Integer, nullable=False),
    Index("tables_by_request", "maker", "request", unique=True),
    Index("tables_owing", "id", sqlite_where=text("owes"), postgresql_where=text("owes <> 0")),
)

Table(
    "seats",
    metadata,
    Column("table_id", String(10), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("who", String(16), nullable=False),
    Index("seats_by_identity", "who", "table_id"),
    sqlite_with_rowid=False,
)

Table(
    "identities",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(24)),
    Column("language", String(2), nullable=False),
    Column("theme", String(6), nullable=False),
    Column("made_at", Float, nullable=False),
)

Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("who", String(16), nullable=False, index=True),
    Column("made_at", Float, nullable=False),
)

Table(
    "house",
    metadata,
    Column("key", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)
