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
    Column("open", Integer, nullable=False, server_default="0"),  # listed, and a seat is free
    Index("tables_by_request", "maker", "request", unique=True),
    Index("tables_owing", "id", sqlite_where=text("owes"), postgresql_where=text("owes <> 0")),
    Index("tables_open", "made_at", sqlite_where=text("open"), postgresql_where=text("open <> 0")),
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
    Column("sleep", Text),  # the hours in which they sleep, JSON
    Column("text", Integer, nullable=False, server_default="100"),  # the size of letters, in per cent
    Column("seen", Integer, nullable=False, server_default="0"),  # the day of the last visit, counted from 1970 on
)

Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("who", String(16), nullable=False, index=True),
    Column("made_at", Float, nullable=False),
    Column("renewed_at", Float, nullable=False, server_default="0"),  # when its cookie was given last
)

Table(  # tokens that are worth nothing any more, and never will be again
    "ended",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("at", Float, nullable=False),
)

Table(  # the way to another browser, once
    "links",
    metadata,
    Column("who", String(16), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False, unique=True),
    Column("until", Float, nullable=False),
)

Table(  # recovery words
    "words",
    metadata,
    Column("who", String(16), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False, unique=True),
    Column("made_at", Float, nullable=False),
)

Table(  # at which tables somebody ever had a seat: their name is in the journal there
    "been",
    metadata,
    Column("who", String(16), primary_key=True),
    Column("table_id", String(10), primary_key=True),
    sqlite_with_rowid=False,
)

Table(  # who asked to be forgotten; what they did stays, without their name
    "gone",
    metadata,
    Column("who", String(16), primary_key=True),
    Column("done", Integer, nullable=False),  # 1: no row has their name; 2: nor has any corner of the file
)

Table(  # the first tries at the deals of a day: those that count
    "tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("who", String(16), primary_key=True),
    Column("table_id", String(10), nullable=False, unique=True),
    Column("own", Integer),  # the scores, once it is over; of a team, what it scored, beside 0
    Column("other", Integer),
    sqlite_with_rowid=False,
)

Table(
    "house",
    metadata,
    Column("key", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

Table(  # what was said at the tables
    "talk",
    metadata,
    Column("table_id", String(10), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("who", String(16), nullable=False),
    Column("request", String(36), nullable=False),
    Column("seat", Integer),
    Column("name", String(24), nullable=False),
    Column("text", Text),
    Column("phrase", String(16)),
    Index("talk_by_author", "who", "table_id", "request", unique=True),
    sqlite_with_rowid=False,
)

Table(  # whom somebody wants to hear no more
    "mutes",
    metadata,
    Column("who", String(16), primary_key=True),
    Column("muted", String(16), primary_key=True),
    sqlite_with_rowid=False,
)

Table(  # when the house was open: clocks stand still while it isn't
    "hours",
    metadata,
    Column("opened", Float, primary_key=True),
    Column("seen", Float, nullable=False),
)

Table(  # messages that somebody found bad: for the people who run the house
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("table_id", String(10), nullable=False),
    Column("number", Integer, nullable=False),  # of the message, at its table
    Column("reporter", String(16), nullable=False),
    Column("who", String(16), nullable=False),  # wrote it
    Column("text", Text, nullable=False),
    Column("handled", Integer, nullable=False),
    Index("reports_once", "table_id", "number", "reporter", unique=True),
)

Table(  # who may write nothing any more
    "muted",
    metadata,
    Column("who", String(16), primary_key=True),
    Column("at", Float, nullable=False),
)
