// SPDX-License-Identifier: BSD-3-Clause
// Relative motion on a circular orbit (Clohessy & Wiltshire 1960, "Terminal guidance system for satellite
// rendezvous", J. Aerospace Sci. 27): in axes that go round with a point on it, x radial, y along the orbit,
// z across, n = 2 pi / period,
//   x'' = 3 n^2 x + 2 n y',   y'' = -2 n x',   z'' = -n^2 z
// to first order of the distances over the orbit's radius. It acts on each body's centre of mass. Attitudes
// do not feel that the axes turn (0.004 deg/s in geostationary orbit), nor the gradient of gravity along a
// body.
#include <numbers>

#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Adds the forces of relative motion at each body's centre of mass; their potential enters the energy book.
class Orbit final : public StepElement {
 public:
  explicit Orbit(const World& world)
      : world_(world),
        rate_(2.0 * std::numbers::pi / world.settings.orbit.period),
        radial_(world.settings.orbit.radial),
        along_(world.settings.orbit.along),
        across_(radial_.cross(along_)) {}

  void apply(const ForceInstant& now, Loads& loads) override {
    const double n = rate_;
    for (std::size_t b = 0; b < now.kinematics.body.size(); ++b) {
      const Body& body = world_.model->bodies()[b];
      const BodyMotion& motion = now.kinematics.body[b];
      const Vec3 center = motion.X_WB * body.com, velocity = motion.velocity_at(center);
      // The equations above, in the directions of the three axes; the Coriolis terms do no work.
      const Vec3 a = (3.0 * n * n * radial_.dot(center) + 2.0 * n * along_.dot(velocity)) * radial_ -
                     2.0 * n * radial_.dot(velocity) * along_ - n * n * across_.dot(center) * across_;
      const Vec3 force = body.mass * a;
      loads.on_body[b].force += force;
      loads.on_body[b].moment += (center - motion.X_WB.p).cross(force);
    }
  }

  /// The sum of m n^2 (z^2 - 3 x^2) / 2.
  StoredEnergy stored(const SimulationState&, const Kinematics& kinematics) const override {
    double energy = 0.0;
    for (std::size_t b = 0; b < kinematics.body.size(); ++b) {
      const Body& body = world_.model->bodies()[b];
      const Vec3 center = kinematics.body[b].X_WB * body.com;
      const double x = radial_.dot(center), z = across_.dot(center);
      energy += 0.5 * body.mass * rate_ * rate_ * (z * z - 3.0 * x * x);
    }
    return {.potential = energy};
  }

 private:
  const World& world_;
  double rate_;  // n, rad/s
  Vec3 radial_, along_, across_;
};

}  // namespace

std::unique_ptr<StepElement> make_orbit(const World& world) {
  if (!(world.settings.orbit.period > 0.0)) return nullptr;
  return std::make_unique<Orbit>(world);
}

}  // namespace grouser
