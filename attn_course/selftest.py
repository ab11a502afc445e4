"""`attn-course test`: every check of the course in one run, with a line for each and for what was left out."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from attn_course.steady import steady_environment

ROOT = Path(__file__).resolve().parents[1]
NBVAL = (
    "--nbval-current-env",
    "--nbval-cell-timeout=120",
    "--nbval-sanitize-with=tests/notebooks/pictures.cfg",
)
# What the course consists of: a teacher's folders beside it, with submissions and reports, are not looked at.
SOURCES = ("attn_course", "labs", "notebooks", "solutions", "tests", "course.py")
PAGES = ("README.md", "CHANGELOG.md")
SAME_BYTES = ("-p", "tests.notebooks.same_bytes")  # compares the files too, by the same execution


@dataclass(frozen=True)
class Step:
    """One program to run; `counts` if it is pytest, which can also write down how many tests ran."""

    name: str
    command: tuple[str, ...]
    counts: bool = False


@dataclass(frozen=True)
class Result:
    """What became of a step: how many tests passed, and how many were left out for each reason."""

    name: str
    ok: bool
    seconds: float
    passed: int = 0
    left_out: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        count = f", {self.passed} passed" if self.passed else ""
        return f"{'ok' if self.ok else 'FAILED':6}  {self.name:9}  {self.seconds:5.0f} s{count}"


def steps(require: list[str], portable: bool) -> list[Step]:
    """Return the steps in order.

    A test whose need is in `require` fails instead of being left out. `portable` leaves out what is the same on every
    machine, and executes the notebooks without comparing what they print: last digits differ between processors.
    """
    python = (sys.executable, "-m")
    course = str(Path(sys.executable).with_name("attn-course"))
    required = [word for name in require for word in ("--require", name)]
    mode = ("--nbval-lax",) if portable else ("--nbval", *SAME_BYTES, *required)
    pytest = (*python, "pytest", "-n", "2", "--dist")
    of_the_sources = [
        Step("lint", (*python, "ruff", "check", *SOURCES)),
        Step("format", (*python, "ruff", "format", "--check", *SOURCES)),
        Step("types", (*python, "mypy")),
        Step("spelling", (*python, "codespell_lib", *SOURCES, *PAGES)),
    ]
    of_the_machine = [
        Step("labs", (course, "build", "--check")),
        Step("notebooks", (*pytest, "loadfile", *mode, *NBVAL, "notebooks", "solutions"), counts=True),
        Step("tests", (*pytest, "loadgroup", *required, "tests"), counts=True),
    ]
    return of_the_machine if portable else [*of_the_sources, *of_the_machine]


def tests_or_stop() -> None:
    """End the command where there is nothing to run: learners are given no tests."""
    if not (ROOT / "tests").is_dir():
        typer.echo("This copy of the course has no tests (it is a student edition).", err=True)
        raise typer.Exit(2)


def run(step: Step) -> Result:
    """Run a step in the course's folder; what it prints goes straight to the terminal."""
    print(f"\n--- {step.name}", flush=True)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "tests.xml")
        arguments = [*step.command, f"--junit-xml={record}"] if step.counts else step.command
        code = subprocess.run(arguments, cwd=ROOT, env=steady_environment()).returncode
        passed, left_out = tally(record) if record.is_file() else (0, Counter[str]())
    return Result(step.name, code == 0, time.monotonic() - start, passed, left_out)


def tally(record: Path) -> tuple[int, Counter[str]]:
    """Read pytest's record: the number of tests that passed, and the reasons why others were left out."""
    cases = list(ElementTree.parse(record).iter("testcase"))
    reasons = Counter(skipped.get("message", "") for case in cases for skipped in case.iter("skipped"))
    passed = sum(not {"failure", "error", "skipped"} & {part.tag for part in case} for case in cases)
    return passed, reasons


def bench(
    setup: Annotated[bool, typer.Option("--setup", help="Also set up and test a clean clone: takes minutes.")] = False,
) -> None:
    """Measure what the README claims, and write tests/benchmarks/results.md."""
    tests_or_stop()
    call = [sys.executable, "tests/benchmarks/run.py", *(["--setup"] if setup else [])]
    banks = {"PYTHONPATH": str(ROOT / "tests" / "labs")}
    raise typer.Exit(subprocess.run(call, cwd=ROOT, env=steady_environment() | banks).returncode)


def test(
    require: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NEED",
            help="Fail what needs this and finds it missing, instead of leaving it out; may be given more than once: "
            "browser, locked (the locked packages), network, root, torch, isolation=LEVEL (0 to 4, at least).",
        ),
    ] = None,
    portable: Annotated[
        bool, typer.Option("--portable", help="Do not lint, and execute the notebooks without comparing outputs.")
    ] = False,
) -> None:
    """Run every test that this machine can run; say what was left out, and why."""
    tests_or_stop()
    results = [run(step) for step in steps(require or [], portable)]
    print("\n--- summary")
    for result in results:
        print(result)
    for reason, count in sum((result.left_out for result in results), Counter[str]()).items():
        print(f"left out: {reason}: {count}")
    raise typer.Exit(0 if all(result.ok for result in results) else 1)
