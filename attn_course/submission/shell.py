"""The IPython that runs a submission's cells: what would wait, install or draw on a screen returns at once."""

from __future__ import annotations

import ast
import builtins
import getpass
import re
import sys
from typing import Any, NoReturn

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

NOTICE = "Shell commands and installations are not run while a submission is marked."
LINE_MAGICS_NOT_RUN = "pip conda mamba micromamba uv config gui debug pdb".split()
CELL_MAGICS_NOT_RUN = "bash sh script system sx cmd ! perl ruby pypy python python2 python3".split()
TIMEIT_OPTIONS = re.compile(r"^(\s*-(?:[nrp]\s*\d+|v\s*\w+|[tcqo]+)(?=\s|$))*\s*")


class SubmissionShell(InteractiveShell):
    """IPython without a screen, a keyboard, a history or a system shell."""

    def transform_cell(self, raw_cell: str) -> str:
        """Leave a cell that is plain Python as it is: looking for magics takes longer than most cells."""
        try:
            ast.parse(raw_cell)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return str(super().transform_cell(raw_cell))  # type: ignore[no-untyped-call]
        return raw_cell if raw_cell.endswith("\n") else f"{raw_cell}\n"

    def enable_gui(self, gui: Any = None) -> None:
        """Have no windows."""

    def enable_matplotlib(self, gui: Any = None) -> tuple[str, str]:
        """Keep the backend that draws into memory."""
        return "agg", "agg"

    def system(self, command: str) -> None:
        """Answer ``!command``."""
        print(NOTICE)

    system_piped = system_raw = system

    def getoutput(self, command: str, split: bool = True, depth: int = 0) -> list[str] | str:
        """Answer ``files = !command``."""
        print(NOTICE)
        return [] if split else ""

    def showtraceback(self, *arguments: Any, **keywords: Any) -> None:
        """Print nothing: the error is reported as data."""

    showsyntaxerror = showindentationerror = showtraceback


def make_shell() -> SubmissionShell:
    """Return the process's one shell, made quiet."""
    config = Config()
    config.HistoryManager.enabled = False
    shell: SubmissionShell = SubmissionShell.instance(config=config)

    def not_run(line: str, cell: str = "") -> None:
        print(NOTICE)

    def timeit(line: str, cell: str | None = None) -> None:
        statement = TIMEIT_OPTIONS.sub("", line)
        source = statement if cell is None else f"{statement}\n{cell}"
        plain = str(shell.transform_cell(source))
        exec(plain, dict(shell.user_ns))  # once, and its names are thrown away

    magics = shell.magics_manager.magics
    magics["line"].update(dict.fromkeys(LINE_MAGICS_NOT_RUN, not_run), timeit=timeit)
    magics["cell"].update(dict.fromkeys(CELL_MAGICS_NOT_RUN, not_run), timeit=timeit)
    refuse_questions()
    shell.builtin_trap.__enter__()  # once for good, not for every cell
    return shell


def refuse_questions() -> None:
    """Make every way to ask the learner something fail at once, and every breakpoint pass."""

    def refuse(*arguments: object, **keywords: object) -> NoReturn:
        raise RuntimeError("nobody can answer a question while a submission is marked")

    builtins.input = refuse
    getpass.getpass = refuse
    sys.breakpointhook = lambda *arguments, **keywords: None
