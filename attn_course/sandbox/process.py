"""Starts a submission's process, asks it with a deadline, and ends it with all that it started.

This file is the seam: how the process is made and locked in is known here only.
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
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attn_course.sandbox import wire

PROJECT = Path(__file__).resolve().parents[2]
PROGRAM = "import sys; sys.path.insert(0, {!r}); from attn_course.sandbox.child import main; main()"
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT")
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
HOMES = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR")


class ChildError(Exception):
    """The process gives no answer any more; it has been ended."""


class ChildTimeout(ChildError):
    """The answer did not come in time."""


class ChildEnded(ChildError):
    """The process ended by itself."""


class BrokenReply(ChildError):
    """What came back is no answer to what was asked."""


class ChildNotStarted(Exception):
    """The process could not be made: a fault of this machine, not of the submission."""


class Child:
    """One process for one submission, in a scratch folder of its own.

    Requests are those of `attn_course.sandbox.inside.session.Session`. After a `ChildError` the process is
    gone, and only `close` and `cpu_seconds` remain of use.
    """

    def __init__(self, seconds: float = 60) -> None:
        """Start the process; ChildNotStarted if it is not ready after so many seconds."""
        self.cpu_seconds = 0.0
        self._number = 0
        self._waiting: threading.Thread | None = None
        self._scratch = TemporaryDirectory(prefix="submission-", ignore_cleanup_errors=True)
        self._process = start(self._scratch.name)
        try:
            if self._within(seconds, self._read) != "ready":
                raise BrokenReply("the process did not say that it is ready")
        except (ChildError, wire.WireError, EOFError, OSError) as error:
            end(self._process)
            last_words = self._last_words()
            self.close()
            raise ChildNotStarted(f"{error}\n{last_words}") from error
        except BaseException:  # Ctrl-C while we wait
            self.close()
            raise

    def request(self, operation: str, seconds: float, **content: Any) -> Any:
        """Ask for one operation and return the answer, which may be any plain data.

        Raises `ChildTimeout`, `ChildEnded` or `BrokenReply`, and then has ended the process.
        """
        if self._process.returncode is not None:
            raise ChildEnded("the process ended")
        self._number += 1
        question = wire.encode({"number": self._number, "operation": operation, "content": content})
        try:
            reply = self._within(seconds, lambda: self._exchange(question))
            if not is_reply(reply, self._number):
                raise BrokenReply("the reply does not belong to the question")
            return reply["answer"]
        except ChildError:
            self.close()
            raise
        except wire.WireError as error:
            self.close()
            raise BrokenReply(str(error)) from error
        except (EOFError, OSError) as error:
            self.close()
            raise ChildEnded("the process ended") from error

    def close(self) -> None:
        """End the process and all that it started, and remove its folder."""
        if self._process.returncode is None:
            self.cpu_seconds = end(self._process)
        self._close_pipes()
        self._scratch.cleanup()

    def _close_pipes(self) -> None:
        """Close our ends, unless a thread still waits on one: something that outlived the process holds the other."""
        if self._waiting is not None:
            self._waiting.join(timeout=1)
            if self._waiting.is_alive():
                return
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):  # what was not written yet has no reader any more
                    pipe.close()

    def _within(self, seconds: float, action: Callable[[], Any]) -> Any:
        """Return what the action returns, or raise what it raises; ChildTimeout if that takes longer.

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
        try:
            value, error = outcomes.get(timeout=max(seconds, 0))
        except queue.Empty:
            raise ChildTimeout(f"no answer within {seconds:g} seconds") from None
        if error is not None:
            raise error
        return value

    def _exchange(self, question: bytes) -> Any:
        assert self._process.stdin is not None
        wire.write_frame(self._process.stdin, question)  # type: ignore[arg-type]
        return self._read()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        return wire.decode(wire.read_frame(self._process.stdout))  # type: ignore[arg-type]

    def _last_words(self) -> str:
        assert self._process.stderr is not None
        return self._process.stderr.read().decode("utf-8", "replace")[-2000:]


def is_reply(reply: Any, number: int) -> bool:
    """Tell whether what came back is a reply to that question: its number may be anything, an array too."""
    if not isinstance(reply, dict) or "answer" not in reply:
        return False
    return type(reply.get("number")) is int and reply["number"] == number


def start(scratch: str) -> subprocess.Popen[bytes]:
    """Start Python on the child's program, apart from this process's folders, variables and terminal."""
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    environment |= dict.fromkeys(THREADS, "1") | dict.fromkeys(HOMES, scratch) | {"MPLBACKEND": "Agg"}
    return subprocess.Popen(
        [sys.executable, "-I", "-X", "utf8", "-c", PROGRAM.format(str(PROJECT))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,  # closed by the child once it is ready
        cwd=scratch,
        env=environment,
        start_new_session=True,
    )


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
    import psutil  # type: ignore[import-untyped] # comes with ipykernel; needed on Windows only

    try:
        process = psutil.Process(pid)
        times = process.cpu_times()
        for one in (*process.children(recursive=True), process):
            one.kill()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)
