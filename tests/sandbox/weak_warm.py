"""A warm process that leaves out layers, as if the machine did not grant them: what stops an attack shows then."""

from __future__ import annotations

from collections.abc import Iterable
from unittest.mock import patch

from attn_course.sandbox import program
from attn_course.sandbox.warm import WarmProcess

PROGRAM = (
    "import sys; sys.path.insert(0, {{!r}}); from attn_course.sandbox import {{}} as module; "
    "found = module.missing_layers; "
    "module.missing_layers = lambda folder: found(folder) | dict.fromkeys({layers!r}, 'left out'); "
    "module.{{}}()"
)


class WeakWarmProcess(WarmProcess):
    """A warm process whose submissions do without these layers."""

    def __init__(self, layers: Iterable[str]) -> None:
        self._program = PROGRAM.format(layers=sorted(layers))
        super().__init__()

    def _start(self) -> None:
        with patch.object(program, "PROGRAM", self._program):
            super()._start()
