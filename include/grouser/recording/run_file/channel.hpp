// SPDX-License-Identifier: BSD-3-Clause
// The channels that a run file may have.
#pragma once
#include <cstddef>
#include <vector>

#include "grouser/base/channel_spec.hpp"

namespace grouser {

inline constexpr std::size_t kMaxChannels = 65536;  ///< of one run

/// Throws InputError naming the channel if a name is no snake_case path, is there twice, or is also the
/// folder of another ("wheel" beside "wheel/sinkage"), or if a unit is empty.
void validate(const std::vector<ChannelSpec>& channels);

}  // namespace grouser
