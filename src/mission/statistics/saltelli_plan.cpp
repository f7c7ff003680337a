// SPDX-License-Identifier: BSD-3-Clause
// Plans for Sobol indices: per base row the rows A, B and one per input in which A has that input's value
// of B. Base rows come from Sobol's sequence with a digital shift, or from independent numbers.
#include <boost/random/sobol.hpp>

#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/statistics/sobol_indices.hpp"

namespace grouser {
namespace {

constexpr std::uint64_t kSaltelliStream = std::uint64_t{10} << 32;
constexpr int kMostInputs =
    1800;  // Boost 1.74 has directions for 3,667 dimensions, and a plan needs two an input

/// 53 of 64 bits as a number in [0, 1), as math::RandomStream makes its own.
double unit_of(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }

/// Base rows one after the other: columns of A, then of B.
class BaseRows {
 public:
  explicit BaseRows(const SaltelliOptions& options)
      : kind_(options.points),
        random_(options.seed, kSaltelliStream),
        sequence_(2 * static_cast<std::size_t>(options.dimensions)),
        shifts_(2 * static_cast<std::size_t>(options.dimensions)) {
    // The shift is drawn once per dimension: the same for all rows.
    for (std::uint64_t& shift : shifts_) shift = random_.bits();
  }
  /// The next base row, 2 d numbers in [0, 1).
  void next(std::span<double> row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      row[i] = kind_ == BasePoints::sobol ? unit_of(sequence_() ^ shifts_[i]) : random_.uniform();
  }

 private:
  BasePoints kind_;
  math::RandomStream random_;
  boost::random::sobol sequence_;
  std::vector<std::uint64_t> shifts_;
};

}  // namespace

UnitPlan saltelli_plan(const SaltelliOptions& options) {
  if (options.dimensions < 1 || options.dimensions > kMostInputs || options.base_rows < 2)
    throw InputError("Saltelli plan: needs 1 to 1800 inputs and two base rows");
  const auto d = static_cast<std::size_t>(options.dimensions);
  UnitPlan plan{.dimensions = options.dimensions, .points = {}};
  plan.points.reserve(options.base_rows * (d + 2) * d);
  BaseRows rows(options);
  std::vector<double> row(2 * d);
  for (std::size_t k = 0; k < options.base_rows; ++k) {
    rows.next(row);
    plan.points.insert(plan.points.end(), row.begin(), row.end());
    // Row AB_i: A with column i of B.
    for (std::size_t i = 0; i < d; ++i) {
      plan.points.insert(plan.points.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(d));
      plan.points[plan.points.size() - d + i] = row[d + i];
    }
  }
  return plan;
}

}  // namespace grouser
