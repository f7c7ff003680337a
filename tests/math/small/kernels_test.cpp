// SPDX-License-Identifier: BSD-3-Clause
// Every kernel of grouser/math/small on 100,000 seeded systems: over double against Eigen in long double, and
// at every vector level that this machine has against the same over double, to the bit.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "allocation_counter.hpp"
#include "catch.hpp"
#include "exact_kernels.hpp"
#include "kernels/kernel_inputs.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr std::size_t kSystems = 100'000;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

bool is_sum(const SmallKernel& kernel) { return kernel.first == SmallKernel::First::numbers; }

// Largest error in units of epsilon, relative to the largest result or 1; of solutions and inverses over the
// matrix's condition too.
double worst_error(const SmallKernel& kernel, const std::vector<double>& inputs,
                   const std::vector<double>& results) {
  double worst = 0.0;
  const auto in = static_cast<std::size_t>(kernel.inputs), out = static_cast<std::size_t>(kernel.outputs);
  std::vector<long double> exact(out);
  for (std::size_t s = 0; s < inputs.size() / in; ++s) {
    const double condition = exact_kernel(kernel, &inputs[s * in], exact.data());
    long double size = is_sum(kernel) ? 1.0L : 0.0L, error = 0.0L;
    for (std::size_t n = 0; n < out; ++n) {
      size = std::max(size, std::fabs(exact[n]));
      error = std::max(error, std::fabs(exact[n] - results[s * out + n]));
    }
    const double of_size = static_cast<double>(error / size);
    worst = std::isnan(of_size) ? INFINITY : std::max(worst, of_size / (kEpsilon * condition));
  }
  return worst;
}

// A kernel's status stands last.
int failures(const SmallKernel& kernel, const std::vector<double>& results) {
  const auto out = static_cast<std::size_t>(kernel.outputs);
  int failed = 0;
  for (std::size_t last = out - 1; last < results.size(); last += out) failed += results[last] != 1.0;
  return failed;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

// The inputs' leading matrix made singular: its second row, and column where it is symmetric, are those of
// the first.
void make_singular(const SmallKernel& kernel, double* in) {
  const auto place = [&](int i, int j) {
    if (kernel.first != SmallKernel::First::definite) return i * kernel.n + j;
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
  };
  for (int j = 0; j < kernel.n; ++j) in[place(1, j)] = in[place(0, j)];
  if (kernel.first == SmallKernel::First::definite) in[place(1, 1)] = in[place(0, 0)];
}

}  // namespace

TEST_CASE("small matrices: sums, products and transforms against long double") {
  for (std::size_t k = 0; k < kSmallDouble.kernels.size(); ++k) {
    const SmallKernel& kernel = kSmallDouble.kernels[k];
    if (!is_sum(kernel)) continue;
    INFO(kernel.name);
    const std::vector<double> inputs = kernel_inputs(kernel, kSystems, 1.0);
    CHECK(worst_error(kernel, inputs, kernel_results(kSmallDouble, k, inputs)) <= 5.0);
  }
}

TEST_CASE("small matrices: factors, solutions and inverses against long double up to condition 1e12") {
  for (std::size_t k = 0; k < kSmallDouble.kernels.size(); ++k) {
    const SmallKernel& kernel = kSmallDouble.kernels[k];
    if (is_sum(kernel)) continue;
    INFO(kernel.name);
    const std::vector<double> inputs = kernel_inputs(kernel, kSystems, 1e12);
    const std::vector<double> results = kernel_results(kSmallDouble, k, inputs);
    CHECK(failures(kernel, results) == 0);
    CHECK(worst_error(kernel, inputs, results) <= 5.0);
  }
}

namespace {
void compare_levels(bool of_sums) {
  for (std::size_t k = 0; k < kSmallDouble.kernels.size(); ++k) {
    const SmallKernel& kernel = kSmallDouble.kernels[k];
    if (is_sum(kernel) != of_sums) continue;
    INFO(kernel.name);
    const std::vector<double> inputs = kernel_inputs(kernel, kSystems + 3, 1e12);
    const std::vector<double> expected = kernel_results(kSmallDouble, k, inputs);
    for (const SimdLevel level : available_levels()) {
      INFO(level_name(level));
      CHECK(same_bits(kernel_results(small_table(level), k, inputs), expected));
    }
  }
}
}  // namespace

TEST_CASE("small matrices: every level has the bits of double, sums and products") { compare_levels(true); }
TEST_CASE("small matrices: every level has the bits of double, factors up to condition 1e12") {
  compare_levels(false);
}

TEST_CASE("small matrices: what one lane holds changes no bit of another, and a lane that fails says so") {
  constexpr std::size_t kFew = 64;  // whole blocks at every level
  for (const SimdLevel level : available_levels()) {
    INFO(level_name(level));
    const SmallTable& table = small_table(level);
    for (std::size_t k = 0; k < table.kernels.size(); ++k) {
      const SmallKernel& kernel = table.kernels[k];
      INFO(kernel.name);
      const auto in = static_cast<std::size_t>(kernel.inputs), out = static_cast<std::size_t>(kernel.outputs);
      const std::vector<double> good = kernel_inputs(kernel, kFew, 1e3);
      const std::vector<double> expected = kernel_results(table, k, good);
      // NaN at one place of one system after another; infinite; singular
      for (std::size_t s = 0; s < kFew; s += 7)
        for (int fault = 0; fault < (is_sum(kernel) ? 2 : 3); ++fault) {
          std::vector<double> inputs = good;
          double* bad = &inputs[s * in];
          const std::size_t place = is_sum(kernel) ? s % in : s % 6;
          if (fault < 2)
            bad[place] = fault == 0 ? NAN : INFINITY;
          else
            make_singular(kernel, bad);
          std::vector<double> results = kernel_results(table, k, inputs);
          if (!is_sum(kernel)) CHECK(results[s * out + out - 1] == 0.0);
          std::copy_n(&expected[s * out], out, &results[s * out]);
          REQUIRE(same_bits(results, expected));
        }
    }
  }
}

TEST_CASE("small matrices: indefinite matrices have no factors, and pivots find what the order hides") {
  const std::size_t solve = small_kernel("SPD 3x3 factor and solve");
  CHECK(kernel_results(kSmallDouble, solve, {1, 2, 1, 0, 0, 1, 1, 1, 1}).back() == 0.0);  // 1 2; 2 1
  const std::vector<double> swapped = {0, 1, 0, 1, 0, 0, 0, 0, 1};
  CHECK(kernel_results(kSmallDouble, small_kernel("3x3 inverse, no pivots"), swapped).back() == 0.0);
  std::vector<double> inverse = swapped;
  inverse.push_back(1.0);
  CHECK(kernel_results(kSmallDouble, small_kernel("3x3 inverse, pivots"), swapped) == inverse);
}

TEST_CASE("small matrices: no kernel allocates") {
  for (const SimdLevel level : available_levels())
    for (const SmallKernel& kernel : small_table(level).kernels) {
      const std::vector<double> in = in_blocks(kernel_inputs(kernel, 64, 10.0), kernel.inputs, 8);
      std::vector<double> out(64 * static_cast<std::size_t>(kernel.outputs));
      const std::int64_t before = allocation_count();
      kernel.run(in.data(), out.data(), 64);
      CHECK(allocation_count() == before);
    }
}
