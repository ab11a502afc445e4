"""course.py: what it tells, when it installs, and what it starts, with an installer that only takes notes."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from attn_course.cli import COMMANDS

SOURCE = Path(__file__).parents[1] / "course.py"


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("course", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Installer:
    """Stands for pip and for the making of an environment; remembers what was asked for."""

    def __init__(self, course: ModuleType) -> None:
        self.course = course
        self.calls: list[str] = []

    def make_environment(self) -> None:
        self.calls.append("environment")
        venv.create(self.course.ENVIRONMENT, clear=True, symlinks=os.name != "nt")

    def install(self, *arguments: str) -> None:
        self.calls.append(arguments[-1])


@pytest.fixture
def course(tmp_path: Path) -> ModuleType:
    """Return course.py in a folder of its own, whose name has a space, with two small locks."""
    folder = tmp_path / "a course"
    folder.mkdir()
    (folder / "course.py").write_bytes(SOURCE.read_bytes())
    (folder / "requirements.lock").write_text("numpy==2.4.6\n", encoding="utf-8")
    (folder / "requirements-dev.lock").write_text("pytest==9.2.0\n", encoding="utf-8")
    return load(folder / "course.py")


@pytest.fixture
def installer(course: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Installer:
    notes = Installer(course)
    monkeypatch.setattr(course, "make_environment", notes.make_environment)
    monkeypatch.setattr(course, "install", notes.install)
    return notes


@pytest.fixture
def started(course: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """Return the command lines that course.py starts; each ends with exit code 3."""
    commands: list[list[str]] = []

    def call(command: list[str]) -> int:
        commands.append(command)
        return 3

    def become(program: str, command: list[str]) -> None:
        assert program == command[0]
        raise SystemExit(call(command))

    with monkeypatch.context() as patch:
        patch.setattr(course.subprocess, "call", call)
        patch.setattr(course.os, "execv", become)
        patch.setattr(course.signal, "signal", lambda *_: None)
        patch.setenv("JUPYTER_CONFIG_PATH", "of the user")
        yield commands


def test_an_old_python_can_read_the_file() -> None:
    source = SOURCE.read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    assert "__future__" not in source  # Python 3.6 knows no `annotations` there
    assert len(source.splitlines()) < 150


def test_an_old_python_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "version", "3.9.2 (default)")
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is 3\.9\.2\. Install"):
        load(SOURCE)


def test_it_imports_only_the_standard_library() -> None:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names <= sys.stdlib_module_names


def test_no_word_shows_the_usage(course: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert course.main([]) == 2
    assert course.main(["--help"]) == 0
    assert course.main(["frobnicate"]) == 2
    assert capsys.readouterr().out.count("Usage: python3 course.py WORD") == 3


def test_every_command_is_a_word(course: ModuleType) -> None:
    assert set(course.WORDS) == {"lab", *COMMANDS}
    assert all(re.search(rf"^  {word}\b", course.USAGE, re.MULTILINE) for word in course.WORDS)


def test_windows_waits_for_the_program(
    course: ModuleType, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "ensure", lambda lock: None)
    monkeypatch.setattr(course.os, "name", "nt")
    assert course.main(["doctor"]) == 3
    assert len(started) == 1


def test_a_second_run_starts_at_once(course: ModuleType, installer: Installer) -> None:
    for _ in range(2):
        course.ensure(course.BASE)
    assert installer.calls == ["environment", "requirements.lock", "."]


def test_other_words_add_the_second_lock_once(course: ModuleType, installer: Installer) -> None:
    for _ in range(2):
        course.ensure(course.BASE)
        course.ensure(course.FULL)
    assert installer.calls == ["environment", "requirements.lock", ".", "requirements-dev.lock", "."]


@pytest.mark.parametrize(("word", "locks"), [("lab", 1), ("doctor", 1), ("test", 2), ("grade", 2)])
def test_each_word_asks_for_its_locks(
    word: str, locks: int, course: ModuleType, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(course, "ensure", asked.append)
    with pytest.raises(SystemExit, match="3"):
        course.main([word, "--some", "thing"])
    assert os.environ["JUPYTER_CONFIG_PATH"] == f"{course.SETTINGS}{os.pathsep}of the user"
    assert asked == [course.BASE, course.FULL][:locks]
    assert started[0][-2:] == ["--some", "thing"]


def test_lab_opens_the_first_page_of_the_course(course: ModuleType) -> None:
    program, *arguments = course.command("lab", ["--no-browser"])
    assert Path(program) == course.PROGRAMS / "jupyter-lab"
    assert f"--ServerApp.root_dir={course.ROOT}" in arguments
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in arguments
    assert arguments[-1] == "--no-browser"


def test_other_words_go_to_the_command_line(course: ModuleType) -> None:
    assert course.command("grade", ["a b.ipynb"]) == [str(course.PROGRAMS / "attn-course"), "grade", "a b.ipynb"]


def change_the_lock(course: ModuleType) -> ModuleType:
    (course.ROOT / course.BASE).write_text("numpy==2.4.7\n", encoding="utf-8")
    return course


def lose_the_stamp(course: ModuleType) -> ModuleType:
    (course.ENVIRONMENT / f"{course.BASE}.installed").unlink()
    return course


def spoil_the_stamp(course: ModuleType) -> ModuleType:
    (course.ENVIRONMENT / f"{course.BASE}.installed").write_bytes(b"\xff\xfe")
    return course


def lose_the_python(course: ModuleType) -> ModuleType:
    shutil.rmtree(course.PROGRAMS)
    return course


def break_the_python(course: ModuleType) -> ModuleType:
    for python in course.PROGRAMS.glob("python*"):
        python.unlink()  # first: it may be a link to the Python that runs this test
        python.write_text("not a program", encoding="utf-8")
    return course


@pytest.mark.parametrize(
    "accident", [change_the_lock, lose_the_stamp, spoil_the_stamp, lose_the_python, break_the_python]
)
def test_what_no_longer_fits_is_made_anew(
    accident: Callable[[ModuleType], ModuleType], course: ModuleType, installer: Installer
) -> None:
    course.ensure(course.BASE)
    installer.calls.clear()
    accident(course).ensure(course.BASE)
    assert installer.calls == ["environment", "requirements.lock", "."]


def test_a_moved_course_is_made_anew(
    course: ModuleType, installer: Installer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course.ensure(course.BASE)
    moved = load(course.ROOT.rename(tmp_path / "elsewhere") / "course.py")
    notes = Installer(moved)
    monkeypatch.setattr(moved, "make_environment", notes.make_environment)
    monkeypatch.setattr(moved, "install", notes.install)
    moved.ensure(moved.BASE)
    assert notes.calls[0] == "environment"


def test_a_killed_set_up_is_repaired(
    course: ModuleType, installer: Installer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(course, "install", interrupted)
    with pytest.raises(SystemExit, match=r"Stopped\. Run the same command again"):
        course.main(["lab"])
    monkeypatch.setattr(course, "install", installer.install)
    course.ensure(course.BASE)
    assert installer.calls == ["environment", "environment", "requirements.lock", "."]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(28, "No space left on device"), "The disk is full"),
        (PermissionError(13, "Permission denied"), "cannot be written"),
        (OSError(30, "Read-only file system"), "cannot be written"),
        (ModuleNotFoundError("No module named 'ensurepip'"), "install the package python3-venv"),
        (ModuleNotFoundError("No module named 'venv'"), "install the package python3-venv"),
        (subprocess.CalledProcessError(1, "python", b"OSError: [Errno 28] No space left"), "The disk is full"),
        (ValueError("Refusing to create a venv in /a:b"), "Its last words were: Refusing to create a venv"),
    ],
)
def test_a_failed_set_up_says_what_to_do(
    error: Exception, told: str, course: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(course, "make_environment", fail)
    with pytest.raises(SystemExit, match=r"Then run the same command again: it begins anew\.$") as caught:
        course.main(["lab"])
    assert told in str(caught.value)
    assert len(str(caught.value).strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("WARNING: Retrying (Retry(total=4, connect=None)) after NewConnectionError", "the internet once"),
        ("error: Request failed after 3 retries\n  Caused by: dns error", "the internet once"),
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "disk is full"),
        ("OSError: [Errno 2]\nHINT: This system does not have Windows Long Path support enabled", "long paths"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "damaged or altered"),
        ("ERROR: No matching distribution found for numpy==2.4.6", "64-bit Python 3.11 to 3.14"),
        ("something\nnobody knows\n", "Its last words were: nobody knows"),
    ],
)
def test_what_installers_say_is_explained(words: str, told: str, course: ModuleType) -> None:
    assert told in course.explain(words)


@pytest.mark.parametrize("uv", [None, "/somewhere/uv"])
def test_uv_is_preferred_to_pip(
    uv: str | None, course: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[list[str]] = []

    class Process(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, command: list[str], **options: Any) -> None:
            calls.append(command)
            super().__init__([sys.executable, "-c", "print('Collecting a\\nCollecting b')"], **options)

    monkeypatch.setattr(course.shutil, "which", lambda name: uv)
    monkeypatch.setattr(course.subprocess, "Popen", Process)
    course.install("-r", "some.lock")
    python = str(course.PROGRAMS / "python")
    start = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    assert calls == [[*start, "--no-deps", "-r", "some.lock"]]
    assert capsys.readouterr().out == ".."


def test_a_full_disk_is_noticed_before_anything_is_made(course: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 10**8}))
    with pytest.raises(course.SetupError, match="disk is full"):
        course.make_environment()
    assert not course.ENVIRONMENT.exists()


def a_file(place: Path) -> None:
    place.write_text("mine", encoding="utf-8")


def a_folder(place: Path) -> None:
    place.mkdir()
    (place / "mine.txt").write_text("mine", encoding="utf-8")


def a_link(place: Path) -> None:
    a_folder(place.with_name("elsewhere"))
    place.symlink_to(place.with_name("elsewhere"), target_is_directory=True)


@pytest.mark.parametrize("make", [a_file, a_folder, a_link])
def test_what_the_course_did_not_make_is_not_deleted(make: Callable[[Path], None], course: ModuleType) -> None:
    make(course.ENVIRONMENT)
    with pytest.raises(SystemExit, match=r"\.venv is in the way: .* Rename or remove it\. Then run the same command"):
        course.main(["lab"])
    mine = course.ENVIRONMENT / "mine.txt" if course.ENVIRONMENT.is_dir() else course.ENVIRONMENT
    assert mine.read_text(encoding="utf-8") == "mine"


def test_it_runs_from_any_folder(tmp_path: Path) -> None:
    process = subprocess.run([sys.executable, SOURCE], cwd=tmp_path, capture_output=True, text=True)
    assert process.returncode == 2
    assert process.stdout.startswith("Usage:")
    assert process.stderr == ""
