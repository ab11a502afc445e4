# task: kernel_regression
# mistake: Takes the softmax over the new points and not over the training points.
# diagnosis: regression-softmax-over-queries
# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    diff = x[:, None] - x_train[None, :]
    weights = softmax(-(diff**2) / (2 * bandwidth**2), axis=0)
    return weights @ y_train
