// SPDX-License-Identifier: BSD-3-Clause
// Targets of a walker's body and feet for the next step, from where they are.
#pragma once
#include "grouser/vehicle/legs/body_pose.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"

namespace grouser {

inline Vec3 vector_of(const double (&x)[3]) { return {x[0], x[1], x[2]}; }
inline void keep(const Vec3& v, double (&x)[3]) { x[0] = v.x(), x[1] = v.y(), x[2] = v.z(); }
/// Motion from rest to rest: share of the path at a share of the time.
inline double smooth(double u) { return u * u * u * (10.0 + u * (6.0 * u - 15.0)); }
RigidTransform pose_of(const double (&p)[3], const double (&q)[4]);
void keep_pose(const RigidTransform& X, double (&p)[3], double (&q)[4]);
/// The body's pose in the command frame: smooth from one end of its path to the other.
RigidTransform command_at(const WalkMemory& memory, double time);

Vec3 mean_foot(const WalkSense& sense);
/// Progress of the mean foot along the line, m.
double progress_of(const WalkSense& sense, const WalkMemory& memory);
/// Static stability margin of all feet but one, m.
double margin_without(const WalkSense& sense, std::size_t foot);

/// Loads of the feet that stand, by least norm: of all that carry the weight at the centre of mass the most
/// even, N; 0 for others.
void expected_loads(const WalkSense& sense, std::span<const WalkLegMemory> legs, double weight,
                    double (&loads)[kMostFeet]);

/// Target of the body for the instant when the foot is lifted.
struct ShiftPlan {
  RigidTransform body;  ///< in the world
};
ShiftPlan plan_shift(std::span<const WalkerLeg> legs, const GaitSpec& gait, const Vec3& mean_stance,
                     const WalkSense& sense, const WalkMemory& memory, std::size_t foot);
/// Target of the middle of the foot, world, m; load: that it will bear, N.
Vec3 plan_foothold(std::span<const WalkerLeg> legs, const GaitSpec& gait, const Vec3& mean_stance,
                   const WalkSense& sense, const WalkMemory& memory, const FootGround& ground, double load,
                   std::size_t foot);
/// The body at the end of a pair's swing, and the target of the middle of its feet then.
struct TrotPlan {
  RigidTransform body;         ///< at the end of the swing, in the world
  Vec2 middle = Vec2::Zero();  ///< m
  Vec2 along = Vec2::UnitX(), left = Vec2::UnitY();
};
TrotPlan plan_trot(const GaitSpec& gait, const Vec3& mean_stance, const WalkSense& sense,
                   const WalkMemory& memory);
Vec3 plan_trot_foothold(std::span<const WalkerLeg> legs, const Vec3& mean_stance, const TrotPlan& plan,
                        const FootGround& ground, std::size_t foot);
/// Height of the arch that clears the ground under the path, m.
double plan_lift(const GaitSpec& gait, const FootGround& ground, const Vec3& from, const Vec3& to,
                 double radius);

}  // namespace grouser
