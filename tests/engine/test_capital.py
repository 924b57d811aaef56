"""How a sentence begins."""

from __future__ import annotations

import pytest

from bocage.engine.words import capital


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("the Allies control Argentan", "The Allies control Argentan"),
        ("s.SS-Pz 501 is disrupted", "s.SS-Pz 501 is disrupted"),
        ("KG Lehr moves", "KG Lehr moves"),
        ("", ""),
    ],
)
def test_a_sentence_begins_with_a_capital(said: str, written: str) -> None:
    """The first letter is a capital, unless a name is written small by custom."""
    assert capital(said) == written
