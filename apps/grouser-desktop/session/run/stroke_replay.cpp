// SPDX-License-Identifier: BSD-3-Clause
// Strokes are laid in their order on an untouched ground. Forward in time only the missing ones are added;
// back in time all are laid anew.
#include "session/run/stroke_replay.hpp"

#include <algorithm>

#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {

std::shared_ptr<const Terrain> StrokeReplay::at(const World& world, double time) {
  const auto& all = world.soil_strokes;
  const auto after =
      std::find_if(all.begin(), all.end(), [&](const SoilStroke& s) { return s.time >= time; });
  const auto count = static_cast<std::size_t>(after - all.begin());
  auto laid = static_cast<std::size_t>(state_.soils.count);
  if (laid > count) {  // back in time
    state_.soils = {};
    laid = 0;
  }
  lay_strokes(world, std::span(all).subspan(laid, count - laid), state_);
  return state_.soils.painted ? state_.soils.painted->terrain : nullptr;
}

}  // namespace grouser::desktop
