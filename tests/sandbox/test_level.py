"""The level of a machine: from what it grants to a number, a label and advice; also for systems that are not here."""

import sys

import pytest

from attn_course.sandbox import fresh, level, open_sandbox
from attn_course.sandbox.fresh import FreshProcesses
from attn_course.sandbox.level import IsolationLevel, isolation, level_elsewhere, level_of

TABLE = [
    ("", True, 4),
    ("", False, 4),
    ("user", True, 4),
    ("namespaces", True, 3),
    ("namespaces", False, 3),
    ("namespaces user", True, 3),
    ("landlock", True, 2),
    ("landlock", False, 2),
    ("landlock namespaces", True, 2),
    ("landlock namespaces user", True, 1),
    ("landlock namespaces", False, 1),
    ("seccomp", True, 0),
    ("seccomp landlock namespaces", False, 0),
]


@pytest.mark.parametrize(("missing", "root", "expected"), TABLE)
def test_every_row_of_the_table_has_its_level(missing: str, root: bool, expected: int) -> None:
    number, label = level_of(missing.split(), root)
    assert number == expected
    assert ("WEAK" in label, "NONE" in label) == (number == 1, number == 0)


def test_each_layer_that_is_missing_has_its_advice() -> None:
    found = IsolationLevel(1, level.WEAK, {"landlock": "not implemented", "namespaces": "not permitted"})
    assert len(found.advice) == 2 and "5.13" in found.advice[0] and "user namespaces" in found.advice[1]
    assert IsolationLevel(4, level.FULL, {"user": "a folder is closed"}).advice == ()


@pytest.mark.parametrize(("system", "word"), [("darwin", "macOS"), ("win32", "Windows"), ("freebsd14", "this system")])
def test_other_systems_say_how_weak_they_are(system: str, word: str) -> None:
    found = level_elsewhere(system)
    assert (found.level, found.advice) == (0, ())
    assert found.label.startswith(f"NONE on {word}") and ("Docker" in found.label or "Linux" in found.label)


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_other_systems_start_a_fresh_process_for_each_submission(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh, "level_elsewhere", lambda _: level_elsewhere(system))
    with open_sandbox(system) as sandbox:
        assert isinstance(sandbox, FreshProcesses) and sandbox.level == level_elsewhere(system)
        child = sandbox.start()
        assert not child.memory_is_limited
        child.close()


def test_the_probe_of_another_system_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(level.subprocess, "run", None)
    assert isolation() == level_elsewhere("darwin")


@pytest.mark.skipif(sys.platform != "linux", reason="seccomp is Linux's")
class TestFilter:
    """What a machine without a filter says."""

    def test_an_architecture_that_is_not_known_is_refused_with_a_sentence(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from attn_course.sandbox import seccomp

        monkeypatch.setattr(seccomp.platform, "machine", lambda: "s390x")
        with pytest.raises(seccomp.NoFilter, match="for the architecture s390x"):
            seccomp.build(may_write=True, may_remove=True)

    def test_a_missing_package_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from attn_course.sandbox import seccomp

        monkeypatch.setitem(sys.modules, "pyseccomp", None)
        with pytest.raises(seccomp.NoFilter, match="the Python package pyseccomp is missing"):
            seccomp.build(may_write=True, may_remove=True)

    def test_a_missing_library_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from attn_course.sandbox import seccomp

        monkeypatch.delitem(sys.modules, "pyseccomp", raising=False)
        monkeypatch.setattr("ctypes.util.find_library", lambda name: None if name == "seccomp" else f"lib{name}.so.6")
        with pytest.raises(seccomp.NoFilter, match="the library libseccomp is missing"):
            seccomp.build(may_write=True, may_remove=True)

    def test_the_advice_names_all_that_a_filter_needs(self) -> None:
        (advice,) = IsolationLevel(0, "NONE", {"seccomp": "something is missing"}).advice
        assert all(word in advice for word in ("libseccomp2", "pyseccomp", "x86-64"))

    def test_without_a_filter_the_level_is_0(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: pytest.TempPathFactory
    ) -> None:
        from attn_course.sandbox import confinement, seccomp

        monkeypatch.setattr(seccomp.platform, "machine", lambda: "s390x")
        missing = confinement.missing_layers(str(tmp_path))
        assert level.linux_level(missing).level == 0 and "s390x" in missing["seccomp"]
        assert confinement.Confinement(missing).program is None

    @pytest.mark.parametrize("may_write", [True, False])
    def test_the_filter_is_the_same_every_time(self, may_write: bool) -> None:
        from attn_course.sandbox import seccomp

        program = seccomp.build(may_write, may_remove=True)
        assert program == seccomp.build(may_write, may_remove=True) and len(program) % 8 == 0
