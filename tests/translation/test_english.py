"""English spelling, and the forms of every irregular word, against tables written by hand."""

from __future__ import annotations

import pytest

from attn_course.translation import lexicon
from attn_course.translation.english import indefinite_article, with_ed, with_s

PASTS = """
see saw; help helped; look looked; listen listened; wait waited; draw drew; eat ate; drink drank; buy bought
write wrote; visit visited; sleep slept; sing sang; play played; arrive arrived; leave left; go went; come came
"""
IRREGULAR_PLURALS = {"woman": "women", "man": "men", "child": "children", "mouse": "mice"}
SUBSTANCES = {"bread", "rice", "coffee", "tea", "milk", "juice", "water"}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("cat", "cats"),
        ("church", "churches"),
        ("bus", "buses"),
        ("box", "boxes"),
        ("go", "goes"),
        ("play", "plays"),
        ("city", "cities"),
        ("house", "houses"),
    ],
)
def test_with_s(word: str, expected: str) -> None:
    assert with_s(word) == expected


@pytest.mark.parametrize(
    ("verb", "expected"), [("help", "helped"), ("arrive", "arrived"), ("play", "played"), ("cry", "cried")]
)
def test_with_ed(verb: str, expected: str) -> None:
    assert with_ed(verb) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [("apple", "an"), ("old", "an"), ("umbrella", "an"), ("cat", "a"), ("useful", "a"), ("hour", "an"), ("hotel", "a")],
)
def test_indefinite_article(word: str, expected: str) -> None:
    assert indefinite_article(word) == expected


def test_an_stands_before_these_words_of_the_lexicon_only() -> None:
    spoken = [*(noun.english for noun in lexicon.nouns), *(adjective.english for adjective in lexicon.adjectives)]
    assert {word for word in spoken if indefinite_article(word) == "an"} == {"apple", "umbrella", "old", "ill"}


def test_pasts_of_the_lexicon() -> None:
    expected = dict(entry.split() for entry in PASTS.strip().replace("\n", "; ").split("; "))
    assert {verb.english: verb.past for verb in lexicon.verbs} == expected


def test_plurals_of_the_lexicon() -> None:
    plurals = {noun.english: noun.plural for noun in lexicon.nouns}
    assert {word for word, plural in plurals.items() if not plural} == SUBSTANCES
    assert {word: plurals[word] for word in IRREGULAR_PLURALS} == IRREGULAR_PLURALS
    regular = plurals.keys() - SUBSTANCES - IRREGULAR_PLURALS.keys()
    assert {word for word in regular if plurals[word] != word + "s"} == {"church"}
