// SPDX-License-Identifier: BSD-3-Clause
// Predicts the unknowns of a march from the last poses. On bare ground they continue in a straight line.
// Wheels that press ruts, which are kept in cells, make them swing with each cell that is crossed; their
// slope is then that of one cell back. The prediction that missed the last poses less is taken. Private.
#pragma once
#include <algorithm>
#include <array>

#include "quasi_static_balance.hpp"

namespace grouser {

/// Unknowns of the next pose by extrapolation over the distance, from the last pose and the last 16 slopes.
class PosePredictor {
 public:
  /// cell: of the ground's memory, m.
  explicit PosePredictor(double cell) : cell_(cell) {}
  void clear() { count_ = 0, miss_ahead_ = miss_back_ = 0.0; }
  /// Adds the unknowns found at a distance beyond the last one, m. If the distance is not greater, they
  /// replace the last ones and give no slope.
  void add(double distance, const Unknowns& u) {
    const bool moved = distance > distance_;
    // The slope since the last pose, which both predictions are compared with before it is remembered.
    if (count_ > 0 && moved) {
      step_ = distance - distance_;
      const Unknowns slope = (u - last_) / step_;
      if (count_ > 1) compare(distance, slope);
      at(count_) = {distance, slope};
    }
    if (count_ == 0 || moved) ++count_;
    last_ = u;
    distance_ = distance;
  }
  /// False if there are fewer than two poses.
  bool ready() const { return count_ > 1; }
  /// The expected unknowns at a distance, not beyond twice the last step.
  Unknowns guess(double distance) const {
    const Slope& slope = miss_back_ < miss_ahead_ ? one_cell_back(distance) : at(count_ - 1);
    return last_ + std::min(distance - distance_, 2.0 * step_) * slope.slope;
  }

 private:
  static constexpr int kPast = 16;  // poses: more than one cell at the usual distance between them
  struct Slope {
    double distance = 0.0;  // of the later of its two poses, m
    Unknowns slope;         // over the distance
  };
  Slope& at(int pose) { return past_[static_cast<std::size_t>(pose % kPast)]; }
  const Slope& at(int pose) const { return past_[static_cast<std::size_t>(pose % kPast)]; }

  /// The remembered slope that ends next to one cell before a distance.
  const Slope& one_cell_back(double distance) const {
    int pose = count_ - 1;
    const double from = distance - cell_;
    while (pose > 1 && count_ - pose < kPast && at(pose - 1).distance > from - 1e-9) --pose;
    return at(pose);
  }
  /// Compares both predictions with the slope found, older ones counting less.
  void compare(double distance, const Unknowns& found) {
    constexpr double kFading = 0.8;
    miss_ahead_ = kFading * miss_ahead_ + (found - at(count_ - 1).slope).squaredNorm();
    miss_back_ = kFading * miss_back_ + (found - one_cell_back(distance).slope).squaredNorm();
  }

  double cell_;
  std::array<Slope, kPast> past_;
  Unknowns last_;
  double distance_ = 0.0, step_ = 0.0;
  double miss_ahead_ = 0.0, miss_back_ = 0.0;
  int count_ = 0;
};

}  // namespace grouser
