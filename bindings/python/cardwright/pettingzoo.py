"""Any scenario as an environment of PettingZoo.

Example:
    >>> from cardwright.pettingzoo import env
    >>> game = env(content)
    >>> game.reset(seed=7)
    >>> for agent in game.agent_iter():
    ...     observation, reward, termination, truncation, info = game.last()
    ...     over = termination or truncation
    ...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))

An observation is a dictionary: ``observation`` has the numbers that ``cardwright.numbers.Eyes`` describes, ``action_mask`` says for
each action whether it can be taken. Nothing in it is hidden from the player. The reward comes at the end: 1 for who won, -1 for who lost.

``env`` is the agent-environment cycle: who is asked acts. In ``parallel_env`` everybody acts at once, and who is not asked waits (his
mask allows only *done*, the last action).

Needs ``pettingzoo``, ``gymnasium`` and ``numpy``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from ._native import Content
from .numbers import Eyes, Mask, Steps, Vector

__all__ = ["env", "parallel_env", "raw_env", "raw_parallel_env"]

#: How many actions a game has at most if nobody says.
MOST_CYCLES = 20_000

Observation = dict[str, Any]


def env(content: Content, everybody: bool = False, **settings: Any) -> AECEnv[Any, Any, Any]:
    """A scenario as an agent-environment cycle; ``settings`` are those of :class:`raw_env`.

    With ``everybody`` all agents act in each cycle, and who is not asked waits: ``parallel_env`` agent by agent. An action that the
    mask does not allow ends the game, and costs who took it -1 (with ``everybody`` it counts as the first that is allowed).
    """
    if everybody:
        return parallel_to_aec(parallel_env(content, **settings))
    checked = wrappers.TerminateIllegalWrapper(raw_env(content, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(checked)


def parallel_env(content: Content, **settings: Any) -> ParallelEnv[Any, Any, Any]:
    """A scenario in which everybody acts at once; ``settings`` are those of :class:`raw_env`."""
    return raw_parallel_env(content, **settings)


class _Table:
    """What both environments share."""

    def __init__(self, content: Content, actions: int, max_cycles: int, render_mode: str | None) -> None:
        self.content = content
        self.eyes = Eyes(content, actions)
        self.players = content.players
        self.names = [f"player_{seat}" for seat in range(len(self.players))]
        self.actions = actions
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.steps: Steps | None = None
        self.rng = np.random.default_rng()
        size = self.eyes.size
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for name in self.names
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {name: spaces.Discrete(actions) for name in self.names}

    def begin(self, seed: int | None) -> Steps:
        if seed is not None:
            self.rng, _ = seeding.np_random(seed)
        self.steps = Steps(self.content, int(self.rng.integers(2**63)), self.actions)
        self.cycles = 0
        return self.steps

    def seen(self, name: str, waits: bool) -> Observation:
        """What an agent sees; who is not asked can do nothing, or wait."""
        steps = self.steps
        assert steps is not None, "reset comes first"
        seat = self.names.index(name)
        observation: Vector = self.eyes.see(steps, self.players[seat])
        mask: Mask = np.zeros(self.actions, dtype=np.int8)
        if not steps.is_over and steps.seat == seat:
            mask = steps.mask()
        elif waits:
            mask[self.actions - 1] = 1
        return {"observation": observation, "action_mask": mask}

    def told(self) -> str:
        assert self.steps is not None, "reset comes first"
        game = self.steps.game
        if game.outcome is not None:
            return game.outcome["title"]
        asked = game.decision("public")
        return f"{asked['by']}: {asked['prompt']}" if asked else ""


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's names
    """A scenario as an agent-environment cycle, without wrappers: an action that the mask does not allow is an error.

    Args:
        content: what is played.
        actions: how many numbered actions there are; see ``cardwright.numbers``.
        max_cycles: after so many actions a game is broken off.
        render_mode: ``ansi`` gives the question as text, ``human`` prints it.
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "cardwright_v1", "is_parallelizable": False}

    def __init__(
        self,
        content: Content,
        actions: int = 64,
        max_cycles: int = MOST_CYCLES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.table = _Table(content, actions, max_cycles, render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        steps = self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0 if steps.is_over else steps.seat]

    def observe(self, agent: str) -> Observation:
        return self.table.seen(agent, waits=False)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        steps = self.table.steps
        assert steps is not None and action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        steps.act(int(action))
        self.table.cycles += 1
        if steps.is_over:
            self.rewards = dict(zip(self.possible_agents, steps.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.table.cycles >= self.table.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[steps.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self.table.told())
        return self.table.told() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


class raw_parallel_env(ParallelEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's names
    """A scenario in which everybody acts at once, and who is not asked waits; settings as in :class:`raw_env`.

    An action that the mask does not allow counts as the first that is allowed.
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "cardwright_parallel_v1"}

    def __init__(
        self,
        content: Content,
        actions: int = 64,
        max_cycles: int = MOST_CYCLES,
        render_mode: str | None = None,
    ) -> None:
        self.table = _Table(content, actions, max_cycles, render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.table.seen(agent, waits=True) for agent in self.agents}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        steps = self.table.steps
        assert steps is not None, "reset comes first"
        if not steps.is_over:
            mask = steps.mask()
            action = int(actions[self.possible_agents[steps.seat]])
            allowed = 0 <= action < len(mask) and mask[action]
            steps.act(action if allowed else int(mask.argmax()))
        self.table.cycles += 1
        is_over, is_late = steps.is_over, not steps.is_over and self.table.cycles >= self.table.max_cycles
        agents, seen = self.agents, self._seen()
        rewards = dict(zip(agents, steps.returns()))
        if is_over or is_late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            rewards,
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_late),
            {agent: {} for agent in agents},
        )

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self.table.told())
        return self.table.told() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
