"""Measure what the README claims, and write it to results.md beside this file and into the README.

Run it with `python3 course.py bench`. With `--setup` it also makes the environment from nothing and runs the
whole suite, both in a clean clone: that needs the network and takes some minutes.

Times on a shared machine vary: the table gives ratios within one run where it can, and seconds of processor time
where it cannot.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import nbformat
from banks import LABS, bank, namespace, with_misconception
from nbclient import NotebookClient

from attn_course.checking.messages import check_message
from attn_course.checking.outcomes import Outcome
from attn_course.checking.running import examine_lab, examine_public
from attn_course.checking.specification import Lab
from attn_course.checking.student import LocalStudent
from attn_course.grading.grade import grade

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).with_name("results.md")
README = ROOT / "README.md"

Row = tuple[str, str, str]  # what, the figure to reach, what was measured


def bank_rows(lab: Lab) -> Iterator[Row]:
    """Count what the banks of a lab prove (tests/labs/test_banks.py proves the same, item by item)."""

    def lost(functions: dict[str, object], task: str) -> bool:
        results = examine_lab(lab, lab.hidden_tests, LocalStudent(functions, lab.reference), seed=1)
        return next(one.earned < one.task.points for one in results if one.task.name == task)

    first = [(with_misconception(lab, entry), entry.task, entry.name) for entry in lab.misconceptions]
    third = [(namespace(lab, entry), entry.task, entry.header["diagnosis"]) for entry in bank(lab, "unseen_mistakes")]
    for title, entries in [("misconceptions", first), ("unseen mistakes", third)]:
        found = [
            examine_public(lab, task, LocalStudent(functions, lab.reference)).misconception
            for functions, task, _ in entries
        ]
        killed = sum(lost(functions, task) for functions, task, _ in entries)
        named = sum(one is not None for one in found)
        false = sum(one is not None and one.name != entry[2] for one, entry in zip(found, entries, strict=True))
        aim = ">= 95 %" if title == "misconceptions" else "reported"
        yield f"{title}: lose points in the hidden tests", "100 %", share(killed, len(entries))
        yield f"{title}: named by the check", aim, share(named, len(entries))
        yield f"{title}: named wrongly", "0", str(false)
    variants = [(namespace(lab, entry), entry.task) for entry in bank(lab, "correct_variants")]
    accepted = sum(
        not lost(functions, task)
        and examine_public(lab, task, LocalStudent(functions, lab.reference)).outcome is Outcome.PASSED
        for functions, task in variants
    )
    yield "correct variants: get all points", "100 %", share(accepted, len(variants))


def share(part: int, whole: int) -> str:
    """Write a share with its numbers."""
    return f"{part / whole:.0%} ({part} of {whole})"


def check_rows(lab: Lab) -> Iterator[Row]:
    """Time every check with its message: of right functions, of each misconception, and with all functions wrong."""
    right = namespace(lab)
    wrong = {entry.task: entry.implementation for entry in lab.misconceptions}
    cases = [(task, functions) for task in lab.names for functions in (right, {**right, **wrong})]
    cases += [(entry.task, with_misconception(lab, entry)) for entry in lab.misconceptions]

    def check(task: str, functions: Mapping[str, object]) -> str:
        return check_message(lab, examine_public(lab, task, LocalStudent(functions, lab.reference))).html

    slowest = max(min(seconds(partial(check, *case)) for _ in range(3)) for case in cases)
    yield "slowest check of any task, right or wrong", "<= 0.1 s", f"{slowest:.3f} s"


def seconds(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def grading_rows(lab: Lab) -> Iterator[Row]:
    """Grade the solved notebook, and execute it by nbclient, in turns."""
    path = ROOT / "solutions" / f"{lab.id}.ipynb"
    content = path.read_bytes()
    ours, theirs = [], []
    for _ in range(3):
        record = grade(content, path.name, labs=LABS, secret=b"benchmark").record
        ours.append(record["cpu_seconds"])
        with children_cpu_seconds() as used:
            NotebookClient(
                nbformat.reads(content, as_version=4), resources={"metadata": {"path": str(path.parent)}}
            ).execute()
        theirs.append(used[0])
    mine, other = statistics.median(ours), statistics.median(theirs)
    yield "grading the solved notebook, processor time", "-", f"{mine:.2f} s"
    ratio = f"{other:.2f} s ({other / mine:.1f} times)"
    yield "nbclient executing the same notebook, figures drawn too, processor time", "-", ratio


@contextmanager
def children_cpu_seconds() -> Iterator[list[float]]:
    """Measure the processor time of the processes that are started and ended within the block."""
    import resource

    used = [0.0]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    yield used
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used[0] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def setup_rows() -> Iterator[Row]:
    """Set up a clean clone by pip, start it a second time, and run its suite."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone with spaces")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        bare = {"PATH": path_without_uv(), "HOME": folder, "LANG": "C.UTF-8"}
        kept = {
            name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "HTTPS_", "HTTP_"))
        }

        def course(*words: str) -> float:
            command = [sys.base_prefix + "/bin/python3", "course.py", *words]
            return seconds(lambda: subprocess.run(command, cwd=clone, env=bare | kept, check=True))

        yield "set-up from nothing by pip (`course.py doctor`)", "< 90 s", f"{course('doctor'):.0f} s"
        yield "second start (`course.py doctor`)", "-", f"{course('doctor'):.1f} s"
        course("build", "--check")  # adds the packages for instructors and developers
        yield "`course.py test` on this machine", "< 10 minutes", f"{course('test') / 60:.1f} minutes"


def path_without_uv() -> str:
    """Return the search path without the folders in which uv lies."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if shutil.which("uv", path=folder) is None)


def table(rows: list[Row]) -> str:
    """Write the rows as a Markdown table."""
    head = ["| what | to reach | measured |", "| --- | --- | --- |"]
    return "\n".join([*head, *(f"| {what} | {aim} | {measured} |" for what, aim, measured in rows)])


def quoting(readme: str, results: str) -> str:
    """Return the README with these results between its two markers."""
    before, start, rest = readme.partition("<!-- results -->\n")
    _, end, after = rest.partition("<!-- end of results -->")
    return f"{before}{start}{results}{end}{after}"


def main() -> None:
    """Measure, write the table here and into the README, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setup", action="store_true", help="also set up and test a clean clone")
    options = parser.parse_args()
    rows: list[Row] = []
    for lab in LABS:
        rows += [*bank_rows(lab), *check_rows(lab), *grading_rows(lab)]
    if options.setup:
        rows += setup_rows()
    machine = (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    )
    RESULTS.write_text(f"{table(rows)}\n\nMeasured on {machine}.\n", encoding="utf-8")
    README.write_text(
        quoting(README.read_text(encoding="utf-8"), RESULTS.read_text(encoding="utf-8")), encoding="utf-8"
    )
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
