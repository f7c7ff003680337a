// SPDX-License-Identifier: BSD-3-Clause
// Sky, sunlight and ground of a world: dusty Mars, the airless Moon and icy Europa, small bodies, and the
// grey of a laboratory on Earth. Looks only; nothing in the simulation depends on it.
#pragma once
#include <glm/vec3.hpp>

namespace grouser::desktop {

/// Colours are linear, for light of this sun.
struct WorldLook {
  const char* name;
  double gravity;             ///< of the body, m/s2
  glm::vec3 sun;              ///< light
  glm::vec3 zenith, horizon;  ///< of the sky
  glm::vec3 dome, bounce;     ///< light of the sky, and of the ground from below
  glm::vec3 rock, dust;       ///< reflectances of the ground
  float haze;                 ///< per m
  float glow;                 ///< of air around the sun, 0 to 1
  float settled;              ///< share of upward faces that dust covers
};

/// The look of a world without ground: a hard sun, and faint light from everywhere so that shapes are seen in
/// shadow.
const WorldLook& orbit_look();
/// The look of the body whose gravity (m/s2) is nearest by ratio.
const WorldLook& world_look(double gravity);

}  // namespace grouser::desktop
