"""Checks that diagnose: what a notebook calls, and the pieces a lab's tests are written with."""

from attn_course.calls import PublicFunction, SeededGenerator
from attn_course.checking.earlier_labs import from_lab
from attn_course.checking.expectations import (
    FLOAT32_TOLERANCE,
    PropertyFailed,
    expect,
    expect_array,
    expect_boolean,
    expect_close,
    expect_dict,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    expect_value_error,
)
from attn_course.checking.inputs import first_and_last, numbers, random_mask, sizes
from attn_course.checking.learner import attempt, check, hint, progress
from attn_course.checking.specification import misconception, test_of
from attn_course.checking.student import Student

__all__ = [
    "FLOAT32_TOLERANCE",
    "PropertyFailed",
    "PublicFunction",
    "SeededGenerator",
    "Student",
    "attempt",
    "check",
    "expect",
    "expect_array",
    "expect_boolean",
    "expect_close",
    "expect_dict",
    "expect_inputs_unchanged",
    "expect_pair",
    "expect_shape",
    "expect_value_error",
    "first_and_last",
    "from_lab",
    "hint",
    "misconception",
    "numbers",
    "progress",
    "random_mask",
    "sizes",
    "test_of",
]
