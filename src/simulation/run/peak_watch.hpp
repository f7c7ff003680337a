// SPDX-License-Identifier: BSD-3-Clause
// Least and greatest value of each watched channel between two frames of a run file, as far as the frames
// do not show them.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace grouser {

/// Steps are looked at by eights, without branches and in vector registers: a value is exact, and its
/// time is that of the first of its eight steps, which lies between the two frames.
class PeakWatch {
 public:
  static constexpr std::size_t kRows = 8;  ///< steps that are looked at together
  explicit PeakWatch(std::size_t channels);
  /// The place for the values of the next step, one per channel.
  double* next_row() { return rows_.data() + rows_used_ * stride_; }
  /// Every step, that of a frame included, once its values are in next_row(). time: s. Does not allocate.
  void observe(double time) {
    if (rows_used_ == 0) time_ = time;
    if (++rows_used_ == kRows) look();
  }
  /// At a frame, after its step was observed: calls keep(time, channel, value) for each value since the
  /// frame before that is lower or higher than those at both frames, by more than a thousandth of the
  /// channel's range so far, or lower or higher than all before. So the range of a channel in the file is
  /// that of all its steps, to the bit. values: at the frame.
  template <class Keep>
  void end_interval(std::span<const double> values, const Keep& keep) {
    look();
    for (std::size_t c = 0; c < channels_; ++c) {
      const Kept kept = judge(c, values[c]);
      const bool low_first = low_times_[c] <= high_times_[c];
      if (kept.low && low_first) keep(low_times_[c], c, low_[c]);
      if (kept.high) keep(high_times_[c], c, high_[c]);
      if (kept.low && !low_first) keep(low_times_[c], c, low_[c]);
      begin_interval(c, values[c]);
    }
  }

 private:
  /// Which extremes of the interval are written.
  struct Kept {
    bool low, high;
  };
  /// Takes the steps that were observed into the interval's extremes.
  void look();
  /// Whether a channel's extremes are worth keeping; value: at the frame that ends the interval.
  Kept judge(std::size_t channel, double value) const;
  /// Starts the next interval of a channel with the frame's value.
  void begin_interval(std::size_t channel, double value);
  std::size_t channels_, stride_, rows_used_ = 0;
  double time_ = 0.0;                                        // of the first row
  std::vector<double> rows_;                                 // kRows of `stride_` values
  std::vector<double> low_, high_, low_times_, high_times_;  // since the frame before
  std::vector<double> before_;            // at the last frame; NaN: there was none, or no value
  std::vector<double> lowest_, highest_;  // of all steps until the last frame
};

}  // namespace grouser
