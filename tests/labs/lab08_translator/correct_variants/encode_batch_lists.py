# task: encode_batch
# style: Nested lists of Python's own ints; prints what it does not know.
# %%
def encode_batch(sentences, word_to_id):
    from collections import defaultdict

    numbers = defaultdict(lambda: word_to_id["<unk>"], word_to_id)
    n = max(len(sentence) for sentence in sentences)
    print("longest sentence:", n)
    return [
        [numbers["<s>"]] + [numbers[word] for word in sentence] + [numbers["</s>"]] + [numbers["<pad>"]] * (n - len(sentence))
        for sentence in sentences
    ]
