"""How long a report may be: it is spoken in two to three minutes (reading 10.14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Sentence(NamedTuple):
    """Something to be said, with how much it matters: 0 is said first and never left out."""

    rank: int
    words: str


def length(texts: Iterable[str]) -> int:
    """Return how many words there are."""
    return sum(len(each.split()) for each in texts)


def within(sentences: Sequence[Sentence], most: int) -> list[str]:
    """What fits into so many words, in its order: what matters most has its place first."""
    left, kept = most, set[int]()
    ranked = sorted(range(len(sentences)), key=lambda i: (sentences[i].rank, i))
    for i in ranked:
        words = length([sentences[i].words])
        if sentences[i].rank == 0 or words <= left:
            kept.add(i)
            left -= words
    return [each.words for i, each in enumerate(sentences) if i in kept]
