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
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import sparse
import translator
from banks import LABS, bank, namespace, with_misconception
from marking import marking_rows
from tables import quoting, table

from attn_course.checking.messages import check_message
from attn_course.checking.outcomes import Outcome, TaskResult
from attn_course.checking.running import examine_public, examine_task
from attn_course.checking.specification import Lab
from attn_course.checking.student import LocalStudent

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).with_name("results.md")
README = ROOT / "README.md"

HEAD = ("what", "to reach", "measured")
Row = tuple[str, str, str]


@dataclass(frozen=True)
class Share:
    """What one lab contributes to a row: so many of so many."""

    part: int
    whole: int


Counts = dict[str, Share]  # by the first column of the table


def bank_rows() -> Iterator[Row]:
    """Count what the banks prove (tests/labs/test_banks.py proves the same, item by item)."""
    counts = {lab.id: {**wrong_functions(lab), **right_functions(lab)} for lab in LABS}
    for what in next(iter(counts.values())):
        yield what, aim_of(what), share({lab: of_the_lab[what] for lab, of_the_lab in counts.items()})


def aim_of(what: str) -> str:
    """Return the figure to reach."""
    if what.endswith("named wrongly"):
        return "0 %"
    if what.endswith("named by the check"):
        return ">= 95 %" if what.startswith("misconceptions") else "reported"
    return "100 %"


def wrong_functions(lab: Lab) -> Counts:
    """Count for both banks of wrong functions those that lose points, those named, and those named wrongly."""
    first = [(with_misconception(lab, entry), entry.task, entry.name) for entry in lab.misconceptions]
    third = [(namespace(lab, entry), entry.task, entry.header["diagnosis"]) for entry in bank(lab, "unseen_mistakes")]
    counts: Counts = {}
    for title, entries in [("misconceptions", first), ("unseen mistakes", third)]:
        found = [examine_public(lab, task, student(lab, functions)).misconception for functions, task, _ in entries]
        killed = sum(loses(lab, functions, task) for functions, task, _ in entries)
        named = sum(one is not None for one in found)
        false = sum(one is not None and one.name != entry[2] for one, entry in zip(found, entries, strict=True))
        counts[f"{title}: lose points in the hidden tests"] = Share(killed, len(entries))
        counts[f"{title}: named by the check"] = Share(named, len(entries))
        counts[f"{title}: named wrongly"] = Share(false, len(entries))
    return counts


def right_functions(lab: Lab) -> Counts:
    """Count the correct variants that get all points."""
    variants = [(namespace(lab, entry), entry.task) for entry in bank(lab, "correct_variants")]
    accepted = sum(
        not loses(lab, functions, task) and examine_public(lab, task, student(lab, functions)).outcome is Outcome.PASSED
        for functions, task in variants
    )
    return {"correct variants: get all points": Share(accepted, len(variants))}


def student(lab: Lab, functions: Mapping[str, object]) -> LocalStudent:
    """Return a student with these functions."""
    return LocalStudent(functions, lab.reference)


def loses(lab: Lab, functions: Mapping[str, object], task: str) -> bool:
    """Tell whether the task loses points."""
    result = examine_task(lab, task, lab.hidden_tests, student(lab, functions), seed=1)
    return result.earned < result.task.points


def share(shares: Mapping[str, Share]) -> str:
    """Write the share of all labs together, and the lab that is farthest from it."""
    part, whole = (sum(getattr(one, name) for one in shares.values()) for name in ("part", "whole"))
    text = f"{part / whole:.0%} ({part} of {whole})"
    parts = {lab: one.part / one.whole for lab, one in shares.items()}
    lab = max(parts, key=lambda lab: abs(parts[lab] - part / whole))
    return text if len(set(parts.values())) == 1 else f"{text}; {lab} {parts[lab]:.0%}"


def check_rows() -> Iterator[Row]:
    """Time every check with its message, and name the slowest of all labs."""
    quick, following = zip(*map(slowest_checks, LABS), strict=True)
    yield "slowest check of any task, right or wrong, processor time", "<= 0.1 s", "{:.3f} s, {}".format(*max(quick))
    yield "slowest check that follows memory, processor time", "<= 1 s", "{:.2f} s, {}".format(*max(following))


def slowest_checks(lab: Lab) -> tuple[tuple[float, str], tuple[float, str]]:
    """Time the checks of right functions, of each misconception, and of wrong functions only: plain, and of memory."""
    right = namespace(lab)
    wrong = {entry.task: entry.implementation for entry in lab.misconceptions}
    cases = [(task, functions) for task in lab.names for functions in (right, {**right, **wrong})]
    cases += [(entry.task, with_misconception(lab, entry)) for entry in lab.misconceptions]
    slowest = [(0.0, ""), (0.0, "")]
    for task, functions in cases:
        took = min(seconds(partial(check, lab, task, functions), time.process_time) for _ in range(3))
        calls = [call for test in check(lab, task, functions).results for call in test.calls]
        follows = any(call.most_bytes < float("inf") for call in calls)
        slowest[follows] = max(slowest[follows], (took, f"{lab.id}, {task}"))
    return slowest[False], slowest[True]


def check(lab: Lab, task: str, functions: Mapping[str, object]) -> TaskResult:
    """Do what `check` does in a notebook."""
    result = examine_public(lab, task, student(lab, functions))
    check_message(lab, result)
    return result


def seconds(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return how long an action takes by a clock."""
    start = clock()
    action()
    return clock() - start


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
        yield "`course.py test` on this machine", "< 40 minutes", f"{course('test') / 60:.1f} minutes"


def path_without_uv() -> str:
    """Return the search path without the folders in which uv lies."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if shutil.which("uv", path=folder) is None)


def main() -> None:
    """Measure, write the table here and into the README, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setup", action="store_true", help="also set up and test a clean clone")
    options = parser.parse_args()
    rows = [*bank_rows(), *check_rows(), *marking_rows(), *sparse.rows(), *translator.rows()]
    write(rows)
    if options.setup:  # the last and longest: where it fails, the rest has been written
        write([*rows, *setup_rows()])
    print(RESULTS.read_text(encoding="utf-8"))


def write(rows: Sequence[Row]) -> None:
    """Write what was measured into a file of its own and into the README."""
    machine = (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    )
    RESULTS.write_text(f"{table(HEAD, rows)}\n\nMeasured on {machine}.\n", encoding="utf-8")
    page, results = (path.read_text(encoding="utf-8") for path in (README, RESULTS))
    README.write_text(quoting(page, "results", results), encoding="utf-8")


if __name__ == "__main__":
    main()
