"""What the database knows of a table beside its facts, so that lists need not fold them."""

from __future__ import annotations

import msgspec

from renardiere.server.journal.store import Statement
from renardiere.server.lists import Summary
from renardiere.server.table import Seat, Table

__all__ = ["seat_changes", "summarised"]


def summarised(table: Table) -> Statement:
    """How a table stands."""
    summary = msgspec.json.encode(Summary.of(table)).decode()
    over, owes = table.phase == "over", table.owes is not None
    listed = table.phase == "waiting" and table.terms.listed and bool(table.people)
    sql = "UPDATE tables SET over = ?, owes = ?, open = ?, summary = ?, number = ? WHERE id = ?"
    return sql, (over, owes, listed, summary, table.number, table.id)


def seat_changes(before: Table, after: Table) -> list[Statement]:
    """Who sits there from now on, and who no longer."""
    changes: list[Statement] = []
    if before.seats == after.seats:
        return changes
    old = before.seats or [Seat()] * len(after.seats)
    for number, (was, now) in enumerate(zip(old, after.seats, strict=True)):
        if was.who != now.who and was.who is not None:
            changes.append(("DELETE FROM seats WHERE table_id = ? AND seat = ?", (after.id, number)))
        if was.who != now.who and now.who is not None:
            changes.append(("INSERT INTO seats (table_id, seat, who) VALUES (?, ?, ?)", (after.id, number, now.who)))
            been = "INSERT INTO been (who, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
            changes.append((been, (now.who, after.id)))
    return changes
