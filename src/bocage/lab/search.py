"""A search for the values that meet an aim: each trial says where to look next (Optuna).

A sweep plays every way to set the numbers. Where there are too many ways, a search tries some:
it looks first here and there, and then where the aim was nearest (a Parzen estimator). A way that
is tried again is played with further games, so that the best ways have the narrowest intervals.

    SEARCH/search.journal         the trials, for resuming the search
    SEARCH/german_day=-3/...      tables and games of each way, as in a sweep
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage.lab.runs import MissingExtraError

if TYPE_CHECKING:
    from bocage.lab.sweeps import Knob

FILE: Final = "search.journal"
_FIRST: Final = 4
"""Trials that are spread out before the estimator chooses."""


def optuna() -> Any:
    """Return Optuna.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        return import_module("optuna")
    except ImportError:
        raise MissingExtraError("a search needs Optuna: pip install 'bocage[lab]'") from None


class Search:
    """The trials of a search, kept in a folder."""

    def __init__(self, folder: Path, knobs: Sequence[Knob], seed: int) -> None:
        known = optuna()
        known.logging.set_verbosity(known.logging.WARNING)
        storage, journal = known.storages, import_module("optuna.storages.journal")
        folder.mkdir(parents=True, exist_ok=True)
        kept = storage.JournalStorage(journal.JournalFileBackend(str(folder / FILE)))
        sampler = known.samplers.TPESampler(seed=seed, n_startup_trials=_FIRST)
        self._study: Final[Any] = known.create_study(
            storage=kept, study_name="tune", sampler=sampler, load_if_exists=True
        )
        self._knobs: Final = tuple(knobs)
        self._complete: Final[Any] = known.trial.TrialState.COMPLETE
        self._failed: Final[Any] = known.trial.TrialState.FAIL
        self._trial: Any = None
        for each in self._study.get_trials(deepcopy=False):
            if not each.state.is_finished():  # it was stopped in its middle
                self._study.tell(each.number, state=self._failed)

    @property
    def done(self) -> int:
        """The number of finished trials."""
        return len(self._finished())

    def ask(self) -> tuple[str, ...]:
        """Return the way to set the knobs that is tried next."""
        self._trial = self._study.ask()
        return tuple(
            str(self._trial.suggest_categorical(f"{each.file}:{each.name}", each.values))
            if not each.is_span
            else str(self._trial.suggest_int(f"{each.file}:{each.name}", *each.span))
            for each in self._knobs
        )

    def tell(self, way: Sequence[str], far: float) -> None:
        """Say how far from the aim the way was that was asked for last."""
        self._trial.set_user_attr("way", list(way))
        self._study.tell(self._trial, far)

    def tried(self, way: Sequence[str]) -> int:
        """Return how many finished trials played this way."""
        return sum(each.user_attrs["way"] == list(way) for each in self._finished())

    def ways(self) -> list[tuple[str, ...]]:
        """Return every combination tried, in the order of the knobs' values."""
        found = {tuple(map(str, each.user_attrs["way"])) for each in self._finished()}
        return sorted(found, key=lambda way: tuple(map(float, way)))

    def _finished(self) -> list[Any]:
        found: list[Any] = self._study.get_trials(deepcopy=False, states=(self._complete,))
        return found
