// SPDX-License-Identifier: BSD-3-Clause
// Bootstrap intervals: statistics of all rows, then of rows redrawn with replacement, whose deviation gives
// the width. All estimates share the same draws. The stream of random numbers is that of this use alone.
#include "bootstrap.hpp"

#include <cmath>
#include <numeric>

#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "student_width.hpp"

namespace grouser {
namespace {

constexpr std::uint64_t kBootstrapStream = std::uint64_t{8} << 32;

}  // namespace

std::vector<Ranged> bootstrap(std::size_t rows, std::size_t estimates, const RowStatistic& statistic,
                              const BootstrapOptions& options) {
  if (options.resamples < 2) throw InputError("bootstrap: resamples must be at least 2");
  if (rows < 2) throw InputError("bootstrap: needs two rows at least");
  // The estimate itself comes from all rows in order.
  std::vector<std::uint32_t> drawn(rows);
  std::iota(drawn.begin(), drawn.end(), 0u);
  std::vector<double> out(estimates, kUnset), sums(estimates, 0.0), squares(estimates, 0.0);
  statistic(drawn, out);
  std::vector<Ranged> result(estimates);
  for (std::size_t i = 0; i < estimates; ++i) result[i].value = out[i];
  // Sums of the redrawn statistics about the estimate, for their variance.
  math::RandomStream random(options.seed, kBootstrapStream);
  for (int k = 0; k < options.resamples; ++k) {
    for (std::uint32_t& row : drawn)
      row = static_cast<std::uint32_t>(random.uniform() * static_cast<double>(rows));
    statistic(drawn, out);
    for (std::size_t i = 0; i < estimates; ++i) {  // about the value, so that squares lose no digits
      const double away = out[i] - result[i].value;
      sums[i] += away;
      squares[i] += away * away;
    }
  }
  // Student's width with the factor that corrects the bootstrap's narrow deviation.
  const double redrawn = options.resamples, n = static_cast<double>(rows);
  const double width =
      student_width(options.confidence, static_cast<int>(rows) - 1) * std::sqrt(n / (n - 1.0));
  for (std::size_t i = 0; i < estimates; ++i) {
    const double variance = (squares[i] - sums[i] * sums[i] / redrawn) / (redrawn - 1.0);
    // Rounding may leave it below 0. NaN, of a redrawn statistic that is NaN, stays: std::fmax would drop it.
    const double half = width * std::sqrt(variance < 0.0 ? 0.0 : variance);
    result[i].range = {result[i].value - half, result[i].value + half};
  }
  return result;
}

}  // namespace grouser
