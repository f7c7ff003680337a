// SPDX-License-Identifier: BSD-3-Clause
// Grounds that were read, for those who make many worlds on the same ones: a large map, its rocks and the
// index over them take seconds, and no world changes them.
#pragma once
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "grouser/base/input_document.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/build/scenario.hpp"

namespace grouser {

/// A ground, and all that a scenario takes over from reading it.
struct ReadGround {
  std::shared_ptr<const Terrain> terrain = {};       ///< with its soil map
  std::vector<std::string> soils = {};               ///< ids, by the terrain's material numbers
  std::vector<InputDocument> documents = {};         ///< recipe, solids and legend
  std::vector<std::filesystem::path> files = {};     ///< that were opened
  std::filesystem::path soil_map = {};               ///< one of them; empty: none
  std::vector<KeyNote> keys = {}, recipe_keys = {};  ///< that the scenario and the recipe may have
  bool lost_shapes = false;                          ///< whether shapes that bodies carry were left out
};

/// Grounds by what scenarios say of them. It may be used from several threads. Files are read when a ground
/// is met first; what becomes of them later is not seen.
class GroundStore {
 public:
  /// Null where no ground is kept that is said so.
  std::shared_ptr<const ReadGround> find(const std::string& said);
  /// Keeps a ground, and gives up those that were not asked for longest where it gets too much.
  void keep(const std::string& said, std::shared_ptr<const ReadGround> ground);

 private:
  using Kept = std::pair<std::string, std::shared_ptr<const ReadGround>>;
  void give_up_oldest();
  std::mutex mutex_;
  std::vector<Kept> kept_;  // the last one that was asked for stands last
};

/// The same as without a store, to the bit, but for the time.
WorldSpec read_world_spec(const std::string& scenario, const std::vector<Override>& overrides,
                          GroundStore& grounds);

}  // namespace grouser
