# task: encode_batch
# style: Works on copies of the sentences, and puts the marks in as words.
# %%
import copy

import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    sentences = copy.deepcopy(sentences)
    longest = max(map(len, sentences))
    for sentence in sentences:
        sentence[:] = [word if word in word_to_id else "<unk>" for word in sentence]
        missing = longest - len(sentence)
        sentence.insert(0, "<s>")
        sentence.append("</s>")
        sentence.extend(["<pad>"] * missing)
    return np.vectorize(word_to_id.__getitem__, otypes=[int])(np.array(sentences))
