from __future__ import annotations

from tests.yard.held import GOLDEN, golden


def test_the_page_is_tested_with_what_the_yard_says_now() -> None:
    assert GOLDEN.read_text() == golden(), "run python -m tests.yard.held"
