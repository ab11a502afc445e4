"""Links between words that know what they say."""

from __future__ import annotations

from attn_course.translation.words import Word, around_main, links, optional


def test_words_of_one_concept_are_surely_linked() -> None:
    sure, possible = links([Word("red", "r"), Word("cat", "c")], [Word("chat", "c"), Word("rouge", "r")])
    assert sure == possible == {(0, 1), (1, 0)}


def test_an_echo_on_either_side_or_on_both_is_a_possible_link() -> None:
    english = [Word("does", "", ("verb", "asked")), Word("sing", "verb")]
    french = [Word("est-ce", "", ("asked",)), Word("chante", "verb"), Word("a", "tense", ("verb",))]
    sure, possible = links(english, french)
    assert sure == {(1, 1)}
    assert possible == {(0, 0), (0, 1), (1, 1), (0, 2), (1, 2)}


def test_words_without_a_concept_are_not_linked() -> None:
    assert links([Word("x", "")], [Word("y", "")]) == (frozenset(), frozenset())


def test_expressions_and_optional_words() -> None:
    expected = [Word("in", "", ("w",)), Word("front", "w"), Word("of", "", ("w",))]
    assert around_main(("in", "front", "of"), 1, "w") == expected
    assert optional("very", "v") == [Word("very", "v")] and optional("", "v") == []
    assert Word("is", "be", ("tense",)).echoing("asked") == Word("is", "be", ("tense", "asked"))
