# task: relative_position_bias
# mistake: Forgets + m, so that negative distances count from the end of the table.
# diagnosis: bias-without-the-middle
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    index = np.clip(np.arange(n_k) - np.arange(n_q)[:, None], -m, m)
    return table[index]
