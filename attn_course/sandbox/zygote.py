"""Threat: a submission finds in its own memory the hidden tests, the secret, or what another one left there.

So a warm process forks a new one for each submission. It is started by `warm.WarmProcess`, by executing
Python: a fork of the grader would carry the hidden tests in its memory. It holds nothing but public
libraries, loaded once, has one thread, and runs no submission itself. It waits for the processes that it
forked, reports what they used, and watches their folders where nothing else limits these. When it ends,
they end.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from attn_course.sandbox import kernel, limits, wire
from attn_course.sandbox.child import serve, silence
from attn_course.sandbox.confinement import Confinement, confinement, missing_layers
from attn_course.sandbox.inside import cells
from attn_course.sandbox.inside.session import Session
from attn_course.sandbox.inside.shell import make_shell
from attn_course.sandbox.inside.view import hide_the_course
from attn_course.sandbox.program import environment

WATCHED_EVERY = 0.02  # seconds
LIBRARIES = """
    bisect cmath collections contextlib copy csv dataclasses datetime decimal enum fractions functools heapq inspect
    io itertools json math numbers operator pathlib random re statistics string tempfile textwrap time timeit typing
    warnings asyncio matplotlib.pyplot numpy numpy.linalg numpy.random numpy.testing
    numpy.lib.stride_tricks
""".split()
REHEARSAL = """
%matplotlib inline
import io
import numpy as np
import matplotlib.pyplot as plt
plt.rcParams["figure.dpi"] = 20  # nobody looks at a submission's figures: let them be small
x = np.random.default_rng(0).normal(size=(3, 4, 4))
np.ones((300, 300)) @ np.ones((300, 300))  # the room that a large product needs is there before memory is limited
np.einsum("...ij,...jk->...ik", x, x @ x), np.linalg.norm(x), np.exp(x).sum(axis=-1, keepdims=True)
figure, axes = plt.subplots()
figure.colorbar(axes.imshow(x[0]))
axes.set_title("$x$")
figure.savefig(io.BytesIO())
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


class Submission:
    """A process that was forked for a submission; its handle can be waited for like a file."""

    def __init__(self, process: int, folder: Path | None, reports: int, cost: float) -> None:
        """Tell the grader of it; `folder` is None where its size is limited otherwise, `cost` what the fork took."""
        self._process = process
        self._cost = cost
        self._handle = os.pidfd_open(process)
        self.folder = folder
        self._grader = socket.socket(fileno=reports)
        with contextlib.suppress(OSError):  # the grader may be gone
            socket.send_fds(self._grader, [wire.encode(process)], [self._handle])

    def fileno(self) -> int:
        """Return the handle."""
        return self._handle

    def watch(self) -> None:
        """End it if its folder holds too much."""
        if self.folder is not None and holds_too_much(self.folder):
            os.kill(self._process, signal.SIGKILL)

    def reap(self) -> None:
        """Report what it used, once it has ended."""
        _, _, usage = os.wait4(self._process, 0)
        with self._grader, contextlib.suppress(OSError):
            self._grader.sendall(wire.encode(self._cost + usage.ru_utime + usage.ru_stime))
        os.close(self._handle)


def main() -> NoReturn:
    """Warm up, say what this machine grants, and fork a process for every order, until the grader is gone."""
    kernel.be_unreadable()
    control = socket.socket(fileno=int(sys.argv[1]))
    session = warm_session()
    missing = missing_layers(os.getcwd())  # noqa: PTH109
    confinement(frozenset(missing))  # made once, before the first order
    hide_the_course()
    memory = limits.address_space()
    silence()
    gc.collect()
    gc.freeze()  # else collecting garbage would touch, and so copy, what the processes share
    control.sendall(wire.encode(missing))
    running: list[Submission] = []
    while True:
        for one in wait(control, running):
            if isinstance(one, Submission):
                one.reap()
                running.remove(one)
                continue
            message, descriptors, _, _ = socket.recv_fds(control, 65536, 2)
            if not message:
                os._exit(0)
            order = Order(**wire.decode(message))
            locks = confinement(frozenset([*missing, *order.without]))
            running += fork(session, locks, order, memory + order.memory, *descriptors)


def wait(control: socket.socket, running: Sequence[Submission]) -> Sequence[socket.socket | Submission]:
    """Wait for an order, or for the end of a submission; meanwhile, look into the folders that need it."""
    pause = WATCHED_EVERY if any(one.folder for one in running) else None
    sources: list[Any] = [*running, control]
    ready, _, _ = select.select(sources, [], [], pause)
    for one in running:
        one.watch()
    return ready


def fork(
    session: Session, confinement: Confinement, order: Order, memory: int, requests: int, reports: int
) -> Sequence[Submission]:
    """Fork a process and return it; where there is none, the grader sees its sockets closed."""
    start = time.process_time()
    try:
        process = os.fork()
    except OSError:
        os.close(requests)
        os.close(reports)
        return ()
    if process == 0:
        try:
            run_submission(session, confinement, order, memory, requests)
        finally:
            os._exit(1)
    os.close(requests)
    folder = None if "namespaces" in confinement.layers else Path(order.scratch)
    return (Submission(process, folder, reports, time.process_time() - start),)


def warm_session() -> Session:
    """Import what notebooks import, run a cell like theirs once, and forget it."""
    for name in LIBRARIES:
        import_module(name)
    shell = make_shell()
    cells.run_cell(shell, REHEARSAL)
    shell.reset(new_session=True)  # type: ignore[no-untyped-call]
    return Session()


def run_submission(session: Session, confinement: Confinement, order: Order, memory: int, requests: int) -> NoReturn:
    """Lock this process in and serve the grader; tell it if that fails."""
    try:
        os.dup2(requests, 3)
        os.closerange(4, os.sysconf("SC_OPEN_MAX"))
        start_afresh(order.scratch)
        confinement.lock_in(order.scratch, order.number, memory)
    except Exception as error:
        os.write(3, wire.frame(wire.encode(f"{type(error).__name__}: {error}")))
        raise
    serve(session, os.fdopen(3, "rb"), os.fdopen(os.dup(3), "wb"))


def start_afresh(scratch: str) -> None:
    """Leave nothing of the grader's surroundings: folder, variables, arguments."""
    os.chdir(scratch)
    os.environ.clear()
    os.environ.update(environment(scratch))
    sys.argv[:] = [""]


def holds_too_much(folder: Path) -> bool:
    """Tell whether the files below a folder are too large, too many or too deep; who hides them opens them to us."""
    size = count = 0
    folders = [(folder, 0)]
    while folders:
        folder, depth = folders.pop()
        with contextlib.suppress(OSError):  # files come and go meanwhile
            if not os.access(folder, os.R_OK | os.X_OK):
                folder.chmod(0o700)
            for entry in os.scandir(folder):
                count += 1
                size += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    folders.append((Path(entry.path), depth + 1))
        if size > limits.FOLDER or count > limits.FILES or depth > limits.DEEPEST_FOLDER:
            return True
    return False
