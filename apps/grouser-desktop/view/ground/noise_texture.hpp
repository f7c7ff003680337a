// SPDX-License-Identifier: BSD-3-Clause
// A tileable picture of noise for the look of the ground: r clouds, g grains, b and a the slope of the
// clouds. Made from integers only, so it is the same on every machine.
#pragma once
#include <cstdint>
#include <vector>

namespace grouser::desktop {

/// size x size RGBA8; size is a power of two.
std::vector<std::uint8_t> make_noise_texture(int size);

}  // namespace grouser::desktop
