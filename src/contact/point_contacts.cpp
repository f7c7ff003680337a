// SPDX-License-Identifier: BSD-3-Clause
// Contacts that look for the ground with one sphere per part: spheres, pads, and both on viscoelastic
// ground.
#include "point_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "record_pace.hpp"

namespace grouser {

std::vector<PointContacts::Part> PointContacts::sphere_parts(const ContactScene& scene) {
  std::vector<Part> parts;
  for (const SpherePart& part : scene.spheres)
    parts.push_back({part.body, part.spec.position, part.spec.position, part.spec.radius});
  return parts;
}

bool PointContacts::touches(const ContactInstant& at, int vehicle, const std::string&) const {
  SphereContact contact;
  return std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
    const auto body = static_cast<std::size_t>(part.body.index);
    return scene_.vehicle_of_body[body] == vehicle &&
           find_sphere_contact(*scene_.terrain, at.shape_poses, at.now->body[body].X_WB * part.center,
                               part.radius, contact, scene_.own_shapes_of(part.body));
  });
}

ContactPace PointContacts::pace(const ContactState&, const ContactReadings& readings) const {
  return pace_of(mine(readings));
}

void PointContacts::judge_depths(const ContactState&, const ContactReadings& readings, double dt,
                                 DepthJudge& judge) const {
  judge_records(mine(readings), dt, judge);
}

// A ball that is larger by the reach finds what the part is near to; its normal is the same.
void PointContacts::add_gaps(const ContactInstant& at, double reach, std::vector<PartGap>& gaps) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    PartGap gap{.record = static_cast<int>(first_record_ + i)};
    const BodyMotion& body = at.now->body[part.body.index];
    SphereContact contact;
    gap.near = find(at, part.body, body.X_WB * part.center, part.radius + reach, contact);
    if (gap.near) {
      Vec3 velocity = body.velocity_at(contact.point);
      const int owner = scene_.owner_of(contact.surface);
      if (owner >= 0) velocity -= at.now->body[owner].velocity_at(contact.point);
      gap.depth = contact.penetration - reach;
      gap.rate = -contact.normal.dot(velocity);
    }
    gaps.push_back(gap);
  }
}

double PointContacts::smallest_radius() const {
  double radius = std::numeric_limits<double>::infinity();
  for (const Part& part : parts_) radius = std::min(radius, part.radius);
  return radius;
}

double PointContacts::fastest_part(const Kinematics& kinematics) const {
  double fastest = 0.0;
  for (const Part& part : parts_) {
    const BodyMotion& body = kinematics.body[part.body.index];
    fastest = std::max(fastest, body.velocity_at(body.X_WB * part.position).norm());
  }
  return fastest;
}

}  // namespace grouser
