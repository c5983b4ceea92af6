"""How fast games are through Python: the same random agent natively, and with Python between all questions and answers.

    python speed.py FOLDER SCENARIO... [--seconds 5]
"""

from __future__ import annotations

import argparse
import random
import time

import cardwright


#: How many games are played in a row.
BATCH = 5


def native(content: cardwright.Content, seed: int) -> None:
    """Games that Python does not see: `simulate` on one thread."""
    cardwright.simulate(content, BATCH, ["random"], seed, threads=1)


def asked(content: cardwright.Content, seed: int, quick: bool = True) -> None:
    """The same games: Python asks the random agent, and hands its answer, numbers of options, to the game."""
    for number in range(seed, seed + BATCH):
        game = cardwright.Game(content, number, quick)
        agents = cardwright.Agent.seats(content, ["random"], number)
        while question := game.question:
            game.decide(agents[question.seat].answer(game))


def chosen(content: cardwright.Content, seed: int) -> None:
    """Games in which Python itself chooses every option by number, in the way of the random agent; the agent draws places."""
    for number in range(seed, seed + BATCH):
        game = cardwright.Game(content, number, quick=True)
        agents = cardwright.Agent.seats(content, ["random"], number)
        rng = random.Random(number)
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


def told(content: cardwright.Content, seed: int) -> None:
    """The games of `asked` with an account: events, and what would be fair to take back."""
    asked(content, seed, quick=False)


WAYS = {"native": native, "agent asked from Python": asked, "chosen in Python": chosen, "with an account": told}


def rates(content: cardwright.Content, seconds: float) -> list[float]:
    """Games a second of processor time, each way; in turns, so that whatever else the machine does slows all of them."""
    spent = [0.0] * len(WAYS)
    games = 0
    for play in WAYS.values():
        play(content, 0)
    while sum(spent) < seconds * len(WAYS):
        for way, play in enumerate(WAYS.values()):
            begun = time.process_time()
            play(content, games)
            spent[way] += time.process_time() - begun
        games += BATCH
    return [games / seconds for seconds in spent]


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("scenarios", nargs="+")
    parser.add_argument("--seconds", type=float, default=5.0)
    call = parser.parse_args()
    workshop = cardwright.Workshop(call.folder)
    print(f"| scenario, games/s | {' | '.join(WAYS)} |\n|---|" + "---|" * len(WAYS))
    for scenario in call.scenarios:
        base, *others = rates(workshop.content(scenario), call.seconds)
        shares = [f"{other:.0f} ({other / base:.0%})" for other in others]
        print(f"| `{scenario}` | {base:.0f} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
