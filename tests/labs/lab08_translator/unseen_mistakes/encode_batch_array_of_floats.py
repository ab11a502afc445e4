# task: encode_batch
# mistake: The right numbers in an array of floats, which cannot index an embedding.
# diagnosis: encode-floats
# %%
import numpy as np


# %%
def encode_batch(sentences, word_to_id):
    batch = np.ones((len(sentences), 2 + max(map(len, sentences)))) * word_to_id["<pad>"]
    for row, sentence in zip(batch, sentences):
        row[0] = word_to_id["<s>"]
        for t, word in enumerate(sentence, start=1):
            row[t] = word_to_id.get(word, word_to_id["<unk>"])
        row[len(sentence) + 1] = word_to_id["</s>"]
    return batch
