# task: kernel_regression
# mistake: The minus sign is lost, because (-d) ** 2 is positive, and far points get the most weight.
# diagnosis: regression-prefers-far-points
# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    d = x.reshape(-1, 1) - x_train.reshape(1, -1)
    weights = softmax((-d) ** 2 / (2 * bandwidth**2), axis=-1)
    return (weights * y_train).sum(axis=-1)
