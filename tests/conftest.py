"""What all tests share: `--require`, and the things that a machine may lack."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

import pytest
from hypothesis import settings

from attn_course.doctor import find_browser
from attn_course.sandbox import Sandbox, open_sandbox

TABLES = ("kill matrix", "attacks")  # what tests record for the end of the run

# The same examples on every machine, and no deadline: a slow machine is no fault.
settings.register_profile("course", max_examples=60, deadline=None, derandomize=True)
settings.load_profile("course")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--require",
        action="append",
        default=[],
        metavar="NAME",
        help="fail the tests that need NAME (browser, network, isolation=LEVEL) where it is missing, "
        "instead of leaving them out",
    )


@pytest.fixture(scope="session")
def leave_out(request: pytest.FixtureRequest) -> Callable[[str, str], NoReturn]:
    """Return the function to call where something is missing: `leave_out("browser", "no chromium found")`."""

    def leave_out(name: str, reason: str) -> NoReturn:
        message = f"{name} tests ({reason})"
        if name in request.config.getoption("--require"):
            pytest.fail(f"required, but left out: {message}", pytrace=False)
        pytest.skip(message)

    return leave_out


@pytest.fixture(scope="session")
def chromium(leave_out: Callable[[str, str], NoReturn]) -> str:
    """Return the path of this machine's Chromium; without one, the test is left out."""
    browser = find_browser()
    if browser is None:
        leave_out("browser", "no chromium found")
    return browser


@pytest.fixture(scope="session")
def torch(leave_out: Callable[[str, str], NoReturn]) -> Any:
    """Return PyTorch; without it, the test is left out."""
    if importlib.util.find_spec("torch") is None:
        leave_out("torch", "PyTorch is not installed")
    return importlib.import_module("torch")


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """Return what makes processes for submissions on this machine."""
    with open_sandbox() as sandbox:
        yield sandbox


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the lines that tests recorded for a table; they come back from any worker."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    recorded = [one for report in reports if getattr(report, "when", "") == "call" for one in report.user_properties]
    for title in TABLES:
        lines = sorted(str(line) for name, line in recorded if name == title)
        if lines:
            terminalreporter.section(title)
            terminalreporter.write_line("\n".join(joined(lines)))


def joined(lines: Iterable[str]) -> list[str]:
    """Put what belongs to one head, "lab, task: ...", on one line."""
    tails: dict[str, list[str]] = {}
    for line in lines:
        head, _, tail = line.partition(": ")
        tails.setdefault(head, []).append(tail)
    return [f"{head}: {'; '.join(of_the_head)}" for head, of_the_head in tails.items()]
