// SPDX-License-Identifier: BSD-3-Clause
// Numbers of whole-body control: weights of its tasks and their gains. Defaults are the weights that users of
// the robot published (docs/theory_whole_body.md), as far as they did.
#pragma once
#include "grouser/base/keys.hpp"

namespace grouser {

struct WholeBodySpec {
  double friction = 0.5;     ///< of the cones, whose rays lie on Coulomb's: the ground's or less
  double least_rho = 4.0;    ///< of each ray of a foot that stands, N
  double most_rho = 1000.0;  ///< N
  double pull_mass = 4.0;    ///< w of the centre of mass's feedback w^2 e + 2 w e', 1/s
  double pull_height = 6.0;  ///< the same of its height, 1/s
  double momentum_across = 0.05, momentum_up = 0.01;  ///< weights of the rate of linear momentum, 1/N2
  double spin = 1e-4;                                 ///< weight of the rate of angular momentum, 1/(N m)2
  double spin_damping = 1.0;                          ///< that rate is minus this times the momentum, 1/s
  double pelvis = 5.0;                                ///< weights of angular accelerations
  double chest_roll = 15.0, chest_pitch = 10.0, chest_yaw = 5.0;
  double foot = 30.0, foot_turn = 0.5;       ///< of a foot that swings
  double stance = 300.0, stance_turn = 5.0;  ///< of one that stands
  double posture = 0.05;
  double rho = 1e-5, rho_change = 2e-3, acceleration = 5e-3, acceleration_change = 0.0;
  /// Gains of attitudes, feet that swing and joints: the accelerations wanted are stiffness (1/s2) times the
  /// error and damping (1/s) times that of the rate.
  double turn_stiffness = 100.0, turn_damping = 20.0, swing_stiffness = 200.0, swing_damping = 28.0,
         joint_stiffness = 40.0, joint_damping = 12.0;
  double limit_pull = 20.0;  ///< w with which joints are held off their limits, 1/s
  double limit_margin =
      0.02;              ///< that far before them, rad: what the soles give under load goes to the joints
  double period = 1e-3;  ///< s
};
/// The keys of [balance] that are numbers of the control. Refused: contradictions among them.
void visit_keys(KeyVisitor& v, WholeBodySpec& control);

}  // namespace grouser
