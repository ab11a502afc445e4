# task: encode_batch
# mistake: Writes every word small before it looks it up.
# diagnosis: encode-small-letters
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    longest = max(len(s) for s in sentences)
    rows = []
    for s in sentences:
        words = ["<s>"] + [w.lower() for w in s] + ["</s>"] + ["<pad>"] * (longest - len(s))
        rows.append([word_to_id.get(w, word_to_id["<unk>"]) for w in words])
    return np.array(rows)
