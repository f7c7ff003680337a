// SPDX-License-Identifier: BSD-3-Clause
// The OpenGL programs of what light falls on.
#pragma once
#include <optional>
#include <string>

#include "view/gl/gl_objects.hpp"
#include "view/gl/mesh.hpp"
#include "view/gl/shaders.hpp"

namespace grouser::desktop {

/// A fragment program behind the functions of light. more: further definitions.
inline std::string lit(const char* fragment, Detail detail, const char* more = "") {
  return std::string("#version 330 core\n") + (detail == Detail::coarse ? "#define COARSE\n" : "") + more +
         shaders::kLight + fragment;
}

/// What light falls on: the programs of one level of detail; those for what is rare are made when first needed.
struct LitPrograms {
  explicit LitPrograms(Detail detail)
      : sky(shaders::kSkyVertex, lit(shaders::kSkyFragment, detail)),
        ground(shaders::kTerrainVertex, lit(shaders::kTerrainFragment, detail)),
        bodies(shaders::kBodyVertex, lit(shaders::kBodyFragment, detail)),
        detail_(detail) {}
  GlProgram sky, ground, bodies;
  /// The ground with an overlay or a tint; made when first needed.
  GlProgram& coloured_ground() {
    if (!coloured_)
      coloured_.emplace(shaders::kTerrainVertex,
                        lit(shaders::kTerrainFragment, detail_, "#define COLOURED\n"));
    return *coloured_;
  }
  /// Bodies that are cut open.
  GlProgram& cut_bodies() {
    if (!cut_) cut_.emplace(shaders::kBodyVertex, lit(shaders::kBodyFragment, detail_, "#define CUT\n"));
    return *cut_;
  }
  /// Where there is no ground.
  GlProgram& starry_sky() {
    if (!starry_)
      starry_.emplace(shaders::kSkyVertex, lit(shaders::kSkyFragment, detail_, "#define STARS\n"));
    return *starry_;
  }

 private:
  Detail detail_;
  std::optional<GlProgram> coloured_, cut_, starry_;
};

}  // namespace grouser::desktop
