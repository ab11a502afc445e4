"""Files of parallel sentences, right and wrong ones, and how their sentences become words."""

from __future__ import annotations

import doctest
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from attn_course.translation import PairsFileError, Vocabulary, load_pairs, real_pairs
from attn_course.translation.corpus import draw_pairs
from attn_course.translation.drawing import all_plans
from attn_course.translation.real_pairs import tokenise_english, tokenise_french

TATOEBA = (
    "Go.\tVa !\tCC-BY 2.0 (France) Attribution: tatoeba.org #2877272 (CM) & #1158250 (Wittydev)\n"
    "I'm at home, Tom's friend.\tJe suis à la maison, l’ami de Tom.\tCC-BY 2.0 (France)\n"
)


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L'ami qu'il voit n'est pas là.", "l' ami qu' il voit n' est pas là ."),
        ("J’aime l’école d’Anne !", "j' aime l' école d' anne !"),
        ("Aujourd'hui, quelqu'un s'en va jusqu'à Lyon.", "aujourd'hui , quelqu'un s' en va jusqu' à lyon ."),
        ("Est-ce que c'est à toi\u202f?", "est-ce que c' est à toi ?"),
        ("Qu'est-ce qu'il y a ?", "qu' est-ce qu' il y a ?"),
        ("«\u00a0Non\u00a0», dit-elle.", '" non " , dit-elle .'),
        ("Il a 3,5 kilos…", "il a 3,5 kilos …"),
        ("Là-bas; ici: 10 %", "là-bas ; ici : 10 %"),
        ("E\u0301te\u0301 a\u0300 l\u00b4e\u0301cole", "été à l' école"),
        ("Par\u00adtir\u200b !\ufeff", "partir !"),
    ],
)
def test_french_words(text: str, expected: str) -> None:
    assert " ".join(tokenise_french(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The teacher's dog sleeps.", "the teacher 's dog sleeps ."),
        ("It doesn’t matter!", "it doesn't matter !"),
        ("The boys' well-known dog, here.", "the boys ' well-known dog , here ."),
        ("“Where?” he asked: 3.5 miles", '" where ? " he asked : 3.5 miles'),
        ("My mother-in-law's cat, O'Neil's dogs: it's 's", "my mother-in-law 's cat , o'neil 's dogs : it 's 's"),
        ("TOM'S sisters' house's", "tom 's sisters ' house 's"),
    ],
)
def test_english_words(text: str, expected: str) -> None:
    assert " ".join(tokenise_english(text)) == expected


def test_the_course_s_own_sentences_are_split_into_their_own_words() -> None:
    for one in islice(draw_pairs(Random(0), all_plans()), 1_000):
        english = " ".join(one.english).replace(" 's", "'s").replace(" .", ".").capitalize()
        french = " ".join(one.french).replace("' ", "'").replace(" .", ".").capitalize()
        assert tokenise_english(english) == one.english
        assert tokenise_french(french) == one.french


def test_columns(tmp_path: Path) -> None:
    pairs = load_pairs(write(tmp_path / "fra.txt", TATOEBA))
    assert pairs[0] == (("go", "."), ("va", "!"))
    assert " ".join(pairs[1].french) == "je suis à la maison , l' ami de tom ."
    assert Vocabulary.of(one.english for one in pairs).word_to_id["go"] > 3


def test_two_files_are_read_side_by_side(tmp_path: Path) -> None:
    english, french = write(tmp_path / "a.en", "Go.\nStop.\n"), write(tmp_path / "a.fr", "Va.\r\nArrête.\r\n")
    assert load_pairs(english, french) == [(("go", "."), ("va", ".")), (("stop", "."), ("arrête", "."))]
    assert load_pairs(str(english), str(french)) == load_pairs(english, french)


def test_numbered_columns_as_in_the_pairs_of_tatoeba(tmp_path: Path) -> None:
    path = write(tmp_path / "pairs.tsv", "\ufeff1276\tLet's go!\t3090\tAllons-y !\n1277\t7\t3091\tSept\n")
    assert load_pairs(path) == [(("let", "'s", "go", "!"), ("allons-y", "!")), (("7",), ("sept",))]
    path = write(tmp_path / "fra.txt", "7\tSept\n8\tHuit\tCC\n9\tNeuf\tCC\t3\n")
    assert [one.french for one in load_pairs(path)] == [("sept",), ("huit",), ("neuf",)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_end_of_line_is_one(tmp_path: Path, end: str) -> None:
    path = write(tmp_path / "fra.txt", f"Go.\tVa.{end}Stop.\tArrête.{end}{end}")
    assert [one.french for one in load_pairs(path)] == [("va", "."), ("arrête", ".")]


@pytest.mark.parametrize(("max_words", "expected"), [(1, 0), (2, 1), (10, 1), (11, 2), (None, 2)])
def test_long_pairs_are_left_out(tmp_path: Path, max_words: int | None, expected: int) -> None:
    path = write(tmp_path / "fra.txt", TATOEBA)
    assert len(load_pairs(path, max_words=max_words)) == expected


def test_a_byte_order_mark_and_a_missing_last_newline_do_no_harm(tmp_path: Path) -> None:
    path = write(tmp_path / "fra.txt", "\ufeffGo.\tVa.\nStop.\tArrête.")
    assert [one.english for one in load_pairs(path)] == [("go", "."), ("stop", ".")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"Go.\tVa.\nStop.\n", "line 2: there is no tab"),
        (b"Go.\tVa.\n\nStop.\tArr.\n", "line 2: a sentence is missing"),
        (b"Go.\tVa.\n \n\t\n", "line 2: a sentence is missing"),
        ("Go.\tVa.\nStop.\t\u200b\n".encode(), "line 2: a sentence is missing"),
        (b"12\tGo.\t34\t\n", "line 1: a sentence is missing"),
        (b"Go.\t \n", "line 1: a sentence is missing"),
        (b"\tVa.\n", "line 1: a sentence is missing"),
        ("Go.\tVa.\nStop.\tArrête.\n".encode("latin-1"), "line 2: not UTF-8"),
        ("Go.\tVa.\n".encode("utf-16"), "line 1: not UTF-8"),
        ("Go.\tVa.\n".encode("utf-16-le"), "line 1: not UTF-8"),
        (b"Go.\tVa.\nStop.\tA\0.\n", "line 2: not UTF-8"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = write(tmp_path / "wrong.txt", content)
    with pytest.raises(PairsFileError, match=message) as caught:
        load_pairs(path)
    assert str(path) in str(caught.value)


def test_files_of_different_lengths_are_refused(tmp_path: Path) -> None:
    english, french = write(tmp_path / "a.en", "Go.\nStop.\n"), write(tmp_path / "a.fr", "Va.\n")
    with pytest.raises(PairsFileError, match=r"a\.en has 2 lines, .*a\.fr has 1"):
        load_pairs(english, french)


def test_the_second_file_is_named_where_it_is_at_fault(tmp_path: Path) -> None:
    english, french = write(tmp_path / "a.en", "Go.\nStop.\n"), write(tmp_path / "a.fr", "Va.\n \n")
    with pytest.raises(PairsFileError, match=r"a\.fr, line 2: a sentence is missing"):
        load_pairs(english, french)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_pairs(tmp_path / "nothing.txt")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(PairsFileError, match="is a folder") as caught:
        load_pairs(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_a_whole_book_is_no_sentence(tmp_path: Path) -> None:
    path = write(tmp_path / "long.txt", "a-" * 49_998 + "a's\t" + "l'a " * 25_000)
    assert [len(words) for words in load_pairs(path)[0]] == [2, 50_000]
    path = write(tmp_path / "longer.txt", "Go.\tVa.\nGo.\t" + "va " * 40_000)
    with pytest.raises(PairsFileError, match=r"longer\.txt, line 2: a sentence has 120,000 characters"):
        load_pairs(path)


def test_examples_are_true() -> None:
    found = doctest.testmod(real_pairs)
    assert found.attempted > 0 and found.failed == 0
