# task: encode_batch
# mistake: Leaves out the end of the sentence.
# diagnosis: encode-without-the-end
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    unknown = word_to_id["<unk>"]
    rows = [[word_to_id["<s>"]] + [word_to_id.get(w, unknown) for w in s] for s in sentences]
    longest = max(len(row) for row in rows)
    return np.array([row + [word_to_id["<pad>"]] * (longest - len(row)) for row in rows])
