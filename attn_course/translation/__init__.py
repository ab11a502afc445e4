"""A tiny translator: what it is made of, trained on and read out with."""

from attn_course.translation.building_blocks import (
    attention_backward,
    beam_search,
    encode_batch,
    encoder_layer,
    greedy_decode,
    layer_norm,
    masked_cross_entropy,
    shift_targets,
    warmup_schedule,
)
from attn_course.translation.corpus import Corpus, make_corpus
from attn_course.translation.grammar import Pair
from attn_course.translation.real_pairs import PairsFileError, load_pairs, tokenise_english, tokenise_french
from attn_course.translation.vocabulary import END, PAD, START, UNKNOWN, Vocabulary

__all__ = [
    "END",
    "PAD",
    "START",
    "UNKNOWN",
    "Corpus",
    "Pair",
    "PairsFileError",
    "Vocabulary",
    "attention_backward",
    "beam_search",
    "encode_batch",
    "encoder_layer",
    "greedy_decode",
    "layer_norm",
    "load_pairs",
    "make_corpus",
    "masked_cross_entropy",
    "shift_targets",
    "tokenise_english",
    "tokenise_french",
    "warmup_schedule",
]
