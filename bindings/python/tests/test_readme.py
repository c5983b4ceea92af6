"""What the README shows runs."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT, SAMPLES, needs

TEXT = (ROOT / "bindings" / "python" / "README.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_each_block_runs(number, duel, capsys):
    if "pettingzoo" in BLOCKS[number]:
        needs("pettingzoo")
        needs("pyspiel")
    if "vector" in BLOCKS[number]:
        needs("gymnasium")
    if "open_spiel" in BLOCKS[number]:
        needs("open_spiel")
    block = BLOCKS[number].replace('"my-game"', repr(str(SAMPLES / "good"))).replace('"first-clash"', '"duel"')
    exec(compile(block, f"block {number + 1}", "exec"), {"content": duel})
    if number == 0:
        assert re.search(r"[0-9a-f]{64}\n$", capsys.readouterr().out)


def test_the_first_block_plays_a_game_in_ten_lines():
    assert len(BLOCKS[0].strip().splitlines()) <= 10
