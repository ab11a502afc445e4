"""How Python is started on a module of the sandbox: without the user's settings, variables and folders."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PROGRAM = "import sys; sys.path.insert(0, {!r}); from attn_course.sandbox.{} import {} as run; run()"
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT")
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
HOMES = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR")


def python_command(module: str, function: str, *arguments: str) -> list[str]:
    """Return the command that runs a function of a module of the sandbox."""
    return [sys.executable, "-I", "-B", "-X", "utf8", "-c", PROGRAM.format(str(PROJECT), module, function), *arguments]


def environment(home: str) -> dict[str, str]:
    """Return the variables of a process whose files all go to one folder."""
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return passed_on | dict.fromkeys(THREADS, "1") | dict.fromkeys(HOMES, home) | {"MPLBACKEND": "Agg"}
