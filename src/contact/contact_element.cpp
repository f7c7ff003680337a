// SPDX-License-Identifier: BSD-3-Clause
// Displacement of a point of a body over the ground or another body since the step's start, from poses
// alone, and dampers of contacts as inertia about the body's origin, for the linearly implicit step.
#include "grouser/contact/contact_element.hpp"

#include <algorithm>

namespace grouser {

Vec3 ContactInstant::calc_way(int body, int owner, const Vec3& point) const {
  if (!by_rates) return Vec3::Zero();
  const auto moved = [&](int b) {
    return Vec3(point - start->body[b].X_WB * (now->body[b].X_WB.inverse() * point));
  };
  return owner < 0 ? moved(body) : Vec3(moved(body) - moved(owner));
}

void ContactLoads::add_damper(int body, const Vec3& point, const Vec3& normal, double across, double along) {
  const Vec3 r = point - kinematics_.body[body].X_WB.p;
  // R: the arm's cross product; M = across (1 - n n^T) + along n n^T, H = R M, J = -R M R.
  Mat3 R;
  R << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  const Mat3 M = across * Mat3::Identity() + (along - across) * normal * normal.transpose();
  const Mat3 H = R * M;
  add_damper(body, {-H * R, H, M});
}

void ContactLoads::add_damper(int body, const AddedInertia& damper) {
  if (std::find(damped_.begin(), damped_.end(), body) == damped_.end()) damped_.push_back(body);
  AddedInertia& sum = loads_.added[body];
  sum.M += damper.M;
  sum.H += damper.H;
  sum.J += damper.J;
}

}  // namespace grouser
