// SPDX-License-Identifier: BSD-3-Clause
// Builder of worlds: the data that the parts of build_world() fill before the World is handed out as const.
#pragma once
#include <memory>

#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// The only maker of an empty World, as a friend of its constructor.
class WorldBuilder {
 public:
  static std::shared_ptr<World> empty() { return std::shared_ptr<World>(new World()); }
};

}  // namespace grouser
