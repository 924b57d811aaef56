"""What the server says when it cannot do a thing: one sentence and a code for programs."""

from __future__ import annotations

from typing import Final

from bocage.engine.errors import BocageError

FAULT: Final = (
    "the server failed: this is a bug. Nothing was changed; the details are in the server's log"
)
"""What a client is told of a fault that nobody has foreseen."""


class ServerError(BocageError):
    """A request that is not granted."""

    code: str = "refused"
    status: int = 400

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence: Final = sentence


class UnknownError(ServerError):
    """There is no such thing, or not for this person: the two are not told apart."""

    code, status = "unknown", 404


class SignInError(ServerError):
    """The person has not said who he is."""

    code, status = "sign-in", 401


class ForbiddenError(ServerError):
    """The person may not do this."""

    code, status = "forbidden", 403


class StaleError(ServerError):
    """The command was made against a state that is past."""

    code, status = "stale", 409


class UnavailableError(ServerError):
    """The database does not answer. What was asked may be asked again."""

    code, status = "unavailable", 503


class TooMuchError(ServerError):
    """Too large, or too often."""

    code, status = "too-much", 429
