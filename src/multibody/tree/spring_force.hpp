// SPDX-License-Identifier: BSD-3-Clause
// Point-to-point spring-dampers and tethers.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

struct SpringState {
  Vec3 point_a, point_b;   ///< ends, world, m
  Vec3 force_on_a;         ///< world, N; its opposite acts on b
  double tension, length;  ///< N, m
  double energy;           ///< J
  double dissipation;      ///< W, >= 0: dissipated by the damper
};
SpringState calc_spring(const SpringElement& spring, const Kinematics& kinematics);

/// `released`: empty, or one entry per spring.
inline bool is_cut(std::span<const std::uint8_t> released, std::size_t spring) {
  return !released.empty() && released[spring] != 0;
}

/// Calls add(body, moment about the body's origin, force) for both ends of every spring that is not cut; the
/// world is skipped.
template <typename Add>
void apply_springs(const Model& model, const Kinematics& kinematics, std::span<const std::uint8_t> released,
                   Add&& add) {
  for (std::size_t i = 0; i < model.springs().size(); ++i) {
    if (is_cut(released, i)) continue;
    const SpringElement& spring = model.springs()[i];
    const SpringState state = calc_spring(spring, kinematics);
    const auto at_end = [&](BodyId body, const Vec3& point, const Vec3& force) {
      if (body == kWorld) return;
      const auto b = static_cast<std::size_t>(body.index);
      add(b, Vec3((point - kinematics.body[b].X_WB.p).cross(force)), force);
    };
    at_end(spring.body_a, state.point_a, state.force_on_a);
    at_end(spring.body_b, state.point_b, -state.force_on_a);
  }
}

}  // namespace grouser
