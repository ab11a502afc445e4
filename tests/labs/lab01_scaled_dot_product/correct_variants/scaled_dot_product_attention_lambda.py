# task: scaled_dot_product_attention
# style: A lambda with a walrus that keeps the weights for both results.
# %%
import numpy as np

scaled_dot_product_attention = lambda Q, K, V, mask=None: (
    (
        w := softmax(
            np.where(True if mask is None else mask, attention_scores(Q, K), -np.inf)
        )
    )
    @ V,
    w,
)
