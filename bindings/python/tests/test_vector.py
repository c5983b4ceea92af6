"""Many games at once: the same masks, observations and rewards as one at a time in Python, and the rules of `gymnasium.vector`."""

from __future__ import annotations

import json
import threading

import pytest
from conftest import needs

import cardwright

#: A scenario of each system; on a table, on hexes, on squares.
SCENARIOS = ["dogfight", "basic-clash", "quick-start", "first-duel", "ambush-in-the-valley"]

np = pytest.importorskip("numpy")


def one_by_one(content, seeds, **settings):
    from cardwright.numbers import Steps

    return [Steps(content, seed, **settings) for seed in seeds]


@pytest.mark.parametrize("scenario", ["duel", *SCENARIOS])
def test_games_are_those_of_steps_and_eyes(scenario, duel, shipped):
    from cardwright.numbers import Eyes
    from cardwright.vector import Games

    content = duel if scenario == "duel" else shipped.content(scenario)
    # Few actions, so that options need several pages.
    for actions, places in ((64, 8), (5, 2)):
        games = Games(content, 3, seats=content.players, actions=actions, places=places, threads=2)
        eyes = Eyes(content, actions)
        step = games.reset(seed=7)
        alone = one_by_one(content, [7, 8, 9], actions=actions, places=places)
        compared, over = 0, set()
        for number in range(120):
            for place, steps in enumerate(alone):
                if steps.is_over:
                    continue
                assert step.seats[place] == steps.seat
                assert (step.masks[place] == steps.mask()).all()
                seen = eyes.see(steps, content.players[steps.seat])
                assert (step.observations[place] == seen).all(), f"place {place}, step {number}"
                compared += 1
            acts = games.sample(number)
            for action, steps in zip(acts, alone):
                if not steps.is_over:
                    steps.act(int(action))
            step = games.step(acts)
            for place, steps in enumerate(alone):
                if step.terminations[place] and place not in over:
                    over.add(place)
                    assert steps.is_over and games.batch.hashes[place] == steps.game.hash
                    assert step.returns[place].tolist() == steps.returns()
            if all(steps.is_over for steps in alone):
                break
        assert compared > 10
        assert games.size == eyes.size == step.observations.shape[1]


def test_words_are_numbers_in_observations(shipped):
    from cardwright.numbers import Eyes, Steps

    # Snapshots call words as people do (`Klingon`, `all round`), content by their ids.
    content = shipped.content("first-duel")
    eyes, steps = Eyes(content), Steps(content, 1)
    ids = {field["name"]: field["values"] for kind in content.layout()["kinds"] for field in kind["fields"]}
    vector, snapshot = eyes.see(steps, content.players[0]), steps.game.snapshot(content.players[0])
    otherwise = 0
    for thing in [*snapshot["pieces"], *snapshot["cards"]]:
        for name, (place, kind, is_set, _) in eyes.fields[thing["kind"]].items():
            value = (thing["facts"] | thing["state"]).get(name)
            if kind == "word" and not is_set and isinstance(value, str):
                assert vector[eyes.rows[thing["id"]][1] + place] > 0, f"{name}: {value}"
                otherwise += value not in ids[name]
    assert otherwise, "some words are not called by their ids"


def test_agents_play_the_other_seats_as_sim_has_them(shipped):
    from cardwright.vector import Games

    # Whoever always takes the default plays the games of `sim --agents default,random`.
    content = shipped.content("first-duel")
    agents, ended = ["default", "random"], {}
    told = [json.loads(line) for line in cardwright.play_shard(content, "1/1", 4, agents, seed=11).splitlines()[1:]]
    # Beside them the same games one by one, which tell what the default is.
    games = Games(content, 4, agents=agents)
    step = games.reset(seed=11)
    players = [cardwright.Game(content, seed, quick=True) for seed in range(11, 15)]
    others = [cardwright.Agent.seats(content, agents, seed) for seed in range(11, 15)]
    assert games.batch.seeds == [game["seed"] for game in told]
    while len(ended) < 4:
        acts = [default_action(game, other, mask) for game, other, mask in zip(players, others, step.masks)]
        step = games.step(acts)
        for place in np.flatnonzero(step.terminations):
            ended.setdefault(int(place), games.batch.hashes[place])
    assert [ended[place] for place in range(4)] == [game["hash"] for game in told]
    with pytest.raises(cardwright.CallError, match="2 play"):
        Games(content, 4, agents=["random"] * 3)


def default_action(game, agents, mask):
    """Has the agents of all other seats decide, and the default of the first one's question; gives the last of its actions."""
    while (question := game.question) and question.seat > 0:
        game.decide(agents[question.seat].answer(game))
    if question is None:
        return 0
    default = game.decision()["default"]
    if question.place:
        game.decide()
        return 0
    options = [option["id"] for option in game.decision()["options"]]
    game.decide(default)
    assert len(default) <= 1 or question.most == len(default) == 1, "one action is one answer here"
    return options.index(default[0]) if default else 63


def test_the_number_of_threads_changes_nothing(shipped):
    from cardwright.vector import Games

    content = shipped.content("first-duel")
    runs = []
    for threads in (1, 3):
        games = Games(content, 16, threads=threads)
        games.reset(seed=3)
        steps = [games.step(games.sample(number)) for number in range(60)]
        runs.append((steps, games.batch.hashes, games.batch.seeds, games.batch.decisions))
    (one, *rest), (other, *others) = runs
    assert rest == others
    for left, right in zip(one, other):
        for mine, theirs in zip(left[:-1], right[:-1]):
            assert (mine == theirs).all()


@pytest.mark.parametrize("at_once", [False, True])
def test_the_next_game_begins_by_itself(duel, at_once):
    from cardwright.vector import Games

    games = Games(duel, 4, at_once=at_once)
    step = games.reset(seed=5)
    ended_before, begun = np.zeros(4, dtype=bool), [0] * 4
    for number in range(400):
        before = games.batch.seeds
        step = games.step(games.sample(number))
        ended = step.terminations | step.truncations
        begins = ended if at_once else ended_before
        for place in range(4):
            if begins[place]:
                begun[place] += 1
                assert games.batch.seeds[place] > before[place] and games.batch.seeds[place] % 4 == (5 + place) % 4
            else:
                assert games.batch.seeds[place] == before[place]
            assert step.masks[place].any() == (at_once or not ended[place])
        assert not (step.rewards[~ended].any() or step.returns[~ended].any())
        assert step.last.shape == (ended.sum(), games.size) if at_once else step.last is None
        if at_once and ended.any():
            assert (step.last[:, 14] == step.terminations[ended]).all(), "the last one is that of a game that is over"
            assert not step.observations[:, 14].any()
        ended_before = ended
    assert min(begun) > 2


def test_what_is_not_allowed_is_refused_and_changes_nothing(duel):
    from cardwright.vector import Games

    games = Games(duel, 3)
    with pytest.raises(cardwright.CallError, match="reset"):
        games.step([0, 0, 0])
    step = games.reset(seed=1)
    before = games.batch.hashes
    wrong = int(step.masks[1].argmin())
    fine = step.masks.argmax(axis=1)
    for action in (wrong, -1, 64, 2**40):
        with pytest.raises(cardwright.DecisionError, match="game 1") as refused:
            games.step([fine[0], action, fine[2]])
        assert refused.value.code == "not-allowed"
    with pytest.raises(cardwright.CallError):
        games.step(fine[:2])
    with pytest.raises(TypeError):
        games.step(fine.astype(float))
    assert games.batch.hashes == before
    for settings in ({"count": 0}, {"count": 10**9}, {"actions": 2}, {"seats": ["nobody"]}, {"seats": []}, {"threads": 0}, {"places": 0}):
        with pytest.raises(cardwright.CallError):
            Games(duel, **{"count": 2, **settings})
    with pytest.raises(cardwright.CallError):
        games.batch.reset([1, 2])


def test_games_are_broken_off_after_so_many_actions(shipped):
    from cardwright.vector import Games

    games = Games(shipped.content("dogfight"), 2, most_actions=3)
    games.reset(seed=1)
    for number in range(3):
        step = games.step(games.sample(number))
        assert step.truncations.tolist() == [number == 2] * 2
    assert not step.masks.any() and not step.rewards.any()


def test_other_threads_go_on_and_may_not_step_the_same_games(shipped):
    from cardwright.vector import Games

    games = Games(shipped.content("dogfight"), 32)
    step = games.reset(seed=1)
    busy, done = [], threading.Event()

    def disturb():
        while not done.is_set():
            try:
                games.batch.sample(1)
            except cardwright.CallError as why:
                busy.append(why.code)

    other = threading.Thread(target=disturb)
    other.start()
    stepped = 0
    while not busy or stepped < 3:
        try:
            step = games.step(step.masks.argmax(axis=1))
            stepped += 1
        except cardwright.CallError as why:
            assert why.code == "busy"
    done.set()
    other.join()
    assert set(busy) == {"busy"}


def test_arrays_are_not_changed_by_later_steps(duel):
    from cardwright.vector import Games

    games = Games(duel, 8)
    first = games.reset(seed=2)
    kept = first.observations.copy()
    for number in range(5):
        games.step(games.sample(number))
    assert (first.observations == kept).all() and first.observations.flags.writeable


def test_samples_are_allowed_and_even(duel):
    from cardwright.vector import Games

    games = Games(duel, 2)
    step = games.reset(seed=1)
    drawn = [games.sample(seed) for seed in range(2000)]
    for place in range(2):
        allowed = np.flatnonzero(step.masks[place])
        counts = [sum(int(one[place]) == action for one in drawn) for action in allowed]
        assert sum(counts) == 2000
        assert max(counts) < 2000 / len(allowed) * 1.2


def test_the_environment_keeps_the_rules_of_gymnasium(duel):
    gymnasium = needs("gymnasium")
    from gymnasium.vector import AutoresetMode
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    from cardwright.vector import VectorEnv

    envs = VectorEnv(duel, num_envs=6)
    assert isinstance(envs, gymnasium.vector.VectorEnv) and envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observations, infos = envs.reset(seed=1)
    again, _ = envs.reset(seed=1)
    for key, array in observations.items():
        assert (array == again[key]).all()
    assert set(infos) == {"seat", "_seat", "returns", "_returns"}
    ended = np.zeros(6, dtype=bool)
    for _ in range(300):
        assert observations in envs.observation_space
        actions = envs.sample()
        assert actions in envs.action_space
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert rewards.dtype == np.float64 and terminations.dtype == truncations.dtype == np.bool_
        # The step after the last one of a game only begins the next one.
        assert not (rewards[ended].any() or terminations[ended].any() or truncations[ended].any())
        assert observations["action_mask"][ended].any(axis=1).all()
        ended = terminations | truncations
        assert (rewards[ended] == infos["returns"][ended, 0]).all()
    seeds = envs.games.batch.seeds
    envs.reset()
    assert not set(envs.games.batch.seeds) & set(seeds), "without a seed, games are others"
    counted = RecordEpisodeStatistics(VectorEnv(duel, num_envs=4))
    counted.reset(seed=1)
    while counted.episode_count < 10:
        counted.step(counted.env.sample())
    envs.close()
    with pytest.raises(ValueError):
        VectorEnv(duel, 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(ValueError):
        envs.reset(options={"reset_mask": np.ones(6, dtype=bool)})


def test_in_the_same_step_the_last_observation_is_told(duel):
    needs("gymnasium")
    from cardwright.vector import VectorEnv

    envs = VectorEnv(duel, num_envs=4, autoreset_mode="SameStep")
    envs.reset(seed=1)
    ended = 0
    while ended < 8:
        observations, _, terminations, truncations, infos = envs.step(envs.sample())
        over = terminations | truncations
        assert observations["action_mask"].any(axis=1).all()
        assert ("final_obs" in infos) == over.any()
        for place in np.flatnonzero(over):
            last = infos["final_obs"][place]
            assert last in envs.single_observation_space and last["observation"][14] == 1
            assert infos["_final_obs"][place] and infos["final_info"]["_returns"][place]
            ended += 1


def test_without_observations_there_are_masks(duel):
    needs("gymnasium")
    from cardwright.vector import VectorEnv

    envs = VectorEnv(duel, num_envs=4, observe=False, seats=duel.players)
    observations, _ = envs.reset(seed=1)
    assert set(observations) == {"action_mask"} and observations in envs.observation_space
    for _ in range(100):
        observations, rewards, terminations, _, infos = envs.step(envs.sample())
        over = np.flatnonzero(terminations)
        # The reward is that of whoever acted, and each seat has its own.
        assert (infos["returns"][over].sum(axis=1) == 0).all()
        assert all(rewards[place] in infos["returns"][place] for place in over)
