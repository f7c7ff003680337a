#include "point_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser {

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
  ContactPace pace;
  for (const ContactRecord& record : mine(readings)) {
    if (!(record.depth > 0.0)) continue;
    pace.touching = true;
    pace.approach = std::max(pace.approach, std::fabs(record.approach));
  }
  return pace;
}

// Only the present depth and rate of a part are known: it was at least that much higher before.
void PointContacts::judge_depths(const ContactState&, const ContactReadings& readings, double dt,
                                 DepthJudge& judge) const {
  for (const ContactRecord& record : mine(readings))
    if (record.depth > 0.0)
      judge.judge(std::max(0.0, record.depth - std::fabs(record.approach) * dt), record.depth,
                  record.approach);
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
