"""A learner's functions in another process: the same answers as here, deadlines, and hostile replies."""

import contextlib
import re
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attn_course.checking.expectations import expect_inputs_unchanged
from attn_course.checking.running import diagnosed, examine_lab
from attn_course.checking.specification import Lab, all_labs
from attn_course.checking.student import (
    LearnerError,
    LocalStudent,
    NotAttempted,
    NotMeasured,
    TookTooLong,
    Unreadable,
)
from attn_course.grading import remote
from attn_course.grading.own_words import OwnWords
from attn_course.grading.reference_source import reference_source
from attn_course.grading.remote import Limits, NoAnswer, RemoteStudent, read_call, read_error, readable
from attn_course.sandbox import Sandbox
from attn_course.sandbox.fresh import FreshChild, FreshProcesses
from attn_course.sandbox.wire import Opaque
from notebooks import FUNCTIONS, IMPORTS, QUICK, SOLVED


def student_of(*cells: str, limits: Limits = QUICK) -> RemoteStudent:
    """Return the functions of these cells, each of which may be called."""
    return RemoteStudent(cells, re.findall(r"def (\w+)", "\n".join(cells)), FreshProcesses().start, limits)


def test_values_errors_and_prints_arrive() -> None:
    cell = "def double(x):\n    print('\\x1b[31mhi')\n    return 2 * x\ndef fails(x):\n    return x / None"
    with student_of("import numpy as np", cell) as student:
        np.testing.assert_array_equal(student.double(np.arange(3)), [0, 2, 4])
        assert student.calls[-1].printed == "\x1b[31mhi\n"  # as it came; `messages` makes it harmless where it is shown
        expect_inputs_unchanged(student)
        with pytest.raises(LearnerError) as caught:
            student.fails(1)
        assert (caught.value.kind, caught.value.lines[-1].source) == ("TypeError", "return x / None")
        with pytest.raises(NotAttempted):
            student.missing()
    assert 0 < student.cpu_seconds < 10


def test_a_stub_is_not_attempted_but_calling_one_is_an_error() -> None:
    with student_of("def stub(): raise NotImplementedError", "def uses(): return stub()") as student:
        with pytest.raises(NotAttempted):
            student.stub()
        with pytest.raises(LearnerError, match="NotImplementedError"):
            student.uses()


WRONG = {
    "softmax": "def softmax(x, axis=-1):\n    e = np.exp(x - np.max(x))\n    return e / e.sum()",
    "softmax_jacobian": "def softmax_jacobian(p):\n    return p[..., :, None] * p[..., None, :]",
    "attention_scores": "def attention_scores(Q, K, scale=True):\n    Q *= 1\n    return Q @ K.T",
    "gradient_norm": "def gradient_norm(Q, K, scale=True):\n    return {1: [Q, (K,)]}",
}


@pytest.mark.parametrize("name", WRONG)
def test_the_verdicts_are_those_of_the_same_functions_here(lab: Lab, name: str) -> None:
    cells = [IMPORTS.splitlines()[0], *FUNCTIONS, WRONG[name]]
    functions: dict[str, Any] = {}
    exec("\n".join(cells), functions)
    here = examine_lab(lab, lab.hidden_tests, LocalStudent(functions, lab.reference), 7)
    with student_of(*cells, limits=Limits()) as student:
        student.reference = lab.reference
        there = examine_lab(lab, lab.hidden_tests, student, 7)
    for one, other in zip(here, there, strict=True):
        assert (one.earned, one.outcome, one.replaced) == (other.earned, other.outcome, other.replaced)
        assert diagnosed(lab, one).misconception == diagnosed(lab, other).misconception


def test_what_hung_once_is_not_called_again() -> None:
    with student_of("def hangs():\n    while True: pass", "def fine(): return 1") as student:
        for _ in range(3):
            with pytest.raises(TookTooLong):
                student.hangs()
        start = time.monotonic()
        with pytest.raises(TookTooLong):
            student.hangs()
        assert time.monotonic() - start < 0.5
        assert student.fine() == 1


def test_what_ended_the_process_once_is_an_error_each_time() -> None:
    with student_of("import os\ndef ends(): os._exit(1)", "def fine(): return 1") as student:
        for _ in range(3):
            with pytest.raises(NoAnswer, match="the process ended"):
                student.ends()
        assert student.fine() == 1


def test_what_ended_the_process_for_one_input_is_tried_once_more() -> None:
    with student_of("import os\ndef picky(x):\n    return x or os._exit(1)") as student:
        for x in (0, 1):
            with contextlib.suppress(NoAnswer):
                assert student.picky(x) == 1
        with pytest.raises(NoAnswer):
            student.picky(0)
        with pytest.raises(NoAnswer):
            student.picky(1)


def test_all_calls_of_a_function_together_have_a_limit() -> None:
    busy = (
        "import time\n\ndef busy(seconds):\n    end = time.process_time() + seconds\n"
        "    while time.process_time() < end: pass"
    )
    cells = [f"{busy}\n\nbusy(0.5)\ndef slow(): busy(0.3)", "def fine(): return 1"]
    with student_of(*cells, limits=Limits(calls=0.2)) as student:
        student.forget()
        assert student.fine() == 1  # in a process whose cells took longer than that
        student.slow()
        with pytest.raises(TookTooLong):
            student.slow()
        assert student.fine() == 1


def test_cells_that_take_too_long_together_are_run_one_by_one() -> None:
    idle = "import time\nend = time.process_time() + 0.4\nwhile time.process_time() < end: pass\n"
    with student_of(f"{idle}def f(): return 1", f"{idle}def g(): return 2", limits=Limits(cell=0.6)) as student:
        assert (student.f(), student.g(), student.cell_errors) == (1, 2, {})


def test_the_errors_of_a_notebook_that_prints_more_than_one_reply_holds_are_known() -> None:
    loud = "print('é' * 500_000)"
    with student_of(*[loud] * 140, "1 / 0", "def f(): return 1", limits=Limits()) as student:
        assert student.f() == 1
        assert [(number, error.kind) for number, error in student.cell_errors.items()] == [(140, "ZeroDivisionError")]


def test_a_frame_that_broke_the_rules_is_not_kept() -> None:
    noise = "bytes([0, 0, 1, 0]) + bytes(256)"
    cell = f"import os\ndef breaks():\n    for fd in range(3, 256):\n        try: os.write(fd, {noise})\n"
    cell += "        except OSError: pass"
    with student_of(cell) as student:
        for _ in range(3):
            with pytest.raises(NoAnswer, match="broken answer"):
                student.breaks()
        lost = [error for errors in student._lost.values() for error in errors]
    assert len(lost) == 2 and all(error.__traceback__ is error.__context__ is None for error in lost)


def test_a_long_cell_is_run() -> None:
    with student_of(f"text = '{'a' * 400_000}'\ndef length(): return len(text)") as student:
        assert student.length() == 400_000


def test_a_submission_has_a_limit_for_everything_together() -> None:
    with student_of("def idle(): return 1", "import time\ntime.sleep(3)", limits=Limits(submission=0.5)) as student:
        with pytest.raises(TookTooLong):
            student.idle()
        assert student.names == {"idle"}


def test_what_experiments_leave_behind_takes_no_memory_from_the_functions(sandbox: Sandbox) -> None:
    experiment = "kept = list(range(1_200_000))"  # more than 40 MB
    function = "import numpy as np\ndef ones(): return np.ones(5_000_000)[0]"  # 40 MB
    with RemoteStudent([experiment, function], ["ones"], sandbox.start) as student, student.limited_memory(64):
        assert student.ones() == 1


def test_the_process_that_is_not_limited_stays(sandbox: Sandbox) -> None:
    cell = "count = 0\ndef counted():\n    global count\n    count += 1\n    return count"
    with RemoteStudent([cell], ["counted"], sandbox.start) as student:
        assert student.counted() == 1
        with student.limited_memory(64):
            assert student.counted() == 1
        assert student.counted() == 2


def test_memory_is_limited_in_a_process_of_its_own(sandbox: Sandbox) -> None:
    cells = [
        "import numpy as np\nkept = np.ones(1_000_000) + np.ones(1_000_000)",
        "def pairs(x):\n    return np.exp(x[:, None] * x).sum(axis=0)",
        "def blocks(x):\n    return sum(np.exp(part[:, None] * x).sum(axis=0) for part in np.split(x, 128))",
    ]
    x = np.linspace(0, 1, 16_384)
    with RemoteStudent(cells, ["pairs", "blocks"], start=sandbox.start) as student:
        with student.limited_memory(128):
            limited = student.blocks(x)
            with pytest.raises(LearnerError) as caught:
                student.pairs(x)
            assert caught.value.kind == "MemoryError"
        np.testing.assert_array_equal(student.blocks(x), limited)
        assert student.names == {"pairs", "blocks"}


def test_memory_that_nothing_limits_is_not_measured() -> None:
    def measure() -> None:
        with (
            RemoteStudent(["def f(): return 1"], ["f"], start=FreshProcesses().start) as student,
            student.limited_memory(128),
        ):
            student.f()

    with pytest.raises(NotMeasured):
        measure()


def test_cells_that_all_hang_do_not_take_for_ever() -> None:
    cells = [f"def f{number}(): return {number}\nwhile True: pass" for number in range(8)]
    start = time.monotonic()
    with student_of(*cells, "def last(): return 1", limits=Limits(cell=0.8, cells=2)) as student:
        assert student.f7() == 7
        assert student.last() == 1
    assert time.monotonic() - start < 20
    assert isinstance(student.cell_errors[0], NoAnswer)


def test_a_cell_for_which_no_time_was_left_says_so() -> None:
    stuck = ["class Stuck:\n    while True: pass"] * 3
    with student_of(*stuck, "def late(): return 1", limits=Limits(cell=0.3, cells=0.3)) as student:
        assert student.names == set()
        assert student.cell_errors[0].text == "it did not come back in time"
        assert student.cell_errors[3].text == "the cells took too much time together"


def test_a_class_that_hangs_where_it_is_defined_is_left_out() -> None:
    cells = ["class Stuck:\n    while True: pass", "def fine(): return 1"]
    with student_of(*cells, limits=Limits(cell=0.8)) as student:
        assert student.fine() == 1


def test_a_replacement_outlives_the_loss_of_the_process(lab: Lab) -> None:
    cells = [*SOLVED[:2], "def softmax(x, axis=-1):\n    while True: pass", *FUNCTIONS[2:]]
    cells.append("def hangs():\n    while True: pass")
    x = np.arange(6.0).reshape(2, 3)
    with student_of(*cells) as student:
        student.reference = lab.reference
        with student.replaced(["softmax"]):
            with pytest.raises(TookTooLong):
                student.hangs()
            assert student.scaled_dot_product_attention(x, x, x)[1].shape == (2, 2)
        with pytest.raises(TookTooLong):
            student.scaled_dot_product_attention(x, x, x)


def test_a_fresh_process_remembers_nothing() -> None:
    with student_of("seen = []\ndef remember(x):\n    seen.append(x)\n    return len(seen)") as student:
        assert [student.remember(1), student.remember(1)] == [1, 2]
        student.forget()
        assert student.remember(1) == 1


def test_what_a_process_said_of_a_cell_is_forgotten_with_the_process(tmp_path: Path) -> None:
    # The first process runs all cells at once, the second each for itself, the third only definitions of the last.
    runs = str(tmp_path / "runs")
    fails = f"with open({runs!r}, 'a+') as runs:\n    runs.write('x')\nassert len(open({runs!r}).read()) != 2"
    with student_of(fails, "import os\nos._exit(0)") as student:
        assert set(student.cell_errors) == {1}


class FalseChild:
    """A process that says what it is told to."""

    cpu_seconds = spent = 0.0
    received = 0

    def __init__(self, **answers: Any) -> None:
        self.answers = answers

    def requests(self, operations: Any, seconds: float) -> list[Any]:
        return [self.answers.get(operation) for operation, _ in operations]

    def close(self) -> None:
        pass


def lied_to(**answers: Any) -> RemoteStudent:
    """Return a student whose process gives these answers."""
    return RemoteStudent(["x = 1"], ["softmax", "Cache"], start=lambda: FalseChild(**answers))


@pytest.mark.parametrize("names", [None, 3, {"softmax": 1}, "softmax", ["other", ["softmax"]]])
def test_strange_lists_of_names_are_no_names(names: object) -> None:
    with lied_to(names=names, run=17) as student:
        assert student.names == frozenset()


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        "text",
        {"missing": True},
        {"missing": np.ones(2), "error": np.ones(2), "printed": np.ones(2), "arguments": np.ones(2)},
        {"error": {"kind": np.ones(2), "text": np.ones(2), "lines": [(np.ones(2), np.ones(2), np.ones(2))]}},
        {"error": {}},
        {"error": {"kind": 3, "text": None, "lines": "abc"}},
        {"error": {"kind": {"unhashable": []}, "lines": [({}, {}, {}), ([], [], [])]}},
        {"error": {"kind": "\x1b[31m" + "x" * 10**6, "text": ["a"], "lines": [(1,), 2, ("f", -1, b"")]}},
        {"value": 1, "arguments": {"a": 1}, "keywords": [1], "printed": 3},
        {"value": Opaque("\u202e" * 100), "arguments": [Opaque("x")], "keywords": {"k": [Opaque("y")]}},
    ],
)
def test_strange_answers_end_in_a_verdict(answer: object) -> None:
    with lied_to(names=["softmax"], call=answer) as student:
        with contextlib.suppress(LearnerError, NotAttempted):
            student.softmax(np.zeros(2))
        assert all(call.error is None or call.error.kind == "an exception of its own" for call in student.calls)


OWN = OwnWords(["class Model: pass", "def f(x):\n    return 1"])


def test_values_become_what_tests_can_read() -> None:
    value = readable({"key": [Opaque("Model"), Opaque("generator"), Opaque("0.25 0.5"), ("text", 1.5)]}, OWN)
    names = [Unreadable("Model"), Unreadable("generator"), Unreadable("an object of its own")]
    assert value == {"key": [*names, ("text", 1.5)]}


def test_errors_and_calls_keep_what_is_well_formed() -> None:
    lines = [("f", 2, "return 1"), ("f", 77, "return 1"), ("0.5", 1, "x = 0.25"), "f", ("<module>", 1)]
    error = read_error({"kind": "ValueError", "text": "no", "lines": lines}, OWN)
    kept = [(line.function, line.number, line.source) for line in error.lines]
    assert kept == [("f", 2, "return 1"), ("f", 2, "return 1"), ("<unnamed>", 0, "")]
    answer = {"value": 2, "arguments": [1], "keywords": {}, "printed": "p"}
    call = read_call(remote.Call("f", (1,), {}), answer, OWN)
    assert (call.value, call.arguments_after, call.keywords_after, call.printed) == (2, (1,), {}, "p")


def test_a_method_is_named_by_two_words_of_the_submission_and_no_more() -> None:
    own = OwnWords(["class Model:\n    def run(self): return 1"])
    for function, shown in {
        "Model.run": "Model.run",
        "Model.<lambda>": "Model.<lambda>",
        "Model.other": "<unnamed>",
        "Model.run.Model": "<unnamed>",
        ".": "<unnamed>",
        "": "<unnamed>",
    }.items():
        assert own.line(function, 2, "def run(self): return 1").function == shown


def test_a_forged_answer_about_an_object_is_only_a_value() -> None:
    with lied_to(
        names=["Cache"], create={"value": 7, "handle": 10**9}, call_method={"value": [Opaque("0.5")]}
    ) as student:
        cache = student.Cache()
        assert cache.append(1) == [Unreadable("an object of its own")]
        with pytest.raises(TypeError):
            len(cache)
        assert [call.value for call in student.calls[:1]] == [None]


def test_many_functions_beside_the_tasks_do_no_harm() -> None:
    with student_of("globals().update({f'f{n}': print for n in range(12_000)})", "def fine(): return 1") as student:
        assert student.fine() == 1


def test_a_cell_that_is_far_too_long_costs_only_itself() -> None:
    with student_of("def lost(): return 1\n" + "#" * 17 * 2**20, "def fine(): return 1") as student:
        assert student.fine() == 1
        assert student.names == {"fine"}
    assert student.cell_errors[0].text == "it is longer than 1,048,576 characters"


def test_an_interrupt_while_the_cells_run_leaves_no_process_behind() -> None:
    class Interrupted(FreshChild):
        def requests(self, operations: Any, seconds: float) -> list[Any]:
            raise KeyboardInterrupt

    child = Interrupted()
    with pytest.raises(KeyboardInterrupt), RemoteStudent(["x = 1"], ["f"], start=lambda: child):
        pass
    assert child._ended


def test_the_reference_can_stand_in_for_every_function_of_every_lab() -> None:
    child = FreshProcesses().start()
    try:
        for lab in all_labs():
            for name in lab.names:
                source = reference_source(lab.reference, [name])
                assert child.request("replace", 10, source=source, names=[name]) == {"error": None}
    finally:
        child.close()
