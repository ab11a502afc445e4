# task: encode_batch
# mistake: Starts from zeros and takes it for granted that <pad> has the number 0.
# diagnosis: encode-pads-with-zeros
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    out = np.zeros((len(sentences), max(len(s) for s in sentences) + 2), dtype=int)
    for r, s in enumerate(sentences):
        ids = [word_to_id.get(w, word_to_id["<unk>"]) for w in ["<s>", *s, "</s>"]]
        out[r, : len(ids)] = ids
    return out
