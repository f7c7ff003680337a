// SPDX-License-Identifier: BSD-3-Clause
// Comparison of a run's channels with measurements over time: residuals, and the shift of time at which they
// agree best.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/channel_spec.hpp"

namespace grouser {

/// A channel of a run, and what was measured of it. Times rise; NaN: no value.
struct MeasuredPair {
  std::span<const double> run_times, run;
  std::span<const double> times, measured;  ///< in the channel's unit
};

/// Measured less run, the run interpolated linearly at the measured times + offset.
struct Residuals {
  std::vector<double> times;   ///< of the run, s: where both have a value
  std::vector<double> values;  ///< the channel's unit
  double rms = 0.0, mean = 0.0;
  double largest = 0.0;  ///< of the absolute values
  double time = 0.0;     ///< of the largest, s
};
Residuals residuals_at(const MeasuredPair& pair, double offset);

/// The offset of time (run less measurement, s) at which several pairs agree best: the root mean square of
/// all residuals, each in parts of the spread of what was measured. It begins where curves correlate best
/// and ends by golden section. Half of the measured values, at least, lie within the run there. Nothing
/// where no pair varies or they cannot overlap so far. Throws Interrupted when `cancelled` says so.
std::optional<double> find_offset(const std::vector<MeasuredPair>& pairs,
                                  const std::function<bool()>& cancelled = {});

/// The channel that a measured column most likely is: its words occur in the channel's name, the last one
/// (the quantity) among them. -1: none.
int likely_channel(const std::string& column, const std::vector<ChannelSpec>& channels);

}  // namespace grouser
