"""The base of all errors that answer people and are not our faults."""

from __future__ import annotations


class BocageError(Exception):
    """A mistake by a person or in a file; its text is one clear sentence."""
