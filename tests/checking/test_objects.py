"""Objects, functions, generators, dicts and errors: the same verdicts wherever the learner's code lives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy import defined

from attn_course.calls import PublicFunction, SeededGenerator
from attn_course.checking.messages import check_message
from attn_course.checking.outcomes import Outcome, TaskResult
from attn_course.checking.running import examine_public
from attn_course.checking.specification import Lab, load_module
from attn_course.checking.student import LearnerError, LocalStudent, NoAnswer, NotAttempted, Student, TookTooLong
from attn_course.grading.remote import Limits, RemoteStudent
from attn_course.sandbox.fresh import FreshProcesses

FOLDER = Path(__file__).parent / "lab_objects"
LAB: Lab = load_module(FOLDER / "tasks.py").lab
RIGHT = (FOLDER / "reference.py").read_text(encoding="utf-8")
BANK = {node.name: node for node in ast.parse((FOLDER / "misconceptions.py").read_text()).body if hasattr(node, "name")}


@contextmanager
def learner(where: str, *cells: str) -> Iterator[Student]:
    """Give the learner who wrote these cells after the right ones; here, or in a process of their own."""
    if where == "here":
        yield LocalStudent(defined(RIGHT, *cells), LAB.reference)
        return
    names = {*LAB.names, *re.findall(r"(?:def|class) (\w+)", "\n".join(cells))}
    with RemoteStudent([RIGHT, *cells], names, FreshProcesses().start, Limits(call=2)) as student:
        student.reference = LAB.reference
        yield student


def misconception_cell(name: str) -> str:
    """Return a cell in which the learner makes a mistake of the bank."""
    node = BANK[name]
    entry = next(one for one in LAB.misconceptions if one.implementation.__name__ == name)
    node.decorator_list = []
    return f"{ast.unparse(node)}\n\n{entry.task} = {name}"


both = pytest.mark.parametrize("where", ["here", "remote"])


# ---------------------------------------------------------------------- verdicts

CELLS = {
    "right": "",
    "a type error is no value error": "def split(x, parts):\n    raise TypeError('no')",
    "a value error of its own": (
        "class Odd(ValueError): pass\n"
        "def split(x, parts):\n    if parts != 3: raise Odd('no')\n    return x.reshape(parts, -1)"
    ),
    "a value error without words": (
        "def split(x, parts):\n    if parts != 3: raise ValueError\n    return x.reshape(3, 2)"
    ),
    "no key": "def cost(n): return {'numbers': 2 * n}",
    "wrong value": "def cost(n): return {'numbers': 2 * n, 'bytes': 0}",
    "another key": "def cost(n): return {'numbers': 2 * n, 'bytes': 16 * n, 'more': None}",
    "no dict": "def cost(n): return [2 * n, 16 * n]",
    "an int": "def is_even(f, n, rng): return 1",
    "NumPy's booleans": (
        "def is_even(f, n, rng):\n    x = rng.normal(size=n)\n    return np.all(np.isclose(f(x), f(-x)))"
    ),
    "no return": "def is_even(f, n, rng): f(rng.normal(size=n))",
    "a stub": "class RunningTally:\n    def __init__(self, start=0.0): raise NotImplementedError",
    "stubs": (
        "class RunningTally:\n    def __init__(self, start=0.0): pass\n"
        "    def add(self, row): raise NotImplementedError\n    def __len__(self): return 0"
    ),
    "one stub": (
        "class RunningTally(RunningTally):\n    def mean(self, weight=1): raise NotImplementedError\n"
        "    def __len__(self): return len(self.rows)"
    ),
    "no method": "class RunningTally:\n    def __len__(self): return 0",
    "a function": "Right = RunningTally\ndef RunningTally(*args, **kwargs): return Right(*args, **kwargs)",
    "no length": "class RunningTally(RunningTally):\n    def __len__(self): return -1",
    "an error": "class RunningTally(RunningTally):\n    def add(self, row): return row / None",
    "changes its row": (
        "class RunningTally(RunningTally):\n    def add(self, row):\n        super().add(row)\n        row *= 2"
    ),
    "missing": "del RunningTally",
}


def verdict(result: TaskResult) -> tuple[object, ...]:
    """Return what must not depend on where the code lives."""
    tests = [
        (one.outcome, one.failure and one.failure.sentence, one.error and one.error.kind) for one in result.results
    ]
    return tests, result.misconception and result.misconception.name


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS)
def test_a_check_and_the_grader_agree(cell: str) -> None:
    found = {}
    for where in ("here", "remote"):
        with learner(where, cell) as student:
            found[where] = [examine_public(LAB, name, student) for name in LAB.names]
    assert [verdict(one) for one in found["here"]] == [verdict(one) for one in found["remote"]]
    for here, there in zip(found["here"], found["remote"], strict=True):
        assert check_message(LAB, here).text == check_message(LAB, there).text


@both
@pytest.mark.parametrize("name", BANK)
def test_every_mistake_is_named_and_no_other_task_fails(where: str, name: str) -> None:
    entry = next(one for one in LAB.misconceptions if one.implementation.__name__ == name)
    with learner(where, misconception_cell(name)) as student:
        results = {task: examine_public(LAB, task, student) for task in LAB.names}
    assert {task for task, one in results.items() if one.outcome is not Outcome.PASSED} == {entry.task}
    assert results[entry.task].misconception == entry


OUTCOMES = {
    "right": set(),
    "a value error of its own": set(),
    "another key": set(),
    "NumPy's booleans": set(),
    "a function": set(),
    "a type error is no value error": {"split: error"},
    "a value error without words": {"split: wrong"},
    "no key": {"cost: wrong"},
    "an int": {"is_even: wrong"},
    "a stub": {"RunningTally: not_attempted"},
    "stubs": {"RunningTally: not_attempted"},
    "one stub": {"RunningTally: error"},
    "no method": {"RunningTally: error"},
    "no length": {"RunningTally: error"},
    "changes its row": {"RunningTally: wrong"},
    "missing": {"RunningTally: not_attempted"},
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_what_a_verdict_is(name: str) -> None:
    with learner("here", CELLS[name]) as student:
        results = [examine_public(LAB, task, student) for task in LAB.names]
    failing = {f"{one.task.name}: {one.outcome}" for one in results if one.outcome is not Outcome.PASSED}
    assert failing == OUTCOMES[name]


# ---------------------------------------------------------------------- objects


@both
def test_objects_are_apart_and_their_calls_are_recorded(where: str) -> None:
    with learner(where) as student:
        first, second = student.RunningTally(), student.RunningTally(start=5.0)
        first.add(np.ones(2))
        second.add(np.zeros(2))
        np.testing.assert_array_equal(first.mean(), [1, 1])
        np.testing.assert_array_equal(second.mean(), [5, 5])
        assert (len(first), len(second)) == (1, 1)
    calls = [(call.method, call.instance) for call in student.calls]
    assert calls[:4] == [("__init__", 1), ("__init__", 2), ("add", 1), ("add", 2)]
    assert {call.function for call in student.calls} == {"RunningTally"}


@both
def test_errors_of_objects_are_the_learners(where: str) -> None:
    cell = "class Odd:\n    def fails(self):\n        print('here')\n        return 1 / 0\n    stub = None"
    with learner(where, cell) as student:
        odd = student.Odd()
        with pytest.raises(LearnerError) as caught:
            odd.fails()
        assert [line.function for line in caught.value.lines] == ["Odd.fails"]
        assert student.calls[-1].printed == "here\n"
        for call in (odd.missing, odd.stub, odd.__len__):
            with pytest.raises(LearnerError):
                call()
        assert not hasattr(odd, "_private")


@both
def test_a_method_that_calls_a_stub_of_another_task_is_an_error(where: str) -> None:
    cells = ["def split(x, parts): raise NotImplementedError", "class Cuts:\n    def cut(self): return split([], 1)"]
    with learner(where, *cells) as student:
        with pytest.raises(NotAttempted):
            student.split([], 1)
        with pytest.raises(LearnerError):
            student.Cuts().cut()


def test_an_object_that_lost_its_process_is_an_error_and_the_next_test_goes_on() -> None:
    cell = "import os\nclass Ends(RunningTally):\n    def end(self): os._exit(1)"
    with learner("remote", cell) as student:
        tally = student.Ends()
        tally.add(np.ones(2))
        for call in (tally.end, tally.mean, lambda: len(tally)):
            with pytest.raises(NoAnswer, match="ended"):
                call()
        again = student.Ends()
        again.add(np.ones(2))
        np.testing.assert_array_equal(again.mean(), [1, 1])
        with pytest.raises(NoAnswer, match="the process that held the object ended"):
            tally.mean()


def test_an_object_that_hangs_is_not_asked_again() -> None:
    with learner("remote", "class Hangs:\n    def wait(self):\n        while True: pass") as student:
        held = student.Hangs()
        for _ in range(2):
            with pytest.raises(TookTooLong):
                held.wait()
        assert student.cost(1) == {"numbers": 2, "bytes": 16}


@both
def test_the_courses_class_can_stand_in(where: str) -> None:
    cells = [
        "class RunningTally: pass",
        "def uses():\n    tally = RunningTally()\n    tally.add([1.0])\n    return len(tally)",
    ]
    with learner(where, *cells) as student:
        with student.replaced(["RunningTally"]):
            assert student.uses() == 1
            assert len(student.RunningTally()) == 0
        with pytest.raises(LearnerError):
            student.uses()


# ---------------------------------------------------------------------- what is handed over


@both
def test_a_function_and_a_generator_are_made_where_they_are_used(where: str) -> None:
    cell = "def use(f, rng, x):\n    x[0] = 9\n    return f(x), rng.normal(size=3), f([1.0])"
    source = "def helper(x):\n    return np.asarray(x) * 2\n\ndef f(x, add, *, by=1):\n    return helper(x) + add * by"
    with learner(where, cell) as student:
        f, add = PublicFunction(source, "f", add=np.array([1.0]), by=3), SeededGenerator(5)
        doubled, drawn, again = student.use(f, add, x=np.zeros(2))
        np.testing.assert_array_equal(doubled, [21, 3])
        np.testing.assert_array_equal(again, [5])
        np.testing.assert_array_equal(drawn, np.random.default_rng(5).normal(size=3))
        call = student.calls[-1]
        assert call.arguments_after == (f, add)
        np.testing.assert_array_equal(call.keywords_after["x"], [9, 0])


@both
def test_what_a_function_keeps_of_its_parameters_is_a_copy(where: str) -> None:
    with learner(where, "def use(f):\n    f.keywords['add'][0] = 7\n    return f(np.zeros(1))") as student:
        f = PublicFunction("def f(x, add): return x + add", "f", add=np.array([1.0]))
        assert [student.use(f).tolist(), student.use(f).tolist()] == [[7], [7]]
        assert f.parameters["add"].tolist() == [1]


@both
def test_an_error_inside_a_function_that_was_handed_over_shows_the_learners_line(where: str) -> None:
    with learner(where, "def use(f):\n    return f(None)") as student:
        with pytest.raises(LearnerError) as caught:
            student.use(PublicFunction("def f(x): return x + 1", "f"))
        assert [line.source for line in caught.value.lines] == ["return f(None)"]


@given(st.integers(0, 2**63 - 1), st.integers(1, 4))
@settings(max_examples=20)
def test_a_generator_is_that_of_its_seed(seed: int, size: int) -> None:
    student = LocalStudent({"draw": lambda rng: rng.normal(size=size)})
    np.testing.assert_array_equal(student.draw(SeededGenerator(seed)), np.random.default_rng(seed).normal(size=size))
    assert np.array_equal(student.draw(SeededGenerator(seed)), student.draw(SeededGenerator(seed)))


# ---------------------------------------------------------------------- what is shown


def shown(name: str, cell: str) -> str:
    """Return what the check says."""
    with learner("here", cell) as student:
        return check_message(LAB, examine_public(LAB, name, student)).text


def test_all_calls_of_the_failing_object_are_shown_and_no_others() -> None:
    text = shown("RunningTally", misconception_cell("TallyOfTheLastRow"))
    shown_calls = re.findall(r"^    (\S.*)$", text, flags=re.MULTILINE)
    assert shown_calls == [
        "tally = RunningTally()",
        *("tally.add(row)", "tally.mean(weight=2.0)", "tally.add(row)", "tally.mean(weight=2.0)"),
    ]
    assert "row, shape (2,)" in text


def test_a_function_is_shown_by_what_it_does() -> None:
    text = shown("is_even", "def is_even(f, n, rng): return n")
    assert "The call was `is_even(f, n=3, rng=np.random.default_rng(7))` with" in text
    assert "f, a function: each number is raised to a power" in text
    assert "exponent = 2" in text


def test_a_dict_of_arrays_is_listed_by_its_keys() -> None:
    text = shown("combine", "def combine(params, masks): return 1")
    assert "The call was `combine(params, masks)` with" in text
    assert {"params['W'], shape (2, 3):", "params['name'] = 'linear'", "masks[1] = None"} <= {
        line.strip() for line in text.splitlines()
    }


def test_an_error_that_is_not_the_one_asked_for_is_shown() -> None:
    cell = "def split(x, parts):\n    if parts != 3:\n        raise KeyError('odd')\n    return x.reshape(3, 2)"
    text = shown("split", cell)
    assert "6 numbers in 4 parts should raise a ValueError, but this was raised: KeyError." in text
    assert "split, line 3: raise KeyError('odd')" in text


def test_a_missing_key_and_a_wrong_one_are_named() -> None:
    assert "the cost should have the key 'bytes', but it is missing" in shown("cost", CELLS["no key"])
    assert "the values of the cost under the key 'bytes' differ" in shown("cost", CELLS["wrong value"])


def test_a_method_that_is_not_written_yet_is_named() -> None:
    assert "It needs `RunningTally.mean`, which is not written yet." in shown("RunningTally", CELLS["one stub"])
