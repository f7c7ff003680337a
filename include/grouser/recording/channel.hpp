// A channel: one named number with a unit, recorded in every frame.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace grouser {

struct ChannelSpec {
  std::string name;         ///< snake_case path, e.g. "wheel/front_left/sinkage"
  std::string unit;         ///< "m", "N", "rad", "m/s", "-" for a pure number
  std::string description;  ///< one line of meaning, sign and frame included
};

inline constexpr std::size_t kMaxChannels = 65536;  ///< per run

/// Throws InputError naming the channel if a name is not a snake_case path, occurs twice, or is also the
/// folder of another ("wheel" beside "wheel/sinkage"), or if a unit is empty.
void validate(const std::vector<ChannelSpec>& channels);

}  // namespace grouser
