// SPDX-License-Identifier: BSD-3-Clause
// Centre of mass of one vehicle, m, and its velocity, m/s, in world axes, as mass-weighted means over its
// bodies.
#include "grouser/simulation/step/mass_point.hpp"

#include "grouser/simulation/step/world.hpp"

namespace grouser {

Vec3 mass_center(const World& world, int vehicle, const Kinematics& kinematics) {
  Vec3 sum = Vec3::Zero();
  double mass = 0.0;
  for (std::size_t b = 0; b < kinematics.body.size(); ++b) {
    if (world.vehicle_of_body[b] != vehicle) continue;
    const Body& body = world.model->bodies()[b];
    sum += body.mass * (kinematics.body[b].X_WB * body.com);
    mass += body.mass;
  }
  return sum / mass;
}

MassPoint mass_point(const World& world, int vehicle, const Kinematics& kinematics) {
  MassPoint sum;
  double mass = 0.0;
  for (std::size_t b = 0; b < kinematics.body.size(); ++b) {
    if (world.vehicle_of_body[b] != vehicle) continue;
    const Body& body = world.model->bodies()[b];
    const Vec3 at = kinematics.body[b].X_WB * body.com;
    sum.center += body.mass * at;
    sum.velocity += body.mass * kinematics.body[b].velocity_at(at);
    mass += body.mass;
  }
  return {sum.center / mass, sum.velocity / mass};
}

}  // namespace grouser
