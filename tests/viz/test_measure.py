"""Timing: longer work takes longer, and quick work is repeated until it can be measured."""

from attn_course.viz import processor_seconds


def test_ten_times_the_work_takes_longer() -> None:
    short, long = (processor_seconds(sum, range(size)) for size in (2_000, 20_000))
    assert 3 * short < long < 1


def test_slow_calls_are_made_twice_only() -> None:
    calls = []

    def slow(size: int) -> None:
        calls.append(sum(range(size)))

    assert processor_seconds(slow, 20_000_000) > 0.05
    assert len(calls) == 2
