"""Plans: the lines that carry out a recommendation, for a set-up or a landing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan to choose: its id, its title, and its lines."""

    id: str
    title: str
    lines: tuple[str, ...]
