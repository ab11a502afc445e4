"""The warm process: what it holds, how it is replaced, what it forks, and that nothing is left of it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("the warm process is Linux's", allow_module_level=True)

from weak_warm import WeakWarmProcess

from attn_course.sandbox import wire
from attn_course.sandbox.process import Child, ChildEnded, ChildNotStarted
from attn_course.sandbox.warm import WarmProcess

SECONDS = 30
HOSTILE = """
import os, threading, time
os.mkdir("closed", 0)
open("kept", "w").write("x" * 1000)
threading.Thread(target=time.sleep, args=(60,)).start()
for number in range(3):
    os.dup(1)
"""

# A grader that holds two processes, of which one is busy.
GRADER = """
{}
children = [warm.start(), warm.start()]
cell = "import os; os.makedirs('d/e'); open('d/kept', 'w').close(); os.chmod('d', 0)"
for child in children:
    child.request("run", 30, sources=[cell], definitions_only=False)
import os
os.chdir(children[1]._scratch.name)
for _ in range(1500):  # as a submission can before somebody looks
    os.mkdir("deep")
    os.chdir("deep")
print(warm._process.pid, flush=True)
children[0].request("run", 600, sources=["while True: pass"], definitions_only=False)
"""
# A grader that stops at a place.
STOPPING = """
{}
import time, attn_course.sandbox.warm

def stop(*words):
    print(warm._process.pid, flush=True)
    time.sleep(600)

{} = stop
warm.start().close()
"""
WARM = "from attn_course.sandbox.warm import WarmProcess\nwarm = WarmProcess()"
WATCHING = "from weak_warm import WeakWarmProcess\nwarm = WeakWarmProcess({'namespaces', 'user'})"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WarmProcess]:
    """A warm process of the test's own, whose folders are in a folder of the test's own."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with WarmProcess() as warm:
        yield warm


@pytest.fixture
def watching(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WarmProcess]:
    """The same on a machine that caps no folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with WeakWarmProcess({"namespaces", "user"}) as warm:
        yield warm


def run(child: Child, source: str) -> dict:
    return child.request("run", SECONDS, sources=[source], definitions_only=False)[0]


def value_of(child: Child, expression: str) -> object:
    run(child, f"def value():\n    return {expression}")
    return child.request("call", SECONDS, name="value", arguments=[], keywords={})["value"]


def children(process: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def test_it_has_one_thread_and_its_forks_one(own: WarmProcess) -> None:
    assert len(list(Path(f"/proc/{own._process.pid}/task").iterdir())) == 1
    child = own.start()
    assert value_of(child, "__import__('threading').active_count()") == 1
    child.close()


def test_a_warm_process_that_was_killed_is_replaced(own: WarmProcess) -> None:
    before = own._process.pid
    child = own.start()
    os.kill(before, signal.SIGKILL)
    time.sleep(0.2)
    with pytest.raises(ChildEnded):  # what it forked ends with it
        run(child, "1")
    for _ in range(2):
        child = own.start()
        assert value_of(child, "1 + 1") == 2
        child.close()
    assert own._process.pid != before


def test_a_warm_process_that_cannot_be_replaced_says_so(own: WarmProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    os.kill(own._process.pid, signal.SIGKILL)
    own._process.wait()
    monkeypatch.setattr("attn_course.sandbox.program.PROGRAM", "raise ImportError('broken {}{}{}')")
    with pytest.raises(ChildNotStarted, match="broken"):
        own.start()


def test_a_process_that_cannot_be_locked_in_is_none(own: WarmProcess) -> None:
    with pytest.raises(ChildNotStarted):
        own.start(memory="much")  # it cannot be limited
    assert len(children(own._process.pid)) == 0
    child = own.start()
    assert value_of(child, "1") == 1
    child.close()


def test_submissions_know_nothing_of_each_other(own: WarmProcess) -> None:
    first, second = own.start(), own.start()
    run(first, "import math, os\nmath.pi = 3\nos.environ['note'] = 'x'\nopen('note', 'w').write('x')")
    look = "(__import__('math').pi > 3.1, 'note' in __import__('os').environ, __import__('os').listdir('.'))"
    assert value_of(second, look) == (True, False, [])
    assert value_of(first, look) == (False, True, ["note"])
    first.close()
    second.close()


def test_nothing_is_left(own: WarmProcess, tmp_path: Path) -> None:
    sockets = sorted(Path("/proc/self/fd").iterdir())
    for _ in range(3):
        child = own.start()
        run(child, HOSTILE)
        assert len(children(own._process.pid)) == 1  # the look finds what is there
        child.close()
    for _ in range(50):
        if not children(own._process.pid):
            break
        time.sleep(0.1)
    assert children(own._process.pid) == []
    assert sorted(Path("/proc/self/fd").iterdir()) == sockets
    assert [path.name.split("-")[0] for path in tmp_path.iterdir()] == ["warm"]
    warm = own._process.pid
    own.close()
    assert not Path(f"/proc/{warm}").exists() and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("maker", [WARM, WATCHING], ids=["capped", "watched"])
def test_a_killed_grader_leaves_no_process_and_no_folder(maker: str, tmp_path: Path) -> None:
    places = {"TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    grader = subprocess.Popen(
        [sys.executable, "-c", GRADER.format(maker)], stdout=subprocess.PIPE, env=os.environ | places
    )
    assert grader.stdout is not None
    warm = int(grader.stdout.readline())
    assert len(list(tmp_path.iterdir())) == 1 and len(list(tmp_path.glob("warm-*/submission-*"))) == 2
    assert len(children(warm)) == 2
    end_at_once(grader)
    assert is_gone(warm) and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["warm.ask", "attn_course.sandbox.warm.remove"], ids=["not told yet", "told already"])
def test_a_grader_that_is_killed_while_the_warm_process_does_not_know_of_a_folder_leaves_none(
    place: str, tmp_path: Path
) -> None:
    places = {"TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    grader = subprocess.Popen(
        [sys.executable, "-c", STOPPING.format(WARM, place)], stdout=subprocess.PIPE, env=os.environ | places
    )
    assert grader.stdout is not None
    warm = int(grader.stdout.readline())
    assert list(tmp_path.rglob("submission-*"))
    end_at_once(grader)
    assert is_gone(warm) and list(tmp_path.iterdir()) == []


def end_at_once(grader: subprocess.Popen[bytes]) -> None:
    """Kill a grader, which can do nothing about it."""
    assert grader.stdout is not None
    grader.kill()
    grader.wait()
    grader.stdout.close()


def is_gone(process: int) -> bool:
    """Wait for a process to end; tell whether it did. Whoever inherits it may not have asked for its end."""
    for _ in range(100):
        if not Path(f"/proc/{process}/exe").exists():
            return True
        time.sleep(0.1)
    return False


def test_a_grader_that_is_killed_while_the_warm_process_starts_leaves_no_folder(tmp_path: Path) -> None:
    places = {"TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    grader = subprocess.Popen([sys.executable, "-c", WARM], env=os.environ | places)
    while not list(tmp_path.glob("warm-*")):
        time.sleep(0.01)
    time.sleep(0.3)
    grader.kill()
    grader.wait()
    for _ in range(200):
        if not list(tmp_path.iterdir()):
            return
        time.sleep(0.1)
    pytest.fail("a folder is left")


def test_an_order_holds_no_secret(own: WarmProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = []
    import socket

    send = socket.send_fds
    monkeypatch.setattr(socket, "send_fds", lambda *words: sent.append(words[1]) or send(*words))
    own.start().close()
    order, end = [wire.decode(words[0]) for words in sent]
    assert sorted(order) == ["memory", "scratch"] and type(end) is int


def test_folders_without_a_bottom_harm_nobody_else(watching: WarmProcess, tmp_path: Path) -> None:
    child = watching.start()
    cell = "import os\nfor _ in range(1500):\n    os.mkdir('d')\n    os.chdir('d')\nimport time\ntime.sleep(20)"
    with pytest.raises(ChildEnded):
        run(child, cell)
    child.close()
    assert [path.name.split("-")[0] for path in tmp_path.iterdir()] == ["warm"]
    child = watching.start()
    assert value_of(child, "1") == 1
    child.close()


def test_a_submissions_folder_without_a_bottom_goes_with_the_warm_process(own: WarmProcess, tmp_path: Path) -> None:
    folder = os.open(own.home.name, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=folder)
        inner = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(folder)
    os.kill(own._process.pid, signal.SIGKILL)  # it cannot remove it
    own.close()
    assert list(tmp_path.iterdir()) == []


def test_a_submission_finds_its_folder_by_its_path() -> None:
    with WeakWarmProcess({"namespaces"}) as warm:  # as root, it is another user, who cannot look into all folders
        child = warm.start()
        assert run(child, "import os\nopen(os.environ['HOME'] + '/x', 'w').close()")["error"] is None
        child.close()


def test_where_the_folder_is_watched_nothing_is_removed(watching: WarmProcess) -> None:
    child = watching.start()
    assert run(child, "open('x', 'w').close()")["error"] is None
    assert run(child, "import os\nos.remove('x')")["error"]["kind"] == "PermissionError"
    assert run(child, "os.rename('x', 'y')")["error"]["kind"] == "PermissionError"
    assert run(child, "os.open('.', os.O_TMPFILE | os.O_RDWR)")["error"] is not None
    child.close()
