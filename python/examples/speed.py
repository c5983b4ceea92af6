"""How fast games are through Python: the same random agent natively, and with Python between all questions and answers.

    python speed.py FOLDER SCENARIO... [--seconds 5]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import cardwright


def native(content: cardwright.Content, seed: int) -> int:
    """A game that Python does not see: `simulate` on one thread."""
    report = cardwright.simulate(content, 1, ["random"], seed, threads=1)
    return int(report.data["decisions"]["most"])


def agent(content: cardwright.Content, seed: int) -> int:
    """The same game: Python asks the random agent, and hands its answer, numbers of options, to the game."""
    game = cardwright.Game(content, seed, quick=True)
    agents = cardwright.Agent.seats(content, ["random"], seed)
    while question := game.question:
        game.decide(agents[question.seat].answer(game))
    return game.decisions


def python(content: cardwright.Content, seed: int) -> int:
    """A game whose every answer Python itself chooses by number, in the way of the random agent."""
    game = cardwright.Game(content, seed, quick=True)
    agents = cardwright.Agent.seats(content, ["random"], seed)
    rng = random.Random(seed)
    draw, decide = rng.random, game.decide
    while question := game.question:
        count, most = question.count, question.most
        if question.place:
            decide(agents[question.seat].answer(game))
        elif most <= 1:
            option = int(draw() * (count + (question.least == 0)))
            decide(option if option < count else [])
        else:
            wanted = sum(draw() < 0.5 for _ in range(count))
            decide(rng.sample(range(count), min(max(wanted, question.least), most)))
    return game.decisions


def rate(play: Callable[[cardwright.Content, int], int], content: cardwright.Content, seconds: float) -> tuple[float, float]:
    """Games and decisions a second."""
    play(content, 1)
    games = decisions = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        decisions += play(content, 1 + games)
        games += 1
    return games / spent, decisions / spent


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("scenarios", nargs="+")
    parser.add_argument("--seconds", type=float, default=5.0)
    call = parser.parse_args()
    workshop = cardwright.Workshop(call.folder)
    print("| scenario | native games/s | agent asked from Python | chosen in Python |\n|---|---|---|---|")
    for scenario in call.scenarios:
        content = workshop.content(scenario)
        (base, _), (asked, _), (own, _) = (rate(play, content, call.seconds) for play in (native, agent, python))
        print(f"| `{scenario}` | {base:.1f} | {asked:.1f} ({asked / base:.0%}) | {own:.1f} ({own / base:.0%}) |")


if __name__ == "__main__":
    main()
