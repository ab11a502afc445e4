"""On every machine that this one can play: the level is what is said, and the attacks are stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import pytest
from modes import MODES, ROOT, Mode

if sys.platform != "linux":
    pytest.skip("namespaces, Landlock and seccomp are Linux's", allow_module_level=True)

from attacks import ATTACKS
from attacks.table import standing

from attn_course.sandbox.confinement import LAYERS

SECONDS = 600
PROBE = "from attn_course.sandbox.level import isolation; print(isolation().level)"


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest, leave_out: Callable[[str, str], NoReturn]) -> str:
    """The name of a machine that can be played here."""
    name = str(request.param)
    if MODES[name].root and os.geteuid() != 0:
        leave_out("root", "not run as root")
    return name


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user can reach: pytest's own are closed to others."""
    with TemporaryDirectory(prefix="machine-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o777)
        yield Path(name)


def run(mode: str, folder: Path, *words: str) -> str:
    """Run Python on the machine of a mode; return what it prints."""
    command = [sys.executable, "tests/sandbox/modes.py", mode, sys.executable, *words]
    places = {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "tests/sandbox"))), "HOME": str(folder)}
    surroundings = os.environ | places | {"TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


def test_the_level_is_the_one_of_the_table(mode: str, folder: Path) -> None:
    assert int(run(mode, folder, "-c", PROBE)) == MODES[mode].level


def test_attacks_are_stopped(mode: str, folder: Path, record_property: Callable[[str, object], None]) -> None:
    printed = run(mode, folder, "-m", "attacks")
    outcomes = {one["name"]: one for one in map(json.loads, printed.splitlines())}
    assert outcomes.keys() == {attack.name for attack in ATTACKS}
    stopped = {attack.name for attack in ATTACKS if is_stopped(attack.stopped_by, MODES[mode])}
    succeeded = {name: one["detail"] for name, one in outcomes.items() if one["succeeded"] and name in stopped}
    assert not succeeded
    exceptions = len(ATTACKS) - len(stopped)
    assert exceptions == 0 or MODES[mode].level < 3
    record_property("attacks", f"{mode:24} level {MODES[mode].level}: {len(stopped)} stopped, {exceptions} exceptions")


def is_stopped(layers: frozenset[str], mode: Mode) -> bool:
    """Tell whether one of these layers stands on a machine."""
    return bool(layers & standing(mode.layers(LAYERS)))


def test_this_machine_reaches_the_level_that_is_required(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    from attn_course.sandbox.level import isolation

    level = isolation()
    words = [word.partition("=")[2] for word in request.config.getoption("--require") if word.startswith("isolation=")]
    required = max(map(int, words), default=0)
    record_property("attacks", f"this machine: level {level.level}, {level.label}; required: {required}")
    assert level.level >= required, (level, level.advice)
