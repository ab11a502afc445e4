"""The warm process: it loads the libraries once, and forks a process for each submission.

It is started by `warm.WarmProcess`, by executing Python: a fork of the grader would carry the hidden tests
in its memory. It holds nothing but public libraries, has one thread, and runs no submission itself. For
each order it forks a supervisor, which makes the namespaces, forks the submission's process, waits for
it and reports its end. Whichever of the four ends, those below it end with it.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from attn_course.sandbox import kernel, limits, wire
from attn_course.sandbox.child import serve, silence
from attn_course.sandbox.confinement import Confinement, confinement, missing_layers
from attn_course.sandbox.inside import cells
from attn_course.sandbox.inside.session import Session
from attn_course.sandbox.inside.shell import make_shell
from attn_course.sandbox.inside.view import hide_the_course
from attn_course.sandbox.program import surroundings

WATCHED_EVERY = 0.02  # seconds
LIBRARIES = """
    bisect cmath collections contextlib copy csv dataclasses datetime decimal enum fractions functools heapq inspect
    io itertools json math numbers operator pathlib random re statistics string tempfile textwrap time timeit typing
    warnings asyncio ipywidgets matplotlib.animation matplotlib.pyplot numpy numpy.linalg numpy.random numpy.testing
    numpy.lib.stride_tricks
""".split()
REHEARSAL = """
%matplotlib inline
import numpy as np
import matplotlib.pyplot as plt
x = np.random.default_rng(0).normal(size=(3, 4, 4))
np.ones((300, 300)) @ np.ones((300, 300))  # the room that a large product needs is there before memory is limited
np.einsum("...ij,...jk->...ik", x, x @ x), np.linalg.norm(x), np.exp(x).sum(axis=-1, keepdims=True)
figure, axes = plt.subplots()
figure.colorbar(axes.imshow(x[0]))
axes.set_title("$x$")
figure.canvas.draw()
plt.close("all")
1 / 0
"""


@dataclass(frozen=True)
class Order:
    """What the grader orders: a folder, memory in bytes, and (in tests) layers to leave out."""

    number: int
    scratch: str
    memory: int
    without: tuple[str, ...] = ()


def main() -> NoReturn:
    """Warm up, say what this machine grants, and fork a process for every order."""
    kernel.be_unreadable()
    control = socket.socket(fileno=int(sys.argv[1]))
    session = warm_session()
    missing = missing_layers(os.getcwd())  # noqa: PTH109
    made = cache(lambda without: confinement(frozenset(missing) | set(without)))
    made(())
    hide_the_course()
    memory = limits.address_space()
    silence()
    gc.collect()
    gc.freeze()  # else collecting garbage would touch, and so copy, what the processes share
    threads = len(list(Path("/proc/self/task").iterdir()))
    control.sendall(json.dumps({"missing": missing, "threads": threads}).encode())
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for supervisors
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 65536, 2)
        if not message:
            os._exit(0)  # the grader is gone
        order = Order(**json.loads(message))
        if forked() == 0:
            with leaving():
                control.close()
                supervise(session, made(tuple(order.without)), order, memory + order.memory, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def forked() -> int:
    """Fork; return the number of the new process, 0 there, and -1 where there is none: its sockets will be closed."""
    try:
        return os.fork()
    except OSError:
        return -1


@contextlib.contextmanager
def leaving() -> Iterator[None]:
    """End the process after a block, whatever happens in it: what comes behind it is the warm process's."""
    try:
        yield
    finally:
        os._exit(1)


def warm_session() -> Session:
    """Import what notebooks import, run a cell like theirs once, and forget it."""
    for name in LIBRARIES:
        import_module(name)
    shell = make_shell()
    cells.run_cell(shell, REHEARSAL)
    shell.reset(new_session=True)  # type: ignore[no-untyped-call]
    return Session()


def supervise(
    session: Session, confinement: Confinement, order: Order, memory: int, requests: int, reports: int
) -> NoReturn:
    """Fork the submission's process, tell the grader its number, wait for its end and report what it used."""
    kernel.end_with_parent()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    owner = confinement.owner(order.number)
    with telling_failures(requests):
        confinement.enclose(order.scratch, owner)
        process = os.fork()
    if process == 0:
        os.close(reports)
        run_submission(session, confinement, order.scratch, owner, memory, requests)
    os.close(requests)
    with socket.socket(fileno=reports) as grader:
        socket.send_fds(grader, [json.dumps({"process": process}).encode()], [os.pidfd_open(process)])
        if "namespaces" not in confinement.layers:
            watch(Path(order.scratch), process)
        _, _, usage = os.wait4(process, 0)
        seconds = usage.ru_utime + usage.ru_stime + time.process_time()
        with contextlib.suppress(OSError):  # the grader may be gone
            grader.sendall(json.dumps({"seconds": seconds, "peak": usage.ru_maxrss * 1024}).encode())
    os._exit(0)


def run_submission(
    session: Session, confinement: Confinement, scratch: str, owner: int, memory: int, requests: int
) -> NoReturn:
    """Lock this process in and serve the grader."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    with telling_failures(requests):
        os.dup2(requests, 3)
        os.closerange(4, os.sysconf("SC_OPEN_MAX"))
        start_afresh(scratch)
        confinement.lock_in(scratch, owner, memory)
    serve(session, os.fdopen(3, "rb"), os.fdopen(os.dup(3), "wb"))


def start_afresh(scratch: str) -> None:
    """Leave nothing of the grader's surroundings: folder, variables, arguments."""
    os.chdir(scratch)
    os.environ.clear()
    os.environ.update(surroundings(scratch))
    sys.argv[:] = [""]


@contextlib.contextmanager
def telling_failures(requests: int) -> Iterator[None]:
    """Send the grader the reason why the process could not be made, and end."""
    try:
        yield
    except Exception as error:
        with os.fdopen(requests, "wb") as replies:
            wire.write_frame(replies, wire.encode({"failed": f"{type(error).__name__}: {error}"}))
        os._exit(1)


def watch(folder: Path, process: int) -> None:
    """Wait for a process to end; end it when its folder holds too much: nothing caps it here."""
    while signal.sigtimedwait([signal.SIGCHLD], WATCHED_EVERY) is None:
        sizes = list(file_sizes(folder))
        if sum(sizes) > limits.FOLDER or len(sizes) > limits.FILES:
            os.kill(process, signal.SIGKILL)


def file_sizes(folder: Path) -> Iterator[int]:
    """Yield the bytes that every file below a folder takes; whoever hides files opens the folder to us."""
    with contextlib.suppress(OSError):  # files come and go meanwhile
        if not os.access(folder, os.R_OK | os.X_OK):
            folder.chmod(0o700)
        for entry in list(os.scandir(folder)):
            with contextlib.suppress(OSError):
                yield entry.stat(follow_symlinks=False).st_blocks * 512
            if entry.is_dir(follow_symlinks=False):
                yield from file_sizes(Path(entry.path))
