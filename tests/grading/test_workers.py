"""Workers: a dead one is replaced, nobody else loses a mark, and nothing is left when they end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.process import BaseProcess as Process
from pathlib import Path
from threading import Thread

import pytest

from attn_course.checking.specification import LABS_FOLDER
from attn_course.grading import workers as workers_module
from attn_course.grading.grade import Graded, blank_record
from attn_course.grading.marker import ENDED_TWICE, NOT_STARTED, Settings
from attn_course.grading.workers import Worker, Workers
from attn_course.sandbox.process import ChildNotStarted
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


def is_ours(process: int) -> bool:
    """Tell whether a process is still there, and not multiprocessing's own, which ends with the program."""
    try:
        return b"resource_tracker" not in Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"solved{number}.ipynb" for number in range(8)]
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
        during = {one for one in descendants(os.getpid()) - before if is_ours(one)}
    assert [marked[number].record["score"] for number in range(8)] == [20] * 8
    assert len(during) >= 4  # two workers and their warm processes: the look finds what is there
    left = during
    for _ in range(50):
        left = {process for process in left if Path(f"/proc/{process}/exe").exists()}
        if not left:
            return
        time.sleep(0.1)
    pytest.fail(f"{len(left)} processes are left")


def test_a_file_whose_workers_die_is_not_marked_and_nobody_else_is_harmed(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def mark(worker: Worker, path: Path) -> Graded:
        if path == files[1]:
            raise EOFError
        return Graded(blank_record(str(path), "graded", None, None))

    monkeypatch.setattr(Worker, "mark", mark)
    monkeypatch.setattr(Worker, "_start", lambda worker: None)
    monkeypatch.setattr(Worker, "_stop", lambda worker: None)
    with Workers(2, Settings()) as workers:
        marked = dict(workers.results(files))
    assert [marked[number].record["problem"] for number in range(4)] == [None, ENDED_TWICE, None, None]
    assert (marked[1].record["status"], marked[1].record["score"]) == ("not_marked", None)


def test_a_worker_that_cannot_be_replaced_costs_one_file(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    refused = []
    start = Process.start

    def refuse_once(process: Process) -> None:
        if not refused:
            refused.append(process)
            raise BlockingIOError("Resource temporarily unavailable")
        start(process)

    with Workers(1, Settings(b"secret", debug=True)) as workers:
        monkeypatch.setattr(type(workers._all[0]._process), "start", refuse_once)
        os.kill(workers._all[0]._process.pid, signal.SIGKILL)
        marked = dict(workers.results(files[:2]))
    assert [marked[number].record["problem"] for number in range(2)] == [NOT_STARTED, None]


def test_debug_says_why_a_worker_has_no_sandbox(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    def no_room() -> None:
        raise ChildNotStarted("no room")

    monkeypatch.setattr(workers_module, "open_sandbox", no_room)
    monkeypatch.setattr(signal, "signal", lambda *words: None)  # this process is none of multiprocessing's
    for debug in (False, True):
        ours, theirs = Pipe()
        ours.send(Path("a.ipynb"))
        worker = Thread(target=workers_module.work, args=(theirs, Settings(debug=debug)))
        worker.start()
        assert ours.recv().record["problem"] == NOT_STARTED
        ours.close()
        worker.join()
        assert ("no room" in capsys.readouterr().err) is debug


GRADER = """\
import sys
from pathlib import Path
from attn_course.grading.marker import Settings
from attn_course.grading.workers import Workers
if __name__ == "__main__":
    with Workers(2, Settings(b"secret")) as workers:
        for _ in workers.results([Path(sys.argv[1])] * 2):
            pass
"""


def test_workers_in_the_middle_of_a_submission_end_with_the_grader(tmp_path: Path) -> None:
    (tmp_path / "grader.py").write_text(GRADER)
    (tmp_path / "sleeper.py").write_text("import time\ntime.sleep(600)\ndef softmax(x): pass")
    grader = subprocess.Popen([sys.executable, tmp_path / "grader.py", tmp_path / "sleeper.py"], cwd=LABS_FOLDER.parent)
    try:
        started = wait_for(lambda: {one for one in descendants(grader.pid) if is_ours(one)}, 6)
    finally:
        grader.kill()
        grader.wait()
    for _ in range(100):
        if not any(Path(f"/proc/{process}/exe").exists() for process in started):
            return
        time.sleep(0.1)
    pytest.fail("workers, or what they started, are left")


def wait_for(look: Callable[[], set[int]], count: int) -> set[int]:
    """Look until so many are there: two workers, two warm processes, two submissions."""
    for _ in range(600):
        if len(found := look()) >= count:
            return found
        time.sleep(0.1)
    pytest.fail(f"only {len(found)} processes were started")
