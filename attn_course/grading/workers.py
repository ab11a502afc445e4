"""Marks many files side by side: each worker is a process with a sandbox of its own, and is replaced if it dies."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NoReturn

from attn_course.grading.grade import Graded
from attn_course.grading.marker import ENDED_TWICE, NOT_STARTED, Settings, limited_memory, mark
from attn_course.sandbox import open_sandbox
from attn_course.sandbox.process import ChildNotStarted

TRIES = 2  # a worker may have died of the one before, or of the system's want of memory
END_SECONDS = 10


class Workers:
    """So many processes that mark; use it as a context manager, which ends them."""

    def __init__(self, jobs: int, settings: Settings) -> None:
        self._settings = settings
        self._ending = threading.Event()
        self._all = [Worker(settings) for _ in range(jobs)]
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._all:
            self._idle.put(worker)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *details: object) -> None:
        self._ending.set()
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
                if self._ending.is_set():
                    break
                try:
                    worker.replace()
                except OSError as error:  # the next file tries again
                    return self._settings.not_marked(path, NOT_STARTED, str(error))
            return self._settings.not_marked(path, ENDED_TWICE)
        finally:
            self._idle.put(worker)


class Worker:
    """One process that marks the files that it is told of."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()  # no other starts while this one ends
        self._ended = False
        self._start()

    def mark(self, path: Path) -> Graded:
        """Have it mark one file; EOFError or OSError if it is gone."""
        self._connection.send(path)
        return self._connection.recv()

    def replace(self) -> None:
        """Start another in its place, unless it was ended meanwhile."""
        with self._lock:
            if not self._ended:
                self._stop()
                self._start()

    def end(self) -> None:
        """End it, and with it its sandbox."""
        with self._lock:
            self._ended = True
            self._stop()

    def _stop(self) -> None:
        """Ask it to end, which it does at once: it leaves nothing behind."""
        self._process.terminate()
        self._process.join(END_SECONDS)
        self._connection.close()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # what it needs is sent, nothing else is shared
        connection, theirs = context.Pipe()
        with theirs:
            process = context.Process(target=work, args=(theirs, self._settings), daemon=True)
            process.start()
        self._connection, self._process = connection, process  # if that failed, they are still those that ended


def work(connection: Connection, settings: Settings) -> None:
    """Mark what comes over the connection, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started us, which ends us
    signal.signal(signal.SIGTERM, end_properly)
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        opened = open_sandbox()
    except ChildNotStarted as error:
        why = str(error)
        serve(connection, lambda path: settings.not_marked(path, NOT_STARTED, why))
        return
    with opened as sandbox, limited_memory():
        serve(connection, lambda path: mark(path, settings, sandbox))


def serve(connection: Connection, marked: Callable[[Path], Graded]) -> None:
    """Answer every path by its marks."""
    with suppress(EOFError, OSError):
        while True:
            connection.send(marked(connection.recv()))


def end_properly(number: int, frame: object) -> NoReturn:
    """End by leaving what was entered: what was started ends, and its folders go."""
    sys.exit(128 + number)


def end_with_parent() -> None:
    """End this process when the one that started it ends, whatever it is doing: its sandbox ends with it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
