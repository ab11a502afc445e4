"""Stored outputs are compared byte for byte only where everything else is the same."""

from __future__ import annotations

import platform
from importlib import metadata
from pathlib import Path

import pytest
from locked import difference

NUMPY = metadata.version("numpy")
HASH = " \\\n    --hash=sha256:0123\n    # via something\n"


@pytest.fixture(autouse=True)
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")


def lock(folder: Path, *pins: str) -> Path:
    path = folder / "some.lock"
    path.write_text("# made by a program\n" + "".join(pin + HASH for pin in pins), encoding="utf-8")
    return path


def test_the_locked_packages_are_recognised(tmp_path: Path):
    elsewhere = "no-such-package==1.0 ; sys_platform == 'nowhere'"
    assert difference(lock(tmp_path, f"numpy=={NUMPY}", elsewhere)) is None


def test_another_version_is_named(tmp_path: Path):
    assert difference(lock(tmp_path, "numpy==0.1")) == f"numpy is {NUMPY}, not ==0.1"


def test_a_missing_package_is_named(tmp_path: Path):
    assert difference(lock(tmp_path, "no-such-package==1.0")) == "no-such-package is missing, not ==1.0"


def test_another_machine_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    assert difference(lock(tmp_path)) == "this is Linux arm64, not Linux x86_64"
