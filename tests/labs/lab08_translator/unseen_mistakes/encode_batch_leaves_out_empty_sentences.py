# task: encode_batch
# mistake: Loses the row of a sentence without words.
# diagnosis: none
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    rows = []
    for s in sentences:
        if not s:
            continue
        rows.append([word_to_id["<s>"]] + [word_to_id.get(w, word_to_id["<unk>"]) for w in s] + [word_to_id["</s>"]])
    longest = max(len(r) for r in rows)
    return np.array([r + (longest - len(r)) * [word_to_id["<pad>"]] for r in rows])
