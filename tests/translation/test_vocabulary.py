"""Words and their numbers."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_course.translation import END, PAD, START, UNKNOWN, Vocabulary, vocabulary

sentences = st.lists(st.lists(st.sampled_from(["a", "b", "c", "é", "z", "<s>", "<pad>"]), max_size=8), max_size=8)


def test_the_special_words_come_first() -> None:
    assert (PAD, START, END, UNKNOWN) == (0, 1, 2, 3)
    assert Vocabulary.of([]).words == ("<pad>", "<s>", "</s>", "<unk>")


def test_the_most_frequent_word_comes_first_and_equals_stand_by_the_alphabet() -> None:
    words = Vocabulary.of([["the", "dog"], ("the", "cat", "the", "ant"), ["dog"]]).words
    assert words[4:] == ("the", "dog", "ant", "cat")


@given(sentences)
def test_order_and_ids(sentences: list[list[str]]) -> None:
    found = Vocabulary.of(sentences)
    text = [word for sentence in sentences for word in sentence if word not in ("<s>", "<pad>")]
    assert sorted(found.words[4:]) == sorted(set(text))
    keys = [(-text.count(word), word) for word in found.words[4:]]
    assert keys == sorted(keys)
    assert [found.word_to_id[word] for word in found.words] == list(range(len(found)))
    assert found == Vocabulary.of(reversed(sentences))


@given(sentences)
def test_decoding_returns_the_words(sentences: list[list[str]]) -> None:
    found = Vocabulary.of(sentences)
    for sentence in sentences:
        assert found.decode([found.word_to_id[word] for word in sentence]) == sentence


@pytest.mark.parametrize("wrong", [-1, 5])
def test_an_id_of_no_word_is_refused(wrong: int) -> None:
    with pytest.raises(IndexError, match=rf"no word {wrong}: the ids are 0 to 4"):
        Vocabulary.of([["a"]]).decode([0, wrong])


def test_examples_are_true() -> None:
    found = doctest.testmod(vocabulary)
    assert found.attempted > 0 and found.failed == 0
