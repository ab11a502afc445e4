# task: encode_batch
# mistake: Gives a word that it does not know a number of its own, and writes it into the dictionary.
# diagnosis: none
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    longest = max(len(s) for s in sentences) + 2
    rows = np.full((len(sentences), longest), word_to_id["<pad>"])
    for i, s in enumerate(sentences):
        for j, w in enumerate(["<s>"] + list(s) + ["</s>"]):
            rows[i, j] = word_to_id.setdefault(w, len(word_to_id))
    return rows
