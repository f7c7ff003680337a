// SPDX-License-Identifier: BSD-3-Clause
// Sobol indices from the values of a Saltelli plan: the mean is taken off first, then first and total index
// of each input follow from the same rows. Rows without A or B are dropped whole, a missing AB_i only for
// its input.
#include "grouser/mission/statistics/sobol_indices.hpp"

#include <algorithm>
#include <cmath>

#include "bootstrap.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/statistics/failed_runs.hpp"

namespace grouser {
namespace {

/// Values of the base rows whose A and B are finite, less their mean; a row is A, B, AB_1 ... AB_d.
struct BaseValues {
  std::size_t d = 0, rows = 0;
  double mean = kUnset;
  std::vector<double> y;
  const double* row(std::size_t k) const { return y.data() + k * (d + 2); }
};

/// Gathers the rows with A and B, and takes the mean of A and B off all values.
BaseValues base_values(std::span<const double> values, std::size_t d) {
  BaseValues base{.d = d, .y = {}};
  double sum = 0.0;
  for (std::size_t at = 0; at < values.size(); at += d + 2) {
    if (!std::isfinite(values[at]) || !std::isfinite(values[at + 1])) continue;
    base.y.insert(base.y.end(), values.begin() + static_cast<std::ptrdiff_t>(at),
                  values.begin() + static_cast<std::ptrdiff_t>(at + d + 2));
    sum += values[at] + values[at + 1];
    ++base.rows;
  }
  base.mean = sum / (2.0 * static_cast<double>(base.rows));
  for (double& value : base.y) value -= base.mean;
  return base;
}

/// Variance of the rows drawn, from A and B.
double variance_of(const BaseValues& base, std::span<const std::uint32_t> rows) {
  double sum = 0.0, squares = 0.0;
  for (const std::uint32_t k : rows) {
    const double a = base.row(k)[0], b = base.row(k)[1];
    sum += a + b;
    squares += a * a + b * b;
  }
  const double n = 2.0 * static_cast<double>(rows.size());
  return (squares - sum * sum / n) / (n - 1.0);
}

/// First and total index of each input, in turn.
void indices_of(const BaseValues& base, std::span<const std::uint32_t> rows, std::span<double> out) {
  const double variance = variance_of(base, rows);
  for (std::size_t i = 0; i < base.d; ++i) {
    double first = 0.0, total = 0.0, count = 0.0;
    for (const std::uint32_t k : rows) {
      const double *y = base.row(k), mixed = y[2 + i];
      if (!std::isfinite(mixed)) continue;
      // First: Saltelli's estimator (b). Total: Jansen's (f).
      first += y[1] * (mixed - y[0]);
      total += (y[0] - mixed) * (y[0] - mixed);
      count += 1.0;
    }
    out[2 * i] = first / (count * variance);
    out[2 * i + 1] = total / (2.0 * count * variance);
  }
}

}  // namespace

SobolIndices sobol_indices(const UnitPlan& plan, std::span<const double> values,
                           const BootstrapOptions& options) {
  const auto d = static_cast<std::size_t>(plan.dimensions);
  if (values.size() != plan.rows() || values.size() % (d + 2) != 0)
    throw InputError("Sobol indices: needs one value for each row of a Saltelli plan");
  SobolIndices result;
  for (const double value : values) result.failed_runs += !std::isfinite(value);
  result.refused = failed_runs_refusal(result.failed_runs, values.size());
  if (!result.refused.empty()) return result;
  const BaseValues base = base_values(values, d);
  result.mean = base.mean;
  std::vector<Ranged> ranged(2 * d);
  // One base row has no variance, and a constant number has no shares of it.
  if (base.rows > 1) {
    std::vector<std::uint32_t> all(base.rows);
    for (std::size_t k = 0; k < base.rows; ++k) all[k] = static_cast<std::uint32_t>(k);
    result.variance = variance_of(base, all);
  }
  if (!(result.variance > 0.0)) {
    result.refused = "the number does not vary over the plan";
    return result;
  }
  ranged = bootstrap(
      base.rows, 2 * d,
      [&](std::span<const std::uint32_t> rows, std::span<double> out) { indices_of(base, rows, out); },
      options);
  for (std::size_t i = 0; i < d; ++i) result.inputs.push_back({ranged[2 * i], ranged[2 * i + 1]});
  return result;
}

}  // namespace grouser
