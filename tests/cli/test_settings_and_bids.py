"""Named settings and bids, as `bocage new` takes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.engine.bids import Bid, BidError, settled
from bocage.engine.game import OptionError
from bocage.engine.save_format import parsed
from bocage.games import game

from .conftest import Run
from .roundup_saves import refused


def options(save: Path) -> dict[str, str]:
    """Return the options in the head of a save."""
    return dict(parsed(save.read_text(encoding="utf-8")).header.options)


@pytest.mark.parametrize("name", ["falaise", "roundup"])
def test_a_new_game_is_even_unless_somebody_says_otherwise(
    run: Run, tmp_path: Path, name: str
) -> None:
    """Even is offered first. A table that names options of its own begins as printed."""
    rules = game(name)
    assert list(rules.offered) == ["even", "as-printed"]
    even = rules.settings(rules.offered["even"].options)
    assert even != rules.settings()
    saves = [tmp_path / f"{n}.bocage" for n in range(5)]
    answer = run("new", name, "-o", saves[0])
    assert "Setting: even" in answer.out
    assert "--setting as-printed" in " ".join(answer.out.split())
    run("new", name, "-o", saves[1], "--setting", "as-printed")
    first = next(iter(rules.options.values()))
    run("new", name, "-o", saves[2], "--option", f"{first.id}={first.choices[0]}")
    run("new", name, "-o", saves[3], "--setting", "even", "--option", "allied-bid=2")
    short = list(rules.scenarios)[1]
    run("new", name, "-o", saves[4], "--scenario", short)
    assert options(saves[0]) == even
    assert options(saves[1]) == options(saves[2]) == options(saves[4]) == rules.settings()
    assert options(saves[3]) == {**even, "allied-bid": "2", "german-bid": "0"}


def test_a_setting_that_does_not_fit_is_refused(run: Run, tmp_path: Path) -> None:
    """There is no such setting, or it is for the whole game."""
    target = tmp_path / "x.bocage"
    said = refused(run("new", "falaise", "-o", target, "--setting", "evn"))
    assert said == "The Pocket at Falaise has no setting 'evn', did you mean even?"
    said = refused(
        run("new", "falaise", "-o", target, "--setting", "even", "--scenario", "chambois")
    )
    assert "is for the whole game" in said
    assert not target.exists()


def test_as_printed_states_its_par() -> None:
    """Both games say what equal players may expect of the text as it is."""
    for name in ("falaise", "roundup"):
        printed = game(name).offered["as-printed"]
        assert printed.options == {}
        assert printed.par


def test_the_higher_bid_gets_the_seat_and_the_other_player_gets_the_points(
    run: Run, tmp_path: Path
) -> None:
    """The price is an option of the save."""
    save = tmp_path / "bid.bocage"
    answer = run("new", "falaise", "-o", save, "--bid", "german:Anna=4", "--bid", "german:Ben=7")
    assert "Ben bid 7 for German and plays it" in " ".join(answer.out.split())
    assert (options(save)["german-bid"], options(save)["allied-bid"]) == ("7", "0")


@pytest.mark.parametrize(
    ("bids", "sentence"),
    [
        (("german=4",), "is not a bid: write SEAT:NAME=N"),
        (("german:A=4", "allied:B=4"), "bids must be for the same seat"),
        (("german:A=4",), "bids are for two players"),
        (("german:A=4", "german:A=5"), "bids are for two players"),
        (("german:A=100", "german:B=5"), "bids go from 0 to 99"),
    ],
)
def test_bids_that_settle_nothing_are_refused(
    run: Run, tmp_path: Path, bids: tuple[str, ...], sentence: str
) -> None:
    """One bid of each player, for one seat, within what can be bid."""
    target = tmp_path / "x.bocage"
    given = [word for bid in bids for word in ("--bid", bid)]
    assert sentence in refused(run("new", "falaise", "-o", target, *given))
    assert not target.exists()


def test_equal_bids_are_settled_at_random() -> None:
    """Either bid may win, and the price is the same."""
    rules = game("roundup")
    bids = (Bid("Anna", 1), Bid("Ben", 1))
    for lot in (0, 1):
        won = settled(rules, 0, bids, lot)
        assert won.winner == lot
        assert won.options == {"allied-bid": "1", "german-bid": "0"}
        assert "at random" in won.said
    with pytest.raises(BidError, match="has no bids"):
        settled(game("opcom"), 0, bids, 0)


def test_two_bids_or_two_exits_are_not_used_together() -> None:
    """The table says so in a sentence and begins no game."""
    for name in ("falaise", "roundup"):
        with pytest.raises(OptionError, match="can't be used together"):
            game(name).settings({"allied-bid": "1", "german-bid": "1"})
    with pytest.raises(OptionError, match="nobody could leave"):
        game("falaise").settings({"south-exit-west-only": "on", "south-exit-east-only": "on"})
    with pytest.raises(OptionError, match="the same divisions"):
        game("roundup").settings({"15.19": "on", "restored-divisions": "on"})
