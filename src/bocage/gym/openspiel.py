"""The games in OpenSpiel, with the actions and observations of the PettingZoo environments.

>>> import bocage.gym.openspiel
>>> import pyspiel
>>> game = pyspiel.load_game("bocage_falaise(scenario=hill-262)")
>>> state = game.new_initial_state()

Importing this module registers `bocage_roundup` and `bocage_falaise`. Dice and cups are chance
nodes; forced answers are given at once. The players themselves set up Falaise. It needs `pip
install 'bocage[openspiel]'`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, Final, cast

import numpy as np

try:
    import pyspiel as _pyspiel  # pyright: ignore[reportMissingModuleSource, reportMissingImports, reportMissingTypeStubs]
    from open_spiel.python import observation as _observation  # pyright: ignore
except ModuleNotFoundError as missing:
    words = f"the games in OpenSpiel need {missing.name}: pip install 'bocage[openspiel]'"
    raise ModuleNotFoundError(words, name=missing.name) from None

from bocage.engine import play
from bocage.engine.actions import Action, Grammar
from bocage.engine.frames import CHANCE, Ask, Chance
from bocage.gym.actions import ActionSpace, Options
from bocage.gym.environment import WargameEnv
from bocage.gym.screen import Screen
from bocage.gym.single import ENVIRONMENTS

pyspiel: Final[Any] = _pyspiel
observation: Final[Any] = _observation

LONGEST: Final = 50_000
"""The most actions of a game; a random one has about a thousand."""


class Stand:
    """A position between two choices: the state of the game, and the head chosen."""

    def __init__(self, env: WargameEnv, screen: Screen, st: Any) -> None:
        self.env: Final = env
        self.screen: Final = screen
        self.st: Final = st
        self.half: int | None = None
        self.split: Options | None = None
        self.settle()

    def __deepcopy__(self, memo: Any) -> Stand:
        """Return an independent copy; immutable parts are shared."""
        made = Stand.__new__(Stand)
        cast("Any", made).__dict__ |= self.__dict__ | {"st": self.st.copy()}
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make it again, for pickles: OpenSpiel writes states with them."""
        return _stand, (self.env.name, self.env.scenario, self.st.dump(), self.half)

    @property
    def top(self) -> Any:
        """The frame that waits for a decision, or None when the game is over."""
        return play.top_of(self.st)

    def settle(self) -> None:
        """Give forced answers until a player or chance is asked."""
        actions = self.env.actions
        while isinstance(top := self.top, Ask):
            if self.split is None:
                legal = top.legal(self.st)
                if len(legal) == 1:
                    self.apply(top.seat, legal[0])
                    continue
                self.split = actions.split(legal)
            if self.half is None:
                self.half = actions.only_head(self.split)
            if self.half is None:
                return
            hexes = actions.hexes_after(self.split, self.half)
            if len(hexes) > 1:
                return
            self.apply(top.seat, actions.action(self.half, int(hexes[0])))

    def apply(self, seat: int, action: Action) -> None:
        """Do a game action, or take what chance decided."""
        self.half = self.split = None
        play.apply(self.st, seat, action)

    def legal(self) -> list[int]:
        """Return the numbers that the player may choose."""
        if self.split is None:
            return []
        actions, mask = self.env.actions, self.split.mask
        if self.half is not None:
            mask = actions.mask_of_hexes(actions.hexes_after(self.split, self.half))
        return mask.nonzero()[0].tolist()

    def take(self, number: int) -> None:
        """Choose a number."""
        actions, seat = self.env.actions, int(self.top.seat)
        if self.half is not None:
            self.apply(seat, actions.action(self.half, number - actions.heads))
        elif actions.has_hex(number):
            self.half = number
        else:
            self.apply(seat, actions.action(number))
        self.settle()

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance, each by its place in the list, with its probability."""
        top = self.top
        count = len(top.outcomes(self.st))
        weights: Sequence[float] = top.weights(self.st) or [1] * count
        whole = sum(weights)
        return [(i, each / whole) for i, each in enumerate(weights) if each]

    def decide(self, outcome: int) -> None:
        """Apply an outcome of chance."""
        self.apply(CHANCE, self.top.outcomes(self.st)[outcome])
        self.settle()

    def seen_by(self, seat: int) -> dict[str, Any]:
        """Return the arrays of what a seat sees, without the mask."""
        env, top = self.env, self.top
        asked = isinstance(top, Ask) and top.seat == seat
        half = self.half if asked else None
        hexes: Any = []
        if half is not None and self.split is not None:
            hexes = env.actions.hexes_after(self.split, half)
        self.screen.show(env.book.see(self.st, seat))
        return self.screen.look(seat, top, half, hexes)

    def say(self) -> str:
        """Return the place in the game, the question, and a digest of the position."""
        game = self.env.game
        lines = [game.heading(self.st).say(game.nouns)]
        decision = play.decision(self.st)
        if decision is not None:
            asks = [*decision.prompts.values()] or [decision.waiting]
            lines += [each.say(game.nouns) for each in asks]
        if self.half is not None:
            lines.append(self.env.actions.say(self.half))
        return "\n".join([*lines, self.st.key().hex()])


@cache
def _shared(name: str, scenario: str) -> tuple[WargameEnv, Screen]:
    """Return what the states of a game share."""
    env: WargameEnv = ENVIRONMENTS[name](set_up=None, scenario=scenario)
    return env, Screen(env.lens)


def _stand(name: str, scenario: str, dumped: dict[str, Any], half: int | None) -> Stand:
    """Make a position again from a pickle."""
    env, screen = _shared(name, scenario)
    made = Stand(env, screen, env.game.new(env.scenario, env.game.settings()).load(dumped))
    made.half = half
    return made


def _most(grammar: Grammar, chance: Sequence[str]) -> int:
    """Return the most outcomes that a verb of chance can have."""
    return max(each.firsts * each.seconds for each in grammar.verbs if each.word in chance)


class WargameState(pyspiel.State):  # type: ignore[misc]
    """A position of a game in OpenSpiel."""

    def __init__(self, game: WargameGame) -> None:
        pyspiel.State.__init__(self, game)
        env = game.env
        st = env.game.new(env.scenario, env.game.settings())
        play.settle(st)
        self.stand = Stand(env, game.screen, st)

    def current_player(self) -> int:
        """Return the player who is asked: a seat, chance, or the terminal player when the game is
        over.
        """
        top = self.stand.top
        if top is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if isinstance(top, Chance) else int(top.seat)

    def _legal_actions(self, player: int) -> list[int]:
        """Return the numbers that a player may choose, in ascending order."""
        return self.stand.legal() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may decide, with the probabilities."""
        return self.stand.outcomes()

    def _apply_action(self, action: int) -> None:
        if isinstance(self.stand.top, Chance):
            self.stand.decide(action)
        else:
            self.stand.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        env, top = self.stand.env, self.stand.top
        if player == pyspiel.PlayerId.CHANCE:
            return env.game.grammar.say(top.outcomes(self.stand.st)[action])
        return env.actions.say(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.stand.top is None

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; zeros for a draw and before the end."""
        outcome = self.stand.env.game.outcome(self.stand.st)
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 - 2.0 * outcome.winner, 2.0 * outcome.winner - 1.0]

    def __str__(self) -> str:
        return self.stand.say()


class WargameObserver:
    """A seat's observation, as one tensor and as its named parts.

    The parameter `only` names one part: `observation`, `units` or `table`.
    """

    def __init__(self, env: WargameEnv, params: Mapping[str, Any] | None) -> None:
        only = dict(params or {}).get("only", "")
        lens = env.lens
        shapes: dict[str, tuple[int, ...]] = {
            "observation": (len(lens.planes), *lens.shape),
            "units": (lens.count, len(lens.units)),
            "table": (len(lens.figures),),
        }
        if only:
            if only not in shapes:
                raise ValueError(f"there is no part '{only}'; there are {', '.join(shapes)}")
            shapes = {only: shapes[only]}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for (name, shape), size in zip(shapes.items(), sizes, strict=True):
            self.dict[name] = self.tensor[begin : begin + size].reshape(shape)
            begin += size

    def set_from(self, state: WargameState, player: int) -> None:
        """Fill the tensor with a player's observation of a state."""
        seen = state.stand.seen_by(player)
        for name, part in self.dict.items():
            part[:] = seen[name]

    def string_from(self, state: WargameState, player: int) -> str:
        """Return the place in the game, and a digest of a player's observation."""
        stand = state.stand
        found = blake2b(digest_size=8)
        for array in stand.seen_by(player).values():
            found.update(array.tobytes())
        game = stand.env.game
        return f"{game.heading(stand.st).say(game.nouns)} {found.hexdigest()}"


class WargameGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the house in OpenSpiel; its parameter is `scenario`."""

    name: str
    kind: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.env, self.screen = _shared(self.name, given.get("scenario", ""))
        actions: ActionSpace = self.env.actions
        info = pyspiel.GameInfo(
            num_distinct_actions=actions.size,
            max_chance_outcomes=_most(self.env.game.grammar, self.env.book.chance),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        pyspiel.Game.__init__(self, self.kind, info, given)

    def new_initial_state(self) -> WargameState:
        """Return the first position of a game."""
        return WargameState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what turns states into observations."""
        public = iig_obs_type is None or iig_obs_type.public_info
        if public and not (iig_obs_type is not None and iig_obs_type.perfect_recall):
            return WargameObserver(self.env, params)
        return observation.IIGObserverForPublicInfoGame(iig_obs_type, params)


def _register(name: str) -> None:
    """Make a game known to `pyspiel.load_game`."""
    title = ENVIRONMENTS[name].book.version.removesuffix("_v0")
    kind = pyspiel.GameType(
        short_name=f"bocage_{name}",
        long_name=f"bocage: {title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": ""},
    )
    made = type(f"{name.title()}Game", (WargameGame,), {"name": name, "kind": kind})
    pyspiel.register_game(kind, made)


for _name in ENVIRONMENTS:
    _register(_name)
