# task: kernel_regression
# style: np.vectorize with a signature, and an inner function that knows the bandwidth.
# %%
import numpy as np


def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    def predict(point, centres, heights):
        e = -0.5 * ((point - centres) / bandwidth) ** 2
        w = np.exp(e - e.max())
        return (w / w.sum()) @ heights

    run = np.vectorize(predict, signature="(),(n),(n)->()", otypes=[float])
    return run(x.astype(float), x_train.astype(float), y_train.astype(float))
