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
