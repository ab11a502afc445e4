# task: growth_exponent
# style: Sums in plain Python.
# %%
import math


def growth_exponent(ns, costs):
    points = [(math.log(n), math.log(cost)) for n, cost in zip(ns, costs)]
    m = len(points)
    sx = sum(x for x, _ in points)
    sy = sum(y for _, y in points)
    sxx = sum(x * x for x, _ in points)
    sxy = sum(x * y for x, y in points)
    return (m * sxy - sx * sy) / (m * sxx - sx * sx)
