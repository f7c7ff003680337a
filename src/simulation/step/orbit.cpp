// SPDX-License-Identifier: BSD-3-Clause
#include "orbit.hpp"

#include <numbers>

namespace grouser {
namespace {

double rate_of(const OrbitSettings& orbit) { return 2.0 * std::numbers::pi / orbit.period; }

}  // namespace

void add_orbit_loads(const World& world, const Kinematics& kinematics, Loads& loads) {
  const OrbitSettings& orbit = world.settings.orbit;
  if (!(orbit.period > 0.0)) return;
  const double n = rate_of(orbit);
  const Vec3 across = orbit.radial.cross(orbit.along);
  for (std::size_t b = 0; b < kinematics.body.size(); ++b) {
    const Body& body = world.model->bodies()[b];
    const BodyMotion& motion = kinematics.body[b];
    const Vec3 center = motion.X_WB * body.com, velocity = motion.velocity_at(center);
    const Vec3 a =
        (3.0 * n * n * orbit.radial.dot(center) + 2.0 * n * orbit.along.dot(velocity)) * orbit.radial -
        2.0 * n * orbit.radial.dot(velocity) * orbit.along - n * n * across.dot(center) * across;
    const Vec3 force = body.mass * a;
    loads.on_body[b].force += force;
    loads.on_body[b].moment += (center - motion.X_WB.p).cross(force);
  }
}

double calc_orbit_energy(const World& world, const Kinematics& kinematics) {
  const OrbitSettings& orbit = world.settings.orbit;
  if (!(orbit.period > 0.0)) return 0.0;
  const double n = rate_of(orbit);
  const Vec3 across = orbit.radial.cross(orbit.along);
  double energy = 0.0;
  for (std::size_t b = 0; b < kinematics.body.size(); ++b) {
    const Body& body = world.model->bodies()[b];
    const Vec3 center = kinematics.body[b].X_WB * body.com;
    const double x = orbit.radial.dot(center), z = across.dot(center);
    energy += 0.5 * body.mass * n * n * (z * z - 3.0 * x * x);
  }
  return energy;
}

}  // namespace grouser
