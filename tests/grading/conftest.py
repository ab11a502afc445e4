"""What the tests of grading share: the labs, and one call that marks bytes."""

from collections.abc import Callable

import pytest

from attn_course.checking.specification import Lab, all_labs
from attn_course.grading.grade import Graded, grade
from attn_course.sandbox import Sandbox
from notebooks import QUICK


@pytest.fixture(scope="session")
def lab() -> Lab:
    """Lab 1."""
    return all_labs()[0]


@pytest.fixture(scope="session")
def marked(lab: Lab, sandbox: Sandbox) -> Callable[..., Graded]:
    """Return the function that marks a submission; `quick` gives it little time."""

    def marked(content: bytes, name: str = "lab.ipynb", *, quick: bool = False, **options: object) -> Graded:
        limits = QUICK if quick else None
        usual = {"labs": (lab,), "secret": b"secret", "limits": limits, "start": sandbox.start}
        return grade(content, name, **{**usual, **options})

    return marked
