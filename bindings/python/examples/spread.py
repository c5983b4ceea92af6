"""Spreads the games of `cardwright sim` over the workers of a Ray cluster, and gives exactly the report of one machine.

    python spread.py duel.cwp --games 10000 --agents greedy,random --workers 2

A game depends on its number alone, so it does not matter who plays it. Each worker plays parts of the series (`play_shard`), and the
parts are joined in the order of their games (`merge`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any

import cardwright

#: How many parts a worker gets on average, so that none waits long for the last one.
PARTS_A_WORKER = 4


def part(pack: bytes, shard: str, series: dict[str, Any]) -> str:
    """What a worker does: plays a part of the series, on one thread."""
    return cardwright.play_shard(cardwright.load(pack), shard, threads=1, **series)


def spread(
    pack: bytes, series: dict[str, Any], workers: int, each: Callable[[list[tuple[bytes, str, dict[str, Any]]]], Iterable[str]]
) -> cardwright.Report:
    """Cuts a series into parts, lets `each` play them somewhere, and joins what they came to."""
    parts = max(1, min(workers * PARTS_A_WORKER, series["games"]))
    work = [(pack, f"{number}/{parts}", series) for number in range(1, parts + 1)]
    return cardwright.merge(list(each(work)))


def on_ray(work: list[tuple[bytes, str, dict[str, Any]]]) -> list[str]:
    """Plays parts on the cluster that `ray.init` has joined. The pack is sent to each worker once."""
    import ray

    remote = ray.remote(num_cpus=1)(part)
    pack = ray.put(work[0][0])
    return ray.get([remote.remote(pack, shard, series) for _, shard, series in work])


def main() -> None:
    """Reads the call, joins or begins a cluster, and prints the report."""
    import ray

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pack", help="what `cardwright build` wrote")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agents", default="random")
    parser.add_argument("--swap", action="store_true")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--address", help="the cluster; absent, one on this machine")
    call = parser.parse_args()
    ray.init(address=call.address, **({} if call.address else {"num_cpus": call.workers}))
    with open(call.pack, "rb") as file:
        pack = file.read()
    series = {"games": call.games, "seed": call.seed, "agents": call.agents.split(","), "swap": call.swap}
    print(spread(pack, series, call.workers, on_ray))


if __name__ == "__main__":
    main()
