"""Structured logs, without secrets: no token, no table's secret, no card, no whole name of a table, and tracebacks
without the values of variables."""

from __future__ import annotations

import logging
import sys

import structlog

__all__ = ["configure_logs"]


def configure_logs() -> None:
    """Log to standard error: on a terminal what a person should know, else all of it, one JSON object a line. Leaves a
    set configuration be."""
    if structlog.is_configured():
        return
    person = sys.stderr.isatty()
    if person:
        last: list[structlog.typing.Processor] = [
            structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        ]
    else:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            *last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if person else logging.INFO),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
