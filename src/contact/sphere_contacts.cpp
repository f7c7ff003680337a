// SPDX-License-Identifier: BSD-3-Clause
// Contact spheres of bodies: an explicit spring with a ramped damper along the normal and a shear spring
// with Coulomb's cone (coulomb_return), at the deepest point that touches. Their springs share the step's
// limit.
#include "sphere_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/contact/step_limits.hpp"
#include "grouser/soil/laws/spring_contact.hpp"

namespace grouser {

SphereContacts::SphereContacts(const ContactScene& scene)
    : PointContacts(scene, sphere_parts(scene), PartKind::sphere),
      next_(scene.spheres.size()),
      touching_(scene.spheres.size()) {
  if (scene.spheres.empty()) return;
  const NeutralMasses masses(*scene.model);
  for (const SpherePart& sphere : scene.spheres) {
    const double mass = masses.smallest_at(sphere.body, sphere.spec.position);
    rate_.push_back(sphere.spec.stiffness / mass);
    fade_.push_back(sphere.spec.damping / mass);
  }
}

bool SphereContacts::step(const ContactInstant& at, double dt, ContactLoads& loads,
                          ContactReadings& readings) {
  next_ = start_;
  const auto records = mine(readings);
  for (std::size_t i = 0; i < records.size(); ++i) apply(at, dt, i, loads, records[i]);
  return true;
}

// Spheres that touch together are at most as stiff as the sum of their springs.
double SphereContacts::longest_step(const ContactReadings&) const {
  double rate = 0.0, fade = 0.0;
  for (std::size_t i = 0; i < touching_.size(); ++i)
    if (touching_[i]) {
      rate += rate_[i];
      fade += fade_[i];
    }
  return rate > 0.0 ? std::min(kSpringLimit / std::sqrt(rate), kDamperLimit / fade)
                    : std::numeric_limits<double>::infinity();
}

void SphereContacts::apply(const ContactInstant& at, double dt, std::size_t i, ContactLoads& loads,
                           ContactRecord& record) {
  const SpherePart& sphere = scene_.spheres[i];
  const BodyMotion& body = at.now->body[sphere.body.index];
  const Vec3 center = body.X_WB * sphere.spec.position;
  SphereContact contact;
  record = ContactRecord{.body = sphere.body.index};
  touching_[i] = false;
  Vec3 shear(next_[i].x, next_[i].y, next_[i].z);
  const double k_t = kShearShare * sphere.spec.stiffness, c_t = kShearShare * sphere.spec.damping;
  loads.power.work += 0.5 * k_t * shear.squaredNorm();
  if (!find(at, sphere.body, center, sphere.spec.radius, contact) ||
      scene_.grounds.server(PartKind::sphere, contact.surface, contact.material) != Server::part) {
    next_[i] = SphereMemory{};
    return;
  }
  const int owner = scene_.owner_of(contact.surface);
  Vec3 velocity = body.velocity_at(contact.point);
  if (owner >= 0) velocity -= at.now->body[owner].velocity_at(contact.point);
  const double approach = -contact.normal.dot(velocity);
  // normal force: spring and ramped damper, never pulling
  const double ramp = ramped_share(contact.penetration, kDampingRamp);
  const double damper = sphere.spec.damping * ramp * approach;
  const double normal = std::max(0.0, sphere.spec.stiffness * contact.penetration + damper);
  const Vec3 sliding = velocity + approach * contact.normal;
  // Displacement along the surface in this step; in rate form since its start.
  Vec3 way = dt * sliding;
  if (!(dt > 0.0)) {
    way = at.calc_way(sphere.body.index, owner, contact.point);
    way -= contact.normal.dot(way) * contact.normal;
  }
  // shear spring and damper, cut to the friction limit; the spring keeps only what the limit can hold
  shear += way - contact.normal.dot(shear) * contact.normal;
  const auto [along, stretch] =
      coulomb_return(k_t, shear, Vec3(c_t * ramp * sliding), sphere.spec.friction * normal);
  next_[i] = {stretch.x(), stretch.y(), stretch.z()};
  touching_[i] = true;
  const Vec3 friction = -along, force = normal * contact.normal + friction;
  loads.add(sphere.body.index, owner, contact.point, force, Vec3::Zero());
  record.other = owner;
  record.surface = contact.surface;
  record.force = force;
  record.point = contact.point;
  record.pressing = normal * contact.normal;
  record.load = normal;
  record.depth = contact.penetration;
  record.approach = approach;
  loads.power.stored += 0.5 * sphere.spec.stiffness * contact.penetration * contact.penetration;
  loads.power.normal += (normal - sphere.spec.stiffness * contact.penetration) * approach;
  // friction's spring stores a part of what goes into friction
  const double bound = 0.5 * k_t * stretch.squaredNorm();
  loads.power.stored += bound;
  loads.power.tangential += -friction.dot(sliding);
  loads.power.work -= bound;
}

}  // namespace grouser
