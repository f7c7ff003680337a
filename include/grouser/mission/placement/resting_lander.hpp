// SPDX-License-Identifier: BSD-3-Clause
// The pose in which a lander rests where it was set down: statics, no time.
//
// Lowered level at its heading until it touches, it sinks and tips down the gradient of its potential,
// without inertia, until pads (and belly) carry its weight. Then the ramps come down, each until it touches,
// and the balance is found again with the loads of their hinges. Each contact's normal force is the pad's law
// (soil/force/pad_contact.hpp, without its dampers, on untouched ground) in series with its leg. Friction
// holds the pads where they stand, so that the sum of both is vertical: F = N/n_z. Then the balance is
//   sum F = W,   sum (p - p_0) x F e_z = sum (c - p_0) x W e_z
// This is exact on an even slope; on uneven ground it leaves out the wedging of pads against each other. Also
// left out is the sinkage that the touchdown speed adds. See docs/theory_placement.md.
#pragma once
#include <span>
#include <vector>

#include "grouser/mission/placement/lander_form.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

enum class RestKind {
  resting,
  slides,       ///< the ground takes less force along the slope than the weight requires
  tipped_over,  ///< it found no stable position below kMostTilt
  unsettled,    ///< the search did not end: counted, but never as covered
};
const char* to_string(RestKind);

inline constexpr double kMostTilt = 1.0472;  ///< 60 degrees, rad

struct RestingPad {
  double load = 0.0;     ///< normal force, N
  double sinkage = 0.0;  ///< into soft soil, m; the largest value while the ramps came down
  int material = -1;     ///< of the ground under it; -1: it is in the air
};

struct RestingRamp {
  double hinge = 0.0;  ///< angle of the hinge, rad

  /// Below level along the ramp, away from the deck, rad: the slope that a rover drives down
  double slope = 0.0;
  double cross = 0.0;  ///< across the ramp, rad

  /// Height of the lower corner of its end above the ground, m; 0 if the ramp touches
  double gap = 0.0;
  bool by_plate = false;  ///< it touches with its underside, not its end
};

struct RestingPose {
  RestKind kind = RestKind::unsettled;
  RigidTransform X_WB;             ///< of the root body
  double tilt = 0.0;               ///< between its z axis and the vertical, rad
  double roll = 0.0, pitch = 0.0;  ///< rad
  std::vector<RestingPad> pads;
  std::vector<RestingRamp> ramps;
  bool on_belly = false;      ///< something other than pads carries load
  double friction_use = 0.0;  ///< along the ground: required force over available force, -

  /// Tilt of the other rest position, rad, if it can rock from one pad to another (the one with the higher
  /// centre of mass), for the body before its ramps came down; otherwise NaN.
  double other_tilt = kUnset;
};

class RestingSolver {
 public:
  /// All arguments are kept by reference. gravity > 0, m/s2.
  RestingSolver(const LanderForm& form, const Terrain& terrain, double gravity);

  /// Sets it down with its root's origin at (x, y), x axis at `heading` (rad from east). Everything within
  /// form.reach must be on the terrain. Reports no error; fills `pose`.
  void solve(double x, double y, double heading, RestingPose& pose);

 private:
  struct Touch;
  struct Balance;
  void set_level(double x, double y, double heading);
  void calc_balance(Balance& out);
  void add_pad(const LanderPad& pad, RestingPad& out, Balance& balance);
  void add_belly(const LanderBelly& point, Balance& balance);
  void add_touch(const Touch& touch, Balance& balance);
  bool descend();
  void move(const Vec3& step);
  double farthest_move(const Vec3& step) const;
  void lower_ramps(RestingPose& pose);
  void set_loads(const RestingPose* pose);
  bool ramp_touches(const LanderRamp& ramp, double angle, double allowed, bool& by_plate) const;
  double tip_load(const LanderRamp& ramp, double angle) const;
  void choose_rest(RestingPose& pose);
  void report(RestingPose& pose);

  const LanderForm& form_;
  const Terrain& terrain_;
  double gravity_;
  std::vector<RigidTransform> shapes_;
  std::vector<LanderPad> pads_;  // scratch: their laws include the stiffness of the leg
  RigidTransform X_;
  struct Load {
    double weight = 0.0;        // N
    Vec3 point = Vec3::Zero();  // in the root's frame
  };
  std::vector<Load> loads_;
  std::vector<RestingPad> pad_state_;
};

}  // namespace grouser
