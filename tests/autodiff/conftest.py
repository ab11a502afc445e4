"""What the tests of the engine share: PyTorch, where it is installed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, NoReturn

import pytest


@pytest.fixture(scope="session")
def torch(leave_out: Callable[[str, str], NoReturn]) -> Any:
    """Return PyTorch; without it, the test is left out."""
    if importlib.util.find_spec("torch") is None:
        leave_out("torch", "PyTorch is not installed")
    return importlib.import_module("torch")
