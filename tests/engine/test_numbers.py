"""Whole numbers that somebody wrote."""

from __future__ import annotations

import pytest

from bocage.engine.numbers import whole


@pytest.mark.parametrize(
    "text", ["", "²", "5²", "٣", "--4", "+-5", "1_000", "1.5", " 7", "9" * 5000]
)
def test_bad_numbers_are_not_read(text: str) -> None:
    """Other scripts' digits, two signs, blanks, and what is too long."""
    assert whole(text, signed=True) is None


def test_plain_digits_are_a_number_and_a_sign_only_where_it_may_be() -> None:
    """As many digits as may be, and no more."""
    assert whole("0042") == 42
    assert whole("-4") is None
    assert (whole("-4", signed=True), whole("+4", signed=True)) == (-4, 4)
    assert (whole("9999", digits=4), whole("10000", digits=4)) == (9999, None)
