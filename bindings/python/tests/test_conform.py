"""Conformance vectors, played by this Python and driven by the native `cardwright conform`.

`CARDWRIGHT` names the program; absent, the repository's release build.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, SAMPLES

#: At least so many vectors have to be played: the shipped content has more.
LEAST = 1_500


def program() -> str:
    found = os.environ.get("CARDWRIGHT") or str(ROOT / "target" / "release" / "cardwright")
    if shutil.which(found) is None:
        assert not os.environ.get("CI"), f"CI needs {found}"
        pytest.skip(f"no {found} here")
    return found


def exported(project: Path, folder: Path) -> Path:
    command = [program(), "export", "--to", "vectors", "-o", folder]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    return folder


def driven(project: Path, folder: Path) -> tuple[int, str]:
    native = program()
    command = [native, "conform", folder, "--", sys.executable, "-m", "cardwright.conform", project]
    ran = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    counted = re.search(r"(\d+) played alike, (\d+) differed, (\d+) skipped", ran.stdout)
    assert counted, ran.stdout
    alike, parted, skipped = map(int, counted.groups())
    assert (parted, skipped) == (0, 0)
    return alike, ran.stdout


def test_samples_play_alike(tmp_path):
    project = SAMPLES / "good"
    alike, _ = driven(project, exported(project, tmp_path / "vectors"))
    assert alike > 0


def test_all_vectors_of_shipped_content_play_alike(tmp_path):
    # The gate exports them once, for all hosts.
    given = os.environ.get("VECTORS")
    alike, _ = driven(ROOT, Path(given) if given else exported(ROOT, tmp_path / "vectors"))
    print(f"{alike} vectors played alike in CPython {sys.version.split()[0]}")
    assert alike >= LEAST
