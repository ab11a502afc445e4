"""Keeps hidden inputs out of reports: of what a process calls things, only the submission's own words are shown.

A process that has been asked by hidden tests can put their inputs wherever a text of its own may
stand: into an exception's text, but also into the name of a class that it makes, or into a "line of
code". So a name is shown only if it is a builtin's, NumPy's or a word of the submission's source,
and a line only if it stands there.
"""

from __future__ import annotations

import builtins
import re
import types
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from attn_course.grading.text import one_line
from attn_course.sandbox import wire
from attn_course.tracebacks import Line

PUBLIC_MODULES = (builtins, types, np, np.exceptions, np.linalg)
OTHER_PUBLIC_TYPES = {"UFuncTypeError", "Tensor", "DataFrame", "Series"}
PUBLIC_TYPES = frozenset(
    {value.__name__ for module in PUBLIC_MODULES for value in vars(module).values() if isinstance(value, type)}
    | OTHER_PUBLIC_TYPES
)
SCOPES = ("<module>", "<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>")
WORD = re.compile(r"[^\W\d]\w*")
LINE_END = re.compile(r"\r\n|\r|\n")


class OwnWords:
    """The words and lines of a submission's cells, collected when one is asked for: most never are."""

    def __init__(self, cells: Sequence[str]) -> None:
        self._cells = cells

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for cell in self._cells for word in WORD.findall(cell))

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        """The numbers of the lines, by their text."""
        numbers: dict[str, list[int]] = {}
        for cell in self._cells:
            for number, line in enumerate(LINE_END.split(cell), start=1):
                numbers.setdefault(one_line(line), []).append(number)
        return numbers

    def exception(self, name: object) -> str:
        """Return the name of an exception's class, or words for one that may not be shown."""
        known = isinstance(name, str) and (name in PUBLIC_TYPES or name in self._words)
        return str(name) if known else "an exception of its own"

    def type(self, name: str) -> str:
        """Return the name of a type, or words for one that may not be shown."""
        known = name in PUBLIC_TYPES or name in wire.PHRASES or name in self._words
        return name if known else "an object of its own"

    def line(self, function: object, number: object, source: object) -> Line:
        """Return a line of code; its text is empty, and then its number says nothing, unless it stands in a cell."""
        name = function if isinstance(function, str) and self._is_function(function) else "<unnamed>"
        text = one_line(source) if isinstance(source, str) else ""
        numbers = self._numbers.get(text, [])
        if not numbers:
            return Line(name, 0, "")
        return Line(name, number if isinstance(number, int) and number in numbers else numbers[0], text)

    def _is_function(self, name: str) -> bool:
        """Tell whether a function's name, with at most that of its class or outer function, is of its own words."""
        parts = name.split(".", 2)
        return len(parts) <= 2 and all(part in SCOPES or part in self._words for part in parts)
