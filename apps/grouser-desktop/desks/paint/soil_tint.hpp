// SPDX-License-Identifier: BSD-3-Clause
// The classes of a soil map as colours on the ground.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "grouser/terrain/surface/soil_map.hpp"
#include "view/ground/tint_layer.hpp"

namespace grouser::desktop {

/// Makes the picture of a map, and of its next state only what has changed: a stroke on four million cells
/// costs a picture about a millisecond.
class SoilTint {
 public:
  std::shared_ptr<const GroundTint> of(const SoilMap& map);

 private:
  std::vector<std::uint8_t> cells_;  // of the last picture
  std::array<std::uint32_t, 256> colours_{};
  std::shared_ptr<const GroundTint> last_;
};

}  // namespace grouser::desktop
