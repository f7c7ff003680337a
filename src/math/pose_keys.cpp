// SPDX-License-Identifier: BSD-3-Clause
// Keys of poses and axes in input files, which give rotations as roll, pitch and yaw in degrees.
#include "grouser/math/pose_keys.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/math/units.hpp"

namespace grouser {

void visit_rotation(KeyVisitor& v, const Key& key, Mat3& rotation, double most) {
  Vec3 rpy = Vec3::Zero();
  if (v.task() == KeyTask::write || v.task() == KeyTask::check) {
    const RollPitchYaw turn = rpy_from_rotation(rotation);
    rpy = Vec3(turn.roll, turn.pitch, turn.yaw) * kDegrees;
  }
  v.vector(key, rpy, any_number("deg"));
  if (!v.reads()) return;
  for (const double angle : rpy)
    if (std::fabs(angle) > most)
      v.refuse(key.name, std::to_string(angle), fmt::format("angles within {:g} deg", most));
  rotation = rotation_from_rpy(rpy.x() * kDegree, rpy.y() * kDegree, rpy.z() * kDegree);
}

void visit_axis(KeyVisitor& v, const Key& key, Vec3& axis) {
  v.vector(key, axis, any_number("-"));
  const double length = axis.norm();
  if (std::abs(length - 1.0) > 1e-6)
    v.refuse(key.name, fmt::format("length {:.6g}", length), "a unit vector");
  if (v.reads()) axis.normalize();
}

void visit_pose(KeyVisitor& v, RigidTransform& pose) {
  visit_rotation(v, {"rpy_deg", "roll, pitch and yaw, turned about z, then y, then x"}, pose.R);
  v.vector({"position", "of its frame"}, pose.p, any_number("m"));
}

}  // namespace grouser
