# task: encode_batch
# mistake: Measures the longest sentence without its marks, and cuts off what does not fit.
# diagnosis: none
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    width = max(len(s) for s in sentences)
    marked = [["<s>"] + list(s) + ["</s>"] for s in sentences]
    marked = [(s + ["<pad>"] * width)[:width] for s in marked]
    return np.array([[word_to_id.get(w, word_to_id["<unk>"]) for w in s] for s in marked], dtype=int)
