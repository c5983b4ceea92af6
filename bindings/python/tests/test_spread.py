"""The example that spreads games over workers gives the report of one machine: over processes, and over a cluster of Ray."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from conftest import ROOT, needs

import cardwright

sys.path.insert(0, str(ROOT / "bindings" / "python" / "examples"))
import spread  # noqa: E402

SERIES = {"games": 41, "seed": 9, "agents": ["greedy", "random"], "swap": True}


def test_over_processes(duel):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        report = spread.spread(duel.pack(), SERIES, 2, lambda work: workers.map(spread.part, *zip(*work)))
    assert report.data == cardwright.simulate(duel, **SERIES).data


def test_over_two_workers_of_ray(duel):
    ray = needs("ray")
    try:
        paths = {"env_vars": {"PYTHONPATH": str(ROOT / "bindings" / "python" / "examples")}}
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=paths)
    except Exception as why:
        pytest.fail(f"ray is here, but no cluster begins: {why}")
    try:
        report = spread.spread(duel.pack(), SERIES, 2, spread.on_ray)
    finally:
        ray.shutdown()
    assert report.data == cardwright.simulate(duel, **SERIES).data
    assert str(report) == str(cardwright.simulate(duel, **SERIES))
