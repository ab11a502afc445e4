"""Tests that run side by side: the verdicts of one by one, with a few requests in place of a hundred."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from attn_course.authoring.places import ROOT
from attn_course.checking.expectations import expect_close, expect_inputs_unchanged
from attn_course.checking.outcomes import Outcome, TestResult
from attn_course.checking.running import examine_lab, run_test
from attn_course.checking.specification import Lab, Test, all_labs
from attn_course.checking.student import Call, Student
from attn_course.grading.grade import before
from attn_course.grading.reference_source import shown
from attn_course.grading.remote import Limits, RemoteStudent
from attn_course.grading.side_by_side import settled_side_by_side
from attn_course.grading.submission import read_submission
from attn_course.sandbox import Sandbox
from attn_course.sandbox.fresh import FreshProcesses
from attn_course.sandbox.process import Operation
from notebooks import FUNCTIONS, IMPORTS, WRONG_SOFTMAX

IN_LITTLE_MEMORY = {"windows_in_linear_memory", "blocks_in_linear_memory"}  # each in a process of its own
QUICK = Limits(call=1, together=0.8)


class Watched(RemoteStudent):
    """Counts what is asked of the process: `together` how often several things, or one of many, are."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        self.made: Counter[str] = Counter()
        super().__init__(*arguments, **keywords)

    def together(self, questions: Sequence[Call], since: tuple[float, int]) -> list[Call]:
        self.made["together"] += 1
        return super().together(questions, since)

    def _call_child(self, question: Call) -> Call:
        self.made["by itself"] += 1
        return super()._call_child(question)

    def _start(self) -> None:
        self.made["start"] += 1
        super()._start()


def student_of(*cells: str, limits: Limits = QUICK) -> Watched:
    return Watched(cells, re.findall(r"(?:def|class) (\w+)", "\n".join(cells)), FreshProcesses().start, limits)


def asking(name: str, *inputs: Any) -> Test:
    """Return a test that calls a function with each input, and demands that it is doubled."""

    def run(student: Student, rng: np.random.Generator) -> None:
        for given in inputs:
            expect_close(getattr(student, name)(given), 2 * np.asarray(given), "the double")
            expect_inputs_unchanged(student)

    return Test(name, f"{name} {inputs}", "", 1, run)


DOUBLE = "import numpy as np\ndef double(x): return 2 * x"


@pytest.mark.parametrize("lab", all_labs(), ids=lambda lab: lab.id)
def test_a_solved_lab_passes_with_few_requests(lab: Lab, sandbox: Sandbox) -> None:
    cells = read_submission((ROOT / "solutions" / f"{lab.id}.ipynb").read_bytes(), "lab.ipynb").cells
    with Watched(cells, lab.names, sandbox.start, None, shown(before(lab, all_labs()))) as student:
        settled = settled_side_by_side(lab.hidden_tests, student, 7)
        requests = student.made["together"]
        assert student.made["by itself"] == 0
        student.reference = lab.reference
        one_by_one = examine_lab(lab, lab.hidden_tests, student, 7)
    alone = {test.name for test in lab.hidden_tests} - settled.keys()
    assert alone == (IN_LITTLE_MEMORY if lab.id == "lab07_sparse" else set())
    assert requests <= max(len(result.calls) for result in settled.values())
    for result in (one for task in one_by_one for one in task.results if one.test.name in settled):
        calls = settled[result.test.name].calls
        assert [call.function for call in calls] == [call.function for call in result.calls]


def outcomes(student: RemoteStudent, tests: Sequence[Test], settled: Mapping[str, TestResult]) -> list[Outcome]:
    """Return what becomes of the tests when those that are not settled are run one after the other."""
    return [(settled.get(test.name) or run_test(test, student, 1)).outcome for test in tests]


def test_what_is_settled_is_not_asked_again(lab: Lab) -> None:
    with student_of(IMPORTS.splitlines()[0], *FUNCTIONS, limits=Limits()) as student:
        settled = settled_side_by_side(lab.hidden_tests, student, 7)
        results = examine_lab(lab, lab.hidden_tests, student, 7, settled)
        assert student.made["by itself"] == 0
    assert sum(result.earned for result in results) == 20


def test_tasks_that_are_not_attempted_are_settled_too(lab: Lab) -> None:
    stub = "def gradient_norm(Q, K, scale=True):\n    raise NotImplementedError"
    with student_of(IMPORTS.splitlines()[0], *FUNCTIONS[:2], stub, limits=Limits()) as student:
        settled = settled_side_by_side(lab.hidden_tests, student, 7)
        results = examine_lab(lab, lab.hidden_tests, student, 7, settled)
        assert (student.made["by itself"], student.made["start"]) == (0, 1)
    assert [result.outcome for result in results] == [*[Outcome.PASSED] * 2, *[Outcome.NOT_ATTEMPTED] * 4]


def test_a_task_of_which_a_test_fails_is_examined_anew(lab: Lab) -> None:
    cells = [IMPORTS.splitlines()[0], *FUNCTIONS, WRONG_SOFTMAX]
    with student_of(*cells, limits=Limits()) as student:
        student.reference = lab.reference
        one_by_one = examine_lab(lab, lab.hidden_tests, student, 7)
        settled = settled_side_by_side(lab.hidden_tests, student, 7)
        together = examine_lab(lab, lab.hidden_tests, student, 7, settled)
    tasks = {result.test.task for result in settled.values()}
    assert tasks == {"attention_scores", "softmax_jacobian"}
    for one, other in zip(one_by_one, together, strict=True):
        assert (one.earned, one.outcome, one.replaced) == (other.earned, other.outcome, other.replaced)


STATEFUL = {
    "a list for all calls": "seen = []\ndef f(x):\n    seen.append(x)\n    return 2 * x if len(seen) < 4 else seen",
    "wrong at its first call": "seen = []\ndef f(x):\n    seen.append(x)\n    return 2 * x if seen[1:] else None",
    "right at the second try": "seen = []\ndef f(x):\n    seen.append(x)\n    return 2 * x if seen.count(x) > 1 else x",
    "arguments given back later": (
        "kept = []\ndef f(x):\n    for one, was in kept: one[...] = was\n"
        "    kept.append((x, x.copy()))\n    x[...] = 0\n    return 2 * kept[-1][1]"
    ),
    "an answer that is finished later": (
        "kept = []\ndef f(x):\n    for one, right in kept: one[...] = right\n"
        "    kept.append((x * 0, 2 * x))\n    return kept[-1][0]"
    ),
    "hangs in a later round": "def f(x):\n    while x.sum() > 5: pass\n    return 2 * x",
}


@pytest.mark.parametrize("cell", STATEFUL.values(), ids=STATEFUL)
def test_what_a_function_remembers_earns_and_costs_nothing_more(cell: str) -> None:
    inputs = np.ones(2), np.full(2, 2.0), np.full(2, 3.0)
    tests = [asking("f", inputs[0], inputs[1]), asking("f", inputs[1], inputs[2]), asking("f", inputs[1])]
    with student_of("import numpy as np", cell) as student:
        one_by_one = outcomes(student, tests, {})
    with student_of("import numpy as np", cell) as student:
        settled = settled_side_by_side(tests, student, 1)
        assert settled == {}
        assert outcomes(student, tests, settled) == one_by_one


@pytest.mark.parametrize(
    "cell",
    [
        "def strange(x):\n    while True: pass",
        "import time\ndef strange(x):\n    time.sleep(60)",
        "import os\ndef strange(x):\n    os._exit(0)",
        "def strange(x):\n    return np.zeros(2**22)",
        "def strange(x):\n    return [[0.0] * 9_000] * 30",
        "def strange(x):\n    global strange\n    del strange",
        "import sys\ndef strange(x):\n    frame = sys._getframe()\n    while 'frames' not in frame.f_locals:\n"
        "        frame = frame.f_back\n    frame.f_locals['frames']._data.clear()\n    return x",
    ],
)
def test_one_call_that_breaks_off_costs_no_other_function_anything(cell: str) -> None:
    tests = [asking("double", 1.0, 2.0), asking("strange", 1.0), asking("double", 3.0)]
    with student_of(DOUBLE, cell) as student:
        settled = settled_side_by_side(tests, student, 1)
        found = [outcome is Outcome.PASSED for outcome in outcomes(student, tests, settled)]
    assert found == [True, False, True]


def test_a_function_that_returns_one_array_each_time_loses_nothing() -> None:
    cell = "kept = np.zeros(2)\ndef reuses(x):\n    kept[:] = 2 * x\n    return kept"
    tests = [asking("reuses", np.full(2, float(number))) for number in range(3)]
    with student_of(DOUBLE, cell) as student:
        assert len(settled_side_by_side(tests, student, 1)) == 3


BUSY = "def busy(seconds):\n    end = time.process_time() + seconds\n    while time.process_time() < end: pass"
SLOW = f"import time\n{BUSY}\ndef slow(x):\n    busy(x / 10)\n    return 2 * x"


def test_calls_that_are_slow_together_are_made_one_by_one() -> None:
    tests = [asking("slow", 1.0, 2.0, 2.0), asking("slow", 2.0, 1.0, 2.0)]
    with student_of(DOUBLE, SLOW) as student:
        assert settled_side_by_side(tests, student, 1) == {}
        assert student.made["together"] == 3
        assert outcomes(student, tests, {}) == [Outcome.PASSED] * 2


def test_what_was_tried_together_and_cells_that_run_again_are_held_against_nobody() -> None:
    tests = [asking("slow", 1.0, 2.0, 6.0)]
    with student_of(DOUBLE, f"{SLOW}\nbusy(1.2)", limits=Limits(together=0.8, submission=2.4)) as student:
        assert 1.1 < student.used[0] < 1.8  # the system's clocks may differ by a tick
        assert settled_side_by_side(tests, student, 1) == {}
        assert student.used[0] < 0.3
        assert outcomes(student, tests, {}) == [Outcome.PASSED]


def test_large_replies_together_are_not_kept() -> None:
    tests = [asking("double", np.ones(2**17), float(number)) for number in range(10)]
    with student_of(DOUBLE) as student:
        assert settled_side_by_side(tests, student, 1) == {}
        assert outcomes(student, tests, {}) == [Outcome.PASSED] * 10


def test_errors_prints_and_changed_arguments_stay_with_their_call() -> None:
    cells = [
        DOUBLE,
        "def loud(x):\n    print(x)\n    return 2 * x",
        "def wrong(x):\n    x *= 2\n    return x",
        "def fails(x):\n    return x[3]",
    ]
    tests = [asking("loud", 1.0), asking("wrong", np.ones(2)), asking("fails", np.ones(2)), asking("loud", 2.0, 5.0)]
    seen: dict[str, TestResult] = {}

    def noting(test: Test) -> Test:
        def run(student: Student, rng: np.random.Generator) -> None:
            try:
                test.run(student, rng)
            finally:
                seen[test.name] = TestResult(test, Outcome.PASSED, calls=tuple(student.calls))

        return Test(test.task, test.name, "", 1, run)

    with student_of(*cells) as student:
        settled = settled_side_by_side([noting(test) for test in tests], student, 1)
    loud, wrong, fails, louder = (seen[test.name].calls for test in tests)
    assert settled.keys() == {tests[0].name, tests[3].name}
    assert [call.printed for call in (*loud, *louder)] == ["1.0\n", "2.0\n", "5.0\n"]
    np.testing.assert_array_equal(wrong[0].arguments_after[0], [2.0, 2.0])
    assert (fails[0].error.kind, fails[0].error.lines[-1].source) == ("IndexError", "return x[3]")


def test_objects_of_different_tests_are_different() -> None:
    cell = "class Sum:\n    x = 0\n    def add(self, x):\n        self.x += x\n        return self.x"

    def run(student: Student, rng: np.random.Generator) -> None:
        one, other = student.Sum(), student.Sum()
        for number in range(1, 4):
            expect_close(one.add(1), number, "the sum")
            expect_close(other.add(10), 10 * number, "the other sum")

    tests = [Test("Sum", f"sums {number}", "", 1, run) for number in range(3)]
    with student_of(cell) as student:
        assert len(settled_side_by_side(tests, student, 1)) == 3


def test_tests_of_memory_and_of_functions_that_are_not_there_are_left_to_others() -> None:
    def limited(student: Student, rng: np.random.Generator) -> None:
        with student.limited_memory(1):
            student.double(1.0)

    def replaced(student: Student, rng: np.random.Generator) -> None:
        with student.replaced(["double"]):
            student.double(1.0)

    tests = [Test("double", run.__name__, "", 1, run) for run in (limited, replaced)]
    tests += [asking("missing", 1.0), asking("stub", 1.0), asking("double", 1.0)]
    with student_of(DOUBLE, "def stub(x): raise NotImplementedError") as student:
        assert settled_side_by_side(tests, student, 1).keys() == {test.name for test in tests[2:]}
        assert student.made == Counter(start=1, together=1)


def test_questions_may_be_large_together() -> None:
    def run(student: Student, rng: np.random.Generator) -> None:
        expect_close(student.total(np.ones(2**20)), 2**20, "the sum")

    tests = [Test("total", f"total {number}", "", 1, run) for number in range(3)]
    with student_of("def total(x): return x.sum()") as student:
        assert len(settled_side_by_side(tests, student, 1)) == 3


@pytest.mark.parametrize("answer", [None, 2, [], "text", {"missing": True}])
def test_strange_answers_settle_nothing(answer: object) -> None:
    class Lied(Watched):
        def _ask_all(self, operations: Iterable[Operation], seconds: float) -> list[Any]:
            honest = super()._ask_all(operations, seconds)
            return [*honest[:-1], answer] if len(honest) > 1 else honest

    with Lied([DOUBLE], ["double"], FreshProcesses().start, QUICK) as student:
        tests = [asking("double", 1.0), asking("double", 2.0)]
        assert settled_side_by_side(tests, student, 1) == {}
        assert outcomes(student, tests, {}) == [Outcome.PASSED] * 2
