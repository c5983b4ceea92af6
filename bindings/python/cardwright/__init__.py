"""Tabletop rules as content: compile, load, play and simulate games.

Example:
    >>> import cardwright
    >>> content = cardwright.Workshop("my-game").content("first-clash")
    >>> game = cardwright.Game(content, seed=7)
    >>> while decision := game.decision():
    ...     game.decide(decision["default"])
    >>> print(game.outcome["title"], game.hash)

A game stands at a question, or is over. Somebody answers, and it goes on to the next question. What decisions, snapshots and
events look like is described in ``docs/embedding.md``; they are plain dictionaries and lists here.

Further modules: ``cardwright.pettingzoo`` and ``cardwright.openspiel`` make environments for learning of any scenario,
``cardwright.vector`` steps many games at once, ``cardwright.numbers`` turns games into vectors for all of them, ``cardwright.conform`` is a runner of conformance vectors.
"""

from ._native import (
    Agent,
    Batch,
    Content,
    Game,
    Report,
    Runner,
    Workshop,
    __version__,
    load,
    merge,
    play_shard,
    simulate,
)
from .errors import CallError, CardwrightError, ContentError, DecisionError, Fault

__all__ = [
    "Agent",
    "Batch",
    "CallError",
    "CardwrightError",
    "Content",
    "ContentError",
    "DecisionError",
    "Fault",
    "Game",
    "Report",
    "Runner",
    "Workshop",
    "__version__",
    "load",
    "merge",
    "play_shard",
    "simulate",
]
