"""Checks that diagnose: what a notebook calls, and the pieces a lab's tests are written with."""

from attn_course.checking.expectations import (
    FLOAT32_TOLERANCE,
    PropertyFailed,
    expect,
    expect_array,
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
)
from attn_course.checking.learner import attempt, check, hint, progress
from attn_course.checking.specification import misconception, test_of
from attn_course.checking.student import Student

__all__ = [
    "FLOAT32_TOLERANCE",
    "PropertyFailed",
    "Student",
    "attempt",
    "check",
    "expect",
    "expect_array",
    "expect_close",
    "expect_inputs_unchanged",
    "expect_pair",
    "expect_shape",
    "hint",
    "misconception",
    "progress",
    "test_of",
]
