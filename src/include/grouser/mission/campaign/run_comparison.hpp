// SPDX-License-Identifier: BSD-3-Clause
// Two recorded runs side by side: their metrics, and their channels over the time they share.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "grouser/recording/run_file/run_reader.hpp"

namespace grouser {

struct MetricPair {
  std::string name, unit;
  double a = 0.0, b = 0.0;  ///< NaN if a run does not have it
};
/// All metrics of either run's summary, by name. A run that was killed has none.
std::vector<MetricPair> compare_metrics(const RunReader& a, const RunReader& b);

/// The value between two samples of a curve whose times rise; NaN outside of it.
double value_at(std::span<const double> times, std::span<const double> values, double t);

/// Differences between b and a. B is interpolated linearly between its frames at A's times.
struct ChannelDifference {
  std::string name, unit;
  double largest = 0.0;    ///< of |b - a|, the channel's unit
  double time = 0.0;       ///< of the largest, s
  double rms = 0.0;        ///< over A's frames at which both have a value
  std::size_t frames = 0;  ///< their number; 0: the runs share no time at which both have one
};
/// Times must increase. Values of both must have the same unit.
ChannelDifference compare_series(const std::vector<double>& time_a, const std::vector<double>& a,
                                 const std::vector<double>& time_b, const std::vector<double>& b);
/// Throws InputError if one of the runs has no such channel.
ChannelDifference compare_channel(const RunReader& a, const RunReader& b, const std::string& channel);

}  // namespace grouser
