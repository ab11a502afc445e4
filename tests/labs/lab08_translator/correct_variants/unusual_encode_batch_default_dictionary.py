# task: encode_batch
# style: A copy of the dictionary that answers <unk> for what it does not hold, and an iterator over the cells.
# %%
import numpy as np


# %%
class Vocabulary(dict):
    def __missing__(self, word):
        return self["<unk>"]


def encode_batch(sentences, word_to_id):
    numbers = Vocabulary(word_to_id)
    width = max(map(len, sentences), default=0) + 2
    cells = (
        numbers["<s>" if t == 0 else s[t - 1] if t <= len(s) else "</s>" if t == len(s) + 1 else "<pad>"]
        for s in sentences
        for t in range(width)
    )
    return np.fromiter(cells, dtype=np.int64).reshape(len(sentences), width)
