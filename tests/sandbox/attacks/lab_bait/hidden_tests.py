"""What decides the marks: the ways in which hidden tests of the labs compare."""

import numpy as np

from attn_course.checking import expect_close, expect_inputs_unchanged, expect_shape, test_of


@test_of("treble", points=1)
def treble_of_numbers(student, rng):
    """every number is three times what it was"""
    x = rng.uniform(1, 2, size=(2, 3))
    expected = 3 * x
    expect_close(student.treble(x), expected, "the treble")


@test_of("treble", points=1)
def treble_of_rows(student, rng):
    """each row has the values that it has alone, which are three times what they were"""
    x = rng.uniform(1, 2, size=(3, 4))
    whole = expect_shape(student.treble(x), x.shape, "the treble")
    expected = 3 * x
    for row, one in enumerate(x):
        expect_close(whole[row], student.treble(one), "the treble of a row")
    expect_close(whole, expected, "the treble")


@test_of("treble", points=1)
def treble_of_one_number(student, rng):
    """one number is enough, and inputs stay as they were"""
    x = np.array(rng.uniform(1, 2))
    expected = 3 * float(x)
    expect_close(student.treble(x), expected, "the treble")
    expect_inputs_unchanged(student)


@test_of("ninefold", points=1)
def ninefold_of_numbers(student, rng):
    """every number is nine times what it was"""
    x = rng.uniform(1, 2, size=(2, 3))
    expected = 9 * x
    expect_close(student.ninefold(x), expected, "the ninefold")
