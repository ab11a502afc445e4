"""What tests hand over."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_course.checking import numbers, random_mask, sizes

seeds = st.integers(0, 2**32 - 1)


@given(seeds, st.lists(st.integers(0, 4), max_size=3))
def test_numbers_have_one_decimal_and_no_negative_zero(seed: int, shape: list[int]) -> None:
    array = np.asarray(numbers(np.random.default_rng(seed), *shape))
    assert array.shape == tuple(shape)
    assert np.array_equal(array, array.round(1))
    assert not np.signbit(array[array == 0]).any()


@given(seeds, st.integers(1, 5))
def test_sizes_differ_and_none_is_a_square(seed: int, count: int) -> None:
    drawn = list(sizes(np.random.default_rng(seed), count))
    assert len(set(drawn)) == count
    assert all(type(size) is int and size > 1 and np.sqrt(size) % 1 for size in drawn)


def test_there_are_five_sizes() -> None:
    with pytest.raises(ValueError, match="larger sample"):
        sizes(np.random.default_rng(0), 6)


@given(seeds, st.lists(st.integers(1, 4), max_size=2), st.integers(3, 8))
def test_every_query_sees_two_keys_and_misses_one(seed: int, leading: list[int], n_k: int) -> None:
    mask = random_mask(np.random.default_rng(seed), *leading, n_k)
    assert (mask.shape, mask.dtype) == ((*leading, n_k), bool)
    seen = mask.sum(axis=-1)
    assert ((seen >= 2) & (seen < n_k)).all()
