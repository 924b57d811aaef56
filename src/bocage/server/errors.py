"""Errors that the server reports: one sentence for people and a code for programs."""

from __future__ import annotations

from typing import Final

from bocage.engine.errors import BocageError

FAULT: Final = (
    "the server failed: this is a bug. Nothing was changed; the details are in the server's log"
)
"""The text that a client reads after an unexpected error."""


class ServerError(BocageError):
    """A request that the server refuses."""

    code: str = "refused"
    status: int = 400

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence: Final = sentence


class UnknownError(ServerError):
    """The thing does not exist, or this person may not see it: both look the same."""

    code, status = "unknown", 404


class SignInError(ServerError):
    """The person is not signed in."""

    code, status = "sign-in", 401


class ForbiddenError(ServerError):
    """The person may not do this."""

    code, status = "forbidden", 403


class StaleError(ServerError):
    """The command refers to an old state."""

    code, status = "stale", 409


class UnavailableError(ServerError):
    """The database does not answer. The client may try again."""

    code, status = "unavailable", 503


class TooMuchError(ServerError):
    """Too large, or too often."""

    code, status = "too-much", 429
