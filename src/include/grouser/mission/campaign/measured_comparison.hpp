// SPDX-License-Identifier: BSD-3-Clause
// A run file beside measurements over time: which channel each column is, the offset of the clocks, and how
// far the run is from what was measured.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grouser/mission/campaign/measured_fit.hpp"
#include "grouser/recording/run_file/measured_csv.hpp"
#include "grouser/recording/run_file/run_reader.hpp"

namespace grouser {

/// A channel that was chosen for a column; empty: the column is left out.
struct ChosenChannel {
  std::string column, channel;
};

/// Measured values in a channel's unit, or why there are none. A column without a unit is taken to be in it.
struct ConvertedColumn {
  std::vector<double> values;
  std::string trouble;
};
ConvertedColumn convert_values(const std::vector<double>& values, const std::string& unit,
                               const ChannelSpec& channel);

struct ComparedColumn {
  std::string column, unit;      ///< as the file has them
  std::string channel{};         ///< empty: none
  std::string channel_unit{};    ///< of the values below
  std::string trouble{};         ///< why it cannot be compared; empty: it can, or is no channel
  std::vector<double> values{};  ///< measured
  std::vector<double> run_times{}, run{};
  Residuals residuals{};
};

struct MeasuredComparison {
  double offset = 0.0;                  ///< s, run less file
  std::vector<double> times;            ///< of the file, s
  std::vector<ComparedColumn> columns;  ///< all of the file
};

/// The offset of time.
enum class ClockOffset { given, sought };

struct ComparisonSettings {
  std::vector<ChosenChannel> chosen = {};  ///< for others the likely channel
  std::vector<std::string> channels = {};  ///< that are compared; none: all that columns are
  ClockOffset clock = ClockOffset::given;
  double offset = 0.0;  ///< s, where it is given
  std::function<bool()> cancelled = {};
};
/// Throws InputError: a column or channel that is not there, no column that can be compared, no offset at
/// which half of a varying column lies within the run; Interrupted.
MeasuredComparison compare_with_measured(const RunReader& run, const MeasuredTable& measured,
                                         const ComparisonSettings& settings);

}  // namespace grouser
