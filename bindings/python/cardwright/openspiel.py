"""Any scenario as a game of OpenSpiel.

Example:
    >>> from cardwright.openspiel import CardwrightGame
    >>> game = CardwrightGame(content)
    >>> state = game.new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(random.choice(state.legal_actions()))
    >>> state.returns()

All chance of a game is one draw at its beginning: which of ``seeds`` seeds it has. All else follows from that and from what players do,
so a state is its history of actions. Actions and observations are those of ``cardwright.numbers``.

A game that is registered can be loaded by its name: ``register(content)`` gives the name.

Needs ``open-spiel`` and ``numpy``.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from ._native import Content
from .numbers import Eyes, Steps

__all__ = ["CardwrightGame", "CardwrightState", "register"]

#: What a game is broken off after, if nobody says: so many actions.
MOST_ACTIONS = 20_000


def _type_of(content: Content) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"cardwright_{content.system}_{content.scenario}".replace("-", "_"),
        long_name=content.title or content.scenario,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(content.players),
        min_num_players=len(content.players),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def register(content: Content, **settings: Any) -> str:
    """Makes a scenario known to ``pyspiel.load_game``, and gives its name there; settings are those of the game."""

    class Registered(CardwrightGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(content, **settings)

    kind = _type_of(content)
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, Registered)
    return str(kind.short_name)


class _Scenario:
    """What a game and all its states share. Whoever copies a state does not copy it."""

    def __init__(self, content: Content, actions: int, seeds: int, most_actions: int) -> None:
        self.content = content
        self.players = content.players
        self.eyes = Eyes(content, actions)
        self.actions, self.seeds, self.most_actions = actions, seeds, most_actions

    def __deepcopy__(self, memo: Any) -> _Scenario:
        return self

    def __reduce__(self) -> tuple[type, tuple[Content, int, int, int]]:
        return type(self), (self.content, self.actions, self.seeds, self.most_actions)


class CardwrightGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario.

    Args:
        content: what is played.
        actions: how many numbered actions there are.
        seeds: from how many seeds chance draws.
        most_actions: after so many actions a game is broken off, and worth nothing to anybody.
    """

    def __init__(
        self, content: Content, actions: int = 64, seeds: int = 1024, most_actions: int = MOST_ACTIONS
    ) -> None:
        self.of = _Scenario(content, actions, seeds, most_actions)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=seeds,
            num_players=len(content.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=most_actions,
        )
        super().__init__(_type_of(content), info, {})

    def new_initial_state(self) -> CardwrightState:
        """A game whose seed is not drawn yet."""
        return CardwrightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What OpenSpiel asks for observations."""
        if params:
            raise ValueError("the observer takes no parameters")
        return _Observer(self)


class CardwrightState(pyspiel.State):  # type: ignore[misc]
    """A game of a scenario."""

    def __init__(self, game: CardwrightGame) -> None:
        super().__init__(game)
        self.of = game.of
        self.steps: Steps | None = None
        self.taken = 0

    def current_player(self) -> int:
        """Whose turn it is."""
        if self.steps is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.steps.is_over or self.taken >= self.of.most_actions:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.steps.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds, each as likely."""
        return [(seed, 1.0 / self.of.seeds) for seed in range(self.of.seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.steps is None or self.is_terminal():
            return []
        return [int(action) for action in np.flatnonzero(self.steps.mask())]

    def _apply_action(self, action: int) -> None:
        if self.steps is None:
            self.steps = Steps(self.of.content, action, self.of.actions)
            return
        self.steps.act(action)
        self.taken += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if self.steps is None or player == int(pyspiel.PlayerId.CHANCE):
            return f"seed {action}"
        steps = self.steps
        if action == steps.done:
            return "done"
        if action == steps.further:
            return "further"
        option = dict(steps.shown()).get(action)
        if option is None:
            return f"action {action}"
        if steps.places:
            place = steps.places[option]
            return f"place {place['x']},{place['y']},{place['facing']}"
        asked = steps.game.decision()
        return str(asked["options"][option]["id"]) if asked and asked["options"] else f"action {action}"

    def returns(self) -> list[float]:
        """What the game is worth to each player; 0 as long as it goes on."""
        if self.steps is None:
            return [0.0] * len(self.of.players)
        return self.steps.returns()

    def __str__(self) -> str:
        if self.steps is None:
            return "no seed yet"
        asked = self.steps.game.decision("public")
        what = f"{asked['by']}: {asked['prompt']}" if asked else "over"
        return f"{what} ({self.steps.game.decisions} decisions, {self.taken} actions)"


class _Observer:
    """Writes what a player may know into a tensor."""

    def __init__(self, game: CardwrightGame) -> None:
        self.of = game.of
        self.tensor = np.zeros(self.of.eyes.size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CardwrightState, player: int) -> None:
        """Takes over what a player may know."""
        if state.steps is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.of.eyes.see(state.steps, self.of.players[player])

    def string_from(self, state: CardwrightState, player: int) -> str:
        """The same as text."""
        if state.steps is None:
            return "no seed yet"
        snapshot = state.steps.game.snapshot(self.of.players[player])
        own = [state.steps.chosen, state.steps.page] if state.current_player() == player else None
        return json.dumps([snapshot, own], sort_keys=True)
