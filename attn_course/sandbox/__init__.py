"""Runs a submission in a locked-in process of its own, and talks to it over a format that cannot carry code.

On Linux, `warm` starts the `zygote`, which forks a process for each submission and locks it in by the layers
that `confinement` puts together: `landlock`, `seccomp`, `namespaces`, `privileges`, `limits`. Elsewhere `fresh`
starts one that is not locked in. `process` asks it, `child` answers, `wire` is the language between them, and
`level` says how much of all that this machine grants. What runs in the process is another package, `submission`,
which `zygote` and `child` start; else the sandbox needs only the descriptions that cross the wire (`calls`). It
knows no test, and no notebook.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from attn_course.sandbox.fresh import FreshProcesses
    from attn_course.sandbox.warm import WarmProcess

Sandbox: TypeAlias = "WarmProcess | FreshProcesses"


def open_sandbox(system: str = sys.platform) -> Sandbox:
    """Return what makes processes for submissions on this system, the strongest there is."""
    if system == "linux":
        from attn_course.sandbox.warm import WarmProcess

        return WarmProcess()
    from attn_course.sandbox.fresh import FreshProcesses

    return FreshProcesses()
