// SPDX-License-Identifier: BSD-3-Clause
// The commands to a prescribed joint over time, apart from drives and steering: a leg that deploys, a stage
// that descends.
#pragma once
#include <string>

#include "grouser/base/keys.hpp"
#include "grouser/vehicle/drive/drive_programme.hpp"

namespace grouser {

/// A `[[motion]]` table of a scenario:
///   joint = "deploy_front_left"      a name; with * at the end, all prescribed joints whose names begin so
///   ramp = 0.5                       s, duration of the change from one phase to the next (smooth step,
///                                    continuous rate)
///   [[motion.phase]]                 start, and position_deg | position (revolute | prismatic),
///                                    or rate_deg | rate per second
/// All phases of one table are positions, or all are rates. Positions start from the initial position; a rate
/// phase with start = 0 holds from the start.
struct JointProgramme {
  struct Phase {
    double start = 0.0;  ///< s
    double value = 0.0;  ///< deg or m, or per second
  };
  std::string joint;
  bool by_rate = false;
  std::vector<Phase> phases;
  double ramp = 0.5;  ///< s
  bool angular = true;

  bool names(const std::string& joint_name) const;
};

/// The keys of a motion. Refused: no phase, positions mixed with rates, degrees mixed with metres, phases
/// closer than the ramp.
void visit_keys(KeyVisitor& v, JointProgramme& motion);

/// The programme as it runs from an initial position.
class JointMotionSignal {
 public:
  JointMotionSignal(const JointProgramme& programme, double initial);
  CoordinateCommand at(double t) const;

 private:
  bool by_rate_;
  double initial_;
  RampedSignal signal_;
};

}  // namespace grouser
