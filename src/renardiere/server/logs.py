"""Structured logs, without secrets: no token, no table's secret, no card, no whole name of a table, and tracebacks
without the values of variables."""

from __future__ import annotations

import logging
import sys

import structlog

__all__ = ["configure_logs"]


def configure_logs(level: int = logging.INFO) -> None:
    """Log to standard error: for people on a terminal, else one JSON object a line. Leaves a set configuration be."""
    if structlog.is_configured():
        return
    if sys.stderr.isatty():
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
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
