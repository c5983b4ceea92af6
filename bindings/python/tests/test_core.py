"""Compile, load, play, look, save, undo; errors and types."""

from __future__ import annotations

import copy
import itertools
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import ROOT, SAMPLES, needs

import cardwright


def by_default(game: cardwright.Game) -> cardwright.Game:
    while decision := game.decision():
        game.decide(decision["default"])
    return game


def test_documents_become_content_and_content_a_pack():
    workshop = cardwright.Workshop(SAMPLES / "good")
    assert workshop.is_fine and workshop.told() == ""
    assert "duel" in workshop.scenarios
    content = workshop.content("duel")
    again = cardwright.load(workshop.pack("duel"))
    assert again.hash == content.hash == pickle.loads(pickle.dumps(content)).hash
    assert content.players == ["red", "blue"] or len(content.players) == 2
    assert content.system and content.title and content.scenario == "duel"


def test_what_is_wrong_is_told():
    workshop = cardwright.Workshop.of_files({"systems/mine/system.yaml": "system: mine\n"})
    assert not workshop.is_fine
    assert "system.yaml" in workshop.told()
    assert workshop.diagnostics()
    with pytest.raises(cardwright.ContentError, match="no scenario"):
        workshop.content("first")
    with pytest.raises(cardwright.ContentError) as refused:
        cardwright.load(b"no pack")
    assert refused.value.code == "no-pack"
    assert pickle.loads(pickle.dumps(refused.value)).code == "no-pack"
    assert cardwright.Workshop.format("word  slot{elite}") == "word slot { elite }\n"
    with pytest.raises(cardwright.ContentError):
        cardwright.Workshop.format("word {")
    with pytest.raises(cardwright.ContentError, match="no folder"):
        cardwright.Workshop(SAMPLES / "nowhere")


def test_an_imagined_game_looks_the_same_and_rolls_other_dice(shipped):
    content = shipped.content("dogfight")
    game = cardwright.Game(content, seed=7)
    # Up to where somebody has set a dial that others do not see.
    def has_secret(piece):
        return any(piece["state"][name] is not None for name in hidden[piece["id"]] if name in piece["state"])

    for _ in range(200):
        hidden = {piece["id"]: piece["hidden"] for piece in game.snapshot("public")["pieces"]}
        if any(has_secret(piece) for piece in game.snapshot("judge")["pieces"]):
            break
        game.decide()
    before = game.hash
    for player in content.players:
        guesses = [game.imagine(player, seed) for seed in range(12)]
        assert all(guess.is_imagined and guess.snapshot(player) == game.snapshot(player) for guess in guesses)
        assert all(guess.decision(player) == game.decision(player) for guess in guesses)
        assert len({guess.chance_mark for guess in guesses}) == 12
    asked = game.decision()["by"]
    assert game.imagine(seed=3).hash == game.imagine(asked, 3).hash
    assert len({json.dumps(game.imagine("public", seed).snapshot("judge")["pieces"]) for seed in range(12)}) > 1
    same = game.imagine("judge", 3)
    assert same.snapshot("judge") == game.snapshot("judge") and same.chance_mark != game.chance_mark
    assert game.hash == before and not game.is_imagined
    by_default(same)
    assert same.is_over
    for refused in (same.save, same.undo, lambda: same.undo(unfair=True), lambda: pickle.dumps(same)):
        with pytest.raises(cardwright.CardwrightError) as why:
            refused()
        assert why.value.code == "imagined"
    with pytest.raises(cardwright.CallError) as why:
        game.imagine("nobody")
    assert why.value.code == "unknown-viewer"


def test_a_game_is_played_by_names_and_saved(duel):
    game = cardwright.Game(duel, seed=7)
    first = game.decision()
    assert first["by"] in duel.players and first["prompt"] and first["options"]
    other = next(player for player in duel.players if player != first["by"])
    assert game.decision(other)["options"] is None
    before = game.hash
    by_default(game)
    assert game.is_over and game.question is None and game.decision() is None
    assert game.outcome["title"] and game.hash != before
    again = cardwright.Game.resume(duel, game.save())
    assert again.hash == game.hash and again.decisions == game.decisions
    assert [told["text"] for told in game.events()]
    assert game.snapshot("judge")["outcome"] == game.outcome
    with pytest.raises(cardwright.DecisionError) as refused:
        game.decide(0)
    assert refused.value.code == "nothing-asked"
    with pytest.raises(cardwright.ContentError):
        cardwright.Game.resume(duel, "{}")
    other_seed = json.loads(game.save()) | {"seed": 8}
    with pytest.raises(cardwright.ContentError) as drift:
        cardwright.Game.resume(duel, json.dumps(other_seed))
    assert drift.value.code == "other-game"


def test_answers_by_number_and_by_id_mean_the_same(duel):
    named, counted = cardwright.Game(duel, 3), cardwright.Game(duel, 3, quick=True)
    while decision := named.decision():
        options = [option["id"] for option in decision["options"]]
        question = counted.question
        assert (question.count, question.least, question.most) == (len(options), decision["least"], decision["most"])
        assert duel.players[question.seat] == decision["by"]
        default = decision["default"]
        named.decide(default)
        counted.decide(default if isinstance(default, dict) else [options.index(one) for one in default])
    assert named.hash == counted.hash and counted.events() == []


ENDLESS = [range(10**9), itertools.count(), itertools.repeat("nothing like it")]


@pytest.mark.parametrize("answer", ["nothing like it", ["nothing like it"], 99, [0, 0], -1, *ENDLESS])
def test_a_wrong_answer_is_refused_and_changes_nothing(duel, answer):
    game = cardwright.Game(duel, 7)
    before = game.hash
    with pytest.raises(cardwright.DecisionError) as refused:
        game.decide(answer)
    assert refused.value.code and str(refused.value)
    assert game.hash == before


@pytest.mark.parametrize("answer", [True, 1.5, object(), [None], {"x": 1}])
def test_what_is_no_answer_is_a_mistake_of_the_program(duel, answer):
    with pytest.raises((TypeError, ValueError)):
        cardwright.Game(duel, 7).decide(answer)


def test_going_back(duel):
    game = cardwright.Game(duel, 7)
    with pytest.raises(cardwright.DecisionError) as refused:
        game.undo()
    assert refused.value.code == "nothing-to-undo"
    before = game.hash
    game.decide()
    game.undo(unfair=True)
    assert game.hash == before and game.decisions == 0
    quick = cardwright.Game(duel, 7, quick=True)
    quick.decide()
    with pytest.raises(cardwright.DecisionError) as refused:
        quick.undo()
    assert refused.value.code == "quick"
    quick.undo(unfair=True)
    assert quick.hash == before


def test_games_go_to_other_processes(duel):
    for quick in (False, True):
        game = cardwright.Game(duel, 7, quick)
        game.decide()
        again = pickle.loads(pickle.dumps(game))
        assert again.hash == game.hash and again.decisions == 1
        by_default(again)
        assert bool(again.events()) != quick


def test_copies_go_their_own_ways(duel):
    game = cardwright.Game(duel, 7)
    other = copy.deepcopy(game)
    before = game.hash
    by_default(other)
    assert game.hash == before and other.is_over


def test_who_looks_is_known(duel):
    game = cardwright.Game(duel, 7)
    assert game.snapshot()["viewer"] is None
    assert game.snapshot(duel.players[0])["viewer"] == duel.players[0]
    with pytest.raises(cardwright.CallError, match="public, judge"):
        game.snapshot("nobody")
    assert game.why()


def test_agents_play_the_games_of_sim(duel):
    lines = cardwright.play_shard(duel, "1/1", games=4, agents=["random"], seed=11).splitlines()
    for told in map(json.loads, lines[1:]):
        game = cardwright.Game(duel, told["seed"], quick=True)
        agents = cardwright.Agent.seats(duel, ["random"], told["seed"])
        while question := game.question:
            game.decide(agents[question.seat].answer(game))
        assert (game.hash, game.decisions, game.outcome["outcome"]) == (told["hash"], told["decisions"], told["outcome"])
    with pytest.raises(cardwright.CallError, match="random, novice, club, expert, search, default"):
        cardwright.Agent("clever")


def test_parts_of_a_series_join_to_the_report_of_one_run(duel):
    series = {"games": 30, "agents": ["random", "novice"], "seed": 5, "swap": True}
    whole = cardwright.simulate(duel, **series, threads=1)
    assert whole.is_fine and whole.data["games"] == 30 and "duel" in str(whole)
    assert cardwright.simulate(duel, **series, threads=3).data == whole.data
    parts = [cardwright.play_shard(duel, f"{part}/3", **series) for part in (3, 1, 2)]
    assert cardwright.merge(parts).data == whole.data
    for wrong in ([], parts[:2], [*parts, parts[0]], [parts[0][:-9], *parts[1:]]):
        with pytest.raises(cardwright.ContentError):
            cardwright.merge(wrong)
    for wrong in ("0/3", "4/3", "three"):
        with pytest.raises(cardwright.CallError):
            cardwright.play_shard(duel, wrong)
    with pytest.raises(cardwright.CallError, match="2 play"):
        cardwright.simulate(duel, agents=["random"] * 3)
    with pytest.raises(cardwright.CallError):
        cardwright.simulate(duel, agents=[])


def test_cards_are_counted_in_all_parts(duel):
    series = {"games": 30, "agents": ["random"], "seed": 5, "cards": True}
    whole = cardwright.simulate(duel, **series)
    assert whole.data["cards"] and cardwright.simulate(duel, 30, seed=5).data["cards"] is None
    parts = [cardwright.play_shard(duel, f"{part}/2", **series) for part in (1, 2)]
    assert cardwright.merge(parts).data == whole.data and str(cardwright.merge(parts)) == str(whole)
    plain = cardwright.play_shard(duel, "2/2", games=30, seed=5)
    with pytest.raises(cardwright.ContentError, match="cards"):
        cardwright.merge([parts[0], plain])


def test_as_many_games_as_it_takes(duel):
    report = cardwright.simulate(duel, until="5%").data
    assert report["until"]["reached"] and report["until"]["half"] <= 5
    assert report["planned"] == 100_000 and report["games"] == report["until"]["looks"][-1] < 10_000
    assert cardwright.simulate(duel, until=5, threads=3).data == report
    few = cardwright.simulate(duel, 300, until=0.5).data
    assert few["games"] == 300 and few["until"]["reached"] is False
    assert cardwright.simulate(duel, 10).data["until"] is None
    for wrong in ("much", 0, 51):
        with pytest.raises(cardwright.CallError) as refused:
            cardwright.simulate(duel, until=wrong)
        assert refused.value.code == "wrong-exactness"


def test_the_pace_of_a_table(duel):
    slow, usual = cardwright.simulate(duel, 20, pace=10), cardwright.simulate(duel, 20)
    assert slow.data["minutes"]["seconds"] == 10 and usual.data["minutes"]["seconds"] == 5
    assert slow.data["minutes"]["most"] == pytest.approx(2 * usual.data["minutes"]["most"], abs=0.02)
    lines = cardwright.play_shard(duel, "1/1", games=20)
    assert cardwright.merge([lines], pace=10).data == slow.data
    for wrong in (0, 3601, float("nan")):
        with pytest.raises(cardwright.CallError) as refused:
            cardwright.simulate(duel, 20, pace=wrong)
        assert refused.value.code == "wrong-pace"


def test_other_threads_go_on_while_games_are_played(duel):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(1)

    clock = threading.Thread(target=tick)
    clock.start()
    cardwright.simulate(duel, 200, ["novice"], threads=2)
    done.set()
    clock.join()
    assert ticks


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_a_long_call():
    program = (
        "import cardwright, signal\n"
        # Whoever starts tests in the background of a script has the signal ignored, and children inherit that.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"content = cardwright.Workshop({str(SAMPLES / 'good')!r}).content('duel')\n"
        "print('begins', flush=True)\n"
        "cardwright.simulate(content, 10**9, ['search'], think='1000000')\n"
    )
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert running.stdout.readline() == b"begins\n"
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=30)
    finally:
        # It would keep all cores busy for days.
        running.kill()
    assert b"KeyboardInterrupt" in told and running.returncode != 0


def test_everything_is_documented_and_typed():
    for name in cardwright.__all__:
        if not name.startswith("__"):
            assert getattr(cardwright, name).__doc__, name
    for kind in (cardwright.Game, cardwright.Workshop, cardwright.Content, cardwright.Agent, cardwright.Report, cardwright.Batch):
        for name, member in vars(kind).items():
            assert name.startswith("_") or member.__doc__, f"{kind.__name__}.{name}"
    stub = (ROOT / "bindings" / "python" / "cardwright" / "_native.pyi").read_text()
    for kind in (cardwright.Game, cardwright.Workshop, cardwright.Content, cardwright.Agent, cardwright.Report, cardwright.Batch):
        for name in vars(kind):
            assert name.startswith("_") or f"def {name}(" in stub, f"{kind.__name__}.{name} has no type"
    needs("mypy")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", ROOT / "bindings" / "python" / "pyproject.toml", "-p", "cardwright"],
        capture_output=True,
        text=True,
        cwd=ROOT / "bindings" / "python" / "tests",
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
