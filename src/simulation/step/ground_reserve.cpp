// SPDX-License-Identifier: BSD-3-Clause
#include "ground_reserve.hpp"

namespace grouser {
namespace {
constexpr double kMargin = 0.15;  // m around a wheel where ground tiles are kept ready
}  // namespace

GroundReserve::GroundReserve(const World& world)
    : world_(world), last_(world.scm ? world.scm->parts.size() : world.wheels.size() + world.pads.size()) {}

void GroundReserve::reserve_around(std::size_t part, const Vec3& place, double reach, GroundMemory& ground) {
  const Vec2 at = place.head<2>();
  std::optional<Vec2>& last = last_[part];
  if (last && (at - *last).squaredNorm() < 0.25 * kMargin * kMargin) return;
  last = at;
  ground.reserve_ahead(at.x(), at.y(), reach + kMargin);
}

void GroundReserve::reserve(const Kinematics& kinematics, GroundMemory& ground) {
  if (world_.scm) {
    for (std::size_t k = 0; k < last_.size(); ++k) {
      const ScmFootprint& part = world_.scm->parts[k];
      reserve_around(k, kinematics.body[part.body].X_WB * part.position, part.radius + part.width, ground);
    }
    return;
  }
  const std::size_t wheels = world_.wheels.size();
  for (std::size_t w = 0; w < wheels; ++w) {
    const WheelPart& wheel = world_.wheels[w];
    reserve_around(w, kinematics.body[wheel.body.index].X_WB.p,
                   wheel.spec.geometry.radius + wheel.spec.geometry.width, ground);
  }
  for (std::size_t i = 0; i < world_.pads.size(); ++i) {
    const PadPart& pad = world_.pads[i];
    if (pad.spec.foot)
      reserve_around(wheels + i, kinematics.body[pad.body.index].X_WB * pad.spec.position, pad.spec.radius,
                     ground);
  }
}

}  // namespace grouser
