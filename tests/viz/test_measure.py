"""Timing: longer work takes longer, and quick work is repeated until it can be measured. Memory is what is held."""

import numpy as np

from attn_course.viz import peak_bytes, processor_seconds


def test_ten_times_the_work_takes_longer() -> None:
    short, long = (processor_seconds(sum, range(size)) for size in (2_000, 20_000))
    assert 3 * short < long < 1


def test_slow_calls_are_made_twice_only() -> None:
    calls = []

    def slow(size: int) -> None:
        calls.append(sum(range(size)))

    assert processor_seconds(slow, 20_000_000) > 0.05
    assert len(calls) == 2


def test_peak_bytes_counts_what_a_call_holds_at_once() -> None:
    one, two = (peak_bytes(lambda n=n: [np.ones(100_000) for _ in range(n)]) for n in (1, 2))
    assert 800_000 <= one < 850_000
    assert 1_600_000 <= two < 1_650_000
