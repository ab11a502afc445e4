"""How a learner's function is called, in a notebook and in grading alike: quietly, its errors as data."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from attn_course.tracebacks import Line, learners_lines


@contextmanager
def quiet() -> Iterator[None]:
    """Let no warning and no setting of NumPy's decide a call: a result may be NaN or infinite, the tests will see."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def described(error: BaseException) -> tuple[str, str, tuple[Line, ...]]:
    """Describe an exception by its class, its text and the learner's own lines, the innermost last."""
    try:
        text = str(error)
    except BaseException:  # the class may be the learner's, and so its __str__
        text = ""
    return type(error).__name__, text, learners_lines(error.__traceback__)
