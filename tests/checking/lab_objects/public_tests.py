"""The tests of the small lab."""

import numpy as np

from attn_course.checking import (
    PublicFunction,
    SeededGenerator,
    expect,
    expect_boolean,
    expect_close,
    expect_dict,
    expect_inputs_unchanged,
    expect_value_error,
    test_of,
)

POWER = '''
def f(x, exponent, shift=0.0):
    """each number is raised to a power"""
    return x**exponent + shift
'''


@test_of("RunningTally", points=2)
def tally_of_rows(student, rng):
    """the mean is that of all rows so far"""
    tally, other = student.RunningTally(), student.RunningTally(start=1.0)
    rows = rng.uniform(1, 2, size=(3, 2))
    for number, row in enumerate(rows, start=1):
        tally.add(row)
        expect_inputs_unchanged(student)
        other.add(2 * row)
        expect_close(tally.mean(weight=2.0), 2 * rows[:number].mean(axis=0), "the mean")
    expect_close(other.mean(), 1 + 2 * rows.mean(axis=0), "the mean of the other")


@test_of("RunningTally", points=1)
def tally_has_a_length(student, rng):
    """its length is the number of rows"""
    tally = student.RunningTally()
    expect(len(tally) == 0, "a new tally should have length 0")
    tally.add(rng.normal(size=3))
    expect(len(tally) == 1, "a tally of one row should have length 1")


@test_of("is_even", points=2)
def even_and_odd_powers(student, rng):
    """it tells even functions from others"""
    for exponent in (2, 3, 4):
        f = PublicFunction(POWER, "f", exponent=exponent, shift=np.array([1.0, 2.0, 0.5]))
        answer = expect_boolean(student.is_even(f, 3, rng=SeededGenerator(7)), "the answer")
        expect_inputs_unchanged(student)
        expect(bool(answer) == (exponent % 2 == 0), "the answer is wrong for a power")


@test_of("split", points=1)
def equal_parts(student, rng):
    """the numbers are split in order"""
    x = rng.normal(size=6)
    expect_close(student.split(x, 3), x.reshape(3, 2), "the parts")


@test_of("split", points=1)
def impossible_parts(student, rng):
    """parts of unequal size raise a ValueError"""
    for parts in (4, 0):
        expect_value_error(lambda parts=parts: student.split(np.arange(6), parts), f"6 numbers in {parts} parts")


@test_of("cost", points=1)
def costs(student, rng):
    """the dict holds the numbers and the bytes"""
    for n in (3, 5):
        expect_dict(student.cost(n), {"numbers": 2 * n, "bytes": 16 * n}, "the cost")


@test_of("combine", points=1)
def combined(student, rng):
    """the product of what the dict holds, plus the number of masks"""
    params = {"W": rng.normal(size=(2, 3)), "b": rng.normal(size=3), "name": "linear"}
    expect_close(student.combine(params, [np.array([True]), None]), params["W"] @ params["b"] + 2, "the sum")
