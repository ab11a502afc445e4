"""Marks many files side by side: each worker is a process with a sandbox of its own, and is replaced if it dies."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path

from attn_course.grading.grade import Graded
from attn_course.grading.marker import OUR_FAULT, Settings, mark
from attn_course.sandbox import open_sandbox

TRIES = 2  # a worker may have died of the one before, or of the system's want of memory
END_SECONDS = 10


class Workers:
    """So many processes that mark; use it as a context manager, which ends them."""

    def __init__(self, jobs: int, settings: Settings) -> None:
        self._settings = settings
        self._all = [Worker(settings) for _ in range(jobs)]
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._all:
            self._idle.put(worker)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *details: object) -> None:
        for worker in self._all:
            worker.end()

    def results(self, files: Sequence[Path]) -> Iterator[tuple[int, Graded]]:
        """Yield the number of each file and its marks, as soon as they are there."""
        threads = ThreadPoolExecutor(len(self._all))
        try:
            numbers = {threads.submit(self._mark, path): number for number, path in enumerate(files)}
            for done in as_completed(numbers):
                yield numbers[done], done.result()
        finally:
            threads.shutdown(wait=False, cancel_futures=True)

    def _mark(self, path: Path) -> Graded:
        """Have the next idle worker mark a file; where its process dies, once more in another."""
        worker = self._idle.get()
        try:
            for _ in range(TRIES):
                with suppress(EOFError, OSError):
                    return worker.mark(path)
                worker.replace()
            return self._settings.unmarked(path, OUR_FAULT)
        finally:
            self._idle.put(worker)


class Worker:
    """One process that marks the files that it is told of."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._start()

    def mark(self, path: Path) -> Graded:
        """Have it mark one file; EOFError or OSError if it is gone."""
        self._connection.send(path)
        return self._connection.recv()

    def replace(self) -> None:
        """Start another in its place."""
        self.end()
        self._start()

    def end(self) -> None:
        """End it, and with it its sandbox."""
        self._connection.close()
        self._process.terminate()
        self._process.join(END_SECONDS)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # what it needs is sent, nothing else is shared
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, self._settings), daemon=True)
        self._process.start()
        theirs.close()


def work(connection: Connection, settings: Settings) -> None:
    """Mark what comes over the connection, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started us, which ends us
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError), open_sandbox() as sandbox:
        while True:
            connection.send(mark(connection.recv(), settings, sandbox))


def end_with_parent() -> None:
    """End this process when the one that started it ends, whatever it is doing: its sandbox ends with it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
