"""Says a meaning in English and in French, with the links between the words that say the same."""

from __future__ import annotations

from dataclasses import dataclass

from attn_course.translation import lexicon
from attn_course.translation.english_grammar import english_clause
from attn_course.translation.french_grammar import french_clause, join_sounds
from attn_course.translation.meaning import Sentence
from attn_course.translation.words import Links, Word, around_main, links


@dataclass(frozen=True)
class Pair:
    """A sentence in both languages, and its links (English position, French position).

    Parameters
    ----------
    english, french : tuple of str
        The words, in lower case; punctuation marks are words.
    sure, possible : frozenset of (int, int)
        The words that surely, and those that possibly say the same; the possible contain the sure.

    References
    ----------
    Och and Ney (2003), A Systematic Comparison of Various Statistical Alignment Models: the sets S and P.
    """

    english: tuple[str, ...]
    french: tuple[str, ...]
    sure: Links
    possible: Links


def pair(sentence: Sentence) -> Pair:
    """Say a meaning in both languages."""
    in_english, in_french = english_sentence(sentence), french_sentence(sentence)
    sure, possible = links(in_english, in_french)
    return Pair(tuple(word.text for word in in_english), tuple(word.text for word in in_french), sure, possible)


def english_sentence(sentence: Sentence) -> list[Word]:
    """Say a meaning in English."""
    words = english_clause(sentence.clauses[0], "0")
    for number, clause in enumerate(sentence.clauses[1:], start=1):
        joint = lexicon.conjunctions[sentence.conjunction]
        words += around_main(joint.english, joint.english_main, f"{number}/conjunction")
        words += english_clause(clause, str(number))
    return [*words, _end(sentence)]


def french_sentence(sentence: Sentence) -> list[Word]:
    """Say a meaning in French, with its elisions and contractions."""
    words = french_clause(sentence.clauses[0], "0")
    for number, clause in enumerate(sentence.clauses[1:], start=1):
        joint = lexicon.conjunctions[sentence.conjunction]
        words += around_main(joint.french, joint.french_main, f"{number}/conjunction")
        words += french_clause(clause, str(number))
    return join_sounds([*words, _end(sentence)])


def _end(sentence: Sentence) -> Word:
    return Word("?" if sentence.clauses[0].is_question else ".", "end")
