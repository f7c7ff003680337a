// SPDX-License-Identifier: BSD-3-Clause
// Commanded motion of prescribed joints: positions or rates over time, as ramped signals.
#include "grouser/vehicle/drive/joint_programme.hpp"

#include "grouser/base/name_pattern.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

/// The programme as a signal in rad or m, from the joint's initial position (or rest) at t = 0.
RampedSignal signal_of(const JointProgramme& p, double initial) {
  std::vector<double> starts, values;
  for (const JointProgramme::Phase& phase : p.phases) {
    starts.push_back(phase.start);
    values.push_back(phase.value * (p.angular ? kDegree : 1.0));
  }
  const bool from_start = p.by_rate && starts.front() == 0.0;
  if (!from_start) {
    starts.insert(starts.begin(), 0.0);
    values.insert(values.begin(), p.by_rate ? 0.0 : initial);
  }
  return {starts, values, p.ramp};
}

}  // namespace

bool JointProgramme::names(const std::string& name) const { return matches_pattern(joint, name); }

JointMotionSignal::JointMotionSignal(const JointProgramme& programme, double initial)
    : by_rate_(programme.by_rate), initial_(initial), signal_(signal_of(programme, initial)) {}

CoordinateCommand JointMotionSignal::at(double t) const {
  if (by_rate_) return {initial_ + signal_.integral(t), signal_.value(t), signal_.rate(t)};
  return {signal_.value(t), signal_.rate(t), signal_.second_rate(t)};
}

}  // namespace grouser
