"""Two people at a table: what is done, refused, undone, taken back, said and shown."""

from __future__ import annotations

from bocage.engine.save_format import parsed

from .clients import Guest, Serving, Socket

LANDING = ("beachhead us1 2723", "beachhead us2 2824", "beachhead uk1 3024", "beachhead uk2 3223")


def test_both_seats_see_an_action(two: tuple[Guest, Guest, str]) -> None:
    """An action reaches the other seat as a difference, and both have the same state."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        assert allied.asked() == ["allied"]
        assert "prompts" in allied.state["decision"]
        assert allied.state["decision"]["prompts"]["allied"]
        assert german.state["decision"]["prompts"] == {}
        for line in LANDING:
            allied.do(line)
        update = german.next()
        assert update["type"] == "update"
        assert update["events"][0]["rule"].startswith("Roundup 13.4")
        while german.state["lines"] < allied.state["lines"]:
            german.next()
        assert german.state["view"] == allied.state["view"]
        assert german.events == allied.events
        assert [e["line"] for e in german.events][:4] == [0, 1, 2, 3]


def test_a_refusal_goes_only_to_its_sender(two: tuple[Guest, Guest, str]) -> None:
    """What the rules forbid is said to the sender alone, and nothing changes."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        before = allied.stamp, german.stamp
        answer = allied.ask(type="do", line="beachhead us1 1618")
        assert answer["type"] == "refused"
        assert answer["reasons"][0]["rule"].startswith("Roundup ")
        assert allied.ask(type="do", line="nonsense")["type"] == "refused"
        assert german.ask(type="do", line=LANDING[0])["type"] == "refused"
        assert (allied.stamp, german.stamp) == before
        assert german.heard() == []


def test_a_socket_reads_what_the_terminal_reads(two: tuple[Guest, Guest, str]) -> None:
    """Any capitals, places for hexes, what can be left out; ambiguous is not the same as unread."""
    ann, _, game = two
    with ann.at(game) as allied:
        for typed in ("2723", "BEACHHEAD us2 2824", "b 3024"):
            assert allied.ask(type="ask", what="check", line=typed)["ok"]
            allied.do(typed)
        assert allied.ask(type="ask", what="check", line="3223")["final"]
        nothing = allied.ask(type="do", line="beachhead nowhere")
        several = allied.ask(type="do", line="beachhead cap")
        assert nothing["reasons"][0]["rule"] == "table: notation"
        assert several["reasons"][0]["rule"] == "table: ambiguous"


def test_a_command_against_a_past_state_is_stale(two: tuple[Guest, Guest, str]) -> None:
    """It is refused, with what the sender missed."""
    ann, _, game = two
    with ann.at(game) as one, ann.at(game) as other:
        past = one.stamp
        other.do(LANDING[0])
        one.send({"type": "do", "id": "late", "at": past, "line": LANDING[1]})
        while (answer := one.next()).get("id") != "late":
            pass
        assert answer["code"] == "stale"
        assert answer["stamp"] == other.stamp


def test_a_command_sent_twice_is_done_once(two: tuple[Guest, Guest, str]) -> None:
    """A client that missed the answer sends the command again and learns that it is done."""
    ann, _, game = two
    with ann.at(game) as allied:
        command = {"type": "do", "id": "once", "at": allied.stamp, "line": LANDING[0]}
        first = ann.post(f"/api/games/{game}/commands", **command)
        again = ann.post(f"/api/games/{game}/commands", **command)
        assert (first["type"], again["type"], again.get("again")) == ("done", "done", True)
        allied.reach(first["stamp"])
        assert allied.state["lines"] == 1


def test_a_client_that_returns_misses_nothing(two: tuple[Guest, Guest, str]) -> None:
    """With its stamp a client gets the updates since, and no more."""
    ann, bob, game = two
    with bob.at(game) as german:
        had, state = german.stamp, german.state
    with ann.at(game) as allied:
        for line in LANDING:
            allied.do(line)
    with Socket(bob, game, had, state) as german:
        kinds = [kind for text in german.received for kind in (text[9:15],)]
        assert kinds.count("update") == 4
        assert not any(text.startswith('{"type":"state"') for text in german.received)
        assert german.state["lines"] == allied.state["lines"] > 4
    with Socket(bob, game, "ff", None) as german:
        assert german.received[0].startswith('{"type":"state"')


def test_undo_and_takeback_by_consent(two: tuple[Guest, Guest, str]) -> None:
    """You undo your own last lines without asking; beyond that the other seat must agree."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        for line in LANDING[:2]:
            allied.do(line)
        answer = allied.ask(type="undo")
        assert answer["type"] == "done"
        allied.reach(answer["stamp"])
        assert allied.state["lines"] == 1
        assert len(allied.events) == 1
        answer = allied.ask(type="takeback", line=1)
        assert answer["type"] == "done"
        allied.reach(answer["stamp"])
        assert allied.state["request"]["kind"] == "takeback"
        assert allied.ask(type="answer", agree=True)["type"] == "failed"
        while not german.state["request"]:
            german.next()
        assert german.ask(type="answer", agree=True)["type"] == "done"
        while allied.state["request"]:
            allied.next()
        assert allied.state["lines"] == 2  # the struck line and the takeback
        assert allied.events == []
    save = ann.get(f"/api/games/{game}/save")
    rows = parsed(save).rows
    assert [row.struck for row in rows] == [True, False]


def test_observers_talk_apart(two: tuple[Guest, Guest, str], serving: Serving) -> None:
    """What observers say reaches observers alone, and players' talk players alone."""
    ann, bob, game = two
    carl = serving.guest("Carl")
    carl.post(f"/api/games/{game}/observe")
    with ann.at(game) as allied, bob.at(game) as german, carl.at(game) as watcher:
        assert watcher.ask(type="chat", text="the port is open")["type"] == "done"
        assert allied.ask(type="chat", text="your move")["type"] == "done"
        german.until("chat")
        assert [each["text"] for each in german.chat] == ["your move"]
        watcher.ask(type="chat", text="?")
        assert [each["text"] for each in watcher.chat] == ["the port is open", "?"]
        assert [each["text"] for each in allied.chat] == ["your move"]
        assert watcher.ask(type="do", line=LANDING[0])["code"] == "forbidden"


def test_adjourn_and_resume(two: tuple[Guest, Guest, str]) -> None:
    """Both agree to a pause; nothing can be done in it; either player resumes the game."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        allied.ask(type="adjourn")
        while not german.state["request"]:
            german.next()
        german.ask(type="answer", agree=True)
        while allied.state["status"] != "adjourned":
            allied.next()
        assert allied.ask(type="do", line=LANDING[0])["type"] == "failed"
        allied.ask(type="resume")
        while allied.state["status"] != "live":
            allied.next()
        allied.do(LANDING[0])


def test_resigning_ends_it_and_reveals_the_dice(two: tuple[Guest, Guest, str]) -> None:
    """A player may resign while the other is asked; then the whole file is public."""
    ann, bob, game = two
    held = ann.get(f"/api/games/{game}/save")
    assert "seed:" not in held
    with bob.at(game) as german:
        assert german.ask(type="concede")["type"] == "done"
    save = ann.get(f"/api/games/{game}/save")
    assert parsed(save).header.trust.value == "revealed"
    checked = ann.post("/api/verify", save=save)
    assert checked["over"]
    assert checked["dice_checked"]
    assert ann.get(f"/api/games/{game}")["status"] == "over"
    assert "German" in ann.get(f"/api/games/{game}")["result"]


def test_against_a_player_of_the_program(serving: Serving) -> None:
    """A player of the program answers when it is asked, and the person is asked again."""
    ann = serving.guest("Ann")
    made = ann.post("/api/games", game="roundup", seats={"allied": "random", "german": "me"})
    with ann.at(made["id"]) as german:
        while german.asked() != ["german"]:
            german.next()
        assert german.state["lines"] > 4


def test_hot_seat(serving: Serving) -> None:
    """One person may hold both seats and sees what both may see."""
    ann = serving.guest("Ann")
    made = ann.post("/api/games", game="falaise", seats={"allied": "me", "german": "me"})
    with ann.at(made["id"]) as both:
        assert both.state["decision"]["prompts"]
        legal = both.ask(type="ask", what="legal")["legal"]
        both.do(legal[0][0])


def test_the_list_of_my_games(two: tuple[Guest, Guest, str]) -> None:
    """It says whose turn it is and since when, and is nobody else's."""
    ann, bob, game = two
    mine = ann.get("/api/games")
    assert [(g["id"], g["my_turn"], g["asked"]) for g in mine] == [(game, True, ["allied"])]
    assert [g["my_turn"] for g in bob.get("/api/games")] == [False]


def test_dice_have_words_of_both_players(serving: Serving) -> None:
    """What each adds is in the header, and the commitment is what was told before."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me"}, entropy="rain")
    told = made["dice"]["commitment"]
    assert bob.http.get(f"/api/games/{made['id']}").status_code == 404
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"], entropy="geese")
    header = parsed(ann.get(f"/api/games/{made['id']}/save")).header
    assert header.commitment == told
    assert header.entropy == {"allied": b"rain", "german": b"geese"}
    assert header.trust.value == "held"


def test_a_game_from_a_file(two: tuple[Guest, Guest, str], serving: Serving) -> None:
    """A save is imported, its seats are taken, and it continues where it stood."""
    ann, bob, _ = two
    made = ann.post(
        "/api/games", game="roundup", seats={"allied": "me", "german": "me"}, dice="open"
    )
    with ann.at(made["id"]) as both:
        both.do(LANDING[0])
    save = ann.get(f"/api/games/{made['id']}/save")
    again = bob.post("/api/games/import", save=save)
    assert again["status"] == "open"
    for seat in ("allied", "german"):
        bob.post(f"/api/games/{again['id']}/join", secret=again["links"][seat])
    with bob.at(again["id"]) as both:
        assert both.state["lines"] == 1
        both.do(LANDING[1])


def test_a_seat_sees_only_its_own_orders(serving: Serving) -> None:
    """Standing orders are in the state of the seat that left them, and in no other."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    made = ann.post("/api/games", game="falaise", seats={"german": "me", "allied": "open"})
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["allied"])
    with ann.at(made["id"]) as german, bob.at(made["id"]) as allied:
        assert german.state["orders"] == {"german": ""}
        done = german.ask(type="orders", name="hold-fire")
        german.reach(done["stamp"])
        assert german.state["orders"] == {"german": "hold-fire"}
        assert allied.state["orders"] == {"allied": ""}
