"""What docs/complaints.md names as tests is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_answers_to_complaints_are_tested() -> None:
    """Each row names a test, each test exists, and in TypeScript under the words that stand there."""
    text = (ROOT / "docs/complaints.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("|") and not line.startswith(("| complaint", "|---"))]
    assert len(rows) >= 30
    for row in rows:
        tests = row.split("|")[3]
        named = 0
        for path, name in re.findall(r"`([\w/]+\.py)::(\w+)`", tests):
            assert f"def {name}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), (path, name)
            named += 1
        for path, quoted in re.findall(r"`([\w.]+\.test\.ts)`((?: ?“[^”]+”,?)+)", tests):
            source = (ROOT / "web/tests" / path).read_text(encoding="utf-8")
            for name in re.findall("“([^”]+)”", quoted):
                assert f"test('{name}'" in source, (path, name)
                named += 1
        assert named >= 1, row
        assert named == tests.count("::") + tests.count("“"), row
