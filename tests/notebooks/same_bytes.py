"""A plugin for pytest: nbval's execution of a notebook also proves that its file is what an execution gives.

nbval looks neither at the bytes of pictures nor at widgets. Here its kernel remembers every message; nbclient makes
a notebook of them, as `attn-course build --regenerate` does, and the text of its file is compared with the stored one.
So each notebook is executed once for both. Without the locked packages the comparison is left out.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbval.plugin
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionComplete
from nbformat import NotebookNode
from nbval.kernel import RunningKernel

from attn_course.authoring.outputs import executed_text, kernel_environment
from tests.notebooks.locked import difference

Message = dict[str, Any]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--require", action="append", default=[], help="locked: fail where the packages are others")


def pytest_configure(config: pytest.Config) -> None:
    nbval.plugin.RunningKernel = RememberingKernel


class RememberingKernel(RunningKernel):
    """nbval's kernel, in the surroundings in which outputs are stored, with what was said for each cell."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.said: dict[str, list[Message]] = {}  # by the request, one a cell
        self.home = tempfile.TemporaryDirectory()
        with patch.dict(os.environ, kernel_environment(self.home.name)):
            super().__init__(*arguments, **options)

    def execute_cell_input(self, cell_input: str, allow_stdin: bool | None = None) -> str:
        """Execute a cell, which is counted, as it is in JupyterLab."""
        request = self.kc.execute(cell_input, store_history=True, allow_stdin=allow_stdin, stop_on_error=False)
        self.said[request] = []
        return request

    def get_message(self, stream: str, timeout: float | None = None) -> Message:
        message = super().get_message(stream, timeout)
        request = message["parent_header"].get("msg_id")
        if stream == "iopub" and request in self.said:
            self.said[request].append(message)
        return message

    def stop(self) -> None:
        super().stop()
        self.home.cleanup()


def filled(notebook: NotebookNode, said: list[list[Message]]) -> NotebookNode:
    """Fill in what a kernel said, a list for each code cell, as nbclient does while it listens to one."""
    client = NotebookClient(notebook, record_timing=False)
    client.reset_execution_trackers()
    cells = [(number, cell) for number, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    for (number, cell), messages in zip(cells, said, strict=True):
        client.clear_before_next_output = False
        with suppress(CellExecutionComplete):
            for message in messages:
                client.process_message(message, cell, number)
        cell.outputs = nbval.plugin.coalesce_streams(cell.outputs)
    client.set_widgets_metadata()
    return notebook


class StoredFile(pytest.Item):
    """The last item of a notebook: its file, byte for byte."""

    def runtest(self) -> None:
        found = difference()
        if found and "locked" in self.config.getoption("--require"):
            pytest.fail(f"required, but left out: locked tests ({found})", pytrace=False)
        if found:
            pytest.skip(f"locked tests ({found}: outputs are the same byte for byte on the locked packages only)")
        said = list(self.parent.kernel.said.values())
        if executed_text(self.path, partial(filled, said=said)) != self.path.read_text(encoding="utf-8"):
            pytest.fail("an execution gives another file: run `attn-course build --regenerate`", pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.path.name}: its bytes"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = [one for file, cells in groupby(items, key=lambda item: item.parent) for one in with_file(file, cells)]


def with_file(parent: pytest.Collector, items: Iterator[pytest.Item]) -> Iterator[pytest.Item]:
    """Put the comparison of a notebook behind its cells."""
    yield from items
    if isinstance(parent, nbval.plugin.IPyNbFile):
        yield StoredFile.from_parent(parent, name="stored file")
