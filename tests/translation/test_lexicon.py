"""The tables of words fit together."""

from __future__ import annotations

import pytest

from attn_course.translation import lexicon
from attn_course.translation.lexicon import rows

KINDS = {noun.kind for noun in lexicon.nouns}
NOUNS = {noun.english for noun in lexicon.nouns}


def test_a_line_with_a_column_too_few_is_quoted() -> None:
    with pytest.raises(ValueError, match=r"'cat chat m' has 3 columns, but its table has 5"):
        list(rows("girl fille f person free\ncat chat m", 5))


def test_kinds_are_kinds_of_nouns() -> None:
    expressions = [one for ones in lexicon.prepositions.values() for one in ones]
    named = [verb.subjects for verb in lexicon.verbs] + [one.kinds for one in expressions]
    named += [tuple(adjective.kinds) for adjective in lexicon.adjectives]
    named += [verb.objects for verb in lexicon.verbs if verb.objects[:1] not in [("to",), ("from",)]]
    assert {kind for kinds in named for kind in kinds} <= KINDS


def test_every_kind_is_described_by_adjectives_of_both_positions() -> None:
    for kind in KINDS:
        positions = {adjective.stands_before for adjective in lexicon.adjectives if kind in adjective.kinds}
        assert positions == {True, False}, kind


def test_circumstances_have_expressions() -> None:
    named = {circumstance for verb in lexicon.verbs for circumstance in verb.circumstances}
    assert named | {"to", "from", "lying"} == lexicon.prepositions.keys()


def test_a_clash_keeps_apart_what_would_come_together_and_leaves_a_choice() -> None:
    kinds = {adjective.english: adjective.kinds for adjective in lexicon.adjectives}
    kinds |= {verb.english: frozenset(verb.objects) for verb in lexicon.verbs}
    expressions = [one for ones in lexicon.prepositions.values() for one in ones]
    kinds |= {one.english[one.english_main]: frozenset(one.kinds) for one in expressions}
    nouns = {noun.english: noun.kind for noun in lexicon.nouns}
    for word, clashing in lexicon.clashes.items():
        assert {nouns[noun] for noun in clashing} <= kinds[word], word
        left = {kind for noun, kind in nouns.items() if noun not in clashing}
        assert kinds[word] <= left, word
    assert lexicon.CHILDREN <= NOUNS


def test_contradictions_are_mutual_and_of_adjectives() -> None:
    assert lexicon.contradictions.keys() <= {adjective.english for adjective in lexicon.adjectives}
    assert lexicon.contradictions["old"] == ("old", "new", "young")
    for word, words in lexicon.contradictions.items():
        assert all(word in lexicon.contradictions[other] for other in words)


def test_no_english_word_means_two_things_of_one_table() -> None:
    for words in (
        [noun.english for noun in lexicon.nouns],
        [verb.english for verb in lexicon.verbs],
        [adjective.english for adjective in lexicon.adjectives],
    ):
        assert len(words) == len(set(words))


def test_owners_of_the_table_are_known() -> None:
    assert {noun.owner for noun in lexicon.nouns} == {"free", "may", "must"}
    assert {noun.gender for noun in lexicon.nouns} == {"m", "f"}


def test_expressions_of_several_words() -> None:
    front = next(one for one in lexicon.prepositions["place"] if "front" in one.english)
    assert (front.english, front.english_main) == (("in", "front", "of"), 1)
    assert (front.french, front.french_main) == (("devant",), 0)
    because = lexicon.conjunctions["because"]
    assert (because.french, because.french_main) == (("parce", "que"), 0)
