# task: encode_batch
# mistake: Writes `or` for a missing word, which also takes a word with the number 0 for missing.
# diagnosis: none
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    look_up = lambda w: word_to_id.get(w) or word_to_id["<unk>"]
    longest = max(len(s) for s in sentences)
    return np.array(
        [
            [word_to_id["<s>"], *map(look_up, s), word_to_id["</s>"]] + [word_to_id["<pad>"]] * (longest - len(s))
            for s in sentences
        ]
    )
