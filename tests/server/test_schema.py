"""The OpenAPI of the server, tried with all that it allows and more: no answer is a 500."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Generator
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from schemathesis import checks
from sqlalchemy import update

from bocage.server.app import make_app
from bocage.server.schema import PEOPLE
from bocage.server.settings import Settings
from tests.patience import PATIENCE

from .clients import Guest
from .conftest import running


def zipped(files: dict[str, str]) -> bytes:
    """Return a zip of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for path, text in files.items():
            made.writestr(path, text)
    return out.getvalue()


PATHS = st.sampled_from(["scenario.toml", "oob.csv", "turns.csv", "debrief.toml", "map/pack.toml"])
CONTENT = (
    st.text(max_size=30) | st.just("a=" + "[" * 9_000) | st.just("title" + ".a" * 9_000 + "=1")
)
schemathesis.serializer.alias("application/zip", "application/octet-stream")
schemathesis.openapi.media_type(
    "application/zip", st.binary(max_size=60) | st.dictionaries(PATHS, CONTENT).map(zipped)
)

CHECKS: Any = (getattr(checks, "not_a_server_error"),)  # noqa: B009 - it has no whole type
WHOLE: Any = schemathesis.openapi.from_dict(make_app().openapi())
SCHEMA = WHOLE.exclude(path_regex=r"ground\.webp")  # drawing it takes longer than an answer may


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Guest, str, str]]:
    """A server, its administrator, a member `ted`, a notice, a game that is under way, and one
    of which she is Control."""
    folder = tmp_path_factory.mktemp("schema")
    given = Settings(database=str(folder / "games.db"), dumps=folder, signs_a_minute=10**6)
    with running(replace(given, commands_a_minute=10**6, requests_a_minute=10**6)) as serving:
        ann = serving.guest("Ann")
        ted = serving.guest("Ted")
        made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
        other = ted.post("/api/games", game="roundup", seats={"german": "me"})
        ann.post(f"/api/games/{other['id']}/join", secret=other["links"]["allied"])
        with serving.hub.database.engine.begin() as connection:
            for person, account, admin in ((ann, "ann", True), (ted, "ted", False)):
                row = update(PEOPLE).where(PEOPLE.c.id == person.id)
                connection.execute(row.values(account=account, admin=admin))
        with ann.at(made["id"]) as table:
            table.do("beachhead us1 2723")
        umpired = ann.post("/api/games", game="opcom", seats={"Control": "me"})
        yield ann, str(made["id"]), str(umpired["id"])


@SCHEMA.parametrize()  # type: ignore[untyped-decorator]
@settings(
    max_examples=25,
    suppress_health_check=(HealthCheck.function_scoped_fixture, HealthCheck.too_slow),
    derandomize=True,
)
def test_no_request_breaks_the_server(case: Any, known: tuple[Guest, str, str]) -> None:
    """Whatever is asked, with the id of a game that exists and without, is answered."""
    ann, game, umpired = known
    if "clearances" in case.path or "umpire" in case.path:
        game = umpired
    often = crc32(str(case.body).encode("utf-8", "replace")) % 3
    for name, there in (
        ("id_", game),
        ("account", "ted"),
        ("number", 1),
        ("umpire", ann.id),
    ):
        if name in case.path_parameters and often:
            case.path_parameters[name] = there
    case.call_and_validate(
        base_url=f"http://{ann.host}",
        headers={"Authorization": f"Bearer {ann.token}"},
        checks=CHECKS,
        timeout=PATIENCE,
    )
