# task: encode_batch
# mistake: Leaves unknown words out of the sentence.
# diagnosis: encode-drops-unknown-words
# %%
import numpy as np


# %%
class Encoder:
    def __init__(self, vocabulary):
        self.vocabulary = vocabulary

    def encode(self, words):
        return [self.vocabulary[w] for w in ("<s>", *words, "</s>") if w in self.vocabulary]


def encode_batch(sentences, word_to_id):
    rows = [Encoder(word_to_id).encode(s) for s in sentences]
    width = max(len(r) for r in rows)
    return np.array([r + [word_to_id["<pad>"]] * (width - len(r)) for r in rows])
