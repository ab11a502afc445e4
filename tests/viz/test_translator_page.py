"""The page that translates: what it reads, what it says about unknown words, what it shows."""

from __future__ import annotations

import re

import numpy as np
import pytest

from attn_course.translation import END, START, Vocabulary
from attn_course.viz.translator_page import EMPTY, LONGEST, LONGEST_TEXT, TranslationPage, page_html, read, translated

ENGLISH = Vocabulary.of(["the cats sleep . ?".split(), "the cat sees small <unk> cakes .".split()])
FRENCH = Vocabulary.of([["chats", "les", "dorment", "."]])
ANSWER = ("les", "chats", "dorment", ".")


class Parrot:
    """A model that says the same whatever it reads, and looks at the source's words in turn."""

    def start(self, source):
        return {"place": np.zeros(len(source), int), "n": np.full(len(source), source.shape[1])}

    def step(self, state, ids):
        said = [FRENCH.word_to_id[word] for word in ANSWER] + [END] * 30
        logits = np.zeros((len(ids), len(FRENCH)))
        logits[np.arange(len(ids)), [said[place] for place in state["place"]]] = 9.0
        return logits, {**state, "place": state["place"] + 1}, np.zeros((len(ids), state["n"][0]))

    def cross_attention(self, source, decoder_input):
        assert decoder_input[0, 0] == START
        looks = np.eye(source.shape[1])[np.arange(decoder_input.shape[1]) % source.shape[1]]
        return looks[np.newaxis]


def test_a_text_becomes_words_in_lower_case_with_a_mark_at_the_end():
    assert read("The cats SLEEP", ENGLISH).words == ["the", "cats", "sleep", "."]
    assert read(" the  cats sleep?", ENGLISH).words == ["the", "cats", "sleep", "?"]
    assert read("  ", ENGLISH).words == []


def test_unknown_words_come_with_known_ones_that_look_alike():
    reading = read("the smaller dragons see smaller cakes", ENGLISH)
    assert reading.unknown == {"smaller": ["small"], "dragons": [], "see": ["sees", "sleep"]}
    assert read("the cat sees small cakes.", ENGLISH).unknown == {}


def test_special_words_are_neither_known_nor_offered():
    assert "<unk>" not in " ".join(read("<unk> unk pad s", ENGLISH).unknown)
    assert not {word for alike in read("unk pad", ENGLISH).unknown.values() for word in alike if "<" in word}


def test_both_translations_and_a_row_of_weights_for_each_word():
    found = translated(["the", "cats", "sleep", "."], Parrot(), ENGLISH, FRENCH)
    assert tuple(found.greedy) == tuple(found.beam) == ANSWER
    assert found.weights.tolist() == np.eye(4).tolist()


def test_the_page_has_the_translations_the_picture_and_its_text():
    page = page_html("The cats sleep", Parrot(), ENGLISH, FRENCH)
    assert page.count('<b lang="fr">les chats dorment .</b>') == 2
    assert "does not know" not in page
    (alt,) = re.findall('alt="([^"]*)"', page)
    assert "les to the (1.00); chats to cats (1.00); dorment to sleep (1.00); . to . (1.00)." in alt


def test_the_page_names_unknown_words():
    page = page_html("a cats sleep", Parrot(), ENGLISH, FRENCH)
    assert "does not know “a”, and reads it as &lt;unk&gt;. No word it knows looks like it." in page
    assert "Did you mean “small”?" in page_html("the smaller cats sleep", Parrot(), ENGLISH, FRENCH)


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", 'the "cats" <b onclick=x>', "&lt;img src=x>"])
def test_what_is_typed_is_text_and_never_markup(text):
    page = re.sub('base64,[^"]*', "", page_html(text, Parrot(), ENGLISH, FRENCH))
    assert set(re.findall("<(/?[a-z]+)", page)) <= {"p", "/p", "b", "/b", "img"}
    assert not re.findall(r"<[^>]*\bon\w+=", re.sub('alt="[^"]*"', "", page))


def test_nothing_and_too_much_are_answered_by_a_sentence():
    assert EMPTY in page_html(" ", Parrot(), ENGLISH, FRENCH)
    assert f"That is {LONGEST + 2} words and marks" in page_html("cat " * (LONGEST + 1), Parrot(), ENGLISH, FRENCH)
    assert f"That is {LONGEST_TEXT + 1} characters" in page_html("x" * (LONGEST_TEXT + 1), Parrot(), ENGLISH, FRENCH)


def test_the_widget_shows_the_page_of_what_was_typed():
    page = TranslationPage(Parrot(), ENGLISH, FRENCH)
    assert EMPTY in page.page.value
    page.box.value = "The cats sleep"
    assert page.page.value == page_html("The cats sleep", Parrot(), ENGLISH, FRENCH)
    page.box.value = ""
    assert EMPTY in page.page.value


def test_what_a_learners_function_raises_is_shown():
    class Broken(Parrot):
        def start(self, source):
            raise ValueError("shapes <3> and <4>")

    page = TranslationPage(Broken(), ENGLISH, FRENCH)
    page.box.value = "cats"
    assert page.page.value == "<p>A function of the translator raised ValueError: shapes &lt;3&gt; and &lt;4&gt;</p>"
