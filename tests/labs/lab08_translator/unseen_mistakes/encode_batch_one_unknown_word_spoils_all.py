# task: encode_batch
# mistake: Catches the KeyError around the whole sentence, and makes all its words unknown.
# diagnosis: none
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    rows = []
    for sentence in sentences:
        try:
            ids = [word_to_id[word] for word in sentence]
        except KeyError:
            ids = [word_to_id["<unk>"] for _ in sentence]
        rows.append([word_to_id["<s>"], *ids, word_to_id["</s>"]])
    longest = max(map(len, rows))
    for row in rows:
        while len(row) < longest:
            row.append(word_to_id["<pad>"])
    return np.array(rows)
