# task: kernel_regression
# style: Two Python loops with the maximum subtracted from the exponents.
# %%
import math


def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    predictions = []
    for point in x:
        exponents = []
        for centre in x_train:
            distance = float(point) - float(centre)
            exponents.append(-(distance**2) / (2 * bandwidth**2))
        top = max(exponents)
        numerator = denominator = 0.0
        for exponent, y in zip(exponents, y_train):
            weight = math.exp(exponent - top)
            numerator += weight * float(y)
            denominator += weight
        predictions.append(numerator / denominator)
    return predictions
