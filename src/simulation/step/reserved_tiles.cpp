// SPDX-License-Identifier: BSD-3-Clause
// Reserves tiles in a disc of a part's reach and a margin, again once the part has moved by half the margin.
#include "reserved_tiles.hpp"

namespace grouser {

ReservedTiles::ReservedTiles(const World& world)
    : parts_(world.grounds.reserves(world)), last_(parts_.size()) {}

void ReservedTiles::reserve(const Kinematics& kinematics, GroundMemory& ground) {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const GroundReserve& part = parts_[k];
    const Vec2 at = (kinematics.body[part.body].X_WB * part.position).head<2>();
    std::optional<Vec2>& last = last_[k];
    if (last && (at - *last).squaredNorm() < 0.25 * GroundReserve::kMargin * GroundReserve::kMargin) continue;
    last = at;
    ground.reserve_ahead(at.x(), at.y(), part.reach + GroundReserve::kMargin);
  }
}

}  // namespace grouser
