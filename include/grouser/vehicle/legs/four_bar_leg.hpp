// SPDX-License-Identifier: BSD-3-Clause
// A leg of three motors whose knee is moved through a four-bar linkage: seed 002 (quadruped of A. A.
// Kolomeitsev), chapter 3, with its misprints mended (docs/theory_legs.md).
//
// Leg frame: x forward, y sideways outward, z down, origin on the roll axis. Angles: roll, hip pitch, knee
// motor (rad); 0, 0, 0 has the thigh straight down and the knee's crank at right angles to it.
#pragma once
#include <array>
#include <optional>
#include <span>

#include "grouser/math/simd_level.hpp"
#include "grouser/vehicle/legs/leg_angles.hpp"

namespace grouser {

/// Lengths in m, by the seed's figure 3.2: a0 to a10.
struct FourBarLegSpec {
  double side = 0.010;           ///< a0, of the leg's plane from the roll axis; along the body's y
  double drop = 0.04622;         ///< a1, from the roll axis down to the hip's
  double ahead = 0.020;          ///< a2, from the leg frame forward to the hip's axis
  double arm = 0.044;            ///< a3, from the hip's axis, at right angles to the thigh
  double back = 0.020;           ///< a4, from the arm's end back along the thigh to the knee motor's axis
  double crank = 0.027;          ///< a5, on the knee motor
  double thigh = 0.087;          ///< a6, from the arm's end along the thigh to the knee
  double coupler = 0.107;        ///< a7
  double foot_offset = 0.01262;  ///< a8, of the foot from the shank, at right angles
  double lever = 0.0245;         ///< a9, on the shank
  double shank = 0.110;          ///< a10, beyond the lever
  std::array<double, 3> lowest{0.0, -1.5707963267948966, -0.7853981633974483};  ///< rad
  std::array<double, 3> highest{0.39269908169872414, 0.0, 0.7853981633974483};  ///< rad
};

/// The shank's end of the linkage at an angle of the knee motor.
struct FourBarKnee {
  double angle = 0.0;  ///< phi4, rad: of the shank against the thigh
  double rate = 0.0;   ///< d phi4/d phi3
};

/// An answer to where the leg can put its foot.
struct LegReach {
  bool reached = false;        ///< the foot is at the point that was wanted
  Vec3 angles = Vec3::Zero();  ///< rad, within the limits
  Vec3 point = Vec3::Zero();   ///< place of the foot at these angles, m
  double distance = 0.0;       ///< from what was asked for, m
  int solutions = 0;           ///< within the limits
};

/// The answer of solve_eight() for each of eight points.
struct LegReach8 {
  std::array<Vec3, 8> angles;    ///< rad, within the limits; 0 where there are none
  std::array<int, 8> solutions;  ///< within the limits
};

/// The kinematics of one leg: from angles to the foot's place, and back.
class FourBarLeg {
 public:
  /// Throws InputError: lengths that are not above 0, limits that cross or pass a dead point of the linkage.
  explicit FourBarLeg(const FourBarLegSpec& spec = {});

  const FourBarLegSpec& spec() const { return spec_; }  ///< the lengths and limits that it was made from

  /// The shank at an angle of the knee motor (rad); nothing where the linkage cannot be closed. (3.2) to
  /// (3.5), mended.
  std::optional<FourBarKnee> knee(double motor) const;
  /// By how much the coupler is longer than it is, m: closure of the linkage.
  double coupler_error(double motor, double angle) const;
  /// Direction of the coupler against the thigh, from the crank to the lever, rad. The linkage must close.
  double coupler_angle(double motor) const;
  /// Place of the foot in the leg frame, m: (3.8) to (3.10). The linkage must close.
  Vec3 foot(const Vec3& angles) const;
  /// Derivative of the foot's place by the angles, m.
  Mat3 jacobian(const Vec3& angles) const;
  /// The angles that put the foot there, by elbow and branch in closed form; where none lies within the
  /// limits, the nearest point.
  LegReach reach(const Vec3& target) const;
  /// The angles of eight points at once, several in one register; those that none within the limits puts
  /// there have no solutions. The same as reach() within rounding, on all vector levels the same bits.
  LegReach8 solve_eight(std::span<const Vec3, 8> targets, SimdLevel level = simd_level()) const;
  /// Whether reach() finds angles within the limits.
  bool solves(const Vec3& target) const { return solve(target).reached; }
  /// The limit that keeps the leg from a target: of all solutions, the one that passes limits by least.
  LegBlock blocked(const Vec3& target) const;
  /// Newton's method from a start, as in section 3.4 of the seed; nothing after `most` steps. `steps`: how
  /// many it took.
  std::optional<Vec3> newton(const Vec3& target, const Vec3& start, double tolerance, int most,
                             int& steps) const;

 private:
  static constexpr double kAtLimit = 1e-9;   // rad: a limit is part of the range
  static constexpr double kSameKnee = 1e-6;  // rad: where both branches meet, they are one
  struct Excess;
  Excess excess(const Vec3& angles) const;
  Vec3 foot_of(const Vec3& angles, double knee_angle) const;
  bool allows(int joint, double angle) const;
  bool on_branch(double motor, double angle) const;
  template <class Keep, class Visit>
  void each_bend(const Vec3& target, Keep keep, Visit visit) const;
  LegReach solve(const Vec3& target) const;
  LegReach nearest(const Vec3& target) const;
  FourBarLegSpec spec_;
  double base_, thigh_length_, thigh_angle_, shank_length_, shank_angle_;  // l; L1, g1, L2, g2
};

}  // namespace grouser
