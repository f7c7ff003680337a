// SPDX-License-Identifier: BSD-3-Clause
// Predicts the unknowns of a march. Ruts are stored in cells, and as wheels cross them the unknowns
// oscillate; so their slope over the distance is predicted from the last ones by coefficients that are learnt
// during the march: linear prediction by least squares, with decreasing weights for older poses (recursive
// least squares: Haykin, Adaptive Filter Theory, 2002, ch. 9). Private.
#pragma once
#include <Eigen/Core>

#include "quasi_static_balance.hpp"

namespace grouser {

class PosePredictor {
 public:
  /// scale: weight of the errors of each unknown.
  explicit PosePredictor(const Unknowns& scale);
  void clear();
  /// Adds the unknowns found at a distance beyond the last one, m. If the distance is not greater, they
  /// replace the last ones and give no slope.
  void add(double distance, const Unknowns& u);
  /// False if there are fewer than two poses.
  bool ready() const { return count_ > 1; }
  /// The expected unknowns at a distance, not beyond twice the last step.
  Unknowns guess(double distance) const;

 private:
  static constexpr int kPast = 10;  // slopes: more than one rut cell at the usual spacing of poses
  using Past = Eigen::Matrix<double, Eigen::Dynamic, kPast, 0, kMaxUnknowns, kPast>;
  void learn(const Unknowns& slope);
  Unknowns weight_, last_;
  Past slopes_;  // over the distance, weighted; the newest first
  Eigen::Matrix<double, kPast, kPast> squares_;
  Eigen::Matrix<double, kPast, 1> products_, coefficients_;
  double distance_ = 0.0, step_ = 0.0;
  int count_ = 0;
};

}  // namespace grouser
