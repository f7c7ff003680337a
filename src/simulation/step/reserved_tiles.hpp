// SPDX-License-Identifier: BSD-3-Clause
// Reserves ground tiles where parts press on the ground and are heading, between steps, so that no step
// allocates.
#pragma once
#include <optional>
#include <vector>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Keeps the place of each pressing part at its last reservation, so that most steps only compare distances.
class ReservedTiles {
 public:
  explicit ReservedTiles(const World& world);
  /// Forgets all reservations, because the ground is another one or is shared; each part gets new ones.
  void forget() { last_.assign(last_.size(), std::nullopt); }
  /// Call before a step, with the poses of the state.
  void reserve(const Kinematics& kinematics, GroundMemory& ground);

 private:
  std::vector<GroundReserve> parts_;
  std::vector<std::optional<Vec2>> last_;  // place of each part when its tiles were last reserved
};

}  // namespace grouser
