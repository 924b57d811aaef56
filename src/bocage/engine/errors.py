"""What all errors have in common that are answers to people and not faults of ours."""

from __future__ import annotations


class BocageError(Exception):
    """Something that a person or a file got wrong; its text is one clear sentence."""
