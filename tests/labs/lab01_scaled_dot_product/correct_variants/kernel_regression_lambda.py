# task: kernel_regression
# style: A lambda bound to the name.
# %%
import numpy as np

kernel_regression = lambda x, x_train, y_train, bandwidth=1.0: (
    softmax(
        -0.5 * ((np.float64(x)[:, None] - np.float64(x_train)[None]) / bandwidth) ** 2
    )
    @ np.asarray(y_train, dtype=float)
)
