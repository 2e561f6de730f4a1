"""What people were told, against what a house left behind."""

from __future__ import annotations

from pathlib import Path

from journal_checks import Checker, post_mortem
from travellers import Notes

from renardiere.server.talk import ABOVE


class Inquest:
    """Looks at what is left after each death."""

    def __init__(self, folder: Path, notes: Notes) -> None:
        self.folder = folder
        self.notes = notes
        self.checker = Checker()

    def hold(self) -> None:
        """What was acknowledged is there, and what anybody heard of; what was refused is not."""
        with post_mortem(self.folder / "data", self.folder / "copy") as journal:
            self.checker.check(journal)
            talk = journal.execute("SELECT table_id, number, request, text FROM talk ORDER BY number").fetchall()
        self.check_talk(talk)
        stored = {request: fact for truth in self.checker.truths.values() for request, fact in truth.requests.items()}
        for request, act in self.notes.acknowledged.items():
            fact = stored[request]
            assert (fact.seat, fact.action) == (act["seat"], act["action"])  # type: ignore[union-attr]
        for deed in self.notes.deeds:
            self.checker.done(deed)
        assert not self.notes.refused & (stored.keys() | {request for _, _, request, _ in talk})
        for traveller in self.notes.travellers:
            self.checker.told(traveller.table, traveller.seat, traveller.heard[traveller.checked :])
            traveller.checked = len(traveller.heard)

    def check_talk(self, talk: list[tuple[str, int, str, str]]) -> None:
        """Numbers without gaps, but where talk begins that players do not hear; everybody's lines once, in the order in
        which they said them."""
        last: dict[tuple[str, str], int] = {}
        latest: dict[str, int] = {}
        for table, number, _, text in talk:
            name, line = text.split()
            assert int(line) > last.get((table, name), 0), "said twice, or too late"
            last[table, name] = int(line)
            assert number == latest.get(table, 0) + 1 or number > latest.get(table, 0) + ABOVE, "a gap in what was said"
            latest[table] = number
        assert set(self.notes.said) <= {(table, number, text) for table, number, _, text in talk}, "heard too early"
        stored = {request: (table, number, text) for table, number, request, text in talk}
        for deed in self.notes.deeds:
            if deed.what == "say":
                assert stored[deed.body["request"]] == (deed.table, deed.answer["number"], deed.body["text"])

    def close(self) -> None:
        """All games are over, and everybody was told what happened, each event once."""
        self.hold()
        assert all(truth.table.phase == "over" for truth in self.checker.truths.values() if truth.table.state)
        for traveller in self.notes.travellers:
            self.checker.told(traveller.table, traveller.seat, traveller.heard)
            assert traveller.pending is None or traveller.over
