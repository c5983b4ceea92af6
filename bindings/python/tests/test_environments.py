"""Environments for learning: what their makers' own tests say, for a scenario of each of three systems, and nothing that is hidden."""

from __future__ import annotations

import functools
import random
import types
import warnings

import pytest
from conftest import needs

import cardwright

#: One scenario of each of three systems: on a table, on hexes, on squares.
SCENARIOS = ["dogfight", "basic-clash", "quick-start"]


@pytest.fixture(scope="module", params=SCENARIOS)
def content(request, shipped):
    return shipped.content(request.param)


def test_every_answer_is_reached_in_one_way(duel):
    needs("numpy")
    from cardwright.numbers import Steps

    rng = random.Random(1)
    for seed in range(20):
        # So few actions that options need several pages.
        steps = Steps(duel, seed, actions=4)
        while not steps.is_over:
            mask = steps.mask()
            assert mask.any()
            for wrong in [action for action in range(4) if not mask[action]] + [-1, 4]:
                with pytest.raises(ValueError):
                    steps.act(wrong)
            steps.act(rng.choice([action for action in range(4) if mask[action]]))
        assert steps.game.is_over and len(steps.returns()) == 2


def test_observations_have_nothing_that_is_hidden(content):
    needs("numpy")
    from cardwright.numbers import Eyes, Steps

    eyes = Eyes(content)
    steps = Steps(content, 5)
    rng = random.Random(5)
    seen = 0
    for _ in range(150):
        if steps.is_over:
            break
        for player in content.players:
            vector = eyes.see(steps, player)
            assert vector.shape == (eyes.size,) and vector.any()
            snapshot = steps.game.snapshot(player)
            for thing in [*snapshot["pieces"], *snapshot["cards"], *snapshot["players"]]:
                _, row = eyes.rows.get(thing["id"], (0, None))
                for field in thing["hidden"] if row is not None else []:
                    assert vector[row + eyes.fields[thing["kind"]][field][0]] == -1
                    seen += 1
            known = {thing["id"] for thing in snapshot["cards"]}
            for card in steps.game.snapshot("judge")["cards"]:
                if card["id"] not in known and card["id"] in eyes.rows:
                    row = eyes.rows[card["id"]][1]
                    assert not vector[row : row + 9].any()
                    seen += 1
            if content.players[steps.seat] != player:
                assert not vector[15 : 15 + 7 * 62].any(), "options are shown to who is not asked"
        mask = steps.mask()
        steps.act(rng.choice([action for action in range(64) if mask[action]]))
    assert content.scenario != "dogfight" or seen, "dials and face-down cards are hidden"


def test_pettingzoo_says_that_it_is_an_environment(content):
    needs("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from cardwright import pettingzoo

    with warnings.catch_warnings():
        # It advises against dictionaries, endless boxes and numbers below 0, which its own games with masks have, too.
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(content), num_cycles=150)
        seed_test(functools.partial(pettingzoo.env, content), num_cycles=40)


def test_games_are_broken_off_as_pettingzoo_wants_it(content):
    needs("pettingzoo")
    from pettingzoo.test import max_cycles_test, parallel_api_test

    from cardwright import pettingzoo

    module = types.SimpleNamespace(
        parallel_env=functools.partial(pettingzoo.parallel_env, content),
        env=functools.partial(pettingzoo.env, content, everybody=True),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        max_cycles_test(module)
        parallel_api_test(pettingzoo.parallel_env(content), num_cycles=30)
    env = pettingzoo.env(content, max_cycles=9)
    env.reset(seed=1)
    acted = 0
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        over = termination or truncation
        acted += not over
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    assert acted == 9


def test_a_game_in_pettingzoo_ends_with_rewards(duel):
    needs("pettingzoo")
    from cardwright import pettingzoo

    env = pettingzoo.env(duel, render_mode="ansi")
    for seed in range(5):
        env.reset(seed=seed)
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            rewards[agent] += reward
            over = termination or truncation
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
        assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
        assert env.unwrapped.table.told()


@pytest.mark.parametrize("scenario", ["duel", *SCENARIOS])
def test_open_spiel_plays_it(scenario, duel, shipped):
    needs("pyspiel")
    import pyspiel

    from cardwright import openspiel

    content = duel if scenario == "duel" else shipped.content(scenario)
    settings = {} if scenario == "duel" else {"most_actions": 60}
    game = pyspiel.load_game(openspiel.register(content, **settings))
    assert game.num_players() == len(content.players)
    pyspiel.random_sim_test(game, num_sims=3 if scenario == "duel" else 1, serialize=scenario == "duel", verbose=False)


def test_states_of_open_spiel_are_their_history(duel):
    needs("pyspiel")
    from cardwright import openspiel

    game = openspiel.CardwrightGame(duel)
    rng = random.Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        clone = state.clone()
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        clone.apply_action(action)
        assert str(clone) == str(state) and clone.history() == state.history()
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.returns() == state.returns() and sum(state.returns()) == 0
    assert again.steps.game.hash == state.steps.game.hash


def rolls(state, rng, most=400):
    """Plays by chance up to a node of chance after the first; `None` if the game has none."""
    import pyspiel

    for _ in range(most):
        if state.is_terminal():
            return None
        if state.current_player() == pyspiel.PlayerId.CHANCE and state.history():
            return state
        state.apply_action(rng.choice(state.legal_actions()))
    return None


@pytest.mark.parametrize("scenario", ["duel", *SCENARIOS])
def test_no_clone_knows_dice_to_come(scenario, duel, shipped):
    needs("pyspiel")
    import pyspiel

    from cardwright import openspiel

    content = duel if scenario == "duel" else shipped.content(scenario)
    game = openspiel.CardwrightGame(content, seeds=64)
    state = rolls(game.new_initial_state(), random.Random(4))
    assert state is not None, "the scenario has dice"
    # The answer is given and not carried out: what is rolled is not decided in any clone.
    assert state.chance_outcomes() == [(outcome, 1 / 64) for outcome in range(64)]
    came = {}
    for outcome in range(64):
        clone = state.clone()
        assert str(clone) == str(state)
        clone.apply_action(outcome)
        assert clone.current_player() != pyspiel.PlayerId.CHANCE
        came[outcome] = clone.steps.game.hash
        again = state.clone()
        again.apply_action(outcome)
        assert again.steps.game.hash == came[outcome]
    assert len(set(came.values())) > 32
    # Nor do clones from before the answer.
    before = game.new_initial_state()
    for action in state.history()[:-1]:
        before.apply_action(action)
    mark = before.steps.game.hash
    before.clone().apply_action(state.history()[-1])
    assert before.steps.game.hash == mark


def test_outcomes_of_chance_are_those_of_fair_dice(duel):
    needs("pyspiel")
    from cardwright import openspiel

    game = openspiel.CardwrightGame(duel, seeds=1500, recall=True)
    state = rolls(game.new_initial_state(), random.Random(4))
    faces = []
    for outcome in range(1500):
        clone = state.clone()
        clone.apply_action(outcome)
        rolled = [told["about"]["faces"] for told in clone.steps.game.events() if told["event"] == "rolled"]
        faces.extend(face for shown in rolled for face in shown)
    # The die of the sample has six sides.
    for face, sides in (("butt", 2), ("slip", 1), ("blank", 3)):
        assert abs(faces.count(face) / len(faces) - sides / 6) < 0.05, face


def test_a_search_plays_without_sight_of_dice(duel):
    needs("pyspiel")
    needs("open_spiel")
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    from cardwright import openspiel

    game = openspiel.CardwrightGame(duel, seeds=16, recall=True)
    rng = np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [
        mcts.MCTSBot(game, 2.0, 12, evaluator, random_state=rng),
        ismcts.ISMCTSBot(game, evaluator, 2.0, 12, random_state=rng),
    ]
    state = game.new_initial_state()
    chances = decisions = 0
    while not state.is_terminal() and decisions < 12:
        if state.is_chance_node():
            chances += 1
            state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
            continue
        before = state.steps.game.hash
        action = bots[decisions % 2].step(state)
        assert state.steps.game.hash == before, "the search leaves the game alone"
        assert action in state.legal_actions()
        state.apply_action(action)
        decisions += 1
    assert decisions == 12 or state.is_terminal()
    assert chances > 1


def test_an_information_state_is_what_a_player_met_with(duel):
    needs("pyspiel")
    from cardwright import openspiel

    game = openspiel.CardwrightGame(duel, recall=True)
    rng = random.Random(8)
    state = game.new_initial_state()
    before = {player: "" for player in range(game.num_players())}
    grown = 0
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        for player, told in before.items():
            now = state.information_state_string(player)
            assert now.startswith(told), "nothing is forgotten"
            grown += now != told
            before[player] = now
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert [again.information_state_string(player) for player in before] == list(before.values())
    assert grown > 10 and before[0] != before[1]
    forgetful = openspiel.CardwrightGame(duel).new_initial_state()
    forgetful.apply_action(3)
    with pytest.raises(Exception):  # noqa: B017
        forgetful.information_state_string(0)


@pytest.mark.parametrize("scenario", ["duel", *SCENARIOS])
def test_a_state_drawn_anew_is_the_same_to_its_player(scenario, duel, shipped):
    needs("pyspiel")
    import pyspiel

    from cardwright import openspiel

    content = duel if scenario == "duel" else shipped.content(scenario)
    game = openspiel.CardwrightGame(content, recall=True)
    rng = random.Random(6)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = game.new_initial_state()
    tried = 0
    for _ in range(60):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            player = state.current_player()
            other = state.resample_from_infostate(player, sampler)
            assert other.steps.game.is_imagined
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            other.apply_action(rng.choice(other.legal_actions()))
            tried += 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert tried > 5


def test_errors_of_environments_are_those_of_the_program(duel):
    needs("numpy")
    from cardwright.numbers import Steps

    with pytest.raises(ValueError):
        Steps(duel, 1, actions=2)
    assert cardwright.Game(duel).question.count >= 0
