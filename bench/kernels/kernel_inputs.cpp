// SPDX-License-Identifier: BSD-3-Clause
#include "kernel_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "grouser/math/types.hpp"

namespace grouser::test {
namespace {

using Random = std::mt19937_64;

double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
// Three reflections of random vectors.
MatX orthogonal(Random& random, int n) {
  MatX Q = MatX::Identity(n, n);
  for (int k = 0; k < 3; ++k) {
    VecX u(n);
    for (double& x : u) x = between(random, -1.0, 1.0);
    u.normalize();
    Q -= 2.0 * (Q * u) * u.transpose();
  }
  return Q;
}
// Singular values 1, ..., 1/c.
MatX matrix_of_condition(Random& random, const SmallKernel& kernel, double condition) {
  const int n = kernel.n;
  const double c = std::pow(condition, between(random, 0.0, 1.0));
  VecX values(n);
  for (int k = 0; k < n; ++k) values[k] = std::pow(c, -between(random, 0.0, 1.0));
  values[0] = 1.0, values[n - 1] = 1.0 / c;
  const MatX Q = orthogonal(random, n);
  if (kernel.first == SmallKernel::First::square)
    return Q * values.asDiagonal() * orthogonal(random, n).transpose();
  return Q * values.asDiagonal() * Q.transpose();
}

}  // namespace

std::vector<double> kernel_inputs(const SmallKernel& kernel, std::size_t systems, double condition) {
  Random random(20261128);
  std::vector<double> inputs;
  inputs.reserve(systems * static_cast<std::size_t>(kernel.inputs));
  for (std::size_t s = 0; s < systems; ++s) {
    const std::size_t end = inputs.size() + static_cast<std::size_t>(kernel.inputs);
    if (kernel.first != SmallKernel::First::numbers) {
      const MatX A = matrix_of_condition(random, kernel, condition);
      const bool packed = kernel.first == SmallKernel::First::definite;
      for (int i = 0; i < kernel.n; ++i)
        for (int j = 0; j < (packed ? i + 1 : kernel.n); ++j) inputs.push_back(A(i, j));
    }
    while (inputs.size() < end) inputs.push_back(between(random, -1.0, 1.0));
  }
  return inputs;
}

std::vector<double> in_blocks(const std::vector<double>& plain, int numbers, std::size_t lanes) {
  const auto count = static_cast<std::size_t>(numbers);
  const std::size_t systems = plain.size() / count, blocks = (systems + lanes - 1) / lanes;
  std::vector<double> result(blocks * lanes * count);
  for (std::size_t s = 0; s < blocks * lanes; ++s)
    for (std::size_t n = 0; n < count; ++n)
      result[((s / lanes) * count + n) * lanes + s % lanes] = plain[std::min(s, systems - 1) * count + n];
  return result;
}

std::vector<double> kernel_results(const SmallTable& table, std::size_t kernel,
                                   const std::vector<double>& inputs) {
  const SmallKernel& k = table.kernels[kernel];
  const auto outputs = static_cast<std::size_t>(k.outputs);
  const std::size_t systems = inputs.size() / static_cast<std::size_t>(k.inputs);
  const std::vector<double> in = in_blocks(inputs, k.inputs, table.lanes);
  const std::size_t padded = in.size() / static_cast<std::size_t>(k.inputs);
  std::vector<double> out(padded * outputs), plain(systems * outputs);
  k.run(in.data(), out.data(), padded);
  for (std::size_t s = 0; s < systems; ++s)
    for (std::size_t n = 0; n < outputs; ++n)
      plain[s * outputs + n] = out[((s / table.lanes) * outputs + n) * table.lanes + s % table.lanes];
  return plain;
}

}  // namespace grouser::test
