"""The example that spreads games over workers gives the report of one machine, whatever becomes of the workers: over processes, and
over a cluster of Ray."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, SAMPLES, needs
from test_conform import program

import cardwright

EXAMPLES = ROOT / "bindings" / "python" / "examples"
sys.path.insert(0, str(EXAMPLES))
import spread  # noqa: E402

SERIES = {"games": 41, "seed": 9, "agents": ["novice", "random"], "swap": True}
SHARDS = spread.shards_of(SERIES["games"], shard_games=4)


def dies_once(pack, shard, series):
    """Plays a shard; but the worker that plays the fourth one first is killed."""
    mark = Path(os.environ["SPREAD_MARK"])
    if shard.startswith("4/") and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return spread.part(pack, shard, series)


def always_dies(pack, shard, series):
    os.kill(os.getpid(), signal.SIGKILL)


def is_that_of_one_machine(duel, workers):
    parts = list(spread.spread(workers, SHARDS, SERIES["games"]))
    assert sorted(number for number, _ in parts) == list(range(1, SHARDS + 1))
    report, one = cardwright.merge([lines for _, lines in parts]), cardwright.simulate(duel, **SERIES)
    assert str(report) == str(one) and report.data == one.data


@pytest.fixture
def mark(tmp_path, monkeypatch):
    monkeypatch.setenv("SPREAD_MARK", str(tmp_path / "died"))
    return tmp_path / "died"


@pytest.fixture(scope="module")
def cluster():
    ray = needs("ray")
    paths = os.pathsep.join([str(EXAMPLES), str(Path(__file__).parent)])
    try:
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": paths}})
    except Exception as why:
        pytest.fail(f"ray is here, but no cluster begins: {why}")
    yield ray
    ray.shutdown()


def test_over_processes(duel):
    is_that_of_one_machine(duel, spread.InProcesses(duel.pack(), SERIES, 2))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_over_processes_of_which_one_is_killed(duel, mark, capsys):
    is_that_of_one_machine(duel, spread.InProcesses(duel.pack(), SERIES, 2, dies_once))
    assert mark.exists() and "lost and played again" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_shard_that_ends_every_worker_is_given_up(duel):
    workers = spread.InProcesses(duel.pack(), SERIES, 2, always_dies)
    with pytest.raises(spread.Lost):
        list(spread.spread(workers, SHARDS, SERIES["games"]))


def test_over_two_workers_of_ray(duel, cluster):
    is_that_of_one_machine(duel, spread.OnRay(duel.pack(), SERIES))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_over_two_workers_of_ray_of_which_one_is_killed(duel, cluster, tmp_path, capsys):
    mark = tmp_path / "died"

    def play(pack, shard, series):
        os.environ["SPREAD_MARK"] = str(mark)
        import test_spread

        return test_spread.dies_once(pack, shard, series)

    is_that_of_one_machine(duel, spread.OnRay(duel.pack(), SERIES, play))
    assert mark.exists() and "lost and played again" in capsys.readouterr().err


class Slow:
    """Workers without machines: the first one takes as long for a shard as the other one for many."""

    def __init__(self, pack):
        self.pack, self.played, self.running = pack, {}, []

    def count(self):
        return 2

    def begin(self, shard):
        self.running.append(shard)
        return shard

    def finished(self, running):
        quick = [one for one in self.running if one != "1/11"]
        one = quick[0] if quick else self.running[0]
        self.running.remove(one)
        return [one]

    def lines(self, one):
        return spread.part(self.pack, one, SERIES)


def test_whoever_is_free_takes_the_next_shard(duel):
    numbers = [number for number, _ in spread.spread(Slow(duel.pack()), SHARDS, SERIES["games"])]
    assert SHARDS == 11 and numbers == [*range(2, 12), 1]


def test_a_run_that_was_stopped_goes_on(duel, tmp_path):
    pack = tmp_path / "duel.cwp"
    pack.write_bytes(duel.pack())
    parts = tmp_path / "parts"
    call = [sys.executable, str(EXAMPLES / "spread.py"), str(pack), "--games", "41", "--seed", "9", "--agents", "novice,random"]
    call += ["--swap", "--shard-games", "4", "--processes", "2"]
    kept = [*call, "--parts", str(parts)]
    told = subprocess.run(kept, capture_output=True, text=True, check=True)
    assert "41 of 41 games" in told.stderr and "--merge" in told.stderr
    files = sorted(parts.iterdir())
    assert len(files) == SHARDS
    before = [file.stat().st_mtime_ns for file in files]
    files[5].unlink()
    subprocess.run(kept, capture_output=True, check=True)
    after = [file.stat().st_mtime_ns for file in files]
    assert [one == two for one, two in zip(before, after)].count(False) == 1
    one = cardwright.simulate(duel, **SERIES)
    assert cardwright.merge([file.read_text() for file in files]).data == one.data
    whole = subprocess.run(call, capture_output=True, text=True, check=True)
    assert whole.stdout == f"{one}\n"


def test_the_workflow_of_the_page_gives_the_report_of_one_run(tmp_path):
    cardwright_program = str(Path(program()).resolve())
    page = (ROOT / "docs" / "scale.md").read_text()
    workflow = re.search(r"```yaml fragment\nname: games\n(.*?)```", page, re.DOTALL).group(1)
    build, play, merge = re.findall(r"- run: cardwright (.*)", workflow)
    shards = re.search(r"shard: \[(.*)\]", workflow).group(1).split(", ")
    assert shards == [str(number) for number in range(1, int(re.search(r"SHARDS: (\d+)", workflow).group(1)) + 1)]

    def run(call, **names):
        for name, text in names.items():
            call = call.replace(name, text)
        whole = f"'{cardwright_program}' {call}"
        ran = subprocess.run(["bash", "-c", whole], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, whole + ran.stderr
        return ran.stdout

    run(build.replace("scenarios/duel.yaml", str(next((SAMPLES / "good").rglob("duel.yaml")))))
    series = {"$GAMES": "50", "$SHARDS": str(len(shards))}
    for shard in shards:
        run(play, **{"${{ matrix.shard }}": shard, **series})
    assert run(merge) == run("sim duel.cwp --games 50 --agents novice")
    assert (tmp_path / "games.html").exists()
