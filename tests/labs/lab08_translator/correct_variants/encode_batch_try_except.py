# task: encode_batch
# style: Asks for forgiveness where a word is unknown.
# %%
import numpy as np


# %%
def look_up(word, table):
    try:
        return table[word]
    except KeyError:
        return table["<unk>"]


# %%
def encode_batch(sentences, word_to_id):
    rows = []
    for words in sentences:
        row = [word_to_id["<s>"]]
        for w in words:
            row.append(look_up(w, word_to_id))
        row.append(word_to_id["</s>"])
        rows.append(row)
    most = max([len(r) for r in rows])
    for r in rows:
        while len(r) < most:
            r.append(word_to_id["<pad>"])
    return np.asarray(rows)
