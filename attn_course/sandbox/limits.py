"""Threat: a submission uses up the machine: its memory, its processor, its disk, its descriptors.

Resource limits hold for one process, and `seccomp` lets it start no other. What passes unnoticed by
them, time spent asleep and files many and small, the grader's deadlines and the folder's capacity end.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

MEGABYTE = 2**20
MEMORY = 1024 * MEGABYTE  # beyond what the process has when it starts
FOLDER = 32 * MEGABYTE  # all files together
FILES = 4096
DEEPEST_FOLDER = 50  # folders within each other
LARGEST_FILE = 16 * MEGABYTE
OPEN_FILES = 32
PROCESSOR_SECONDS = 600  # ends an endless loop even when the grader was killed and cannot


def address_space() -> int:
    """Return how much this process's address space takes, in bytes."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def limit(memory: int) -> None:
    """Limit this process, for good; `memory` is its address space in bytes. Windows has no such limits."""
    import resource

    limits = {
        resource.RLIMIT_CPU: PROCESSOR_SECONDS,
        resource.RLIMIT_FSIZE: LARGEST_FILE,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    if sys.platform != "darwin":  # which refuses
        limits[resource.RLIMIT_AS] = memory
    if sys.platform == "linux":
        limits |= {resource.RLIMIT_MEMLOCK: 0, resource.RLIMIT_MSGQUEUE: 0}
    for what, most in limits.items():
        _, stands = resource.getrlimit(what)
        most = most if stands == resource.RLIM_INFINITY else min(most, stands)
        resource.setrlimit(what, (most, most))
