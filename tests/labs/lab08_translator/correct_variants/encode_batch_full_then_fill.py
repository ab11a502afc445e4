# task: encode_batch
# style: A rectangle of padding, filled row by row.
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    longest = 2 + max(len(s) for s in sentences)
    ids = np.full((len(sentences), longest), word_to_id["<pad>"], dtype=np.int32)
    for row, sentence in enumerate(sentences):
        ids[row, 0] = word_to_id["<s>"]
        for column, word in enumerate(sentence, start=1):
            ids[row, column] = word_to_id.get(word, word_to_id["<unk>"])
        ids[row, len(sentence) + 1] = word_to_id["</s>"]
    return ids
