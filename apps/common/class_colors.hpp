// SPDX-License-Identifier: BSD-3-Clause
// Colours of the classes of a soil map, as both programs give them to new classes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace grouser {

using ClassColor = std::array<std::uint8_t, 3>;  ///< sRGB

inline constexpr std::size_t kClassColors = 8;  ///< that differ; then they come again

/// Okabe and Ito (2008), earth-like ones first, with a grey in place of their black. Any two are at least 10
/// apart in CIEDE2000 also for eyes without green receptors (tests/desktop/class_colors_test.cpp).
inline ClassColor class_color(std::size_t k) {
  constexpr std::array<ClassColor, kClassColors> kColors{{{{230, 159, 0}},
                                                          {{90, 98, 107}},
                                                          {{213, 94, 0}},
                                                          {{0, 158, 115}},
                                                          {{86, 180, 233}},
                                                          {{240, 228, 66}},
                                                          {{204, 121, 167}},
                                                          {{0, 114, 178}}}};
  return kColors[k % kClassColors];
}

}  // namespace grouser
