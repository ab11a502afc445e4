"""A process for each submission where none can be locked in: macOS, Windows. Weaker, slower, and it says so.

It is another process, so that hidden tests stay out of a submission's reach in memory; nothing keeps it from
the files and networks that its user may use. Its memory is limited where the system can.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import TypeVar

import psutil  # type: ignore[import-untyped] # comes with ipykernel

from attn_course.sandbox.level import IsolationLevel, level_elsewhere
from attn_course.sandbox.process import Child, Deadline
from attn_course.sandbox.program import environment, python_command

Result = TypeVar("Result")


class FreshProcesses:
    """Starts Python anew for every submission: the counterpart of `warm.WarmProcess`."""

    def __init__(self) -> None:
        self.level: IsolationLevel = level_elsewhere(sys.platform)

    def __enter__(self) -> FreshProcesses:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def start(self, memory: int = 0) -> Child:
        """Return a new process, ready to run a submission; its memory is not limited to what is ordered."""
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
            env=environment(self._scratch.name),
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
        seconds = self.processor_seconds()
        kill_all(self._process.pid)
        self._process.wait()
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
        outcome: Future[Result] = Future()

        def work() -> None:
            try:
                outcome.set_result(action())
            except Exception as error:
                outcome.set_exception(error)

        self._waiting = threading.Thread(target=work, daemon=True)
        self._waiting.start()
        while not wait([outcome], deadline.wait()).done:
            pass
        return outcome.result()


def kill_all(pid: int) -> None:
    """Kill a process, not yet waited for, with all that it started: its group, or on Windows its descendants."""
    if sys.platform == "win32":
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(pid)
            for one in (*process.children(recursive=True), process):
                one.kill()
    else:
        os.killpg(pid, signal.SIGKILL)
