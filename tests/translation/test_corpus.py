"""The corpus as a whole: its splits, and French and English that no teacher would mark.

Sentences are judged by their words alone, with tables written by hand (french_by_hand.py), not by the
meanings that the course's grammar made them from.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import french_by_hand as by_hand
import pytest

from attn_course.translation import Corpus, Pair, make_corpus
from attn_course.translation.corpus import HELD_OUT, draw_pairs, is_held_out, structural_constructions
from attn_course.translation.drawing import all_plans

VOWEL_SOUND = re.compile(r"[aeiouyàâéèêîôœ]|h(?!uit)")
MASCULINE_VOWEL_NOUNS = "ami enfant étudiant oiseau arbre hôtel hôpital homme".split()

GENDERS: dict[str, str] = {}
NUMBERS: dict[str, set[str]] = {}
for singular, plural, gender in by_hand.nouns():
    GENDERS[singular] = GENDERS[plural] = gender
    NUMBERS.setdefault(singular, set()).add("s")
    NUMBERS.setdefault(plural, set()).add("p")

FORMS: dict[str, set[str]] = {}  # of an adjective: ms, fs, mp, fp
for row in by_hand.table(by_hand.ADJECTIVES):
    for form, agreement in zip(row, ("ms", "fs", "mp", "fp", "ms"), strict=True):
        FORMS.setdefault(form, set()).add(agreement)
PARTICIPLES: dict[str, set[str]] = {}
for row in by_hand.table(by_hand.VERBS):
    for form, agreement in zip(row[6:], ("ms", "fs", "mp", "fp"), strict=True):
        PARTICIPLES.setdefault(form, set()).add(agreement)
PLACED_BEFORE = {form for row in by_hand.table(by_hand.ADJECTIVES)[:8] for form in row}

DETERMINERS = {
    "le": "ms", "du": "ms", "au": "ms", "un": "ms", "ce": "ms", "cet": "ms", "ma": "fs", "sa": "fs",
    "la": "fs", "une": "fs", "cette": "fs", "mon": "ms fs", "son": "ms fs", "notre": "ms fs", "votre": "ms fs",
    "leur": "ms fs", "l'": "ms fs", "de": "ms fs mp fp", "d'": "ms fs mp fp",
}  # fmt: skip
PLURAL_DETERMINERS = "les des aux ces mes ses nos vos leurs deux trois quatre cinq six sept huit neuf dix".split()
DETERMINERS |= dict.fromkeys(PLURAL_DETERMINERS, "mp fp")

# What need not have a sure link: words without a counterpart of their own.
ENGLISH_HELPERS = set("do does did am is are was were to for in of 's the".split())
FRENCH_HELPERS = set(
    "est-ce que qu' ne n' de d' du des le la l' les à ai a avons avez ont suis est sommes êtes sont".split()
)


@pytest.fixture(scope="module")
def timed() -> tuple[Corpus, float]:
    start = time.process_time()
    corpus = make_corpus()
    return corpus, time.process_time() - start


@pytest.fixture(scope="module")
def corpus(timed: tuple[Corpus, float]) -> Corpus:
    return timed[0]


@pytest.fixture(scope="module")
def pairs(corpus: Corpus) -> list[Pair]:
    return [one for split in corpus.splits().values() for one in split]


def said(one: Pair) -> str:
    return f"{' '.join(one.english)} | {' '.join(one.french)}"


def digest(corpus: Corpus) -> str:
    """Return a sum of all words and links, in order."""
    text = "\n".join(
        f"{name} {said(one)} {sorted(one.sure)} {sorted(one.possible)}"
        for name, split in corpus.splits().items()
        for one in split
    )
    return sha256(text.encode()).hexdigest()


# Splits


def test_sizes(corpus: Corpus) -> None:
    sizes = {name: len(split) for name, split in corpus.splits().items()}
    assert sizes == {"train": 20_000, "validation": 1_000, "test": 1_000, "structural": 1_000, "length": 1_000}


def test_lengths(corpus: Corpus) -> None:
    for name, split in corpus.splits().items():
        lengths = {len(one.english) for one in split}
        assert lengths <= (set(range(11, 15)) if name == "length" else set(range(3, 11)))
        assert max(lengths) == (14 if name == "length" else 10)


def test_no_sentence_is_there_twice_in_either_language(pairs: list[Pair]) -> None:
    assert len({one.english for one in pairs}) == len({one.french for one in pairs}) == len(pairs)


def test_nothing_of_training_is_in_another_split(corpus: Corpus) -> None:
    near = corpus.near_leaks()
    print(f"leaks: {corpus.leaks()}; sentences with a one-word neighbour in train: {near}")
    assert corpus.leaks() == 0
    assert 0 < near["test"] < 400 and near["structural"] < near["test"] and near["length"] == 0


def test_a_leak_is_counted(corpus: Corpus) -> None:
    first = corpus.train[0]
    assert replace(corpus, test=(first, *corpus.test)).leaks() == 2
    translated = replace(first, english=("something", "else"))
    assert replace(corpus, length=(translated,)).leaks() == 1


def test_neighbours_are_counted(corpus: Corpus) -> None:
    first = {name: split[:50] for name, split in corpus.splits().items()}
    small = Corpus(**first | {"train": corpus.train[:2000], "validation": corpus.train[2000:2100]})
    expected = {
        name: sum(any(is_neighbour(one.english, other.english) for other in small.train) for one in split)
        for name, split in small.splits().items()
        if name != "train"
    }
    assert small.near_leaks() == expected and sum(expected.values()) > 0


def is_neighbour(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def test_test_and_validation_are_of_the_training_s_kind(corpus: Corpus) -> None:
    words = Counter(word for one in corpus.train for word in one.english)
    for split in (corpus.validation, corpus.test):
        found = Counter(word for one in split for word in one.english)
        for word in ("not", "?", "going", "never", "the", "she"):
            share, expected = found[word] / len(split), words[word] / len(corpus.train)
            deviation = (expected / len(split)) ** 0.5
            assert abs(share - expected) < 5 * deviation


def test_every_word_occurs_in_training(corpus: Corpus, pairs: list[Pair]) -> None:
    for language in ("english", "french"):
        known = Counter(word for one in corpus.train for word in getattr(one, language))
        assert known.keys() == {word for one in pairs for word in getattr(one, language)}
        assert min(known.values()) >= 5


def test_sizes_of_the_vocabularies(pairs: list[Pair]) -> None:
    english, french = ({word for one in pairs for word in getattr(one, name)} for name in ("english", "french"))
    assert 230 <= len(english) <= 270 and len(french) < 400


def test_few_sentences_are_translated_word_by_word(corpus: Corpus) -> None:
    word_by_word = sum(
        len(one.english) == len(one.french) and one.sure == {(i, i) for i in range(len(one.english))}
        for one in corpus.train
    )
    assert 0.10 < word_by_word / len(corpus.train) < 0.18


def test_more_than_the_corpus_can_be_drawn() -> None:
    plans = {plan: weight for plan, weight in all_plans().items() if not is_held_out(plan)}
    english, french = set(), set()
    for one in draw_pairs(Random(5), plans):
        english.add(one.english)
        french.add(one.french)
        if len(french) >= 26_000:
            break
    assert len(english) >= 26_000


# Held-out combinations

PASTS = set(
    "saw helped looked listened waited drew ate drank bought wrote visited slept sang played arrived left went "
    "came".split()
)
OBJECTS = {"me", "him", "us", "them"}
AFTER_OBJECT = {
    ".",
    "?",
    "in",
    "near",
    "beside",
    "behind",
    "here",
    "there",
    "with",
    "without",
    "for",
    "today",
    "now",
    "yesterday",
    "tomorrow",
}


def constructions(one: Pair) -> set[str] | None:
    """Return the constructions of a sentence of one clause by its words, or None if there may be two clauses."""
    english = one.english
    joined = [place for place, word in enumerate(english) if word in ("and", "but", "because")]
    is_question = english[-1] == "?"
    subjects = "and" in english and (is_question or english.index("and") <= 2)
    if len(joined) > subjects:
        return None
    tests = {
        "negation": "not" in english,
        "never": "never" in english,
        "question": is_question,
        "perfect": "did" in english or bool(PASTS & set(english)),
        "future": ("going", "to") in pairwise(english),
        "clitic": has_object_pronoun(english),
        "two subjects": bool(subjects),
    }
    return {name for name, is_there in tests.items() if is_there}


def has_object_pronoun(english: tuple[str, ...]) -> bool:
    for place, word in enumerate(english[:-1]):
        may_be_subject = place <= 1
        if word in OBJECTS or (word in ("her", "you") and not may_be_subject and english[place + 1] in AFTER_OBJECT):
            return True
    return False


def test_training_has_no_held_out_combination(corpus: Corpus) -> None:
    for split in (corpus.train, corpus.validation, corpus.test, corpus.length):
        found = [(one, constructions(one)) for one in split]
        assert sum(names is not None for _, names in found) > 0.9 * len(split)
        assert [said(one) for one, names in found if names and any(held <= names for held in HELD_OUT)] == []


def test_every_structural_sentence_has_one(corpus: Corpus) -> None:
    found = [(one, constructions(one)) for one in corpus.structural]
    judged = [(one, names) for one, names in found if names is not None]
    assert len(judged) > 950
    assert [said(one) for one, names in judged if not any(held <= names for held in HELD_OUT)] == []
    for held in HELD_OUT:
        assert sum(held <= names for _, names in judged) >= 100


def test_the_constructions_of_a_structural_sentence_are_those_of_its_words(corpus: Corpus) -> None:
    pairs = list(zip(corpus.structural, structural_constructions(), strict=True))
    assert [said(one) for one, names in pairs if constructions(one) not in (None, names)] == []


def test_each_part_of_a_held_out_combination_is_trained(corpus: Corpus) -> None:
    trained = [names for names in map(constructions, corpus.train) if names]
    for held in HELD_OUT:
        for part in combinations(sorted(held), len(held) - 1):
            if not any(other <= set(part) for other in HELD_OUT):
                assert sum(set(part) <= names for names in trained) >= 50


# Links


def test_links_are_in_range_and_the_possible_ones_contain_the_sure_ones(pairs: list[Pair]) -> None:
    for one in pairs:
        assert one.sure <= one.possible
        assert all(0 <= i < len(one.english) and 0 <= j < len(one.french) for i, j in one.possible)


def test_every_word_is_linked_and_content_words_surely(pairs: list[Pair]) -> None:
    for one in pairs:
        assert {i for i, _ in one.possible} == set(range(len(one.english)))
        assert {j for _, j in one.possible} == set(range(len(one.french)))
        content = {i for i, word in enumerate(one.english) if word not in ENGLISH_HELPERS}
        assert content <= {i for i, _ in one.sure}, said(one)
        content = {j for j, word in enumerate(one.french) if word not in FRENCH_HELPERS}
        assert content <= {j for _, j in one.sure}, said(one)


def test_no_word_has_two_sure_links(pairs: list[Pair]) -> None:
    for one in pairs:
        assert len({i for i, _ in one.sure}) == len({j for _, j in one.sure}) == len(one.sure)


# The French


def neighbours(pairs: list[Pair]) -> Iterator[tuple[str, str, Pair]]:
    """Yield each two French words that stand side by side, with their sentence."""
    return ((first, second, one) for one in pairs for first, second in pairwise(one.french))


def test_what_elides_elides_and_nothing_else(pairs: list[Pair]) -> None:
    seen = set()
    for first, second, one in neighbours(pairs):
        if VOWEL_SOUND.match(second):
            assert first not in {"je", "me", "ne", "que", "de", "le", "la"}, said(one)
        elif first.endswith("'"):
            pytest.fail(said(one))
        seen.add(first)
    assert {"j'", "m'", "n'", "qu'", "d'", "l'"} <= seen


def test_what_contracts_contracts(pairs: list[Pair]) -> None:
    wrong = {("de", "le"), ("de", "les"), ("à", "le"), ("à", "les")}
    assert [said(one) for first, second, one in neighbours(pairs) if (first, second) in wrong] == []
    assert {"du", "des", "au", "aux"} <= {word for one in pairs for word in one.french}


def test_forms_before_a_vowel(pairs: list[Pair]) -> None:
    before_vowel, before_consonant = {"bel", "nouvel", "vieil", "cet"}, {"ce", "ma", "sa"}
    for first, second, one in neighbours(pairs):
        starts_with_vowel = bool(VOWEL_SOUND.match(second))
        assert not (first in before_vowel and not starts_with_vowel), said(one)
        assert not (first in before_consonant and starts_with_vowel), said(one)
        assert not (first in {"beau", "nouveau", "vieux"} and second in MASCULINE_VOWEL_NOUNS), said(one)
    assert before_vowel <= {word for one in pairs for word in one.french}


def test_determiners_and_adjectives_agree_with_their_nouns(pairs: list[Pair]) -> None:
    checked = 0
    for one in pairs:
        for place, word in enumerate(one.french):
            if word in GENDERS and not (word == "bois" or one.french[place - 1] in ("je", "j'", "ne", "n'")):
                first, last = span(one.french, place)
                possible = {GENDERS[word] + number for number in NUMBERS[word]}
                possible &= set(DETERMINERS[one.french[first - 1]].split())
                for adjective in (*one.french[first:place], *one.french[place + 1 : last]):
                    possible &= FORMS[adjective]
                assert possible, said(one)
                checked += 1
    assert checked > 20_000


def span(french: tuple[str, ...], place: int) -> tuple[int, int]:
    """Return where the adjectives around a noun begin and end."""
    first, last = place, place + 1
    while french[first - 1] in PLACED_BEFORE:
        first -= 1
    while french[last] in FORMS:
        last += 1
    return first, last


SUBJECTS = {"je": 0, "j'": 0, "il": 1, "elle": 1, "nous": 2, "vous": 3, "ils": 4}
PRESENT = [
    {form for row in by_hand.table(by_hand.VERBS) for form in [row[1 + person]]}
    | {by_hand.BE["present"][person], by_hand.BE["imperfect"][person]}
    for person in range(5)
]
CLITICS = {"me", "m'", "le", "la", "l'", "les", "nous", "vous"}


def predicates(pairs: list[Pair]) -> Iterator[tuple[str, str, str, Pair]]:
    """Yield (subject, object pronoun or "", verb and what follows it) of sentences that begin with a pronoun."""
    for one in pairs:
        words = one.french[2:] if one.french[0] == "est-ce" else one.french
        if words[0] in SUBJECTS:
            rest = [word for word in words[1:] if word not in ("ne", "n'")]
            clitic = rest.pop(0) if rest[0] in CLITICS else ""
            yield words[0], clitic, " ".join(rest), one


def test_verbs_agree_with_pronouns(pairs: list[Pair]) -> None:
    checked: Counter[str] = Counter()
    for subject, _, predicate, one in predicates(pairs):
        assert predicate.split()[0] in PRESENT[SUBJECTS[subject]], said(one)
        checked[subject] += 1
    assert min(checked[subject] for subject in SUBJECTS) > 100


def test_participles_agree(pairs: list[Pair]) -> None:
    of_subjects = {"je": "ms", "il": "ms", "elle": "fs", "nous": "mp", "vous": "mp", "ils": "mp"}
    of_objects = {"me": "ms", "m'": "ms", "nous": "mp", "vous": "mp", "les": "mp"}
    checked: Counter[tuple[bool, str]] = Counter()
    for subject, clitic, predicate, one in predicates(pairs):
        auxiliary, *rest = (
            word for word in predicate.split() if word not in ("pas", "jamais", "souvent", "toujours", "parfois")
        )
        if rest[0] not in PARTICIPLES:
            continue
        if auxiliary in by_hand.BE["present"]:
            expected = of_subjects[subject]
        elif clitic == "l'":
            expected = "ms" if "him" in one.english else "fs"  # her may also be a possessive
        else:
            expected = of_objects.get(clitic, "ms")
        assert expected in PARTICIPLES[rest[0]], said(one)
        checked[auxiliary in by_hand.BE["present"], clitic] += 1
    assert checked[True, ""] > 100 and checked[False, "l'"] > 50 and checked[False, "les"] > 50


def test_the_object_of_a_negated_verb_is_not_indefinite(pairs: list[Pair]) -> None:
    verbs = "|".join([*PARTICIPLES, *(row[0] for row in by_hand.table(by_hand.VERBS))])
    indefinite = re.compile(rf" (pas|jamais) ((souvent|toujours) )?(({verbs}) )?(un|une|du|des) ")
    assert indefinite.search("elle n' a pas souvent vu un chat .")
    for one in pairs:
        sentence = " ".join(one.french)
        if not re.search(r"\bv(ien|en)\w+|près|côté", sentence):  # du may also be from the
            assert not indefinite.search(sentence), said(one)


def test_an_indefinite_plural_before_an_adjective_is_de(pairs: list[Pair]) -> None:
    seen = Counter(first for first, second, _ in neighbours(pairs) if second in PLACED_BEFORE)
    assert seen["de"] > 100
    for first, second, one in neighbours(pairs):
        if first == "des" and second in PLACED_BEFORE:  # of the, or from the
            assert re.search(r"\bv(ien|en)\w+|près|côté", " ".join(one.french)), said(one)


# The English

SUBJECT_PRONOUNS = {"i", "you", "he", "she", "we", "they"}


def test_the_third_person_and_only_it_has_an_s(pairs: list[Pair]) -> None:
    bases = set("see help look listen wait draw eat drink buy write visit sleep sing play arrive leave go come".split())
    thirds = {word + ("es" if word == "go" else "s") for word in bases}
    checked = 0
    for one in pairs:
        first, second = one.english[:2]
        if first in SUBJECT_PRONOUNS and second in bases | thirds:
            assert (second in thirds) == (first in {"he", "she"}), said(one)
            checked += 1
        if first in {"do", "does"} and second in SUBJECT_PRONOUNS:
            assert (first == "does") == (second in {"he", "she"}), said(one)
    assert checked > 1_000


def test_a_and_an(pairs: list[Pair]) -> None:
    vowels = {"apple", "umbrella", "old", "ill"}
    for one in pairs:
        for first, second in pairwise(one.english):
            if first in {"a", "an"}:
                assert (first == "an") == (second in vowels), said(one)


# The same on every machine


def test_time(timed: tuple[Corpus, float]) -> None:
    print(f"made in {timed[1]:.1f} s of processor time")
    assert timed[1] < 5.0


def test_the_corpus_depends_on_its_seed_only(corpus: Corpus) -> None:
    other_hashes = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    code = "import test_corpus as tests; print(tests.digest(tests.make_corpus(0)))"
    paths = [str(Path(__file__).parent), *sys.path]
    environment = {**os.environ, "PYTHONHASHSEED": other_hashes, "PYTHONPATH": os.pathsep.join(paths)}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == digest(corpus)


def test_another_seed_makes_another_corpus(corpus: Corpus) -> None:
    assert digest(make_corpus(1)) != digest(corpus)
