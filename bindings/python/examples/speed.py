"""How fast games are through Python: the same random agent natively, and with Python between all questions and answers.

    python speed.py FOLDER SCENARIO... [--seconds 5]
    python speed.py FOLDER SCENARIO... --vector [--games 64]

With `--vector`: random games on all cores, natively (`sim --agents random`) and as an environment of `gymnasium.vector`.
"""

from __future__ import annotations

import argparse
import os
import random
import time

import cardwright


#: How many games are played in a row.
BATCH = 5
#: In how many turns the ways are measured, so that whatever else the machine does slows all of them.
TURNS = 5


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


class Native:
    """`sim --agents random` on so many threads."""

    def __init__(self, content: cardwright.Content, threads: int) -> None:
        self.content, self.threads = content, threads
        self.games = self.decisions = 0
        self.spent = 0.0

    def play(self, seconds: float) -> None:
        batch, until = 20 * self.threads, time.perf_counter() + seconds
        while (begun := time.perf_counter()) < until:
            report = cardwright.simulate(self.content, batch, ["random"], self.games, self.threads).data
            self.spent += time.perf_counter() - begun
            self.games += batch
            self.decisions += round(batch * report["decisions"]["mean"])
            batch = min(10 * batch, max(1, round(batch * seconds / 2 / (time.perf_counter() - begun))))


class Vector:
    """A vector environment with random actions on so many threads. Its games go on from turn to turn."""

    def __init__(self, content: cardwright.Content, threads: int, count: int, seats: list[str], observe: bool) -> None:
        from cardwright.vector import VectorEnv

        self.envs = VectorEnv(content, count, seats=seats, threads=threads, observe=observe)
        self.envs.reset(seed=1)
        self.games = 0
        self.spent = 0.0
        # Until as many games have ended as are played at once, no game can have been long.
        while self.games < count:
            self.step()
        self.games, self.before = 0, self.envs.games.batch.decisions

    def step(self) -> None:
        _, _, terminations, truncations, _ = self.envs.step(self.envs.sample())
        self.games += int(terminations.sum()) + int(truncations.sum())

    def play(self, seconds: float) -> None:
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            self.step()
        self.spent += time.perf_counter() - begun

    @property
    def decisions(self) -> int:
        return self.envs.games.batch.decisions - self.before


def vectors(content: cardwright.Content, seconds: float, count: int) -> list[str]:
    """Games and decisions a second, natively and in vector environments; in turns, as `rates` does."""
    threads = os.cpu_count() or 1
    one, everybody = content.players[:1], content.players
    ways: list[Native | Vector] = [Native(content, threads)]
    ways += [Vector(content, threads, count, seats, observe) for observe in (False, True) for seats in (one, everybody)]
    for _ in range(TURNS):
        for way in ways:
            way.play(seconds / TURNS)
    games = [way.games / way.spent for way in ways]
    decisions = [way.decisions / way.spent for way in ways]
    told = [f"{games[0]:.0f}"] + [f"{rate:.0f} ({rate / games[0]:.0%})" for rate in games[1:]]
    made = [f"{decisions[0]:.0f}"] + [f"{rate:.0f} ({rate / decisions[0]:.0%})" for rate in decisions[1:]]
    return [
        f"| `{content.scenario}`, games/s | {' | '.join(told)} |",
        f"| `{content.scenario}`, decisions/s | {' | '.join(made)} |",
    ]


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("scenarios", nargs="+")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--vector", action="store_true")
    parser.add_argument("--games", type=int, default=64, help="how many games a vector environment has side by side")
    call = parser.parse_args()
    workshop = cardwright.Workshop(call.folder)
    if call.vector:
        print("| scenario | native | masks, one seat | masks, all seats | observations, one seat | observations, all seats |")
        print("|---|---|---|---|---|---|")
        for scenario in call.scenarios:
            print("\n".join(vectors(workshop.content(scenario), call.seconds, call.games)), flush=True)
        return
    print(f"| scenario, games/s | {' | '.join(WAYS)} |\n|---|" + "---|" * len(WAYS))
    for scenario in call.scenarios:
        base, *others = rates(workshop.content(scenario), call.seconds)
        shares = [f"{other:.0f} ({other / base:.0%})" for other in others]
        print(f"| `{scenario}` | {base:.0f} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
