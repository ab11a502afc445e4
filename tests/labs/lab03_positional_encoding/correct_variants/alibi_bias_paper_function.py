# task: alibi_bias
# style: The paper's own recipe for powers of two, and nested lists as the result.
# %%
import math


def alibi_bias(num_heads, n):
    def slopes_power_of_2(count):
        start = 2 ** (-(2 ** -(math.log2(count) - 3)))
        return [start * start**i for i in range(count)]

    return [[[-m * abs(j - i) for j in range(n)] for i in range(n)] for m in slopes_power_of_2(num_heads)]
