// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/vehicle/drive/joint_programme.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

/// Which of the four keys a phase has; refuses none or more than one.
int kind_of(const TomlTable& phase) {
  static constexpr const char* kKeys[] = {"position_deg", "position", "rate_deg", "rate"};
  int found = -1, count = 0;
  for (int i = 0; i < 4; ++i)
    if (phase.has(kKeys[i])) found = i, ++count;
  if (count != 1)
    throw InputError(phase.place(""), fmt::format("{} of position_deg, position, rate_deg, rate", count),
                     "exactly one of them");
  return found;
}

RampedSignal signal_of(const JointProgramme& p, double initial) {
  std::vector<double> starts = p.starts, values = p.values;
  const bool from_start = p.by_rate && starts.front() == 0.0;
  if (!from_start) {
    starts.insert(starts.begin(), 0.0);
    values.insert(values.begin(), p.by_rate ? 0.0 : initial);
  }
  return {starts, values, p.ramp};
}

}  // namespace

bool JointProgramme::names(const std::string& name) const { return matches_pattern(joint, name); }

JointProgramme read_joint_programme(const TomlTable& t) {
  JointProgramme p;
  p.joint = t.string("joint");
  p.ramp = t.number_or("ramp", 0.5, {1e-3, 1e6, false, "s"});
  int kind = -1;
  for (const TomlTable& phase : t.tables("phase")) {
    const int own = kind_of(phase);
    if (kind >= 0 && own != kind)
      throw InputError(phase.place(""), "another kind of phase than the one before",
                       "positions or rates throughout, in one unit");
    kind = own;
    const double start = phase.number("start", {0.0, 1e9, false, "s"});
    if (!p.starts.empty() && start < p.starts.back() + p.ramp)
      throw InputError(phase.place("start"), fmt::format("{} s after {} s", start, p.starts.back()),
                       fmt::format("phases in order and at least the ramp of {} s apart", p.ramp));
    p.starts.push_back(start);
    static constexpr const char* kKeys[] = {"position_deg", "position", "rate_deg", "rate"};
    const NumberRange range{-1e6, 1e6, false, ""};
    p.values.push_back(phase.number(kKeys[kind], range) * (kind % 2 == 0 ? kDegree : 1.0));
  }
  if (kind < 0) throw InputError(t.place(""), "no [[motion.phase]]", "at least one");
  p.by_rate = kind >= 2;
  p.angular = kind % 2 == 0;
  return p;
}

JointMotionSignal::JointMotionSignal(const JointProgramme& programme, double initial)
    : by_rate_(programme.by_rate), initial_(initial), signal_(signal_of(programme, initial)) {}

CoordinateCommand JointMotionSignal::at(double t) const {
  if (by_rate_) return {initial_ + signal_.integral(t), signal_.value(t), signal_.rate(t)};
  return {signal_.value(t), signal_.rate(t), signal_.second_rate(t)};
}

}  // namespace grouser
