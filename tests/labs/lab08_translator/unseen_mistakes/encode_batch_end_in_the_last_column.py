# task: encode_batch
# mistake: Pads each sentence before it closes it, so that every </s> stands in the last column.
# diagnosis: encode-ends-behind-the-padding
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    longest = max(map(len, sentences))
    batch = []
    for sentence in sentences:
        words = ["<s>"] + list(sentence) + ["<pad>"] * (longest - len(sentence)) + ["</s>"]
        batch.append([word_to_id[w] if w in word_to_id else word_to_id["<unk>"] for w in words])
    return np.array(batch)
