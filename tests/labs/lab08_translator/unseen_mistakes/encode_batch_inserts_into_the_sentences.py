# task: encode_batch
# mistake: Puts the marks into the caller's own lists.
# diagnosis: none
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    for s in sentences:
        s.insert(0, "<s>")
        s.append("</s>")
    longest = max(len(s) for s in sentences)
    for s in sentences:
        s.extend(["<pad>"] * (longest - len(s)))
    return np.array([[word_to_id.get(w, word_to_id["<unk>"]) for w in s] for s in sentences])
