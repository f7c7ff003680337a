// SPDX-License-Identifier: BSD-3-Clause
// A wheel on a plane with one soil and no shapes: each of its slices meets a plate, in closed form. The bits are those of the
// search that takes any ground (wheel_arc.cpp). Private to the terrain module.
#pragma once
#include <span>

#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser::terrain {

/// The slices of one wheel that are looked at together.
inline constexpr std::size_t kSlicesTogether = 8;

/// A plane that is one plate under every disc.
bool is_bare_plane(const Terrain&);
/// At most kSlicesTogether slices on a bare plane. False, with nothing found, where one of them lies flat or its centre is not
/// above the plane: such discs are for the search that takes any ground.
bool find_plane_contacts(const Terrain&, const GroundMemory&, std::span<SliceContacts>, TileHint&);

}  // namespace grouser::terrain
