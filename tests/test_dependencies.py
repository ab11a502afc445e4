"""The lists of packages agree: pyproject.toml, the two locks, environment.yml, for every supported machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import Any, NoReturn

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from attn_course.doctor import TESTED

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = {
    "linux": {"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux"},
    "darwin": {"os_name": "posix", "sys_platform": "darwin", "platform_system": "Darwin"},
    "win32": {"os_name": "nt", "sys_platform": "win32", "platform_system": "Windows"},
}
WHEELS = {"darwin": "macosx_14_0_arm64", "win32": "win_amd64"}  # Linux is where every change is tested
TARGETS = list(product(MACHINES, PYTHONS))


@dataclass(frozen=True)
class Pin:
    """One entry of a lock: `name==version ; marker` and the hashes of its files."""

    requirement: Requirement
    hashes: frozenset[str]

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        return str(self.requirement.specifier).removeprefix("==")


def read_lock(name: str) -> list[Pin]:
    text = re.sub(r"(?m)^\s*#.*\n", "", (ROOT / name).read_text(encoding="utf-8")).replace("\\\n", "")
    entries = [line.split("--hash=") for line in text.splitlines() if line]
    return [Pin(Requirement(head), frozenset(digest.strip() for digest in tail)) for head, *tail in entries]


BASE, FULL = read_lock("requirements.lock"), read_lock("requirements-dev.lock")


def environment(machine: str, python: str) -> dict[str, str]:
    version = {"python_version": python, "python_full_version": f"{python}.9"}
    implementation = {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
    return {**MACHINES[machine], **version, **implementation}


def resolve(lock: list[Pin], machine: str, python: str) -> dict[str, str]:
    """Return the version of each package that a machine installs; no package may come twice."""
    here = environment(machine, python)
    chosen = [pin for pin in lock if pin.requirement.marker is None or pin.requirement.marker.evaluate(here)]
    versions = {pin.name: pin.version for pin in chosen}
    assert len(versions) == len(chosen), "a package is pinned twice for one machine"
    return versions


def check_satisfied(wanted: list[str], versions: dict[str, str], machine: str = "linux") -> None:
    """Ask a lock for these requirements: for those that hold on a system."""
    for requirement in map(Requirement, wanted):
        if requirement.marker is not None and not requirement.marker.evaluate({"sys_platform": machine}):
            continue
        name = canonicalize_name(requirement.name)
        assert name in versions, f"{name} is not in the lock"
        assert requirement.specifier.contains(versions[name]), f"{requirement} does not allow {versions[name]}"


@pytest.mark.parametrize(("machine", "python"), TARGETS)
def test_base_lock_holds_what_the_project_needs(machine: str, python: str) -> None:
    check_satisfied(PROJECT["project"]["dependencies"], resolve(BASE, machine, python), machine)


@pytest.mark.parametrize(("machine", "python"), TARGETS)
def test_full_lock_holds_every_extra(machine: str, python: str) -> None:
    wanted = [text for extra in EXTRAS.values() for text in extra if not text.startswith("attn-course[")]
    check_satisfied(wanted, resolve(FULL, machine, python), machine)


@pytest.mark.parametrize(("machine", "python"), TARGETS)
def test_full_lock_changes_nothing_of_the_base(machine: str, python: str) -> None:
    assert resolve(BASE, machine, python).items() <= resolve(FULL, machine, python).items()


def test_the_package_builds_without_a_download() -> None:
    """The build back-end is installed from the lock, since the course is built without isolation."""
    check_satisfied(PROJECT["build-system"]["requires"], resolve(BASE, "linux", "3.11"))


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_locks_have_hashes_and_no_address(name: str) -> None:
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")
    for pin in read_lock(name):
        assert re.fullmatch(r"==[^=*,]+", str(pin.requirement.specifier)), f"{pin.name} is not pinned"
        assert pin.hashes, f"{pin.name} has no hash"
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", digest) for digest in pin.hashes)


def test_conda_installs_the_same_lock() -> None:
    conda = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert conda["name"] == "attn_course"
    assert conda["dependencies"] == [
        "python" + PROJECT["project"]["requires-python"],
        "pip",
        {"pip": ["-r requirements.lock"]},
    ]


def test_supported_versions_are_said_alike() -> None:
    prefix = "Programming Language :: Python :: 3."
    classified = [text.rpartition(" ")[2] for text in PROJECT["project"]["classifiers"] if text.startswith(prefix)]
    assert tuple(classified) == PYTHONS
    assert all(f"{python}.0" in TESTED for python in PYTHONS)
    assert "3.10.99" not in TESTED
    assert "3.15.0" not in TESTED


def is_pure_here(name: str) -> bool:
    """Whether the package is installed here from a wheel that fits every machine."""
    try:
        wheel = metadata.distribution(name).read_text("WHEEL") or ""
    except metadata.PackageNotFoundError:
        return False
    return re.search(r"(?m)^Tag: \S*-none-any$", wheel) is not None


def ask_index(requirements: list[str], platform: str, python: str, folder: Path) -> list[dict[str, Any]] | None:
    """Return what pip would install on another machine, or None where no index answers."""
    listing, report = folder / "wanted.txt", folder / "report.json"
    listing.write_text("\n".join(requirements), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--ignore-requires-python"]
    there = ["--only-binary=:all:", "--platform", platform, "--python-version", python, "--target", str(folder)]
    call = [*pip, *there, "--retries", "1", "--timeout", "10", "--report", str(report), "-r", str(listing)]
    process = subprocess.run(call, capture_output=True, text=True)
    if process.returncode and re.search(r"No module named pip|Retrying \(", process.stderr):
        return None
    assert process.returncode == 0, process.stderr[-1000:]
    answer: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["install"]
    return answer


@pytest.mark.network
@pytest.mark.parametrize("python", [PYTHONS[0], PYTHONS[-1]])
@pytest.mark.parametrize("machine", WHEELS)
def test_learners_have_wheels(
    machine: str, python: str, tmp_path: Path, leave_out: Callable[[str, str], NoReturn]
) -> None:
    """Every package comes as a wheel, one that the lock knows and that this Python may use.

    Packages that are installed here from a wheel for every machine need no question.
    """
    versions = {name: version for name, version in resolve(BASE, machine, python).items() if not is_pure_here(name)}
    wanted = [f"{name}=={version}" for name, version in versions.items()]
    answer = ask_index(wanted, WHEELS[machine], python, tmp_path)
    if answer is None:
        leave_out("network", "no package index answers, or there is no pip to ask it with")
    known = {digest for pin in BASE for digest in pin.hashes}
    assert len(answer) == len(versions)
    for item in answer:
        assert f"sha256:{item['download_info']['archive_info']['hashes']['sha256']}" in known
        assert f"{python}.9" in SpecifierSet(item["metadata"].get("requires_python", ""))
