// SPDX-License-Identifier: BSD-3-Clause
// The look of the ground: by the name of its soil, in the light of its world. Looks only; nothing in the
// simulation depends on it.
#pragma once
#include <array>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <string_view>

#include "view/gl/world_look.hpp"

namespace grouser::desktop {

enum class GroundKind { regolith, sand, earth, rock, plate, ice };
inline constexpr std::array kGroundKinds{GroundKind::regolith, GroundKind::sand,  GroundKind::earth,
                                         GroundKind::rock,     GroundKind::plate, GroundKind::ice};

/// The kind that the words of a soil's name as shown to users suggest ("wong LETE sand", "Steel or concrete
/// plate"); regolith if none does.
GroundKind ground_kind(std::string_view soil);
/// The kind of ground of several soils: that of the first one, which lies wherever no map says otherwise.
GroundKind ground_kind(std::span<const std::string> soils);

/// Colours are linear reflectances.
struct GroundLook {
  glm::vec3 dark, light;  ///< of the ground, between which it changes from place to place
  float grain;            ///< how much single grains and pebbles stand out; 1: as on Mars
  float relief;           ///< of small unevenness in the light; 1: as on Mars
};
GroundLook ground_look(GroundKind kind, const WorldLook& world);

/// Definitions with which the ground's shader is compiled, so that no kind pays for the features of another.
const char* ground_definition(GroundKind kind, const WorldLook& world);

}  // namespace grouser::desktop
