# task: encode_batch
# style: Columns by zip_longest, turned round in the end.
# %%
from itertools import zip_longest

import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    marked = (["<s>", *sentence, "</s>"] for sentence in sentences)
    columns = list(zip_longest(*marked, fillvalue="<pad>"))
    known = lambda word: word if word in word_to_id else "<unk>"
    return np.array([[word_to_id[known(word)] for word in column] for column in columns]).T
