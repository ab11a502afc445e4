"""Measures how long a function takes: in a notebook only, for nobody's mark depends on time."""

from __future__ import annotations

import time
from collections.abc import Callable

SHORTEST = 0.05  # seconds: less would be the clock's noise


def processor_seconds(function: Callable[..., object], *arguments: object) -> float:
    """Return the processor seconds of one call, on average over as many as take a twentieth of a second.

    A first call is not counted: it finds nothing in the processor's caches. While a submission is marked, this
    returns at once and calls nothing.
    """
    function(*arguments)
    calls, start = 0, time.process_time()
    while (passed := time.process_time() - start) < SHORTEST:
        function(*arguments)
        calls += 1
    return passed / calls
