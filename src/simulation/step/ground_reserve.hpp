// SPDX-License-Identifier: BSD-3-Clause
// Reserves ground tiles where wheels and feet are and are heading, between steps, so that no step allocates.
#pragma once
#include <optional>
#include <vector>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

class GroundReserve {
 public:
  explicit GroundReserve(const World& world);
  /// Reserves anew wherever a part is: the ground is another one, or is shared.
  void forget() { last_.assign(last_.size(), std::nullopt); }
  /// Call before a step, with the poses of the state.
  void reserve(const Kinematics& kinematics, GroundMemory& ground);

 private:
  void reserve_around(std::size_t part, const Vec3& place, double reach, GroundMemory& ground);
  const World& world_;
  std::vector<std::optional<Vec2>> last_;  // where each part was when tiles were last reserved
};

}  // namespace grouser
