"""What a learner's own checks run."""

import numpy as np

from attn_course.checking import expect_close, test_of


@test_of("treble")
def treble_of_public_numbers(student, rng):
    """every number is three times what it was"""
    expect_close(student.treble(np.arange(3.0)), [0, 3, 6], "the treble")


@test_of("ninefold")
def ninefold_of_public_numbers(student, rng):
    """every number is nine times what it was"""
    expect_close(student.ninefold(np.arange(3.0)), [0, 9, 18], "the ninefold")
