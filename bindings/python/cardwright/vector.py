"""Many games of a scenario side by side, stepped in Rust on all cores: an environment of ``gymnasium.vector``.

Example:
    >>> from cardwright.vector import VectorEnv
    >>> envs = VectorEnv(content, num_envs=256)
    >>> observations, infos = envs.reset(seed=7)
    >>> for _ in range(1000):
    ...     observations, rewards, terminations, truncations, infos = envs.step(envs.sample())

The caller plays one seat, or several (``seats``); agents play the others, inside of Rust. Actions, masks and observations are those of
``cardwright.numbers``, as arrays: ``observation`` (32-bit floats, a row for each game) and ``action_mask`` (8-bit numbers). Each game is seen
with the eyes of the player who is asked. ``infos["seat"]`` says who that is.

:class:`Games` needs ``numpy`` alone. :class:`VectorEnv` needs ``gymnasium``, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from ._native import Batch, Content
from .numbers import Mask, Vector

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as _Base
    from gymnasium.vector.utils import batch_space
except ImportError:
    if not TYPE_CHECKING:
        _Base = None

__all__ = ["Games", "Step", "VectorEnv"]

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Whole = npt.NDArray[np.int64]

#: A seed for all games, or one for each.
Seed = Union[int, Sequence[int]]


class Step(NamedTuple):
    """What a step of many games gives: an array each, with a row for each game."""

    #: For each action, whether it can be taken now.
    masks: Mask
    #: What the game was worth to whoever acted in it, in the step that ends it: 1 for who won, -1 for who lost, else 0.
    rewards: Floats
    #: Games that are over.
    terminations: Flags
    #: Games that were broken off.
    truncations: Flags
    #: Who is asked, or acted last in a game that has ended: seats from 0.
    seats: npt.NDArray[np.uint8]
    #: What games that ended in this step are worth to each seat.
    returns: Floats
    #: What the player who is asked may know; ``None`` if nobody wants observations.
    observations: Vector | None
    #: What whoever acted last saw of each game that ended, in the order of the games; only with ``at_once``.
    last: Vector | None


class Games:
    """Many games side by side; when one is over, the next one begins at its place.

    Args:
        content: what is played.
        count: how many games side by side.
        seats: the players whom the caller plays, by their ids; absent, the first one.
        agents: the agents of all seats in seat order, the last one for all further seats: ``random``, ``novice``, ``club``, ``expert``, ``search``, ``default``.
        actions: how many numbered actions there are; see ``cardwright.numbers``.
        places: how many legal places are offered at most, if a place is asked for: it takes time to find them.
        most_actions: after so many actions a game is broken off.
        threads: how many games are stepped at once; absent, as many as the machine has processors.
        think: how much ``search`` may think about a decision.
        observe: whether there are observations. Without them games are quicker.
        at_once: whether the next game begins in the step that ends one. Otherwise it begins in the step after, whose action counts for nothing.

    Example:
        >>> games = Games(content, 64)
        >>> step = games.reset(seed=7)
        >>> step = games.step(step.masks.argmax(axis=1))
    """

    def __init__(
        self,
        content: Content,
        count: int,
        seats: Sequence[str] | None = None,
        agents: Sequence[str] = ("random",),
        actions: int = 64,
        places: int = 8,
        most_actions: int = 20_000,
        threads: int | None = None,
        think: str | None = None,
        observe: bool = True,
        at_once: bool = False,
    ) -> None:
        self.batch = Batch(content, count, seats, agents, actions, places, most_actions, threads, think)
        self.count, self.actions, self.players = count, actions, len(content.players)
        self.observe, self.at_once = observe, at_once

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.batch.size

    def reset(self, seed: Seed) -> Step:
        """Begins all games anew: place ``i`` with the seed ``seed + i``, and each further game there with one that is higher by ``count``."""
        seeds = [seed + place for place in range(self.count)] if isinstance(seed, int) else list(seed)
        return self._arrays(*self.batch.reset([one % 2**64 for one in seeds], self.observe))

    def step(self, actions: npt.ArrayLike) -> Step:
        """Takes an action in each game, and plays on to the next question to one of the caller's seats.

        Raises:
            DecisionError: a mask does not allow an action; no game has changed.
        """
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {numbers.dtype}")
        return self._arrays(*self.batch.step(numbers.astype(np.int64, copy=False).tobytes(), self.observe, self.at_once))

    def sample(self, seed: int) -> Whole:
        """For each game an action that its mask allows, each as likely: quicker than to draw from the masks in Python."""
        return np.frombuffer(self.batch.sample(seed), np.int64)

    def _arrays(
        self,
        masks: bytearray,
        rewards: bytearray,
        ends: bytearray,
        seats: bytearray,
        returns: bytearray,
        observations: bytearray | None,
        last: bytearray | None,
    ) -> Step:
        """Arrays over what Rust has written; nothing is copied."""
        ended = np.frombuffer(ends, np.uint8)
        return Step(
            np.frombuffer(masks, np.int8).reshape(self.count, self.actions),
            np.frombuffer(rewards, np.float64),
            ended == 1,
            ended == 2,
            np.frombuffer(seats, np.uint8),
            np.frombuffer(returns, np.float64).reshape(self.count, self.players),
            None if observations is None else np.frombuffer(observations, np.float32).reshape(self.count, self.size),
            None if last is None else np.frombuffer(last, np.float32).reshape(-1, self.size),
        )


if TYPE_CHECKING or _Base is not None:

    class VectorEnv(_Base[Any, Any, Any]):
        """Any scenario as an environment of ``gymnasium.vector``; further settings are those of :class:`Games`.

        When a game has ended, the next one begins in the next step, whose action for it counts for nothing, with a reward of 0: the mode
        ``NEXT_STEP``, as in gymnasium's own environments. In ``SAME_STEP`` it begins in the same step; ``infos["final_obs"]`` has the last
        observation. An action that its mask does not allow is an error, and no game has changed.

        ``infos["returns"]`` has what games that ended are worth to each seat, where ``infos["_returns"]`` is true.

        Args:
            content: what is played.
            num_envs: how many games side by side.
            autoreset_mode: ``NEXT_STEP`` or ``SAME_STEP``.
            settings: those of :class:`Games`.
        """

        def __init__(
            self,
            content: Content,
            num_envs: int = 64,
            autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
            **settings: Any,
        ) -> None:
            mode = AutoresetMode(autoreset_mode)
            if mode is AutoresetMode.DISABLED:
                raise ValueError("the next game always begins by itself: in the next step, or in the same")
            self.metadata = {"autoreset_mode": mode}
            self.games = Games(content, num_envs, at_once=mode is AutoresetMode.SAME_STEP, **settings)
            self.num_envs = num_envs
            parts: dict[str, spaces.Space[Any]] = {"action_mask": spaces.Box(0, 1, (self.games.actions,), np.int8)}
            if self.games.observe:
                parts["observation"] = spaces.Box(-np.inf, np.inf, (self.games.size,), np.float32)
            self.single_observation_space = spaces.Dict(parts)
            self.single_action_space = spaces.Discrete(self.games.actions)
            self.observation_space = batch_space(self.single_observation_space, num_envs)
            self.action_space = batch_space(self.single_action_space, num_envs)
            self._everywhere = np.ones(num_envs, dtype=np.bool_)

        def reset(
            self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
        ) -> tuple[dict[str, Any], dict[str, Any]]:
            """Begins all games anew; without a seed, other ones than before."""
            if options and "reset_mask" in options:
                raise ValueError("games begin by themselves, so `reset` begins all of them")
            super().reset(seed=seed if isinstance(seed, int) else None)
            step = self.games.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
            return self._seen(step.masks, step.observations), self._infos(step)

        def step(self, actions: Any) -> tuple[dict[str, Any], Floats, Flags, Flags, dict[str, Any]]:
            """Takes an action in each game."""
            step = self.games.step(actions)
            infos = self._infos(step)
            ended = infos["_returns"]
            if self.games.at_once and ended.any():
                self._add_last(infos, step, ended)
            return self._seen(step.masks, step.observations), step.rewards, step.terminations, step.truncations, infos

        def sample(self) -> Whole:
            """For each game an action that its mask allows, each as likely."""
            return self.games.sample(int(self.np_random.integers(2**62)))

        def _seen(self, masks: Mask, observations: Vector | None) -> dict[str, Any]:
            return {"action_mask": masks} if observations is None else {"action_mask": masks, "observation": observations}

        def _infos(self, step: Step) -> dict[str, Any]:
            ended = step.terminations | step.truncations
            return {"seat": step.seats, "_seat": self._everywhere, "returns": step.returns, "_returns": ended}

        def _add_last(self, infos: dict[str, Any], step: Step, ended: Flags) -> None:
            """What was seen of games that ended, before the next ones began."""
            last = np.full(self.num_envs, None, dtype=object)
            nothing = np.zeros(self.games.actions, dtype=np.int8)
            for row, place in enumerate(np.flatnonzero(ended)):
                last[place] = self._seen(nothing, None if step.last is None else step.last[row])
            infos["final_obs"], infos["_final_obs"] = last, ended
            infos["final_info"] = {"returns": step.returns, "_returns": ended}
            infos["_final_info"] = ended

else:

    class VectorEnv:
        """An environment of ``gymnasium.vector``, which is not installed here; :class:`Games` does without."""

        def __init__(self, *_: Any, **__: Any) -> None:
            raise ImportError("an environment of `gymnasium.vector` needs `gymnasium` 1.1 or newer; `Games` needs `numpy` alone")
