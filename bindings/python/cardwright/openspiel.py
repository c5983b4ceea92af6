"""Any scenario as a game of OpenSpiel.

Example:
    >>> from cardwright.openspiel import CardwrightGame
    >>> game = CardwrightGame(content)
    >>> state = game.new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(random.choice(state.legal_actions()))
    >>> state.returns()

A state is its history of actions, those of chance among them. At the beginning chance draws one of ``seeds`` seeds, from which things
are dealt; and wherever an answer of a player leads to dice, cards or shuffles, chance draws again, one of as many outcomes, before the
answer is carried out. So no state knows dice to come: a search that goes on from a clone meets chance there, as in any game.

What is hidden from a player is in a state all the same, as in every game of OpenSpiel with imperfect information. A search for one player
begins in ``state.resample_from_infostate(player, sampler)``, a state that this player cannot tell from the real one; ``ISMCTSBot`` does
so. Actions and observations are those of ``cardwright.numbers``.

A game that is registered can be loaded by its name: ``register(content)`` gives the name.

Needs ``open-spiel`` and ``numpy``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable

import numpy as np
import pyspiel

from ._native import Content, Game
from .numbers import Eyes, Steps

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._native import Answer

__all__ = ["CardwrightGame", "CardwrightState", "register"]

#: What a game is broken off after, if nobody says: so many actions.
MOST_ACTIONS = 20_000


def _type_of(content: Content, recall: bool) -> pyspiel.GameType:
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
        provides_information_state_string=recall,
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

    kind = _type_of(content, bool(settings.get("recall", False)))
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, Registered)
    return str(kind.short_name)


class _Scenario:
    """What a game and all its states share. Whoever copies a state does not copy it."""

    def __init__(self, content: Content, actions: int, seeds: int, most_actions: int, recall: bool) -> None:
        self.content = content
        self.players = content.players
        self.eyes = Eyes(content, actions)
        self.actions, self.seeds, self.most_actions, self.recall = actions, seeds, most_actions, recall

    def __deepcopy__(self, memo: Any) -> _Scenario:
        return self

    def __reduce__(self) -> tuple[type, tuple[Content, int, int, int, bool]]:
        return type(self), (self.content, self.actions, self.seeds, self.most_actions, self.recall)


class _Rolls(Steps):
    """A game in which an answer that leads to chance waits until chance has decided."""

    def __init__(self, of: _Scenario, seed: int) -> None:
        self.of = of
        #: The answer that waits, if there is one.
        self.waiting: list[Answer] = []
        #: The seed, and all actions and outcomes since; nothing of a game that was drawn anew.
        self.past: list[int] | None = [seed]
        super().__init__(of.content, seed, of.actions, quick=not of.recall)

    def _answer(self, answer: Answer) -> None:
        after = self.game.copy()
        after.decide(answer)
        if after.chance_mark == self.game.chance_mark:
            self._go_on(after)
        else:
            self.waiting = [answer]

    def go(self, action: int) -> None:
        """Takes an action, or an outcome of chance if an answer waits."""
        if self.waiting:
            self.roll(action)
        else:
            self.act(action)
        if self.past is not None:
            self.past.append(action)

    def roll(self, outcome: int) -> None:
        """Carries out the answer that waits, with one of the outcomes of chance."""
        game = self.game.imagine("judge", self.game.decisions * self.of.seeds + outcome)
        game.decide(self.waiting.pop())
        self._go_on(game)

    def imagine(self, player: str, seed: int) -> None:
        """Goes on in a game that a player cannot tell from this one."""
        self.game, self.past = self.game.imagine(player, seed), None
        if self.question is not None and self.of.players[self.seat] != player:
            # What others are choosing is hidden, and so may be what they can choose from.
            self.waiting = []
            self._ask()

    def __reduce__(self) -> tuple[Any, tuple[_Scenario, list[int]]]:
        if self.past is None:
            raise TypeError("a state that was drawn anew is no history, and cannot be written down")
        return _played_again, (self.of, self.past)

    def _go_on(self, game: Game) -> None:
        self.game = game
        self._ask()

    def copy(self) -> Self:
        other = super().copy()
        other.waiting = list(self.waiting)
        other.past = None if self.past is None else list(self.past)
        return other


def _played_again(of: _Scenario, past: list[int]) -> _Rolls:
    steps = _Rolls(of, past[0])
    for action in past[1:]:
        steps.go(action)
    return steps


class _Memory:
    """What each player was told and asked, and what he did, from the beginning on."""

    def __init__(self, players: list[str]) -> None:
        self.lines: dict[str, list[str]] = {player: [] for player in players}

    def add(self, player: str, what: Any) -> None:
        self.lines[player].append(json.dumps(what, sort_keys=True))

    def add_all(self, game: Game) -> None:
        """Adds what came of an answer, and what is asked now."""
        for player in self.lines:
            self.add(player, [game.events(player), game.decision(player)])

    def __deepcopy__(self, memo: Any) -> _Memory:
        other = _Memory([])
        other.lines = {player: list(lines) for player, lines in self.lines.items()}
        return other


class CardwrightGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario.

    Args:
        content: what is played.
        actions: how many numbered actions there are.
        seeds: how many outcomes chance has wherever it decides, each as likely.
        most_actions: after so many actions a game is broken off, and worth nothing to anybody.
        recall: whether states have an information state: all that a player was told and asked, and what he did. Games are
            slower with it.
    """

    def __init__(
        self,
        content: Content,
        actions: int = 64,
        seeds: int = 1024,
        most_actions: int = MOST_ACTIONS,
        recall: bool = False,
    ) -> None:
        self.of = _Scenario(content, actions, seeds, most_actions, recall)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=seeds,
            num_players=len(content.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=most_actions,
        )
        super().__init__(_type_of(content, recall), info, {})

    def new_initial_state(self) -> CardwrightState:
        """A game whose seed is not drawn yet."""
        return CardwrightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What OpenSpiel asks for observations."""
        if params:
            raise ValueError("the observer takes no parameters")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            if not self.of.recall:
                raise ValueError("this game keeps no information states; make it with `recall=True`")
            return _Recall(self)
        return _Observer(self)


class CardwrightState(pyspiel.State):  # type: ignore[misc]
    """A game of a scenario."""

    def __init__(self, game: CardwrightGame) -> None:
        super().__init__(game)
        self.of = game.of
        self.steps: _Rolls | None = None
        self.memory = _Memory(self.of.players if self.of.recall else [])
        self.taken = 0

    def current_player(self) -> int:
        """Whose turn it is."""
        if self.steps is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.steps.is_over or self.taken >= self.of.most_actions:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.steps.waiting else self.steps.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may decide, each as likely."""
        return [(seed, 1.0 / self.of.seeds) for seed in range(self.of.seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.steps is None or self.steps.waiting or self.is_terminal():
            return []
        return [int(action) for action in np.flatnonzero(self.steps.mask())]

    def _apply_action(self, action: int) -> None:
        if self.steps is None:
            self.steps = _Rolls(self.of, action)
            self.memory.add_all(self.steps.game)
            return
        before = self.steps.game
        if not self.steps.waiting:
            if self.of.recall:
                self.memory.add(self.of.players[self.steps.seat], action)
            self.taken += 1
        self.steps.go(action)
        if self.steps.game is not before:
            self.memory.add_all(self.steps.game)

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> CardwrightState:
        """A state that a player cannot tell from this one: what is hidden from him is drawn anew. Its history stays that of this
        state, and does not lead to it; of other players it remembers how things stand now, and not how they came to that.
        """
        other: CardwrightState = self.clone()
        if other.steps is None:
            return other
        own = self.of.players[player_id]
        other.steps.imagine(own, int(sampler() * 2**53))
        for player in other.memory.lines:
            if player != own:
                other.memory.lines[player] = []
                other.memory.add(player, other.steps.game.snapshot(player))
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        if self.steps is None or player == int(pyspiel.PlayerId.CHANCE):
            return f"seed {action}" if self.steps is None else f"outcome {action}"
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
        if self.steps.waiting:
            what += ", chance decides"
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


class _Recall:
    """Writes down what a player has met with from the beginning on."""

    def __init__(self, game: CardwrightGame) -> None:
        self.of = game.of
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: CardwrightState, player: int) -> None:
        """There is no tensor of it: it has no fixed size."""

    def string_from(self, state: CardwrightState, player: int) -> str:
        """All lines that the player remembers."""
        return "\n".join(state.memory.lines[self.of.players[player]])
