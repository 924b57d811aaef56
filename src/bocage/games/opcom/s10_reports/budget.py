"""The length of a report: two to three minutes when spoken (reading 10.14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Sentence(NamedTuple):
    """A sentence with its rank; rank 0 comes first and is never left out."""

    rank: int
    words: str


def length(texts: Iterable[str]) -> int:
    """Return the number of words."""
    return sum(len(each.split()) for each in texts)


def within(sentences: Sequence[Sentence], most: int) -> list[str]:
    """Return the sentences that fit into so many words, in order; the best ranks are kept."""
    left, kept = most, set[int]()
    ranked = sorted(range(len(sentences)), key=lambda i: (sentences[i].rank, i))
    for i in ranked:
        words = length([sentences[i].words])
        if sentences[i].rank == 0 or words <= left:
            kept.add(i)
            left -= words
    return [each.words for i, each in enumerate(sentences) if i in kept]
