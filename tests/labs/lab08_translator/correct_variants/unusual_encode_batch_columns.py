# task: encode_batch
# style: zip_longest makes columns, which are turned into rows; numbers of 32 bits.
# %%
from itertools import zip_longest

import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    marked = (("<s>", *sentence, "</s>") for sentence in sentences)
    columns = zip_longest(*marked, fillvalue="<pad>")
    return np.array([[word_to_id.get(w, word_to_id["<unk>"]) for w in c] for c in columns], dtype=np.int32).T
