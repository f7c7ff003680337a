// SPDX-License-Identifier: BSD-3-Clause
// The table of joint kinds. A kind is what its coordinates do: a ball (a quaternion), turns about axes,
// displacements along axes. Pose, motion columns, forbidden directions and units follow from these counts, so
// that nothing outside this table asks for a kind by its name.
//
// Coordinates (q) and velocities (v) of a joint, in this order:
//   ball    quaternion w,x,y,z of R_JB             angular velocity of B in J, written in B (rad/s)
//   turns   angle about `axis`, then about         rates (rad/s)
//           `second_axis`, which the first turn
//           carries along (rad)
//   slides  one: displacement along `axis` (m);    rates (m/s)
//           three: position of B's origin in J
#pragma once

namespace grouser {

/// Passive forces that a joint's coordinates may have (JointForces).
enum class PassiveForces { none, damper, all };

struct JointKind {
  constexpr JointKind(const char* kind_name, int balls, int turn_axes, int slide_axes, PassiveForces passive)
      : name(kind_name),
        ball(balls > 0),
        turns(turn_axes),
        slides(slide_axes),
        forces(passive),
        nq(4 * balls + turn_axes + slide_axes),
        nv(3 * balls + turn_axes + slide_axes),
        hinge(balls == 0 && turn_axes == 1 && slide_axes == 0),
        slider(balls == 0 && turn_axes == 0 && slide_axes == 1) {}

  const char* name;  ///< its word in files and messages
  bool ball;
  int turns, slides;
  PassiveForces forces;
  int nq, nv;
  bool hinge;   ///< one coordinate, an angle
  bool slider;  ///< one coordinate, a displacement

  constexpr bool is_free() const { return nv == 6; }
  constexpr bool has_axis() const { return turns > 0 || slides == 1; }
  /// Velocity coordinate k, 0 .. nv - 1, is a rate of turning.
  constexpr bool is_angular(int k) const { return k < nv - slides; }
  /// It belongs to the angular velocity of a ball; otherwise its position is the number q_place(k) of q.
  constexpr bool is_of_ball(int k) const { return ball && k < 3; }
  constexpr int q_place(int k) const { return ball ? k + 1 : k; }
};

/// Names the rows of the table for descriptions (JointSpec).
enum class JointType { fixed, revolute, prismatic, spherical, free, universal };

inline constexpr JointKind kJointKinds[] = {
    // name, balls, turns, slides, passive forces
    {"fixed", 0, 0, 0, PassiveForces::none},        //
    {"revolute", 0, 1, 0, PassiveForces::all},      //
    {"prismatic", 0, 0, 1, PassiveForces::all},     //
    {"spherical", 1, 0, 0, PassiveForces::damper},  //
    {"free", 1, 0, 3, PassiveForces::none},         //
    {"universal", 0, 2, 0, PassiveForces::all},
};

constexpr const JointKind& kind_of(JointType type) { return kJointKinds[static_cast<int>(type)]; }

}  // namespace grouser
