"""The tests of the small lab. Each calls the function once, with an array of its own."""

from attn_course.checking import expect_close, test_of


@test_of("double", points=1)
def double_of_numbers(student, rng):
    """every number is doubled"""
    x = rng.uniform(1, 2, size=3)
    expect_close(student.double(x), 2 * x, "the double")


@test_of("double", points=1)
def double_of_negative_numbers(student, rng):
    """negative numbers are doubled too"""
    x = rng.uniform(-2, -1, size=4)
    expect_close(student.double(x), 2 * x, "the double")


@test_of("quadruple", points=1)
def quadruple_of_numbers(student, rng):
    """every number is multiplied by four"""
    x = rng.uniform(1, 2, size=3)
    expect_close(student.quadruple(x), 4 * x, "the fourfold")


@test_of("sextuple", points=1)
def sextuple_of_numbers(student, rng):
    """every number is multiplied by six"""
    x = rng.uniform(1, 2, size=3)
    expect_close(student.sextuple(x), 6 * x, "the sixfold")
