# task: encode_batch
# style: Each row by np.pad, then np.stack.
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    start, end, unk, pad = (word_to_id[mark] for mark in ("<s>", "</s>", "<unk>", "<pad>"))
    rows = [np.array([start] + [word_to_id.get(w, unk) for w in s] + [end]) for s in sentences]
    n = max(map(len, rows))
    return np.stack([np.pad(r, (0, n - len(r)), constant_values=pad) for r in rows])
