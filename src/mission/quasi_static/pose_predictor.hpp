// Where the unknowns of a march go next. Ruts lie in cells, and as wheels cross them the unknowns swing to
// and fro; so their slope over the way is predicted from the last ones by coefficients that are learnt on the
// way: linear prediction by least squares, older poses counting less and less (recursive least squares:
// Haykin, Adaptive Filter Theory, 2002, ch. 9). Private.
#pragma once
#include <Eigen/Core>

#include "quasi_static_balance.hpp"

namespace grouser {

class PosePredictor {
 public:
  /// scale: of each unknown, by which errors are weighed.
  explicit PosePredictor(const Unknowns& scale);
  void clear();
  /// The unknowns found at a distance beyond the last one, m. No further than that: they take the last one's
  /// place and tell no slope.
  void add(double distance, const Unknowns& u);
  /// False: fewer than two poses.
  bool ready() const { return count_ > 1; }
  /// The unknowns to be expected at a distance, not beyond twice the last step.
  Unknowns guess(double distance) const;

 private:
  static constexpr int kPast = 10;  // slopes: more than a cell of ruts at the usual spacing of poses
  using Past = Eigen::Matrix<double, Eigen::Dynamic, kPast, 0, kMaxUnknowns, kPast>;
  void learn(const Unknowns& slope);
  Unknowns weight_, last_;
  Past slopes_;  // over the way, weighed; the newest first
  Eigen::Matrix<double, kPast, kPast> squares_;
  Eigen::Matrix<double, kPast, 1> products_, coefficients_;
  double distance_ = 0.0, step_ = 0.0;
  int count_ = 0;
};

}  // namespace grouser
