"""Structured logs, without secrets: no token, no table's secret, no card, no whole name of a table, nobody's name, and
tracebacks without the values of variables."""

from __future__ import annotations

import logging
import sys
from typing import Any, Final

import structlog

__all__ = ["configure_logs"]

LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


def configure_logs(level: str | None = None) -> None:
    """Log to standard error: on a terminal what a person should know, else all of it, one JSON object a line. Leaves a
    set configuration be, unless a ``level`` is given: then what the libraries have to say comes the same way, from
    warnings on (below, they would tell what they send)."""
    if structlog.is_configured() and level is None:
        return
    person = sys.stderr.isatty()
    lowest = LEVELS[level or "info"]
    if person:
        lowest = logging.WARNING if lowest == logging.INFO else lowest
        last: list[Any] = [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    else:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    first: list[Any] = [structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso")]
    structlog.configure(
        processors=[*first, *last],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    if level is not None:
        meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
        handler = _ToStderr()
        handler.setFormatter(
            structlog.stdlib.ProcessorFormatter(processors=[meta, *last], foreign_pre_chain=[*first, _named])
        )
        logging.root.handlers = [handler]
        logging.root.setLevel(logging.WARNING)


class _ToStderr(logging.Handler):
    """To whatever standard error is now, as structlog does."""

    def emit(self, record: logging.LogRecord) -> None:
        sys.stderr.write(self.format(record) + "\n")


def _named(logger: logging.Logger, _: str, event: Any) -> Any:
    record: logging.LogRecord = event["_record"]
    event["logger"] = record.name
    return event
