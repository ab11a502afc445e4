# task: kernel_regression
# mistake: Divides by bandwidth squared and not by twice that.
# diagnosis: regression-forgets-the-two
# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    diff = x[:, None] - x_train[None, :]
    weights = softmax(-(diff**2) / bandwidth**2, axis=1)
    return weights @ y_train
