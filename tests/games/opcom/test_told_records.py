"""Records of what teams were told: the data of a view, and snapshots of earlier versions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bocage.engine.saves import read, written
from bocage.engine.snapshots import Snapshots
from bocage.games.opcom.pieces.told import NOTHING, Told, as_data, from_data
from bocage.games.opcom.s02_umpiring.desk import Release
from tests.games.opcom.playing import CONTROL, GAME, GUARDS, begun, sample, send

OLD: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("told_before_records.json").read_text(encoding="utf-8")
)
"""What three teams had been told, as the program kept it while it was JSON."""


@pytest.mark.parametrize("data", OLD)
def test_the_data_of_a_view_is_as_it_was(data: dict[str, Any]) -> None:
    """Every key and row in its place: pages and players read it."""
    told = from_data(data)
    assert json.dumps(as_data(told)) == json.dumps(data)
    assert as_data(NOTHING) == {}


def test_what_is_unknown_is_refused() -> None:
    """A row with a field too many, or too few, is not a row."""
    for row in ({"id": "GB-3IG"}, OLD[0]["units"][0] | {"level": 3}):
        with pytest.raises(ValueError, match="unknown"):
            from_data({"units": [row]})


def test_a_snapshot_of_an_earlier_version_loads(tmp_path: Path) -> None:
    """It held JSON in the state and in the frame that releases a turn; today they are records."""
    table = begun()
    send(table, GUARDS, sample("joes_bridge", "1-guards.toml"))
    texts: Any = tuple(json.dumps(each, ensure_ascii=False) for each in OLD[:2])
    table.state.told = texts
    table.state.push(Release(CONTROL, (0,), ("", texts[1])))  # type: ignore[arg-type]
    snapshots = Snapshots(tmp_path / "old.bocage")
    snapshots.keep(table)
    found = read(written(table), GAME, snapshots).state
    assert found.told == tuple(map(from_data, OLD[:2]))
    top = found.stack[-1]
    assert isinstance(top, Release)
    assert top.before == (NOTHING, found.told[1])


def test_the_key_differs_with_what_teams_were_told() -> None:
    """Another word in a report is another state; an equal record has an equal key."""
    st = begun().state
    key = st.key()
    first, *others = st.told
    data = as_data(first)
    st.told = (from_data(data), *others)
    assert st.key() == key
    data["units"][0]["at"] += "!"
    st.told = (from_data(data), *others)
    assert st.key() != key
    assert isinstance(st.told[0], Told)
