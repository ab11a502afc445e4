"""Meanings said in both languages, against translations written by hand, and the links between their words."""

from __future__ import annotations

import pytest

from attn_course.translation import lexicon
from attn_course.translation.grammar import Pair, pair
from attn_course.translation.lexicon import Adjective, Pronoun, Verb
from attn_course.translation.meaning import Circumstance, Clause, Name, NounPhrase, Sentence, Together

NOUNS = {noun.english: noun for noun in lexicon.nouns}
ADJECTIVES = {adjective.english: adjective for adjective in lexicon.adjectives}
VERBS = {verb.english: verb for verb in lexicon.verbs}
PRONOUNS = {pronoun.english: pronoun for pronoun in lexicon.pronouns}
EXPRESSIONS = {" ".join(one.english): one for ones in lexicon.prepositions.values() for one in ones}
MARIE, PAUL = Name("marie", "f"), Name("paul", "m")


def a(adjective: str) -> Adjective:
    return ADJECTIVES[adjective]


def p(pronoun: str) -> Pronoun:
    return PRONOUNS[pronoun]


def v(verb: str) -> Verb:
    return VERBS[verb]


def one(words: str, owner: Name | NounPhrase | None = None) -> NounPhrase:
    """Return a noun in the singular after its determiner and adjectives: ``one("the big cat")``."""
    determiner, *adjectives, noun = words.split()
    return NounPhrase(determiner, NOUNS[noun], False, tuple(map(a, adjectives)), owner)


def some(words: str, owner: Name | NounPhrase | None = None) -> NounPhrase:
    """Return the same in the plural; the noun is written in the singular."""
    return one(words, owner)._replace(is_plural=True)


def where(expression: str, phrase: Name | NounPhrase | None = None) -> tuple[Circumstance, ...]:
    return (Circumstance(EXPRESSIONS[expression], phrase),)


she, i, they, we, you = map(p, "she i they we you".split())

CASES = [
    # Tenses and persons.
    (Clause(she, v("sing")), "she sings .", "elle chante ."),
    (Clause(i, v("eat"), object=one("a cake")), "i eat a cake .", "je mange un gâteau ."),
    (Clause(we, v("eat"), object=one("the apple")), "we eat the apple .", "nous mangeons la pomme ."),
    (Clause(i, v("wait"), object=MARIE), "i wait for marie .", "j' attends marie ."),
    (Clause(you, v("sleep"), "past"), "you slept .", "vous avez dormi ."),
    (Clause(they, v("leave"), "future"), "they are going to leave .", "ils vont partir ."),
    (
        Clause(i, v("go"), circumstances=where("to", one("the hospital"))),
        "i go to the hospital .",
        "je vais à l' hôpital .",
    ),
    # The participle after être agrees with the subject.
    (Clause(she, v("arrive"), "past"), "she arrived .", "elle est arrivée ."),
    (Clause(some("the girl"), v("leave"), "past"), "the girls left .", "les filles sont parties ."),
    (Clause(some("the boy"), v("leave"), "past"), "the boys left .", "les garçons sont partis ."),
    (
        Clause(Together(MARIE, Name("emma", "f")), v("arrive"), "past"),
        "marie and emma arrived .",
        "marie et emma sont arrivées .",
    ),
    (Clause(Together(MARIE, PAUL), v("arrive"), "past"), "marie and paul arrived .", "marie et paul sont arrivés ."),
    # An object pronoun stands before the verb; the participle after avoir agrees with it.
    (Clause(PAUL, v("see"), object=p("she")), "paul sees her .", "paul la voit ."),
    (Clause(PAUL, v("see"), "past", object=p("she")), "paul saw her .", "paul l' a vue ."),
    (Clause(PAUL, v("buy"), "past", object=they), "paul bought them .", "paul les a achetés ."),
    (Clause(PAUL, v("see"), "future", object=p("she")), "paul is going to see her .", "paul va la voir ."),
    (Clause(PAUL, v("help"), "future", object=p("he")), "paul is going to help him .", "paul va l' aider ."),
    (Clause(she, v("listen"), object=i), "she listens to me .", "elle m' écoute ."),
    (Clause(she, v("buy"), "past", object=some("the key")), "she bought the keys .", "elle a acheté les clés ."),
    # Negation, and what it does to an indefinite object.
    (Clause(she, v("sing"), polarity="not"), "she does not sing .", "elle ne chante pas ."),
    (Clause(i, v("sing"), "past", "not"), "i did not sing .", "je n' ai pas chanté ."),
    (Clause(she, v("leave"), "past", "not"), "she did not leave .", "elle n' est pas partie ."),
    (Clause(she, v("sing"), polarity="never"), "she never sings .", "elle ne chante jamais ."),
    (Clause(she, v("sing"), "past", "never"), "she never sang .", "elle n' a jamais chanté ."),
    (Clause(she, v("sing"), "future", "never"), "she is never going to sing .", "elle ne va jamais chanter ."),
    (
        Clause(she, v("see"), polarity="not", object=one("a bird")),
        "she does not see a bird .",
        "elle ne voit pas d' oiseau .",
    ),
    (
        Clause(she, v("buy"), polarity="not", object=some("some flower")),
        "she does not buy flowers .",
        "elle n' achète pas de fleurs .",
    ),
    (
        Clause(she, v("drink"), polarity="never", object=one("some water")),
        "she never drinks water .",
        "elle ne boit jamais d' eau .",
    ),
    (
        Clause(she, v("see"), polarity="not", object=one("the bird")),
        "she does not see the bird .",
        "elle ne voit pas l' oiseau .",
    ),
    (Clause(she, v("see"), "past", "not", object=p("he")), "she did not see him .", "elle ne l' a pas vu ."),
    (
        Clause(she, v("see"), "future", "not", object=p("he")),
        "she is not going to see him .",
        "elle ne va pas le voir .",
    ),
    # What English leaves out.
    (Clause(she, v("drink"), object=one("some coffee")), "she drinks coffee .", "elle boit du café ."),
    (Clause(she, v("drink"), object=one("some water")), "she drinks water .", "elle boit de l' eau ."),
    (Clause(she, v("buy"), object=some("some flower")), "she buys flowers .", "elle achète des fleurs ."),
    (
        Clause(she, v("buy"), object=some("some small flower")),
        "she buys small flowers .",
        "elle achète de petites fleurs .",
    ),
    (
        Clause(she, v("buy"), object=some("some white flower")),
        "she buys white flowers .",
        "elle achète des fleurs blanches .",
    ),
    (Clause(she, v("eat"), object=one("some good bread")), "she eats good bread .", "elle mange du bon pain ."),
    # Questions.
    (Clause(she, v("sing"), is_question=True), "does she sing ?", "est-ce qu' elle chante ?"),
    (Clause(they, v("sing"), "past", is_question=True), "did they sing ?", "est-ce qu' ils ont chanté ?"),
    (
        Clause(some("the girl"), v("sing"), "future", is_question=True),
        "are the girls going to sing ?",
        "est-ce que les filles vont chanter ?",
    ),
    (
        Clause(they, v("see"), "present", "not", True, p("she")),
        "do they not see her ?",
        "est-ce qu' ils ne la voient pas ?",
    ),
    (Clause(she, adjective=a("happy"), is_question=True), "is she happy ?", "est-ce qu' elle est heureuse ?"),
    # To be.
    (Clause(i, adjective=a("sad")), "i am sad .", "je suis triste ."),
    (
        Clause(some("the house"), tense="past", adjective=a("old")),
        "the houses were old .",
        "les maisons étaient vieilles .",
    ),
    (
        Clause(you, tense="past", polarity="not", adjective=a("happy")),
        "you were not happy .",
        "vous n' étiez pas heureux .",
    ),
    (
        Clause(she, tense="future", adjective=a("happy"), is_very=True),
        "she is going to be very happy .",
        "elle va être très heureuse .",
    ),
    (Clause(one("the hotel"), adjective=a("beautiful")), "the hotel is beautiful .", "l' hôtel est beau ."),
    (
        Clause(one("the cat"), circumstances=where("in", one("the garden"))),
        "the cat is in the garden .",
        "le chat est dans le jardin .",
    ),
    (
        Clause(one("the key"), circumstances=where("under", one("the table"))),
        "the key is under the table .",
        "la clé est sous la table .",
    ),
    # Adjectives before and after the noun; special forms before a vowel.
    (Clause(one("the small black cat"), v("sleep")), "the small black cat sleeps .", "le petit chat noir dort ."),
    (Clause(one("a beautiful bird"), v("sleep")), "a beautiful bird sleeps .", "un bel oiseau dort ."),
    (
        Clause(one("the old hospital"), adjective=a("quiet")),
        "the old hospital is quiet .",
        "le vieil hôpital est calme .",
    ),
    (Clause(one("the strange old tree"), v("sleep")), "the strange old tree sleeps .", "le vieil arbre étrange dort ."),
    (Clause(one("this new hotel"), adjective=a("quiet")), "this new hotel is quiet .", "ce nouvel hôtel est calme ."),
    (Clause(one("a old church"), adjective=a("big")), "an old church is big .", "une vieille église est grande ."),
    (Clause(some("the old tree"), adjective=a("big")), "the old trees are big .", "les vieux arbres sont grands ."),
    # Determiners.
    (Clause(one("this child"), v("play")), "this child plays .", "cet enfant joue ."),
    (Clause(some("this child"), v("play")), "these children play .", "ces enfants jouent ."),
    (Clause(one("my school"), adjective=a("big")), "my school is big .", "mon école est grande ."),
    (Clause(one("her sister"), v("play")), "her sister plays .", "sa sœur joue ."),
    (Clause(one("his young sister"), v("play")), "his young sister plays .", "sa jeune sœur joue ."),
    (Clause(one("her new school"), adjective=a("big")), "her new school is big .", "sa nouvelle école est grande ."),
    (Clause(some("our horse"), v("sleep")), "our horses sleep .", "nos chevaux dorment ."),
    (Clause(some("two mouse"), v("sleep")), "two mice sleep .", "deux souris dorment ."),
    (Clause(some("many child"), v("sleep")), "many children sleep .", "beaucoup d' enfants dorment ."),
    (Clause(some("many girl"), v("sleep")), "many girls sleep .", "beaucoup de filles dorment ."),
    # Owners, and contractions.
    (Clause(one("the dog", one("the king")), v("sleep")), "the king 's dog sleeps .", "le chien du roi dort ."),
    (
        Clause(one("the big dog", one("the child")), v("sleep")),
        "the child 's big dog sleeps .",
        "le grand chien de l' enfant dort .",
    ),
    (
        Clause(some("the book", Name("emma", "f")), adjective=a("good")),
        "emma 's books are good .",
        "les livres d' emma sont bons .",
    ),
    (
        Clause(she, v("come"), circumstances=where("from", some("the house"))),
        "she comes from the houses .",
        "elle vient des maisons .",
    ),
    (
        Clause(she, v("go"), "past", circumstances=where("to", one("the park"))),
        "she went to the park .",
        "elle est allée au parc .",
    ),
    (
        Clause(she, v("go"), circumstances=where("to", some("the school"))),
        "she goes to the schools .",
        "elle va aux écoles .",
    ),
    (
        Clause(she, v("sing"), circumstances=where("near", one("the garden"))),
        "she sings near the garden .",
        "elle chante près du jardin .",
    ),
    (
        Clause(she, v("sing"), circumstances=where("near", one("a hotel"))),
        "she sings near a hotel .",
        "elle chante près d' un hôtel .",
    ),
    (
        Clause(she, v("sing"), circumstances=where("beside", one("the church"))),
        "she sings beside the church .",
        "elle chante à côté de l' église .",
    ),
    (
        Clause(she, v("sing"), circumstances=where("in", one("the church"))),
        "she sings in the church .",
        "elle chante dans l' église .",
    ),
    (Clause(she, v("sing"), circumstances=where("here")), "she sings here .", "elle chante ici ."),
    # Adverbs.
    (
        Clause(she, v("eat"), object=some("some apple"), frequency="often"),
        "she often eats apples .",
        "elle mange souvent des pommes .",
    ),
    (Clause(she, v("sing"), "past", frequency="always"), "she always sang .", "elle a toujours chanté ."),
    (
        Clause(she, v("sing"), polarity="not", frequency="often"),
        "she does not often sing .",
        "elle ne chante pas souvent .",
    ),
    (Clause(she, v("sing"), "past", time="yesterday"), "she sang yesterday .", "elle a chanté hier ."),
    (Clause(she, v("sing"), "present", time="today"), "she sings today .", "elle chante aujourd'hui ."),
]


def sentence(meaning: Clause) -> Pair:
    return pair(Sentence((meaning,)))


@pytest.mark.parametrize(("meaning", "english", "french"), CASES, ids=[case[1] for case in CASES])
def test_translation(meaning: Clause, english: str, french: str) -> None:
    said = sentence(meaning)
    assert (" ".join(said.english), " ".join(said.french)) == (english, french)


@pytest.mark.parametrize(
    ("conjunction", "english", "french"),
    [
        ("and", "she sings and they sleep .", "elle chante et ils dorment ."),
        ("but", "she sings but they sleep .", "elle chante mais ils dorment ."),
        ("because", "she sings because they sleep .", "elle chante parce qu' ils dorment ."),
    ],
)
def test_two_clauses(conjunction: str, english: str, french: str) -> None:
    said = pair(Sentence((Clause(she, v("sing")), Clause(they, v("sleep"))), conjunction))
    assert (" ".join(said.english), " ".join(said.french)) == (english, french)


def words(said: Pair, links: frozenset[tuple[int, int]]) -> set[tuple[str, str]]:
    """Return the words that are linked."""
    return {(said.english[i], said.french[j]) for i, j in links}


def test_links_of_a_negation_with_an_object_pronoun() -> None:
    said = sentence(Clause(she, v("see"), polarity="not", object=p("he")))
    assert words(said, said.sure) == {("she", "elle"), ("not", "pas"), ("see", "voit"), ("him", "le"), (".", ".")}
    assert words(said, said.possible - said.sure) == {("does", "voit"), ("not", "ne")}


def test_links_of_a_question_in_the_past() -> None:
    said = sentence(Clause(she, v("sing"), "past", is_question=True))
    assert words(said, said.sure) == {("did", "a"), ("she", "elle"), ("sing", "chanté"), ("?", "?")}
    assert words(said, said.possible - said.sure) == {
        ("did", "est-ce"),
        ("did", "qu'"),
        ("did", "chanté"),
        ("sing", "a"),
    }


def test_links_of_a_past_without_auxiliary() -> None:
    said = sentence(Clause(she, v("sing"), "past"))
    assert words(said, said.sure) == {("she", "elle"), ("sang", "chanté"), (".", ".")}
    assert words(said, said.possible - said.sure) == {("sang", "a")}


def test_links_of_the_future() -> None:
    said = sentence(Clause(she, v("sing"), "future"))
    assert words(said, said.sure) == {("she", "elle"), ("going", "va"), ("sing", "chanter"), (".", ".")}
    assert words(said, said.possible - said.sure) == {("is", "va"), ("to", "va"), ("to", "chanter")}


def test_links_of_an_owner_and_a_contraction() -> None:
    said = sentence(Clause(one("the small dog", one("the king")), v("sleep")))
    assert said.french[:5] == ("le", "petit", "chien", "du", "roi")
    assert {("king", "roi"), ("'s", "du"), ("small", "petit"), ("dog", "chien"), ("sleeps", "dort")} <= words(
        said, said.sure
    )
    assert words(said, said.possible - said.sure) == {("the", "du"), ("'s", "le")}


def test_links_of_expressions_of_several_words() -> None:
    said = sentence(Clause(she, v("sing"), circumstances=where("beside", one("the park"))))
    assert ("beside", "côté") in words(said, said.sure) and ("the", "du") in words(said, said.sure)
    assert words(said, said.possible - said.sure) == {("beside", "à"), ("beside", "du")}
    said = sentence(Clause(she, v("sing"), circumstances=where("in front of", one("the park"))))
    assert ("front", "devant") in words(said, said.sure)
    assert words(said, said.possible - said.sure) == {("in", "devant"), ("of", "devant")}


def test_links_of_what_english_leaves_out() -> None:
    said = sentence(Clause(she, v("listen"), polarity="not", object=some("some girl")))
    assert words(said, said.possible - said.sure) >= {("girls", "de"), ("to", "écoute")}
    said = sentence(Clause(some("many girl"), v("sleep")))
    assert ("many", "beaucoup") in words(said, said.sure)
    assert words(said, said.possible - said.sure) == {("many", "de")}


def test_the_same_word_twice_is_linked_to_its_own_counterpart() -> None:
    said = sentence(Clause(one("the cat"), v("see"), object=one("the dog")))
    assert said.sure == {(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)}
    said = sentence(Clause(one("the cat"), v("see"), "past", object=one("the dog")))
    assert said.sure == {(0, 0), (1, 1), (2, 3), (3, 4), (4, 5), (5, 6)}
