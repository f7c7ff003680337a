// SPDX-License-Identifier: BSD-3-Clause
// Channels of a run file as charts: what `grouser plot` and reports draw.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grouser/chart/chart.hpp"
#include "grouser/chart/rose.hpp"
#include "grouser/recording/run_file/run_reader.hpp"

namespace grouser {

/// Indices of the channels that the patterns mean, in their order, each once; `*` in a pattern matches any
/// letters within one part of a name ("wheel/*/slip"). Throws InputError where a pattern means none.
std::vector<std::size_t> find_channels(const RunReader& run, const std::vector<std::string>& patterns);

/// The part of a run that is drawn, and over what.
struct CurveSpan {
  std::string x = "time";           ///< or a channel
  std::optional<double> from = {};  ///< s; none: from the start
  std::optional<double> to = {};    ///< s; none: to the end
};

/// Channels of one run over one span.
class RunCurves {
 public:
  /// The run must outlive it. Throws InputError where fewer than two frames lie in the span.
  RunCurves(const RunReader& run, const CurveSpan& span);
  /// One chart per quantity, in the order they were asked for; the first has the title.
  std::vector<Chart> charts(const std::vector<std::size_t>& channels, const std::string& title) const;
  /// Shares of the time by direction, one rose per quantity, in sectors of 10 degrees. Throws InputError for
  /// a channel that is no angle.
  std::vector<RoseChart> roses(const std::vector<std::size_t>& channels, const std::string& title) const;
  long frames() const { return last_ - first_; }  ///< frames in the span

 private:
  std::string frames_label() const;
  ChartSeries series_of(const std::string& channel) const;
  std::vector<double> cut(const std::vector<double>& all) const;

  const RunReader& run_;
  long first_ = 0, last_ = 0;
  std::vector<double> x_;
  std::string x_label_, x_unit_;
  bool over_time_ = false;
};

}  // namespace grouser
