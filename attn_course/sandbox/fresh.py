"""A process for each submission where none can be locked in: macOS, Windows. Weaker, slower, and it says so.

It is another process, so that hidden tests stay out of a submission's reach in memory; nothing keeps it from
the files and networks that its user may use. Its memory is limited where the system can.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from contextlib import AbstractContextManager, suppress
from tempfile import TemporaryDirectory

import psutil  # type: ignore[import-untyped] # comes with ipykernel

from attn_course.sandbox.level import level_elsewhere
from attn_course.sandbox.process import Child, remove, starting


class FreshProcesses(AbstractContextManager["FreshProcesses"]):
    """Starts Python anew for every submission: the counterpart of `warm.WarmProcess`, with nothing to close."""

    def __init__(self) -> None:
        self.level = level_elsewhere(sys.platform)

    def __exit__(self, *details: object) -> None:
        return None

    def start(self, memory: int = 0) -> Child:
        """Return a new process, ready to run a submission; its memory is not limited to what is ordered."""
        return FreshChild()


class FreshChild(Child):
    """A Python of its own."""

    def __init__(self) -> None:
        self._scratch = TemporaryDirectory(prefix="submission-", ignore_cleanup_errors=True)
        stream, theirs = socket.socketpair()
        with starting("child", "main", theirs, self._scratch.name) as self._process:
            super().__init__(stream)

    def processor_seconds(self) -> float:
        """Return what it has used of the processor so far."""
        with suppress(psutil.Error):
            times = psutil.Process(self._process.pid).cpu_times()
            return float(times.user + times.system)
        return 0.0

    def end(self) -> float:
        """Kill it and all that it started, remove its folder, and return the processor seconds that it used."""
        seconds = self.processor_seconds()
        kill_all(self._process.pid)
        self._process.wait()
        remove(self._scratch)
        return seconds


def kill_all(pid: int) -> None:
    """Kill a process, not yet waited for, with all that it started: its group, or on Windows its descendants."""
    if sys.platform == "win32":
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(pid)
            for one in (*process.children(recursive=True), process):
                one.kill()
    else:
        os.killpg(pid, signal.SIGKILL)
