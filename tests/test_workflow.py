"""The workflow file and the pre-commit hooks name only commands that exist."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from attn_course.cli import COMMANDS

ROOT = Path(__file__).parents[1]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
JOBS: dict[str, dict[str, Any]] = WORKFLOW["jobs"]
TRIGGERS = WORKFLOW[True]  # YAML reads the word `on` as true


def commands_of_the_workflow() -> list[str]:
    return [step["run"] for job in JOBS.values() for step in job["steps"] if "run" in step]


def check_exists(command: str) -> None:
    program, *arguments = shlex.split(command, comments=True)
    if program == "python":
        assert arguments[0] == "course.py"
        assert arguments[1] in {"lab", *COMMANDS}
    elif program.startswith(".venv/bin/"):
        assert list(Path(sys.executable).parent.glob(f"{Path(program).name}*")), program
    else:
        assert os.access(ROOT / program, os.X_OK), program


@pytest.mark.parametrize("command", commands_of_the_workflow())
def test_every_command_of_the_workflow_exists(command: str) -> None:
    check_exists(re.sub(r"\$\{\{.*?\}\}", "x", command))


@pytest.mark.parametrize("hook", [hook for repo in HOOKS for hook in repo["hooks"]], ids=lambda hook: hook["id"])
def test_every_hook_is_a_locked_tool(hook: dict[str, Any]) -> None:
    assert hook["language"] == "system"
    check_exists(hook["entry"])


def test_hooks_fetch_nothing() -> None:
    assert [repo["repo"] for repo in HOOKS] == ["local"]


def test_the_workflow_runs_weekly_and_on_every_change() -> None:
    assert {"push", "pull_request", "schedule"} <= TRIGGERS.keys()
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", TRIGGERS["schedule"][0]["cron"])


def test_the_workflow_covers_what_is_supported() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    matrix = JOBS["machines"]["strategy"]["matrix"]
    assert matrix["os"] == ["ubuntu-latest", "windows-latest", "macos-latest"]
    assert matrix["python"] == re.findall(r"Python :: (3\.\d+)", project)
    oldest = re.search(r'"numpy>=([\d.]+)"', project)
    assert oldest is not None
    assert [row["numpy"] for row in JOBS["numpy"]["strategy"]["matrix"]["include"]] == [oldest[1], "pre-release"]


def test_the_full_run_is_the_one_that_runs_here_too() -> None:
    assert JOBS["all"]["steps"][-1]["run"] == ".ci/run"
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in script
    assert script.rstrip().endswith(
        'python3 course.py test --require browser --require locked --require "isolation=$isolation"'
    )
    assert "://" not in script


def run_with(folder: Path, **programs: str) -> list[str]:
    """Call the full run's script with shell programs in place of the real ones; return the lines that they print."""
    for name, text in programs.items():
        path = folder / name.replace("_", "-")
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
    surroundings = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([ROOT / ".ci/run"], env=surroundings, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


bash = pytest.mark.skipif(os.name == "nt", reason="the full run is a shell script, for Debian and Ubuntu")


@bash
@pytest.mark.parametrize(("user", "level"), [(0, 4), (1000, 3)])
def test_the_full_run_asks_for_the_isolation_that_its_user_can_have(tmp_path: Path, user: int, level: int) -> None:
    said = run_with(tmp_path, id=f"echo {user}", chromium="", python3='echo "$*"', sudo="", apt_get="")
    assert said[-1] == f"course.py test --require browser --require locked --require isolation={level}"


@bash
def test_the_full_run_installs_what_is_missing(tmp_path: Path) -> None:
    without_modules = '[ "$1" != -c ]'
    said = run_with(tmp_path, id="echo 1000", chromium="", python3=without_modules, sudo='echo "$*"')
    assert said[-1].endswith("python3 python3-venv libseccomp2")
