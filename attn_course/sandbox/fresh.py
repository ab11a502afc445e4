"""A process for each submission where none can be locked in: macOS, Windows. Weaker, slower, and it says so.

It is another process, so that hidden tests stay out of a submission's reach in memory; nothing keeps it from
the files and networks that its user may use. Its memory is limited where the system can.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import psutil  # type: ignore[import-untyped] # comes with ipykernel

from attn_course.sandbox.level import IsolationLevel, level_elsewhere
from attn_course.sandbox.process import Child, Deadline
from attn_course.sandbox.program import python_command, surroundings

Result = TypeVar("Result")


class FreshProcesses:
    """Starts Python anew for every submission: the counterpart of `warm.WarmProcess`."""

    def __init__(self) -> None:
        self.level: IsolationLevel = level_elsewhere(sys.platform)

    def __enter__(self) -> FreshProcesses:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def start(self, memory: int = 0, without: tuple[str, ...] = ()) -> Child:
        """Return a new process, ready to run a submission; there are no layers to leave out."""
        return Child(FreshProcess())

    def close(self) -> None:
        """Do nothing: no process waits."""


class FreshProcess:
    """A Python of its own that speaks over its standard streams: a `process.Process` of every system."""

    memory_is_limited = False  # not to what is ordered: how much it has at its start is not known here

    def __init__(self) -> None:
        self._scratch = TemporaryDirectory(prefix="submission-", ignore_cleanup_errors=True)
        self._said = b""
        self._waiting: threading.Thread | None = None
        self._process = subprocess.Popen(
            python_command("child", "main"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,  # closed by the child once it is ready
            cwd=self._scratch.name,
            env=surroundings(self._scratch.name),
            start_new_session=True,
        )

    def write(self, data: bytes, deadline: Deadline) -> None:
        """Send it bytes; OSError if it is gone."""
        stream = self._process.stdin
        assert stream is not None
        self._within(lambda: (stream.write(data), stream.flush()), deadline)

    def read(self, count: int, deadline: Deadline) -> bytes:
        """Return so many bytes from it, or fewer if it is gone."""
        stream = self._process.stdout
        assert stream is not None
        return self._within(lambda: stream.read(count), deadline)

    def processor_seconds(self) -> float:
        """Return what it has used of the processor so far."""
        with suppress(psutil.Error):
            times = psutil.Process(self._process.pid).cpu_times()
            return float(times.user + times.system)
        return 0.0

    def end(self) -> float:
        """Kill it and all that it started, remove its folder, and return the processor seconds that it used."""
        seconds = end(self._process)
        self._close_pipes()
        self._scratch.cleanup()
        return seconds

    def last_words(self) -> str:
        """Return what it printed on its error stream."""
        return self._said.decode("utf-8", "replace")[-2000:]

    def _close_pipes(self) -> None:
        """Close our ends, unless a thread still waits on one: something that outlived the process holds the other."""
        if self._waiting is not None:
            self._waiting.join(timeout=1)
            if self._waiting.is_alive():
                return
        assert self._process.stderr is not None
        self._said = self._process.stderr.read()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):  # what was not written yet has no reader any more
                    pipe.close()

    def _within(self, action: Callable[[], Result], deadline: Deadline) -> Result:
        """Return what the action returns, or raise what it raises; ChildTimeout at the deadline.

        A thread waits on the pipe, because a pipe cannot be given a deadline on every system. It ends
        when the process is ended.
        """
        outcomes: queue.SimpleQueue[tuple[Any, Exception | None]] = queue.SimpleQueue()

        def work() -> None:
            try:
                outcomes.put((action(), None))
            except Exception as error:
                outcomes.put((None, error))

        self._waiting = threading.Thread(target=work, daemon=True)
        self._waiting.start()
        while True:
            with suppress(queue.Empty):
                value, error = outcomes.get(timeout=deadline.wait())
                break
        if error is not None:
            raise error
        return value


def end(process: subprocess.Popen[bytes]) -> float:
    """Kill a process with all that it started; return the processor seconds that it used."""
    if sys.platform == "win32":
        seconds = kill_tree(process.pid)
        process.wait()
        return seconds
    os.killpg(process.pid, signal.SIGKILL)  # not yet waited for, so the number still is ours
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def kill_tree(pid: int) -> float:
    """Kill a process and its descendants where there are no process groups."""
    try:
        process = psutil.Process(pid)
        times = process.cpu_times()
        for one in (*process.children(recursive=True), process):
            one.kill()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)


def start_fresh(memory: int = 0) -> Child:
    """Start one."""
    return Child(FreshProcess())
