// SPDX-License-Identifier: BSD-3-Clause
// A controller of a lander's legs as data of the vehicle file: a condition on which feet touch, and the
// change that it makes to the springs and dampers of the legs' joints while it holds.
//
// A joint's own spring and damper stay as they are; the controller adds the difference
//   T = -(f_k k (q - q_0 - d) - k (q - q_0)) - (f_c - 1) c q'
// with f_k = 1 + share (stiffness_factor - 1), f_c the same with damping_factor, and d = share rest_shift.
// The share goes to 1 while the condition holds and to 0 otherwise, `delay` later, at most by `rate` per
// second. T is cut to `torque_limit`. The work of T is a motor's, and the energy book takes it so: a
// stiffness that changes under load creates nothing.
#pragma once
#include <string>
#include <vector>

namespace grouser {

enum class FeetTouch { some, any, all, none };  ///< some: at least one, but not all
inline constexpr const char* kFeetTouch[] = {"some", "any", "all", "none"};
enum class LegChoice { touching, lifted, every };  ///< legs that have their joints changed
inline constexpr const char* kLegChoices[] = {"touching", "lifted", "every"};

struct LegControlSpec {
  std::string name;
  FeetTouch when = FeetTouch::some;
  std::string feet = "*";  ///< footpads, with * at the end for all that begin so
  LegChoice legs = LegChoice::touching;
  std::vector<std::string> joints;  ///< revolute joints above these feet, patterns as above
  double stiffness_factor = 1.0, damping_factor = 1.0;
  double rest_shift = 0.0;    ///< rad
  double delay = 0.0;         ///< s
  double rate = 0.0;          ///< of the share, 1/s; 0: at once
  double torque_limit = 0.0;  ///< N m; 0: none
};

}  // namespace grouser
