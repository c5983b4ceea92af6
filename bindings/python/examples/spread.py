"""Spreads the games of `cardwright sim` over many workers, and gives exactly the report of one machine.

    python spread.py duel.cwp --games 100000 --agents novice,random                  # a Ray on this machine
    python spread.py duel.cwp --games 100000000 --address auto --parts parts         # a cluster; run again, it goes on
    python spread.py duel.cwp --games 100000 --processes 8                           # without Ray

The series is cut into many small shards. Whoever is free takes the next one, so quick workers play more of them, and nobody waits
long for the last one. If a worker is lost, its shard is played again by another one. A game depends on its number alone, so it does not
matter who plays it; `merge` joins the shards in the order of their games.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Callable, Protocol

import cardwright

#: How many games a shard has if nobody says.
SHARD_GAMES = 250
#: How many shards wait for a worker that becomes free, so that it need not wait for its next one.
AHEAD = 2
#: After how many lost workers a shard is given up: perhaps it is the shard that ends them.
MOST_TRIES = 5
#: How many seconds are between two lines of progress.
BREATH = 1.0 if sys.stderr.isatty() else 15.0

Play = Callable[[bytes, str, dict[str, Any]], str]


class Lost(Exception):
    """A worker ended before its shard did."""


@functools.lru_cache(maxsize=1)
def loaded(pack: bytes) -> cardwright.Content:
    """The content, which a worker loads once for all its shards."""
    return cardwright.load(pack)


def part(pack: bytes, shard: str, series: dict[str, Any]) -> str:
    """What a worker does: plays a shard, on one thread."""
    return cardwright.play_shard(loaded(pack), shard, threads=1, **series)


class Workers(Protocol):
    """Where shards are played."""

    def count(self) -> int:
        """How many there are now."""

    def begin(self, shard: str) -> Any:
        """Has a shard played, and gives what stands for it."""

    def finished(self, running: list[Any]) -> Iterable[Any]:
        """Some of these that have ended; perhaps none, after a while."""

    def lines(self, one: Any) -> str:
        """What an ended one came to; raises `Lost` if its worker was lost."""


class OnRay:
    """The workers of the cluster that `ray.init` has joined. The pack is sent to each machine once."""

    def __init__(self, pack: bytes, series: dict[str, Any], play: Play = part) -> None:
        import ray

        self.ray, self.series = ray, series
        # `spread` plays lost shards again, and counts them.
        self.play = ray.remote(num_cpus=1, max_retries=0)(play)
        self.pack = ray.put(pack)

    def count(self) -> int:
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def begin(self, shard: str) -> Any:
        return self.play.remote(self.pack, shard, self.series)

    def finished(self, running: list[Any]) -> Iterable[Any]:
        return self.ray.wait(running, num_returns=1, timeout=BREATH)[0]

    def lines(self, one: Any) -> str:
        gone = self.ray.exceptions
        try:
            return str(self.ray.get(one))
        except (gone.WorkerCrashedError, gone.NodeDiedError, gone.OutOfMemoryError, gone.ObjectLostError) as why:
            raise Lost(str(why).splitlines()[0]) from why


class InProcesses:
    """Processes of this machine. If one is lost, Python ends all of them, and they begin anew."""

    def __init__(self, pack: bytes, series: dict[str, Any], workers: int, play: Play = part) -> None:
        self.pack, self.series, self.workers, self.play = pack, series, workers, play
        self.pool = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))

    def count(self) -> int:
        return self.workers

    def begin(self, shard: str) -> Future[str]:
        try:
            return self.pool.submit(self.play, self.pack, shard, self.series)
        except BrokenProcessPool:
            self.pool = self._pool()
            return self.pool.submit(self.play, self.pack, shard, self.series)

    def finished(self, running: list[Future[str]]) -> Iterable[Future[str]]:
        return wait(running, timeout=BREATH, return_when=FIRST_COMPLETED).done

    def lines(self, one: Future[str]) -> str:
        try:
            return one.result()
        except BrokenProcessPool as why:
            raise Lost(str(why)) from why


class Progress:
    """How far the series is, on stderr."""

    def __init__(self, shards: int, games: int, done: int) -> None:
        self.shards, self.games, self.done, self.lost = shards, games, done, 0
        self.before, self.begun, self.told = done, time.monotonic(), 0.0

    def tell(self, workers: int, at_last: bool = False) -> None:
        now = time.monotonic()
        if now - self.told < BREATH and not at_last:
            return
        self.told = now
        each = (self.done - self.before) / max(now - self.begun, 1e-9)
        left = f", {(self.shards - self.done) / each:.0f} s left" if each and not at_last else ""
        played, rate = self.games * self.done // self.shards, each * self.games / self.shards
        lost = f", {self.lost} shards lost and played again" if self.lost else ""
        line = f"{played} of {self.games} games, {rate:.0f} a second by {workers} workers{left}{lost}"
        print(line, file=sys.stderr, end="\r" if sys.stderr.isatty() and not at_last else "\n", flush=True)


def shards_of(games: int, shard_games: int = SHARD_GAMES) -> int:
    """Into how many shards a series is cut."""
    return max(1, -(-games // max(1, shard_games)))


def spread(workers: Workers, shards: int, games: int, done: Iterable[int] = ()) -> Iterator[tuple[int, str]]:
    """Has all shards played that are not done, and gives the number and the lines of each as it ends."""
    known = set(done)
    waiting = deque(number for number in range(1, shards + 1) if number not in known)
    progress = Progress(shards, games, len(known))
    running: dict[Any, int] = {}
    lost: Counter[int] = Counter()
    count, looked = workers.count(), time.monotonic()
    while waiting or running:
        # Machines come and go.
        if time.monotonic() - looked > BREATH:
            count, looked = workers.count(), time.monotonic()
        while waiting and len(running) < count + AHEAD:
            number = waiting.popleft()
            running[workers.begin(f"{number}/{shards}")] = number
        for one in workers.finished(list(running)):
            number = running.pop(one)
            try:
                lines = workers.lines(one)
            except Lost:
                lost[number] += 1
                progress.lost += 1
                if lost[number] == MOST_TRIES:
                    raise
                waiting.appendleft(number)
                continue
            progress.done += 1
            yield number, lines
        progress.tell(count)
    progress.tell(count, at_last=True)


class Folder:
    """A folder with a file for each shard that is done, which `cardwright sim --merge` joins."""

    def __init__(self, path: str, shards: int) -> None:
        self.path, self.shards = Path(path), shards
        self.path.mkdir(parents=True, exist_ok=True)

    def file(self, number: int) -> Path:
        return self.path / f"part-{number}-of-{self.shards}.jsonl"

    def done(self) -> list[int]:
        return [number for number in range(1, self.shards + 1) if self.file(number).exists()]

    def keep(self, number: int, lines: str) -> None:
        # Whole or not at all: a file that is there is never played again.
        new = self.file(number).with_suffix(".new")
        new.write_text(lines, encoding="utf-8", newline="")
        os.replace(new, self.file(number))


def main() -> None:
    """Reads the call, joins or begins a cluster, and prints the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pack", help="what `cardwright build` wrote")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agents", default="random")
    parser.add_argument("--think", help="how much `search` may think")
    parser.add_argument("--swap", action="store_true")
    parser.add_argument("--cards", action="store_true")
    parser.add_argument("--shard-games", type=int, default=SHARD_GAMES, help="how many games a worker takes at a time")
    parser.add_argument("--address", help="the Ray cluster (`auto`); absent, one on this machine")
    parser.add_argument("--processes", type=int, help="so many processes of this machine, and no Ray")
    parser.add_argument("--parts", help="a folder that keeps the shards; a second run goes on with those that are missing")
    parser.add_argument("--json", action="store_true", help="print the report for programs")
    call = parser.parse_args()
    pack = Path(call.pack).read_bytes()
    series = {name: getattr(call, name) for name in ("games", "seed", "think", "swap", "cards")}
    series["agents"] = call.agents.split(",")
    if call.processes:
        workers: Workers = InProcesses(pack, series, call.processes)
    else:
        import ray

        ray.init(address=call.address, log_to_driver=False)
        workers = OnRay(pack, series)
    shards = shards_of(call.games, call.shard_games)
    if call.parts:
        folder = Folder(call.parts, shards)
        for number, lines in spread(workers, shards, call.games, folder.done()):
            folder.keep(number, lines)
        print(f"the report: cardwright sim --merge {call.parts}/part-*-of-{shards}.jsonl", file=sys.stderr)
        return
    report = cardwright.merge([lines for _, lines in spread(workers, shards, call.games)])
    print(json.dumps(report.data, indent=2) if call.json else report)


if __name__ == "__main__":
    main()
