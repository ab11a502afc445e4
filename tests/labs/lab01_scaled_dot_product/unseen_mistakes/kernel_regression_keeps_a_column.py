# task: kernel_regression
# mistake: Returns a column of shape (m, 1), not (m,).
# diagnosis: regression-keeps-a-column
# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    x = x[:, None]
    x_train = x_train[None, :]
    y_train = y_train[:, None]
    weights = softmax(-((x - x_train) ** 2) / (2 * bandwidth**2))
    return weights @ y_train
