// SPDX-License-Identifier: BSD-3-Clause
// Limits of the step and of the damper for meshes in contact.
#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/contact/step_limits.hpp"
#include "mesh_contacts.hpp"

namespace grouser {

// A step carries a damper c at the velocity that it predicts up to dt c/m = 0.5 (step_limits.hpp), and a
// layer of so and so many Pa s/m that touches in a large face may be more than a light body, such as the
// end of a ramp, bears. m is that of both bodies at the middle of the pressure along its sum, in their
// neutral pose.
double MeshContacts::most_damper(const ContactInstant& at, const Place& place,
                                 std::span<const PolygonTouch> touches, double dt) const {
  Vec3 press = Vec3::Zero(), center = Vec3::Zero();
  double load = 0.0;
  for (const PolygonTouch& t : touches) {
    press += t.press;
    center += t.press.norm() * t.point;
    load += t.press.norm();
  }
  if (!(load > 0.0) || !(press.norm() > 0.0)) return std::numeric_limits<double>::infinity();
  const Vec3 along = place.X_WS.R * press.normalized(), point = place.X_WS * (center / load);
  double mobility = 0.0;
  for (const int body : {scene_.mesh.parts[static_cast<std::size_t>(place.mesh)].body.index, place.owner}) {
    if (body < 0) continue;
    const RigidTransform& X = at.now->body[static_cast<std::size_t>(body)].X_WB;
    const Vec3 d = X.R.transpose() * along;
    Vec6 w;
    w << (X.inverse() * point).cross(d), d;
    mobility += w.dot(mobility_[static_cast<std::size_t>(body)] * w);
  }
  return kDamperLimit / (dt * mobility);
}

// A patch is a spring of its layer's stiffness times its area.
double MeshContacts::longest_step(const ContactReadings& readings) const {
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const PolygonLaw& law = scene_.mesh.parts[i].spec.law;
    const double area = readings.meshes[static_cast<std::size_t>(scene_.mesh.parts[i].record)].area;
    if (!(area > 0.0) || !std::isfinite(mass_[i])) continue;
    step = std::min(step, kSpringLimit / std::sqrt(law.stiffness * area / mass_[i]));
    if (law.damping > 0.0) step = std::min(step, kDamperLimit * mass_[i] / (law.damping * area));
  }
  return step;
}

double MeshContacts::smallest_radius() const {
  double radius = std::numeric_limits<double>::infinity();
  for (const OwnMeetings& own : own_) radius = std::min(radius, own.radius);
  return radius;
}

double MeshContacts::fastest_part(const Kinematics& kinematics) const {
  double fastest = 0.0;
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const BodyMotion& body = kinematics.body[static_cast<std::size_t>(scene_.mesh.parts[i].body.index)];
    const Vec3 center = body.X_WB * (scene_.mesh.parts[i].spec.pose * own_[i].center);
    fastest = std::max(fastest, body.velocity_at(center).norm() + own_[i].radius * body.w.norm());
  }
  return fastest;
}

}  // namespace grouser
