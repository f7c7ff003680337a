// SPDX-License-Identifier: BSD-3-Clause
// Means over the spacing of a grid, for wheels that ripple as they pass from node to node (ground of the
// law scm): the mean over time from the moment at which the vehicle has reached one multiple of the spacing
// until it reaches the next. Ripples that repeat with the spacing cancel out in them, whatever the speed.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace grouser {

/// Averages several numbers between crossings of multiples of the pitch.
class PitchMean {
 public:
  /// pitch: m > 0; numbers: the count of those that are averaged.
  PitchMean(double pitch, std::size_t numbers)
      : pitch_(pitch), last_(numbers), sum_(numbers), mean_(numbers) {}

  /// Adds numbers at a time, s, and at the distance driven until then, m. Times must increase; numbers and
  /// distance are taken as linear between them. Returns true if a pitch was completed, whose means are then
  /// available. The piece before the first multiple of the pitch is left out.
  bool add(double time, double way, std::span<const double> now) {
    bool complete = false;
    if (!started_) {
      started_ = true;
      aim(way);
    } else if (way < next_) {
      integrate(0.0, 1.0, time, now);
    } else {
      // The crossing divides this step: the first part ends a pitch, the rest begins the next.
      const double share = (next_ - way_) / (way - way_), at = time_ + share * (time - time_);
      integrate(0.0, share, time, now);
      complete = whole_;
      if (complete) {
        duration_ = at - begin_;
        for (std::size_t k = 0; k < sum_.size(); ++k) mean_[k] = sum_[k] / duration_;
      }
      whole_ = true;
      begin_ = at;
      std::fill(sum_.begin(), sum_.end(), 0.0);
      integrate(share, 1.0, time, now);
      aim(way);
    }
    time_ = time;
    way_ = way;
    std::copy(now.begin(), now.end(), last_.begin());
    return complete;
  }
  /// Time at which the last pitch was completed, s.
  double time() const { return begin_; }
  /// Duration of the last pitch, s.
  double duration() const { return duration_; }
  std::span<const double> means() const { return mean_; }

 private:
  /// The next multiple of the pitch, m.
  void aim(double way) { next_ = (std::floor(way / pitch_) + 1.0) * pitch_; }
  /// Adds the integral over a part of the step, from one share of it to another.
  void integrate(double from, double to, double time, std::span<const double> now) {
    const double middle = 0.5 * (from + to), length = (to - from) * (time - time_);
    for (std::size_t k = 0; k < sum_.size(); ++k)
      sum_[k] += length * (last_[k] + middle * (now[k] - last_[k]));
  }

  double pitch_, next_ = 0.0, time_ = 0.0, way_ = 0.0, begin_ = 0.0, duration_ = 0.0;
  bool started_ = false, whole_ = false;
  std::vector<double> last_, sum_, mean_;
};

}  // namespace grouser
