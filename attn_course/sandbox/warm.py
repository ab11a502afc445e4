"""The grader's side of the warm process: it orders a process for a submission, and ends it."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attn_course.sandbox import kernel, limits, wire
from attn_course.sandbox.level import linux_level
from attn_course.sandbox.process import Child, ChildNotStarted, remove, starting

START_SECONDS = 120  # the first start after an installation compiles the libraries and looks for fonts
ANSWER_SECONDS = 60
END_SECONDS = 10
MESSAGE = 65536
PROCESSOR_CLOCK = 2  # of all threads together: <linux/posix-timers.h> encodes the process into the clock's number


class WarmProcess(AbstractContextManager["WarmProcess"]):
    """A process with the libraries loaded, from which each submission's own is forked, locked in.

    Use it as a context manager. A warm process that died is replaced at the next order.
    """

    def __init__(self) -> None:
        """Start it; ChildNotStarted if that fails."""
        self._start()

    def __exit__(self, *details: object) -> None:
        self.close()

    def start(self, memory: int = limits.MEMORY) -> Child:
        """Return a new process, ready to run a submission; ChildNotStarted if this machine does not make it.

        `memory` is what it may take beyond what it has, in bytes.
        """
        try:
            return ForkedChild(self, memory)
        except (ChildNotStarted, FileNotFoundError):  # the second: it was closed, and its folder is gone
            if self._process.poll() is None:
                raise
        before = self.level.level
        self.close()
        self._start()
        if self.level.level < before:
            raise ChildNotStarted(f"the machine grants level {self.level.level} only, and {before} before")
        return ForkedChild(self, memory)

    def ask(self, order: object, *descriptors: int) -> float:
        """Give an order and return the answer; 0 if the warm process is gone, or does not answer, and is ended."""
        try:
            socket.send_fds(self._control, [wire.encode(order)], descriptors)
            return float(self._answer(ANSWER_SECONDS))
        except BaseException as error:
            self.close()  # else a late answer, after Ctrl-C too, would be taken for the next one
            if not isinstance(error, (OSError, EOFError)):
                raise
        return 0.0

    def close(self) -> None:
        """End the warm process, and with it every process that it forked."""
        self._control.close()  # it ends when it sees that
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        self._process.kill()
        self._process.wait()
        remove(self.home)

    def _start(self) -> None:
        kernel.be_unreadable()  # this process holds the secrets
        self.home = TemporaryDirectory(prefix="warm-", ignore_cleanup_errors=True)
        Path(self.home.name).chmod(0o711)  # submissions, other users where we are root, have their folders in it
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with starting("zygote", "main", theirs, self.home.name, MPLCONFIGDIR=font_cache()) as self._process:
            try:
                self.level = linux_level(self._answer(START_SECONDS))
            except BaseException:
                self.close()
                raise

    def _answer(self, seconds: float) -> Any:
        """Return what the warm process says; EOFError if it is gone."""
        self._control.settimeout(seconds)
        message = self._control.recv(MESSAGE)
        if not message:
            raise EOFError("the process is gone")
        return wire.decode(message)


class ForkedChild(Child):
    """A submission's process, forked from the warm one."""

    memory_is_limited = True

    def __init__(self, warm: WarmProcess, memory: int) -> None:
        """Order it; ChildNotStarted if the warm process does not make it."""
        self._warm = warm
        # In the warm process's own folder: when we are killed, that one removes it, also if it was not told of it.
        self._scratch = TemporaryDirectory(prefix="submission-", dir=warm.home.name, ignore_cleanup_errors=True)
        stream, requests = socket.socketpair()
        with requests:
            order = {"scratch": self._scratch.name, "memory": memory}
            self._pid = int(warm.ask(order, requests.fileno()))
        super().__init__(stream)

    def processor_seconds(self) -> float:
        """Return what it has used of the processor so far."""
        with suppress(OSError):  # it ended with the warm process
            return time.clock_gettime(~self._pid << 3 | PROCESSOR_CLOCK) if self._pid else 0.0
        return 0.0

    def end(self) -> float:
        """Kill it, remove its folder, and return the processor seconds that it used."""
        seconds = self._warm.ask(self._pid) if self._pid else 0.0
        remove(self._scratch)
        return seconds


def font_cache() -> str:
    """Return where matplotlib keeps its list of fonts: without it, the list would be made at every start."""
    caches = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return os.environ.get("MPLCONFIGDIR") or str(Path(caches) / "matplotlib")
