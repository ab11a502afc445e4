"""What the tests of grading share: the labs, and one call that marks bytes."""

from collections.abc import Callable

import pytest

from attn_course.checking.specification import Lab, all_labs
from attn_course.grading.grade import Graded, grade
from notebooks import QUICK


@pytest.fixture(scope="session")
def lab() -> Lab:
    """Lab 1."""
    return all_labs()[0]


@pytest.fixture(scope="session")
def marked(lab: Lab) -> Callable[..., Graded]:
    """Return the function that marks a submission; `quick` gives it little time."""

    def marked(content: bytes, name: str = "lab.ipynb", *, quick: bool = False, **options: object) -> Graded:
        limits = QUICK if quick else None
        return grade(content, name, **{"labs": (lab,), "secret": b"secret", "limits": limits, **options})

    return marked
