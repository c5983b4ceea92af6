"""Content that tests play: the samples of the repository, and one scenario of each of three systems."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import cardwright

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "tests" / "samples"


def needs(module: str):
    """The module; where it is missing the test says so, and fails where `CI` is set."""
    try:
        return __import__(module)
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no `{module}` here")


@pytest.fixture(scope="session")
def duel() -> cardwright.Content:
    return cardwright.Workshop(SAMPLES / "good").content("duel")


@pytest.fixture(scope="session")
def shipped() -> cardwright.Workshop:
    return cardwright.Workshop(ROOT)
