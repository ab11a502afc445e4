"""The rules of French spelling against tables written by hand; see french_by_hand.py for where they come from."""

from __future__ import annotations

import french_by_hand as by_hand
import pytest

from attn_course.translation import french, lexicon
from attn_course.translation.french import agree, conjugate, contract, elide, feminine, plural, starts_with_vowel

VERBS = by_hand.table(by_hand.VERBS)
MORE_VERBS = by_hand.table(by_hand.MORE_VERBS)


@pytest.mark.parametrize(
    ("singular", "expected"),
    [
        ("chat", "chats"),
        ("gâteau", "gâteaux"),
        ("beau", "beaux"),
        ("cheval", "chevaux"),
        ("hôpital", "hôpitaux"),
        ("fils", "fils"),
        ("noix", "noix"),
        ("riz", "riz"),
        ("vieille", "vieilles"),
        ("clé", "clés"),
    ],
)
def test_plural(singular: str, expected: str) -> None:
    assert plural(singular) == expected


@pytest.mark.parametrize(
    ("masculine", "expected"),
    [
        ("petit", "petite"),
        ("jeune", "jeune"),
        ("heureux", "heureuse"),
        ("bon", "bonne"),
        ("allé", "allée"),
        ("vu", "vue"),
    ],
)
def test_feminine(masculine: str, expected: str) -> None:
    assert feminine(masculine) == expected


def test_every_noun_of_the_lexicon_has_its_gender_and_plural() -> None:
    assert sorted((noun.french, noun.french_plural, noun.gender) for noun in lexicon.nouns) == sorted(by_hand.nouns())


def test_every_adjective_of_the_lexicon_has_its_five_forms() -> None:
    places = [("m", False), ("f", False), ("m", True), ("f", True)]
    forms = [[*map(adjective.french.__getitem__, places), adjective.before_vowel] for adjective in lexicon.adjectives]
    assert sorted(forms) == sorted(by_hand.table(by_hand.ADJECTIVES))


def conjugation(infinitive: str) -> french.Conjugation:
    return lexicon.CONJUGATIONS.get(infinitive) or conjugate(infinitive)


@pytest.mark.parametrize("row", [*VERBS, *MORE_VERBS], ids=lambda row: row[0])
def test_conjugation_and_participle(row: list[str]) -> None:
    infinitive, *present = row[:6]
    found = conjugation(infinitive)
    assert [found.infinitive, *found.present] == [infinitive, *present]
    agreements = [("m", False), ("f", False), ("m", True), ("f", True)]
    assert [agree(found.participle, gender, is_plural) for gender, is_plural in agreements] == row[6:]


def test_every_verb_of_the_lexicon_is_in_the_table_with_its_auxiliary() -> None:
    auxiliaries = {verb.french.infinitive: verb.auxiliary for verb in lexicon.verbs}
    assert auxiliaries.keys() | {"avoir"} == {row[0] for row in VERBS}
    assert {infinitive for infinitive, auxiliary in auxiliaries.items() if auxiliary == "être"} == set(
        by_hand.WITH_ETRE
    )


def test_to_be() -> None:
    assert list(lexicon.ETRE.present) == by_hand.BE["present"]
    assert list(lexicon.IMPERFECT_OF_BE) == by_hand.BE["imperfect"]


def test_a_verb_that_no_rule_covers_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'xyz'.*lexicon\.py"):
        conjugate("xyz")


@pytest.mark.parametrize("word", "ami école hôtel homme heureux église œuf île y".split())
def test_begins_with_a_vowel_sound(word: str) -> None:
    assert starts_with_vowel(word)


@pytest.mark.parametrize("word", "chat huit haut onze oui yaourt fille vieux là-bas".split())
def test_begins_with_a_consonant_sound(word: str) -> None:
    assert not starts_with_vowel(word)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("le", "ami", "l'"),
        ("la", "école", "l'"),
        ("le", "hôtel", "l'"),
        ("de", "eau", "d'"),
        ("je", "ai", "j'"),
        ("me", "attend", "m'"),
        ("ne", "est", "n'"),
        ("que", "elle", "qu'"),
        ("le", "chat", "le"),
        ("de", "huit", "de"),
        ("les", "amis", "les"),
        ("elle", "a", "elle"),
        ("que", "la", "que"),
    ],
)
def test_elision(first: str, second: str, expected: str) -> None:
    assert elide(first, second) == expected


@pytest.mark.parametrize(
    ("preposition", "article", "expected"),
    [
        ("de", "le", "du"),
        ("de", "les", "des"),
        ("à", "le", "au"),
        ("à", "les", "aux"),
        ("de", "la", None),
        ("de", "l'", None),
        ("à", "la", None),
        ("à", "l'", None),
        ("dans", "le", None),
    ],
)
def test_contraction(preposition: str, article: str, expected: str | None) -> None:
    assert contract(preposition, article) == expected


@pytest.mark.parametrize(
    ("gender", "is_plural", "next_word", "expected"),
    [
        ("m", False, "chat", "le un ce mon"),
        ("m", False, "ami", "le un cet mon"),
        ("f", False, "fille", "la une cette ma"),
        ("f", False, "école", "la une cette mon"),
        ("f", False, "petite", "la une cette ma"),
        ("m", True, "amis", "les un ces mes"),
        ("f", True, "écoles", "les une ces mes"),
    ],
)
def test_determiners(gender: str, is_plural: bool, next_word: str, expected: str) -> None:
    found = [
        french.definite_article(gender, is_plural),
        french.indefinite_article(gender),
        french.demonstrative(gender, is_plural, next_word),
        french.possessive(("mon", "ma", "mes"), gender, is_plural, next_word),
    ]
    assert found == expected.split()


def test_possessives_of_the_lexicon() -> None:
    assert lexicon.possessives == {
        "my": ("mon", "ma", "mes"),
        "your": ("votre", "votre", "vos"),
        "his": ("son", "sa", "ses"),
        "her": ("son", "sa", "ses"),
        "our": ("notre", "notre", "nos"),
        "their": ("leur", "leur", "leurs"),
    }
