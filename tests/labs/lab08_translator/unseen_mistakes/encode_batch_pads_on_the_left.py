# task: encode_batch
# mistake: Pads in front and calls <pad> what it does not know: two mistakes at once.
# diagnosis: none
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    pad = word_to_id["<pad>"]
    longest = max(len(s) for s in sentences)
    rows = []
    for s in sentences:
        ids = [word_to_id.get(w, pad) for w in s]
        rows.append([pad] * (longest - len(s)) + [word_to_id["<s>"]] + ids + [word_to_id["</s>"]])
    return np.asarray(rows)
