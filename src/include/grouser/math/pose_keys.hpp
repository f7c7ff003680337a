// SPDX-License-Identifier: BSD-3-Clause
// Keys of files that hold poses and directions.
#pragma once
#include "grouser/base/keys.hpp"
#include "grouser/math/pose.hpp"

namespace grouser {

/// Three angles in degrees: roll, pitch and yaw. Refused beyond `most`, deg.
void visit_rotation(KeyVisitor& v, const Key& key, Mat3& rotation, double most = 1e300);
/// A unit vector, to a millionth; it is normalised.
void visit_axis(KeyVisitor& v, const Key& key, Vec3& axis);
/// `rpy_deg` and `position`, each of which may be left out.
void visit_pose(KeyVisitor& v, RigidTransform& pose);

}  // namespace grouser
