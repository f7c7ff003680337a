// SPDX-License-Identifier: BSD-3-Clause
// Checks of a state from a file: finite numbers, coordinates within limits, and indices within the world's
// lists.
#include "state_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Throws InputError for a contact of a wheel with a surface or a memory that no run has.
void check_slots(const World& world, const SimulationState& state, const std::string& place) {
  // contact_patch(): the base ground, the shapes, then the base ground of each material
  const auto most = static_cast<double>(world.terrain->shapes().size() + world.materials.size());
  for (const ContactSlot& slot : state.contacts.slots) {
    need(is_index(slot.surface, -1.0, most), place, fmt::format("a wheel on surface {:g}", slot.surface),
         fmt::format("-1 (none) to {:g}, the surfaces of this world", most));
    need(is_index(slot.memory.past_count, 0.0, kMaxStencilPoints - 1), place,
         fmt::format("a contact with {:g} past values", slot.memory.past_count),
         fmt::format("0 to {}", kMaxStencilPoints - 1));
  }
}

}  // namespace

void check_state(const World& world, const SimulationState& state, const std::string& place) {
  const std::vector<double> numbers = state.pack();
  need(std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }), place,
       "a number that is not finite", "finite numbers");
  constexpr double kFarthest = 1e6;  // m or rad: a step that goes beyond is refused
  need(state.motion.q.cwiseAbs().maxCoeff() <= kFarthest, place,
       fmt::format("a coordinate of {:g}", state.motion.q.cwiseAbs().maxCoeff()),
       fmt::format("at most {:g} m or rad", kFarthest));
  need(state.motion.time >= 0.0, place, fmt::format("a time of {:g} s", state.motion.time), "a time >= 0 s");
  check_slots(world, state, place);
  // Each element checks its own memory.
  for (const auto& element : make_step_elements(world)) element->check(state, place);
}

}  // namespace grouser
