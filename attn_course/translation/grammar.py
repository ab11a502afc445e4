"""Says a meaning in English and in French, and which words of the two say the same.

Both languages name what a word says by the same string, its concept, such as ``0/subject/noun``. Words with
one concept are surely aligned. A word may echo concepts that it only helps to say, such as ``does`` or ``ne``:
words that share a concept or an echo are possibly aligned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from attn_course.translation import english, french, lexicon
from attn_course.translation.lexicon import Adjective, Expression, Pronoun
from attn_course.translation.meaning import (
    Circumstance,
    Clause,
    Name,
    NounPhrase,
    Sentence,
    Subject,
    Together,
    agreement,
)

# In the order of a conjugation: I, he, we, you, they.
BE_PRESENT = ("am", "is", "are", "are", "are")
BE_PAST = ("was", "was", "were", "were", "were")
DO = ("do", "does", "do", "do", "do")
PLURAL_OF_THIS = {"this": "these"}
NEGATIONS = {"not": "pas", "never": "jamais"}


class Word(NamedTuple):
    """A word, the concept that it says ("" for none of its own), and those that it helps to say."""

    text: str
    concept: str
    echoes: tuple[str, ...] = ()


Links = frozenset[tuple[int, int]]


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
    Och and Ney (2003), A Systematic Comparison of Various Statistical Alignment Models, section 4: S and P.
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


def links(in_english: list[Word], in_french: list[Word]) -> tuple[Links, Links]:
    """Return the sure and the possible links between words, by their concepts and echoes."""
    says: dict[str, list[int]] = {}
    mentions: dict[str, list[int]] = {}
    for i, word in enumerate(in_english):
        says.setdefault(word.concept, []).append(i)
        for concept in (word.concept, *word.echoes):
            mentions.setdefault(concept, []).append(i)
    says[""] = mentions[""] = []
    sure, possible = set(), set()
    for j, word in enumerate(in_french):
        sure.update([(i, j) for i in says.get(word.concept, ())])
        for concept in (word.concept, *word.echoes):
            possible.update([(i, j) for i in mentions.get(concept, ())])
    return frozenset(sure), frozenset(possible)


def english_sentence(sentence: Sentence) -> list[Word]:
    """Say a meaning in English, word by word."""
    return _sentence(sentence, english_clause, _english_expression)


def french_sentence(sentence: Sentence) -> list[Word]:
    """Say a meaning in French, word by word, with elisions and contractions."""
    return join_sounds(_sentence(sentence, french_clause, _french_expression))


def _sentence(
    sentence: Sentence, clause: Callable[[Clause, str], list[Word]], joint: Callable[[Expression, str], list[Word]]
) -> list[Word]:
    words = clause(sentence.clauses[0], "0")
    for number, further in enumerate(sentence.clauses[1:], start=1):
        words += joint(lexicon.conjunctions[sentence.conjunction], f"{number}/conjunction")
        words += clause(further, str(number))
    return [*words, Word("?" if sentence.clauses[0].is_question else ".", "end")]


def english_clause(clause: Clause, at: str) -> list[Word]:
    """Say a clause in English: ``does she often sing in the garden today``."""
    subject = english_phrase(clause.subject, f"{at}/subject")
    auxiliary, verb = _english_verb(clause, at)
    if clause.is_question:
        first = auxiliary._replace(echoes=(*auxiliary.echoes, f"{at}/question")) if auxiliary else None
        words = [*_if(first), *subject]
    else:
        words = [*subject, *_if(auxiliary)]
    words += _english_adverbs(clause, at) + verb
    words += _english_object(clause.object, f"{at}/object") + _english_attribute(clause, at)
    for number, circumstance in enumerate(clause.circumstances):
        words += _english_circumstance(circumstance, f"{at}/circumstance {number}")
    return words + [Word(clause.time, f"{at}/time")] * bool(clause.time)


def _english_object(phrase: Pronoun | NounPhrase | None, at: str) -> list[Word]:
    if isinstance(phrase, Pronoun):
        return [Word(phrase.english_object, at)]
    return english_phrase(phrase, at) if phrase else []


def _if(word: Word | None) -> list[Word]:
    return [word] if word else []


def _english_verb(clause: Clause, at: str) -> tuple[Word | None, list[Word]]:
    """Return the auxiliary, if there is one, and the words that follow the subject and the adverbs."""
    person = agreement(clause.subject).person
    verb, tense = f"{at}/verb", f"{at}/tense"
    base = clause.verb.english if clause.verb else "be"
    particle = [Word(clause.verb.particle, "", (verb,))] if clause.verb and clause.verb.particle else []
    if clause.tense == "future":
        going = [Word("going", tense), Word("to", "", (tense, verb))]
        return Word(BE_PRESENT[person], "", (tense,)), [*going, Word(base, verb), *particle]
    is_past = clause.tense == "past"
    if not clause.verb:
        return Word((BE_PAST if is_past else BE_PRESENT)[person], verb), []
    if clause.is_question or clause.polarity == "not":
        do = Word("did", tense, (verb,)) if is_past else Word(DO[person], "", (verb,))
        return do, [Word(base, verb), *particle]
    if is_past:
        return None, [Word(clause.verb.past, verb), *particle]
    return None, [Word(clause.verb.third if person == 1 else base, verb), *particle]


def _english_adverbs(clause: Clause, at: str) -> list[Word]:
    words = [Word(clause.polarity, f"{at}/negation")] if clause.polarity else []
    return words + [Word(clause.frequency, f"{at}/frequency")] * bool(clause.frequency)


def _english_attribute(clause: Clause, at: str) -> list[Word]:
    if not clause.adjective:
        return []
    return [Word("very", f"{at}/very")] * clause.is_very + [Word(clause.adjective.english, f"{at}/attribute")]


def _english_circumstance(circumstance: Circumstance, at: str) -> list[Word]:
    said = _english_expression(circumstance.expression, at)
    return said + english_phrase(circumstance.phrase, f"{at}/phrase") if circumstance.phrase else said


def _english_expression(expression: Expression, at: str) -> list[Word]:
    return _around(expression.english, expression.english_main, at)


def _french_expression(expression: Expression, at: str) -> list[Word]:
    return _around(expression.french, expression.french_main, at)


def _around(texts: tuple[str, ...], main: int, at: str) -> list[Word]:
    """Give the concept to the main word; the others echo it."""
    return [Word(text, at) if place == main else Word(text, "", (at,)) for place, text in enumerate(texts)]


def english_phrase(phrase: Subject, at: str) -> list[Word]:
    """Say who or what in English: ``the teacher 's old book``."""
    if isinstance(phrase, Pronoun):
        return [Word(phrase.english, at)]
    if isinstance(phrase, Name):
        return [Word(phrase.text, at)]
    if isinstance(phrase, Together):
        first, second = (english_phrase(part, f"{at} {number}") for number, part in enumerate(phrase))
        return [*first, Word("and", f"{at}/and"), *second]
    noun = phrase.noun.plural if phrase.is_plural else phrase.noun.english
    words = [Word(adjective.english, f"{at}/{adjective.english}") for adjective in phrase.adjectives]
    words.append(Word(noun, f"{at}/noun"))
    if phrase.owner:
        return [*english_phrase(phrase.owner, f"{at}/owner"), Word("'s", f"{at}/of"), *words]
    if phrase.determiner == "some":
        return words
    return [Word(_english_determiner(phrase, words[0].text), f"{at}/determiner"), *words]


def _english_determiner(phrase: NounPhrase, next_word: str) -> str:
    if phrase.determiner == "a":
        return english.indefinite_article(next_word)
    return PLURAL_OF_THIS.get(phrase.determiner, phrase.determiner) if phrase.is_plural else phrase.determiner


def french_clause(clause: Clause, at: str) -> list[Word]:
    """Say a clause in French, before elision and contraction: ``est-ce que elle chante souvent dans le jardin``."""
    words = [Word(text, "", (f"{at}/question",)) for text in ("est-ce", "que")] if clause.is_question else []
    words += french_phrase(clause.subject, f"{at}/subject")
    words += _french_verb(clause, at)
    if isinstance(clause.object, NounPhrase):
        words += french_phrase(clause.object, f"{at}/object", is_negated=bool(clause.polarity))
    words += _french_attribute(clause, at)
    for number, circumstance in enumerate(clause.circumstances):
        words += _french_circumstance(circumstance, f"{at}/circumstance {number}")
    if clause.time:
        words.append(Word(lexicon.times[clause.time][0], f"{at}/time"))
    return words


def _french_verb(clause: Clause, at: str) -> list[Word]:
    """Return the verb with its negation, its object pronoun and its adverb of frequency."""
    finite, rest = _french_forms(clause, at)
    clitic = []
    if isinstance(clause.object, Pronoun):
        clitic = [Word(clause.object.french_object, f"{at}/object")]
    if clause.tense == "future":
        before, after = [], clitic
    else:
        before, after = clitic, []
    negation = f"{at}/negation"
    ne = [Word("ne", "", (negation,))] if clause.polarity else []
    adverbs = [Word(NEGATIONS[clause.polarity], negation)] if clause.polarity else []
    if clause.frequency:
        adverbs.append(Word(lexicon.frequencies[clause.frequency], f"{at}/frequency"))
    return [*ne, *before, finite, *adverbs, *after, *rest]


def _french_forms(clause: Clause, at: str) -> tuple[Word, list[Word]]:
    """Return the form that agrees with the subject, and the participle or infinitive after it, if there is one."""
    person, gender, is_plural = agreement(clause.subject)
    verb, tense = f"{at}/verb", f"{at}/tense"
    forms = clause.verb.french if clause.verb else lexicon.ETRE
    if clause.tense == "future":
        return Word(lexicon.ALLER.present[person], tense), [Word(forms.infinitive, verb)]
    if clause.tense == "present":
        return Word(forms.present[person], verb), []
    if not clause.verb:
        return Word(lexicon.IMPERFECT_OF_BE[person], verb), []
    participle = forms.participle
    if clause.verb.auxiliary == "être":
        participle = french.agree(participle, gender, is_plural)
    elif isinstance(clause.object, Pronoun):
        participle = french.agree(participle, clause.object.gender, clause.object.is_plural)
    auxiliary = lexicon.CONJUGATIONS[clause.verb.auxiliary].present[person]
    return Word(auxiliary, tense, (verb,)), [Word(participle, verb)]


def _french_attribute(clause: Clause, at: str) -> list[Word]:
    if not clause.adjective:
        return []
    _, gender, is_plural = agreement(clause.subject)
    very = [Word("très", f"{at}/very")] * clause.is_very
    return [*very, Word(clause.adjective.french[gender, is_plural], f"{at}/attribute")]


def _french_circumstance(circumstance: Circumstance, at: str) -> list[Word]:
    said = _french_expression(circumstance.expression, at)
    return said + french_phrase(circumstance.phrase, f"{at}/phrase") if circumstance.phrase else said


def french_phrase(phrase: Subject, at: str, is_negated: bool = False) -> list[Word]:
    """Say who or what in French: ``le vieux livre de le professeur``, before elision and contraction.

    Parameters
    ----------
    phrase : Pronoun, Name, NounPhrase or Together
    at : str
        Where it stands in the sentence; its concepts begin with it.
    is_negated : bool
        Whether it is the object of a negated verb, which turns ``un`` and ``des`` into ``de``.
    """
    if isinstance(phrase, Pronoun):
        return [Word(phrase.french, at)]
    if isinstance(phrase, Name):
        return [Word(phrase.text, at)]
    if isinstance(phrase, Together):
        first, second = (french_phrase(part, f"{at} {number}") for number, part in enumerate(phrase))
        return [*first, Word("et", f"{at}/and"), *second]
    noun = _french_noun(phrase, at)
    words = _french_determiner(phrase, at, noun[0].text, is_negated) + noun
    if phrase.owner:
        words += [Word("de", f"{at}/of"), *french_phrase(phrase.owner, f"{at}/owner")]
    return words


def _french_noun(phrase: NounPhrase, at: str) -> list[Word]:
    """Return the noun between its adjectives."""
    noun = phrase.noun.french_plural if phrase.is_plural else phrase.noun.french
    is_masculine = (phrase.noun.gender, phrase.is_plural) == ("m", False)

    def form(adjective: Adjective) -> str:
        if is_masculine and adjective.stands_before and french.starts_with_vowel(noun):
            return adjective.before_vowel
        return adjective.french[phrase.noun.gender, phrase.is_plural]

    said = [(adjective, Word(form(adjective), f"{at}/{adjective.english}")) for adjective in phrase.adjectives]
    before = [word for adjective, word in said if adjective.stands_before]
    after = [word for adjective, word in said if not adjective.stands_before]
    return [*before, Word(noun, f"{at}/noun"), *after]


def _french_determiner(phrase: NounPhrase, at: str, next_word: str, is_negated: bool) -> list[Word]:
    gender, is_plural, concept = phrase.noun.gender, phrase.is_plural, f"{at}/determiner"
    definite = french.definite_article(gender, is_plural)
    if phrase.owner:
        return [Word(definite, "", (f"{at}/of",))]
    determiner = phrase.determiner
    if determiner == "some":
        starts_with_adjective = is_plural and next_word != phrase.noun.french_plural
        texts = ("de",) if is_negated or starts_with_adjective else ("de", definite)
        return [Word(text, "", (f"{at}/noun",)) for text in texts]
    if determiner == "many":
        return [Word("beaucoup", concept), Word("de", "", (concept,))]
    if determiner == "the":
        return [Word(definite, concept)]
    if determiner == "a":
        return [Word("de" if is_negated else "une" if gender == "f" else "un", concept)]
    if determiner == "this":
        return [Word(french.demonstrative(gender, is_plural, next_word), concept)]
    if determiner in lexicon.numbers:
        return [Word(lexicon.numbers[determiner], concept)]
    return [Word(french.possessive(lexicon.possessives[determiner], gender, is_plural, next_word), concept)]


def join_sounds(words: list[Word]) -> list[Word]:
    """Elide and contract, from the last word to the first: ``de le chat`` becomes ``du chat``."""
    joined = [words[-1]]
    for word in reversed(words[:-1]):
        following = joined[-1]
        contracted = french.contract(word.text, following.text)
        elided = french.elide(word.text, following.text)
        if contracted:
            echoes = (*word.echoes, following.concept, *following.echoes)
            joined[-1] = Word(contracted, word.concept or following.concept, echoes)
        else:
            joined.append(word if elided == word.text else word._replace(text=elided))
    return joined[::-1]
