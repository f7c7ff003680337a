// SPDX-License-Identifier: BSD-3-Clause
// The OpenGL programs of lit surfaces.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "view/gl/gl_objects.hpp"
#include "view/gl/mesh.hpp"
#include "view/gl/shaders.hpp"
#include "view/ground/ground_look.hpp"
#include "view/overlay.hpp"

namespace grouser::desktop {

/// A fragment program behind the functions of light. more: further definitions.
inline std::string lit(const char* fragment, Detail detail, const char* more = "") {
  return std::string("#version 330 core\n") + (detail == Detail::coarse ? "#define COARSE\n" : "") + more +
         shaders::kLight + fragment;
}

inline void set_ground(GlProgram& program, const GroundLook& look) {
  program.set("u_dark", look.dark);
  program.set("u_light", look.light);
  program.set("u_grain", look.grain);
  program.set("u_relief", look.relief);
}

/// Sets the overlay that colours the ground; `contours`: distance of height lines, m; `base`: height of the
/// local origin, m.
inline void set_overlay(GlProgram& program, Overlay overlay, double contours, double base) {
  const bool drawn_here = colours_ground(overlay);
  program.set("u_overlay", drawn_here ? static_cast<int>(overlay) : 0);
  if (!drawn_here) return;
  const OverlayScale& scale = overlay_scale(overlay);
  constexpr float kGamma = 2.2f;  // near enough to sRGB's curve for a legend
  for (std::size_t k = 0; k < scale.map->size(); ++k)
    program.set(("u_map[" + std::to_string(k) + "]").c_str(), glm::pow((*scale.map)[k], glm::vec3(kGamma)));
  program.set("u_range", glm::vec2(scale.low, scale.high));
  program.set("u_contours", glm::vec2(contours, base));
}

/// Programs of lit surfaces: those of one level of detail; those for what is rare are made when first needed.
struct LitPrograms {
  explicit LitPrograms(Detail detail)
      : sky(shaders::kSkyVertex, lit(shaders::kSkyFragment, detail)),
        bodies(shaders::kBodyVertex, lit(shaders::kBodyFragment, detail)),
        detail_(detail) {}
  GlProgram sky, bodies;
  /// The ground by its ground_definition(), where it has an overlay or a tint with COLOURED; made when first
  /// needed.
  GlProgram& ground(const std::string& definition, bool coloured) {
    const std::string more = (coloured ? "#define COLOURED\n" : "") + definition;
    return grounds_
        .try_emplace(more, shaders::kTerrainVertex, lit(shaders::kTerrainFragment, detail_, more.c_str()))
        .first->second;
  }
  /// Bodies that are cut open.
  GlProgram& cut_bodies() {
    if (!cut_) cut_.emplace(shaders::kBodyVertex, lit(shaders::kBodyFragment, detail_, "#define CUT\n"));
    return *cut_;
  }
  /// Program of the sky of a world without ground.
  GlProgram& starry_sky() {
    if (!starry_)
      starry_.emplace(shaders::kSkyVertex, lit(shaders::kSkyFragment, detail_, "#define STARS\n"));
    return *starry_;
  }

 private:
  Detail detail_;
  std::map<std::string, GlProgram> grounds_;
  std::optional<GlProgram> cut_, starry_;
};

}  // namespace grouser::desktop
