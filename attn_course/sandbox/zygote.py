"""Threat: a submission finds in its own memory the hidden tests, the secret, or what another one left there.

So a warm process forks a new one for each submission. It is started by `warm.WarmProcess`, by executing
Python: a fork of the grader would carry the hidden tests in its memory. It holds nothing but public
libraries, loaded once, has one thread, and runs no submission itself. It ends the processes that it forked
when it is told so, reports what they used, and watches their folders where nothing else limits these. When
the grader is gone, it ends them all and leaves no folder behind. When it is killed, they end.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from attn_course.sandbox import kernel, limits, wire
from attn_course.sandbox.child import serve
from attn_course.sandbox.confinement import Confinement, missing_layers
from attn_course.sandbox.program import HOMES
from attn_course.submission.session import Session
from attn_course.submission.view import hide_the_course
from attn_course.submission.warm_up import warm_session

WATCHED_EVERY = 0.02  # seconds


def main() -> NoReturn:
    """Warm up, say what this machine grants, and take orders."""
    kernel.be_unreadable()
    control = socket.socket(fileno=int(sys.argv[1]))
    session = warm_session()
    missing = missing_layers(os.getcwd())  # noqa: PTH109
    confinement = Confinement(missing)
    hide_the_course()
    os.dup2(1, 2)  # standard output is the null device; there is nobody to read errors any more
    gc.collect()
    gc.freeze()  # else collecting garbage would touch, and so copy, what the processes share
    folders: dict[int, str] = {}
    with suppress(OSError):  # the grader is gone already, or does not hear the answer
        control.sendall(wire.encode(missing))
        take_orders(control, session, confinement, folders)
    leave_nothing(folders)


def take_orders(control: socket.socket, session: Session, confinement: Confinement, folders: dict[int, str]) -> None:
    """Fork and end processes, until the grader is gone; meanwhile, look into their folders where nothing caps these.

    `folders` are those of the processes that have not been ended.
    """
    own = time.process_time()
    while True:
        watched = {} if "namespaces" in confinement.layers else folders
        ready, _, _ = select.select([control], [], [], WATCHED_EVERY if watched else None)
        for process, folder in watched.items():
            if holds_too_much(folder):
                os.kill(process, signal.SIGKILL)
        if not ready:
            continue
        message, descriptors, _, _ = socket.recv_fds(control, 65536, 1)
        if not message:
            return
        order: Any = wire.decode(message)
        if descriptors:
            process = fork(session, confinement, descriptors[0], **order)
            folders[process] = order["scratch"]
            os.close(descriptors[0])
            control.sendall(wire.encode(process))
        else:
            del folders[order]
            control.sendall(wire.encode(end(order) + time.process_time() - own))
            own = time.process_time()


def leave_nothing(folders: dict[int, str]) -> NoReturn:
    """End every process, remove our own folder with those of all, and end: a grader that was killed cannot do it."""
    for process in folders:
        end(process)
    os.execvp("rm", ["rm", "-rf", os.getcwd()])  # noqa: PTH109 # some may be too deep for Python


def fork(session: Session, confinement: Confinement, requests: int, scratch: str, memory: int) -> int:
    """Fork a process that leaves the grader's surroundings, locks itself in and serves; return its number.

    If that fails, it tells the grader.
    """
    taken = limits.address_space()  # after the fork, asking would cost most of a millisecond
    if process := os.fork():
        return process
    try:
        channel = socket.socket(fileno=os.dup2(requests, 3))
        os.closerange(4, os.sysconf("SC_OPEN_MAX"))
        os.chdir(scratch)
        os.environ.update(dict.fromkeys(HOMES, scratch))  # all others are those of `environment` already
        confinement.lock_in(scratch, taken + memory)
    except Exception as error:
        os.write(3, wire.frame(wire.encode(f"{type(error).__name__}: {error}")))
    else:
        serve(session, channel)
    finally:
        os._exit(1)


def end(process: int) -> float:
    """Kill a process, and return the processor seconds that it used. Until then its number is no other process's."""
    os.kill(process, signal.SIGKILL)
    _, _, usage = os.wait4(process, 0)
    return usage.ru_utime + usage.ru_stime


def holds_too_much(folder: str) -> bool:
    """Tell whether the files below a folder are too large, too many or too deep; who hides them opens them to us."""
    size = count = 0
    folders = [(folder, 0)]
    for place, depth in folders:  # grows meanwhile
        with suppress(OSError):  # files come and go
            if not os.access(place, os.R_OK | os.X_OK):
                Path(place).chmod(0o700)
            for entry in os.scandir(place):
                count += 1
                size += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    folders.append((entry.path, depth + 1))
        if size > limits.FOLDER or count > limits.FILES or depth > limits.DEEPEST_FOLDER:
            return True
    return False
