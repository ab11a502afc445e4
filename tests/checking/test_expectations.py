"""What tests demand: shape before value, a sentence for each failure, and no number in it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st

from attn_course.checking import expectations
from attn_course.checking.comparison import as_array, within
from attn_course.checking.expectations import (
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
from attn_course.checking.student import LearnerError, LocalStudent, NoAnswer, NotAttempted, TookTooLong, plain


def failure(function: Any, *arguments: Any) -> PropertyFailed:
    """Return how a demand fails."""
    with pytest.raises(PropertyFailed) as caught:
        function(*arguments)
    return caught.value


@pytest.mark.parametrize("value", [np.ones(2), [1, 2], 3, 2.5, True, [[1.0], [2.0]], np.float32(1), np.arange(3)])
def test_arrays_lists_and_numbers_are_numbers(value: object) -> None:
    np.testing.assert_array_equal(expect_array(value, "it"), np.asarray(value))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (None, "nothing was returned for the weights: is a `return` missing?"),
        ((1, 2), "the weights should be one array, but a tuple of 2 values was returned"),
        ([[1], [1, 2]], "the weights should be an array, but lists of different lengths were returned"),
        ("0.5", "the weights should be real numbers, but this was returned: str"),
        ({"a": 1}, "the weights should be real numbers, but this was returned: dict"),
        ([None, 1], "the weights should be real numbers, but this was returned: list"),
        (np.ones(2) * 1j, "the weights should be real numbers, but this was returned: array of complex128"),
        ((n for n in [1]), "the weights should be numbers, but this was returned: generator"),
        (np.array([{}]), "the weights should be numbers, but this was returned: array of object"),
    ],
)
def test_what_is_no_number_is_named(value: object, sentence: str) -> None:
    assert failure(expect_array, plain(value), "the weights").sentence == sentence


def test_a_shape_is_never_broadcast() -> None:
    for value in (np.ones((3, 1)), np.ones((1, 3)), np.ones((1, 1)), 1.0):
        found = failure(expect_close, value, np.ones(3), "it")
        assert found.sentence.startswith("the shape of it is (")
        assert found.sentence.endswith("not (3,)")
        assert found.expected is None  # hidden values do not leave with a wrong shape
    assert "() (a single number)" in failure(expect_shape, 1.0, (3,), "it").sentence
    np.testing.assert_array_equal(expect_shape([[1, 2]], (1, 2), "it"), [[1, 2]])


@pytest.mark.parametrize("value", [[1, 2], [1.0, 2.0 + 1e-7], np.array([1, 2], dtype=np.float32), np.array([1, 2])])
def test_close_values_pass_whatever_their_type(value: object) -> None:
    expect_close(value, [1.0, 2.0], "it")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([1.0, 2.1], "the values of it differ from the expected ones"),
        ([1.0, np.nan], "it should be finite, but there are NaN"),
        ([1.0, np.inf], "it should be finite, but there are infinite values"),
        ([-np.inf, np.nan], "it should be finite, but there are NaN"),
    ],
)
def test_wrong_values_are_kept_for_the_comparison(value: list[float], sentence: str) -> None:
    found = failure(expect_close, value, [1.0, 2.0], "it")
    assert found.sentence == sentence
    np.testing.assert_array_equal(found.expected, [1, 2])
    np.testing.assert_array_equal(found.actual, value)


def test_a_tolerance_can_be_chosen() -> None:
    single = expectations.FLOAT32_TOLERANCE
    expect_close([1.0005], [1.0], "it", **single)
    failure(lambda: expect_close([1.01], [1.0], "it", **single))


def test_a_pair_is_a_tuple_or_a_list_of_two() -> None:
    assert expect_pair((1, 2), "output", "weights") == (1, 2)
    assert expect_pair([1, 2], "output", "weights") == (1, 2)
    wanted = "two values should be returned, (output, weights), but "
    for value, came in [(np.ones((2, 2)), "one value"), ((1, 2, 3), "3 values"), (None, "one value")]:
        assert failure(expect_pair, value, "output", "weights").sentence == f"{wanted}{came} came back"


def test_a_condition_fails_with_its_sentence() -> None:
    expect(True, "it is so")
    assert failure(expect, False, "it is not so").sentence == "it is not so"


def test_inputs_that_the_last_call_changed_are_noticed() -> None:
    def add_one(x, y=None):
        target = x if y is None else y
        target += 1

    student = LocalStudent({"add_one": add_one, "leave": lambda x, y=None: x + 1})
    student.leave(np.ones(2), y=np.ones(3))
    expect_inputs_unchanged(student)
    student.add_one(np.ones(2))
    assert "changed an array" in failure(expect_inputs_unchanged, student).sentence
    student.add_one(np.ones(2), y=np.ones(3))
    assert "changed an array" in failure(expect_inputs_unchanged, student).sentence


def test_a_huge_size_is_not_written_out() -> None:
    def sentence(shape: tuple[int, ...], expected: tuple[int, ...]) -> str:
        return failure(expect_shape, np.empty(shape), expected, "it").sentence

    assert sentence((0, 12345678), (2,)) == "the shape of it is another one, with 2 axes, not (2,)"
    assert sentence((0,) * 7, (2,)) == "the shape of it is another one, with many axes, not (2,)"
    assert sentence((3, 16384), (16384, 3)) == "the shape of it is (3, 16384), not (16384, 3)"
    assert "but many values came back" in failure(expect_pair, (1.0,) * 9705, "a", "b").sentence
    assert "a tuple of 3 values" in failure(expect_array, (1, 2, 3), "it").sentence


# ---------------------------------------------------------------------- booleans, dicts, errors


@pytest.mark.parametrize("value", [True, np.False_, np.array(True), [True, False], np.eye(2, dtype=bool)])
def test_booleans_are_pythons_or_numpys_or_arrays_of_them(value: object) -> None:
    array = expect_boolean(plain(value), "the mask")
    assert array.dtype == bool
    np.testing.assert_array_equal(array, np.asarray(value))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (1, "the mask should be boolean, True or False, but this was returned: int"),
        (np.eye(2), "the mask should be boolean, True or False, but this was returned: array of float64"),
        (np.float32(1), "the mask should be boolean, True or False, but this was returned: a number (float32)"),
        ({1, 2}, "the mask should be boolean, True or False, but this was returned: set"),
        ("True", "the mask should be real numbers, but this was returned: str"),
        ((True, True), "the mask should be one array, but a tuple of 2 values was returned"),
        (None, "nothing was returned for the mask: is a `return` missing?"),
    ],
)
def test_what_is_no_boolean_is_named(value: object, sentence: str) -> None:
    assert failure(expect_boolean, plain(value), "the mask").sentence == sentence


COSTS = {"numbers": 6, "sizes": [1, 2]}


def test_a_dict_may_have_more_keys() -> None:
    for value in ({"sizes": np.array([1.0, 2.0]), "numbers": 6.0}, {**COSTS, "more": object()}):
        assert expect_dict(value, COSTS, "the cost") is value


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"numbers": 6}, "the cost should have the key 'sizes', but it is missing"),
        ({**COSTS, "numbers": 7}, "the values of the cost under the key 'numbers' differ from the expected ones"),
        ({**COSTS, "sizes": 1}, "the shape of the cost under the key 'sizes' is () (a single number), not (2,)"),
        ({**COSTS, "sizes": None}, "nothing was returned for the cost under the key 'sizes': is a `return` missing?"),
        ([6, [1, 2]], "the cost should be a dict, but this was returned: list"),
        (None, "the cost should be a dict, but this was returned: nothing"),
    ],
)
def test_the_key_that_is_missing_or_wrong_is_named(value: object, sentence: str) -> None:
    assert failure(expect_dict, plain(value), COSTS, "the cost").sentence == sentence


def raising(error: Exception) -> Any:
    """Return a call that raises."""

    def call() -> None:
        raise error

    return call


def test_the_error_that_was_asked_for_is_marked_as_wanted() -> None:
    error = LearnerError("Odd", "no", is_value_error=True)
    expect_value_error(raising(error), "an odd number")
    assert error.wanted


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: 3, "an odd number should raise a ValueError, but the call returned a value"),
        (lambda: None, "an odd number should raise a ValueError, but the call returned a value"),
        (
            raising(LearnerError("TypeError", "no")),
            "an odd number should raise a ValueError, but this was raised: TypeError",
        ),
        (
            raising(LearnerError("ValueError", " ", is_value_error=True)),
            "an odd number should raise a ValueError with a message: say what is wrong",
        ),
    ],
)
def test_an_error_that_was_asked_for_and_did_not_come(call: Any, sentence: str) -> None:
    assert failure(expect_value_error, call, "an odd number").sentence == sentence


@pytest.mark.parametrize("error", [NotAttempted("f"), TookTooLong("f"), NoAnswer("the process ended")])
def test_what_is_no_error_of_the_learners_passes_through(error: Exception) -> None:
    with pytest.raises(type(error)):
        expect_value_error(raising(error), "an odd number")


@pytest.mark.parametrize(
    "value",
    [
        ["a", "b" * 10_000_000],  # NumPy would pad the first to the length of the second
        [1, "2"],
        [[1.0, None]],
        [{}],
        [np.zeros(10**6, np.int8), np.zeros(1)],
        [[0] * 1000] * 1001,
    ],
)
def test_lists_of_anything_but_numbers_are_no_array(value: object) -> None:
    assert as_array(value) is None
    assert "should be real numbers" in failure(expect_array, value, "it").sentence


@pytest.mark.parametrize("value", [[1, 2.5], [[True], [False]], [np.ones(2), np.zeros(2)], (np.float32(1), 2), 3, 1j])
def test_lists_of_numbers_are_what_numpy_makes_of_them(value: object) -> None:
    np.testing.assert_array_equal(as_array(value), np.asarray(value))


NUMBERS = numpy_st.arrays(
    st.sampled_from([np.dtype(letter) for letter in "?bBlLefd"]), (4,), elements={"allow_subnormal": False}
)


@given(NUMBERS, NUMBERS, st.sampled_from([0.0, 1e-7, 1e-5, 0.1]), st.floats(0, 1e-3), st.sampled_from([0.0, 1e-6, 2.0]))
def test_numbers_are_within_a_tolerance_as_numpy_says(
    one: np.ndarray, other: np.ndarray, step: float, rtol: float, atol: float
) -> None:
    with np.errstate(all="ignore"):
        for value in (one, other.astype(float) * (1 + step)):
            near = bool(np.allclose(value, other.astype(float), rtol=rtol, atol=atol) and np.isfinite(other).all())
            assert within(value, other, rtol, atol) is near
