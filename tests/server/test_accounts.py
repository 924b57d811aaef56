"""What a staff at a table wrote: read when its turn is over, and there after a restart."""

from __future__ import annotations

import httpx
from sqlalchemy import func, select

from bocage.games.roundup.options import SECRET
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import FACE_DOWN
from bocage.server.accounts import SHUT
from bocage.server.schema import NOTES
from bocage.server.settings import Settings
from tests.patience import PATIENCE

from .clients import PLAIN, Guest, Serving, Socket
from .conftest import running


def against_staff(ann: Guest) -> str:
    """Return a game of Roundup, Ann with the Allies, the staff with the Germans."""
    seats = {"allied": "me", "german": "staff"}
    return str(ann.post("/api/games", game="roundup", seats=seats)["id"])


def hurry(table: Socket, turn: int) -> None:
    """Place the beachheads, then end every phase until a turn begins; the staff plays on."""
    for line in table.ask(type="ask", what="plan")["plans"][0]["lines"]:
        table.do(line)
    while table.state["view"]["turn"] < turn:
        if table.asked() != ["allied"]:
            table.next()
            continue
        legal = [each[0] for each in table.ask(type="ask", what="legal")["legal"]]
        answer = table.ask(type="do", line="end" if "end" in legal else legal[0])
        if answer["type"] == "done":
            table.reach(answer["stamp"])


def kept(serving: Serving, game: str) -> dict[int, int]:
    """Return how many sentences the database has, by turn."""
    count = select(NOTES.c.turn, func.count().label("number"))
    wanted = count.where(NOTES.c.game == game).group_by(NOTES.c.turn)
    with serving.hub.database.engine.connect() as connection:
        return {row.turn: row.number for row in connection.execute(wanted)}


def test_an_account_is_of_finished_turns_and_outlives_the_server(settings: Settings) -> None:
    """The open turn is shut though it is kept; others have no business there; a restart keeps
    every word, and what is taken back goes."""
    with running(settings) as serving:
        ann, eve = serving.guest("Ann"), serving.guest("Eve")
        game = against_staff(ann)
        with ann.at(game) as table:
            assert ann.get(f"/api/games/{game}/account") == {"accounts": [], "shut": ""}
            hurry(table, 3)
            told = ann.get(f"/api/games/{game}/account")
        assert [(each["turn"], each["seat"]) for each in told["accounts"]] == [
            (2, "german"),
            (1, "german"),
        ]
        assert all(each["text"].endswith(".") for each in told["accounts"])
        assert eve.http.get(f"/api/games/{game}/account").status_code == 404
    with running(settings) as serving:
        again = Guest.__new__(Guest)
        again.__dict__.update(ann.__dict__, host=serving.host)
        again.http = httpx.Client(
            base_url=f"http://{serving.host}",
            headers=ann.http.headers,
            timeout=PATIENCE,
            verify=PLAIN,
        )
        assert again.get(f"/api/games/{game}/account") == told
        assert set(kept(serving, game)) == {1, 2}
        with again.at(game) as table:
            answer = table.ask(type="takeback", line=5)
            assert answer["type"] == "done", answer
            table.reach(answer["stamp"])
            assert table.state["view"]["turn"] == 1
        assert again.get(f"/api/games/{game}/account")["accounts"] == []
        assert kept(serving, game) == {}
        again.http.close()


def test_an_account_is_hidden_while_it_would_reveal_a_secret(serving: Serving) -> None:
    """15.1: while the strategy lies face down, neither the Allies nor observers can read the
    German staff's account. They can when the game is over."""
    ann, eve = serving.guest("Ann"), serving.guest("Eve")
    game = against_staff(ann)
    eve.post(f"/api/games/{game}/observe")
    with ann.at(game) as table:
        hurry(table, 2)
        where = f"/api/games/{game}/account"
        assert [each["turn"] for each in ann.get(where)["accounts"]] == [1]
        serving.hub.live[game].table.state.optional[SECRET] = FACE_DOWN
        assert ann.get(where) == {"accounts": [], "shut": SHUT}
        assert eve.get(where) == {"accounts": [], "shut": SHUT}
        assert table.ask(type="concede")["type"] == "done"
    assert [each["turn"] for each in ann.get(where)["accounts"]] == [1]


def test_where_the_rules_play_nobody_keeps_an_account(serving: Serving) -> None:
    """13.0 of Falaise: the printed opponent has no staff, and asking for one is not an error."""
    ann = serving.guest("Ann")
    seats = {"german": "me"}
    made = ann.post("/api/games", game="falaise", seats=seats, options={"solitaire": "on"})
    answer = ann.get(f"/api/games/{made['id']}/account")
    assert answer == {"accounts": [], "shut": ""}
