"""The course secret and the seeds that follow from it."""

import stat
import sys
from pathlib import Path

import pytest

from attn_course.grading.secret import SecretError, course_secret, submission_seed


def test_the_environment_comes_first(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    assert course_secret(file, {"ATTN_COURSE_SECRET": "hush"}) == b"hush"
    assert not file.exists()


def test_the_file_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    secret = course_secret(file, {})
    assert len(secret) == 64
    assert course_secret(file, {"ATTN_COURSE_SECRET": ""}) == secret
    assert sys.platform == "win32" or stat.S_IMODE(file.stat().st_mode) == 0o600


def test_two_courses_have_two_secrets(tmp_path: Path) -> None:
    assert course_secret(tmp_path / "one", {}) != course_secret(tmp_path / "two", {})


def test_a_secret_that_cannot_be_made_or_used_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SecretError, match="cannot be read or made"):
        course_secret(tmp_path / "no_folder" / "secret", {})
    empty = tmp_path / "empty"
    empty.touch()
    with pytest.raises(SecretError, match="is empty"):
        course_secret(empty, {})


def test_a_seed_depends_on_secret_and_content_and_on_nothing_else() -> None:
    seed = submission_seed(b"secret", b"content")
    assert seed == submission_seed(b"secret", b"content") != submission_seed(b"secret", b"content ")
    assert seed != submission_seed(b"Secret", b"content")
    assert all(0 <= submission_seed(b"s", bytes([n])) < 2**48 for n in range(200))
    assert any(submission_seed(b"s", bytes([n])) >= 2**47 for n in range(200))
