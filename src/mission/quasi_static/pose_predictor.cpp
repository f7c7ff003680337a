// SPDX-License-Identifier: BSD-3-Clause
#include "pose_predictor.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

namespace grouser {

PosePredictor::PosePredictor(const Unknowns& scale)
    : weight_(scale.cwiseInverse()), last_(scale), slopes_(Past::Zero(scale.size(), kPast)) {
  clear();
}

void PosePredictor::clear() {
  count_ = 0;
  slopes_.setZero();
  squares_.setZero();
  products_.setZero();
  coefficients_ = Eigen::Matrix<double, kPast, 1>::Unit(0);  // straight on
}

// Minimises the errors of c in slope = slopes c, with squares summed with decreasing weights; a small term
// keeps c near straight-ahead extrapolation where the past gives no information.
void PosePredictor::learn(const Unknowns& slope) {
  constexpr double kFading = 0.95, kStraight = 1e-6;
  squares_ = kFading * squares_ + slopes_.transpose() * slopes_;
  products_ = kFading * products_ + slopes_.transpose() * slope;
  const double little = kStraight * squares_.trace() / kPast;
  if (!(little > 0.0)) return;
  Eigen::Matrix<double, kPast, kPast> A = squares_;
  A.diagonal().array() += little;
  Eigen::Matrix<double, kPast, 1> b = products_;
  b[0] += little;
  coefficients_ = A.llt().solve(b);
  if (!coefficients_.allFinite()) coefficients_ = Eigen::Matrix<double, kPast, 1>::Unit(0);
}

void PosePredictor::add(double distance, const Unknowns& u) {
  const bool moved = distance > distance_;
  if (count_ > 0 && moved) {
    step_ = distance - distance_;
    const Unknowns slope = weight_.cwiseProduct(u - last_) / step_;
    if (count_ > kPast) learn(slope);
    for (int i = kPast - 1; i > 0; --i) slopes_.col(i) = slopes_.col(i - 1);
    slopes_.col(0) = slope;
  }
  if (count_ == 0 || moved) ++count_;
  last_ = u;
  distance_ = distance;
}

Unknowns PosePredictor::guess(double distance) const {
  const double step = std::min(distance - distance_, 2.0 * step_);
  return last_ + step * (slopes_ * coefficients_).cwiseQuotient(weight_);
}

}  // namespace grouser
