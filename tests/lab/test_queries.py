"""The worked queries of docs/lab.md: each runs on a run as it stands."""

# Polars says its types with numpy, which need not be installed.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import polars as pl
import pytest

from bocage.ai import load_game
from bocage.lab.batches import Batch
from bocage.lab.runs import Plan, Run
from bocage.lab.workers import here

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"
QUERIES = re.findall(r"```sql\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def pocket(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a run of Falaise by the aggressive player."""
    begun = Run.begin(
        tmp_path_factory.mktemp("lab") / "pocket", Plan("falaise", ("aggressive", "aggressive"))
    )
    begun.play(Batch(partial(load_game, "falaise"), ("aggressive",), notes=True), 2, here())
    return begun


def answer(query: str, run: Run) -> pl.DataFrame:
    """What a query says of a run."""
    return pl.sql(query.replace("'pocket/", f"'{run.folder}/")).collect()


def test_there_are_five() -> None:
    """The page has five worked queries, each on the run called pocket."""
    assert len(QUERIES) == 5
    assert all("'pocket/" in query for query in QUERIES)


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_has_an_answer(query: str, pocket: Run) -> None:
    """It runs as printed and finds something, without a gap."""
    found = answer(query, pocket)
    assert len(found) > 0
    assert sum(found.null_count().row(0)) == 0


def test_the_answers_are_those_of_the_tables(pocket: Run) -> None:
    """All games have a winner, all losses a hex, and the last turn is the end."""
    wins, losses, fights, times, units = (answer(query, pocket) for query in QUERIES)
    assert wins["games"].sum() == 2
    events = pocket.table("events")
    assert fights["times"].sum() == len(events.filter(pl.col("kind") == "Fought"))
    assert losses["lost"].sum() <= len(events.filter(pl.col("kind") == "Eliminated"))
    turns = pocket.table("turns")
    last = turns.filter(
        (pl.col("measure") == "east of the Withdrawal Line")
        & (pl.col("turn") == pl.col("turn").max())
    )
    assert times["steps"][-1] == pytest.approx(last["value"].mean())
    assert units["survives"].is_between(0, 1).all()
