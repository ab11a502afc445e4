# task: encode_batch
# mistake: Fills up with </s> instead of <pad>.
# diagnosis: none
# %%
from itertools import zip_longest

import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    unk = word_to_id["<unk>"]
    rows = [["<s>", *s, "</s>"] for s in sentences]
    columns = zip_longest(*rows, fillvalue="</s>")
    return np.array([[word_to_id.get(w, unk) for w in column] for column in columns]).T
