#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/survey/gpr_golden.hpp: what scikit-learn's Gaussian process regressor says of the same samples and
parameters (Debian 12: python3-sklearn 1.2.1). Samples are closed forms of their number, so that both sides have the same
bits to 1e-15.

Usage: scripts/make_gpr_golden.py > tests/survey/gpr_golden.hpp
"""
import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

N, M = 300, 12


def point(i):
    """Low-discrepancy points in 60 x 60 (Roberts' R2 sequence); products of whole numbers and a constant, cut at 1."""
    return 60.0 * ((i * 0.7548776662466927) % 1.0), 60.0 * ((i * 0.5698402909980532) % 1.0)


def height(x, y):
    """Rational, so that no library's sine is between the two sides."""
    return 5.0 / (1.0 + 0.004 * ((x - 25.0) ** 2 + (y - 30.0) ** 2)) - 0.0015 * x * y + 0.03 * y


samples = np.array([point(i) for i in range(1, N + 1)])
queries = np.array([point(1000 + i) for i in range(M)])
heights = height(samples[:, 0], samples[:, 1])
print("// Made by scripts/make_gpr_golden.py; see there.\n#pragma once\n")
print("namespace grouser::golden {\n")
print("struct Case {\n  double variance, length, noise;\n  double log_likelihood;\n  double by_log_length, by_log_noise;  // with the variance held")
print(f"  double mean[{M}], deviation[{M}];\n}};\n")
print(f"inline constexpr int kSamples = {N}, kQueries = {M};\n")
print("inline constexpr Case kCases[] = {")
for variance, length, noise in ((4.0, 20.0, 1e-6), (4.0, 20.0, 1e-3), (2.5, 80.0, 1e-6), (1.0, 7.0, 1e-2)):
    kernel = ConstantKernel(variance) * Matern(length, nu=1.5) + WhiteKernel(variance * noise)
    process = GaussianProcessRegressor(kernel, alpha=0.0, optimizer=None).fit(samples, heights)
    mean, deviation = process.predict(queries, return_std=True)
    # scikit-learn's deviation has the noise of a new sample in it, ours is that of the ground
    deviation = np.sqrt(deviation ** 2 - variance * noise)
    value, slope = process.log_marginal_likelihood(kernel.theta, eval_gradient=True)
    row = lambda v: "{" + ", ".join(f"{x!r}" for x in map(float, v)) + "}"
    print(f"    {{{variance}, {length}, {noise}, {float(value)!r}, {float(slope[1])!r}, {float(slope[2])!r},\n     {row(mean)},\n     {row(deviation)}}},")
print("};\n\n}  // namespace grouser::golden")
