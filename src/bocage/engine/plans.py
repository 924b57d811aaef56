"""Plans: the lines that would do what is recommended now, for a set-up or a landing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan to choose: its name, what it is called, and the lines that do it."""

    id: str
    title: str
    lines: tuple[str, ...]
