# task: kernel_regression
# mistake: The argument bandwidth is not used at all.
# diagnosis: regression-ignores-bandwidth
# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    return softmax(-0.5 * (x[:, None] - x_train) ** 2) @ y_train
