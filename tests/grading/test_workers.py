"""Workers: a dead one is replaced, nobody else loses a mark, and nothing is left when they end."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from attn_course.grading.grade import Graded, blank_record
from attn_course.grading.marker import OUR_FAULT, Settings
from attn_course.grading.workers import Worker, Workers
from notebooks import SOLVED, notebook_bytes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


def descendants(process: int) -> set[int]:
    """Return the numbers of all processes that a process started, and those that they started."""
    children = {
        int(child)
        for thread in Path(f"/proc/{process}/task").glob("*/children")
        for child in thread.read_text().split()
    }
    return children.union(*map(descendants, children))


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"solved{number}.ipynb" for number in range(4)]
    for path in paths:
        path.write_bytes(notebook_bytes(SOLVED))
    return paths


def test_a_worker_that_dies_is_replaced_and_nothing_is_left(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    before = descendants(os.getpid())
    with Workers(2, Settings(b"secret")) as workers:
        marks = workers.results(files)
        first = [next(marks)]
        os.kill(workers._all[0]._process.pid, signal.SIGKILL)
        marked = dict([*first, *marks])
        during = descendants(os.getpid()) - before
    assert [marked[number].record["score"] for number in range(4)] == [20] * 4
    assert len(during) >= 4  # two workers and their warm processes: the look finds what is there
    left = during
    for _ in range(50):
        left = {process for process in left if Path(f"/proc/{process}/exe").exists()}
        if not left:
            return
        time.sleep(0.1)
    pytest.fail(f"{len(left)} processes are left")


def test_a_file_that_kills_every_worker_is_said_to_be_our_fault(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def mark(worker: Worker, path: Path) -> Graded:
        if path == files[1]:
            raise EOFError
        return Graded(blank_record(str(path), "graded", None, None))

    monkeypatch.setattr(Worker, "mark", mark)
    monkeypatch.setattr(Worker, "_start", lambda worker: None)
    monkeypatch.setattr(Worker, "end", lambda worker: None)
    with Workers(2, Settings()) as workers:
        marked = dict(workers.results(files))
    assert [marked[number].record["problem"] for number in range(4)] == [None, OUR_FAULT, None, None]
