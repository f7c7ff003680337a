// SPDX-License-Identifier: BSD-3-Clause
// Calls a margin model, counts its points, and keeps the streams of random numbers of the estimators apart.
#pragma once
#include <cstdint>
#include <span>

#include "grouser/math/random.hpp"
#include "grouser/mission/statistics/rare_event.hpp"

namespace grouser {

/// Counts runs and failed runs over all calls, and numbers the points from `first` on.
class MarginCalls {
 public:
  MarginCalls(const MarginModel& model, int dimensions, std::size_t first);
  /// Throws InputError where sizes do not fit. NaN comes back as it is.
  void fill(std::span<const double> points, std::span<double> margins);
  std::size_t runs() const { return runs_; }
  std::size_t failed_runs() const { return failed_; }
  std::size_t next() const { return first_ + runs_; }

 private:
  const MarginModel& model_;
  int dimensions_;
  std::size_t first_, runs_ = 0, failed_ = 0;
};

/// Uses of random numbers, each the upper half of its streams' number.
enum class RareStream : std::uint64_t { plain = 1, subset = 2, importance = 3 };
/// Stream `number` of one use: no two uses share numbers.
math::RandomStream rare_stream(std::uint64_t seed, RareStream use, std::uint32_t number = 0);
void fill_normal(math::RandomStream&, std::span<double> values);

}  // namespace grouser
