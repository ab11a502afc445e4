# task: add_positions
# style: Turns everything into lists, and returns lists.
# %%
def add_positions(x, encoding):
    def add(block):
        if isinstance(block[0][0], list):
            return [add(one) for one in block]
        if len(block) > len(table):
            raise ValueError("too many tokens for this table")
        return [[a + b for a, b in zip(token, row)] for token, row in zip(block, table)]

    table = encoding.tolist()
    return add(x.tolist())
