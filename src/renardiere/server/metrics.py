"""What Prometheus may know about this house: counts and times, nothing about anybody."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

__all__ = [
    "BOTS_ACTIONS",
    "BOT_SECONDS",
    "COMMIT_SECONDS",
    "CONNECTIONS",
    "DATABASE_BYTES",
    "DISK_FREE_BYTES",
    "GROUP_SIZE",
    "HEALTHY",
    "PEOPLES_ACTIONS",
    "REFUSED",
    "RESYNCS",
    "TABLES",
    "TICK_LATENESS",
    "WRITE_FAILURES",
    "YARDS",
    "exposition",
]

_registry = CollectorRegistry()
_times: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)

ACTIONS = Counter("renardiere_actions", "Actions written to the journal", ["by"], registry=_registry)
PEOPLES_ACTIONS = ACTIONS.labels("person")
BOTS_ACTIONS = ACTIONS.labels("bot")
REFUSED = Counter("renardiere_refused", "Requests over live connections that changed nothing", registry=_registry)
RESYNCS = Counter("renardiere_resyncs", "Slow readers whose backlog was replaced by a sync", registry=_registry)
CONNECTIONS = Gauge("renardiere_connections", "Live connections", registry=_registry)
TABLES = Gauge("renardiere_tables_awake", "Tables held in memory", registry=_registry)
YARDS = Gauge("renardiere_yards", "Yards that are searched, or about to be", registry=_registry)
TICK_LATENESS = Histogram(
    "renardiere_tick_lateness_seconds", "How late the ticks of yards came", registry=_registry, buckets=_times
)
BOT_SECONDS = Histogram("renardiere_bot_seconds", "Time a bot took to choose", registry=_registry, buckets=_times)
COMMIT_SECONDS = Histogram("renardiere_commit_seconds", "Time a group commit took", registry=_registry, buckets=_times)
GROUP_SIZE = Histogram(
    "renardiere_group_size",
    "Writes that shared one commit",
    registry=_registry,
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
)
WRITE_FAILURES = Counter("renardiere_write_failures", "Commits that failed", registry=_registry)


HEALTHY = Gauge("renardiere_healthy", "1 while the database can be written, else 0", registry=_registry)
DATABASE_BYTES = Gauge("renardiere_database_bytes", "Size of the database", registry=_registry)
DISK_FREE_BYTES = Gauge("renardiere_disk_free_bytes", "Room that is left on its disk", registry=_registry)
ProcessCollector(registry=_registry)


def exposition() -> bytes:
    """All of it, in Prometheus' text format."""
    return generate_latest(_registry)
