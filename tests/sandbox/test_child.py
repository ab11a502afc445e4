"""A submission's process: what it holds when it starts, its deadlines, and how it ends."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from attn_course.sandbox import Sandbox, process, program
from attn_course.sandbox.fresh import FreshProcesses
from attn_course.sandbox.process import BrokenReply, Child, ChildEnded, ChildNotStarted, ChildTimeout

if LINUX := sys.platform == "linux":
    from attn_course.sandbox.warm import WarmProcess

SECONDS = 30
WRITE_TO_ALL = "import os\nfor fd in range(3, 256):\n    try: os.write(fd, {})\n    except OSError: pass"


MakeChild = Callable[[], Child]


@pytest.fixture(scope="module", params=["locked in", "fresh"] if LINUX else ["fresh"])
def start(request: pytest.FixtureRequest, sandbox: Sandbox) -> MakeChild:
    """Return what makes a process, as strongly locked in as this machine can, or as every system can."""
    return sandbox.start if request.param == "locked in" else FreshProcesses().start


@pytest.fixture
def fresh(start: MakeChild) -> Iterator[Child]:
    """A process for a test that may end it."""
    child = start()
    yield child
    child.close()


def run(child: Child, source: str, definitions_only: bool = False) -> dict:
    return child.request("run", SECONDS, sources=[source], definitions_only=definitions_only)[0]


def call(child: Child, name: str, *arguments: object, **keywords: object) -> dict:
    return child.request("call", SECONDS, name=name, arguments=list(arguments), keywords=keywords)


def value_after(child: Child, source: str, name: str = "answer") -> object:
    """Run a cell and return what it leaves under a name."""
    run(child, source)
    run(child, f"def value_of_{name}():\n    return {name}")
    return call(child, f"value_of_{name}").get("value")


def is_running(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return state.strip()[:1] not in ("", "Z")


def test_no_test_and_no_reference_is_in_the_process(fresh: Child) -> None:
    modules = value_after(fresh, "import sys\nanswer = [m for m in sys.modules if 'attn_course' in m or 'lab0' in m]")
    stand_ins = {"autodiff", "autodiff.tensor", "checking", "metrics", "translation", "viz", "viz.heatmap"}
    assert set(modules) <= {"attn_course", *(f"attn_course.{name}" for name in stand_ins)}
    search = (
        "import gc\ngc.unfreeze()\nkept = {getattr(one, '__name__', '') for one in gc.get_objects()"
        " if type(one) is type(gc.collect) or type(one) is type(lambda: 0)}\n"
        "answer = sorted(kept & {'make_shell', 'softmax_jacobian', 'examine_lab', 'scaled_scores', 'test_of'})"
    )
    assert value_after(fresh, search) == ["make_shell"]  # the search finds what is there


@pytest.mark.parametrize("kind", [WarmProcess, FreshProcesses] if LINUX else [FreshProcesses])
def test_the_process_starts_clean(kind: type[WarmProcess | FreshProcesses], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTN_COURSE_SECRET", "hush")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    with kind() as maker:
        child = maker.start()
        look = "import os, sys\nanswer = [os.getcwd(), os.path.expanduser('~'), sys.path, dict(os.environ)]"
        folder, home, path, variables = value_after(child, look)
        assert folder == home
        assert path[0] == ""  # as in a notebook
        assert not {str(program.PROJECT), str(Path(__file__).parent), folder} & set(path)
        assert variables == program.environment(str(folder))
        assert "ATTN_COURSE_SECRET" not in variables and "PYTHONPATH" not in variables
        assert value_after(child, "answer = 'matplotlib' in sys.modules") is (kind is not FreshProcesses)
        child.close()
    assert not Path(folder).exists()


def test_what_the_submission_writes_goes_with_it(fresh: Child) -> None:
    writes = "import os\nopen('note.txt', 'w').write('x')\nos.mkdir('d', 0)\nanswer = os.getcwd()"
    folder = value_after(fresh, writes)
    fresh.close()
    assert not Path(str(folder)).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="paths are short there")
def test_a_folder_without_a_bottom_goes_too() -> None:
    child = FreshProcesses().start()
    folder = value_after(child, "import os\nanswer = os.getcwd()")
    run(child, "for _ in range(3000):\n    os.mkdir('d')\n    os.chdir('d')")
    child.close()
    assert not Path(str(folder)).exists()


def test_an_endless_loop_meets_its_deadline_and_is_killed(fresh: Child) -> None:
    start = time.monotonic()
    with pytest.raises(ChildTimeout):
        fresh.request("run", 1, sources=["while True: pass"], definitions_only=False)
    assert time.monotonic() - start < process.WALL + 3
    assert 0.1 < fresh.cpu_seconds < 4
    with pytest.raises(ChildEnded):
        fresh.request("names", 1, among=[])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")
def test_what_an_unlocked_submission_started_is_killed_too() -> None:
    child = FreshProcesses().start()
    start = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
    pid = value_after(child, f"import subprocess, sys\nanswer = {start}.pid")
    child.close()
    time.sleep(0.1)
    assert not is_running(int(str(pid)))


@pytest.mark.parametrize(
    ("cell", "error"),
    [
        ("import os\nos._exit(0)", ChildEnded),
        ("import os\nos.abort()", ChildEnded),
        ("import os\nos.closerange(0, 100)", ChildEnded),
        (WRITE_TO_ALL.format(r"b'\xff' * 64"), BrokenReply),
        (WRITE_TO_ALL.format(r"b'\0\0\0\1\xc0'"), BrokenReply),
    ],
)
def test_a_process_that_breaks_off_or_forges_answers_is_ended(fresh: Child, cell: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        run(fresh, cell)
    with pytest.raises(ChildEnded):
        fresh.request("names", 5, among=[])


@pytest.mark.parametrize(
    ("number", "fits"), [(3, True), (4, False), (True, False), (3.0, False), (np.array([3, 3]), False), (None, False)]
)
def test_only_the_number_of_the_question_is_its_number(number: object, fits: bool) -> None:
    assert process.is_reply([number, {}], 3) is fits
    for broken in ([number], [number, {}, {}], (number, {}), {"number": number}, number):
        assert not process.is_reply(broken, 3)


@pytest.mark.parametrize("kind", [WarmProcess, FreshProcesses] if LINUX else [FreshProcesses])
def test_a_process_that_cannot_start_says_why(
    kind: type[WarmProcess | FreshProcesses], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "PROGRAM", "raise ImportError('no shell {}{}{}')")
    with pytest.raises(ChildNotStarted, match="no shell"):
        kind().start()


def test_closing_twice_is_harmless(fresh: Child) -> None:
    fresh.close()
    used = fresh.cpu_seconds
    fresh.close()
    assert fresh.cpu_seconds == used > 0


def test_a_process_that_sends_too_much_altogether_is_ended(fresh: Child, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MAX_RECEIVED", 450_000)
    run(fresh, "def chatter():\n    return 'x' * 20_000")
    for _ in range(4):
        call(fresh, "chatter")
    with pytest.raises(BrokenReply, match="too much"):
        call(fresh, "chatter")


def test_waiting_counts_less_than_computing(fresh: Child) -> None:
    run(fresh, "import time")
    assert run(fresh, "time.sleep(1.5)")["error"] is None
    with pytest.raises(ChildTimeout):
        fresh.request("run", 0.3, sources=["time.sleep(60)"], definitions_only=False)


GRADER = """\
from attn_course.sandbox import {0}
maker = {0}.{1}()  # as long as it is there, its processes are
child = maker.start()
child.request("run", 30, sources=["import os\\ndef pid(): return os.getpid()"], definitions_only=False)
print({2}, flush=True)
child.request("run", 600, sources=["while True: pass"], definitions_only=False)
"""
GRADERS = {
    "locked in": GRADER.format("warm", "WarmProcess", "child._pid"),
    "fresh": GRADER.format("fresh", "FreshProcesses", "child._process.pid"),
}


@pytest.mark.skipif(not LINUX, reason="elsewhere the limit of processor time ends the process")
@pytest.mark.parametrize("kind", GRADERS)
def test_a_busy_process_ends_with_its_grader(kind: str) -> None:
    grader = subprocess.Popen(
        [sys.executable, "-c", GRADERS[kind]], stdout=subprocess.PIPE, text=True, cwd=program.PROJECT
    )
    assert grader.stdout is not None
    pid = int(grader.stdout.readline())
    assert is_running(pid)
    grader.kill()
    grader.wait()
    grader.stdout.close()
    for _ in range(50):
        if not is_running(pid):
            return
        time.sleep(0.1)
    pytest.fail("the process outlived its grader")
