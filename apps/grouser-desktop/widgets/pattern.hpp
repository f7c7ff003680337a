// SPDX-License-Identifier: BSD-3-Clause
// Patterns that distinguish classes besides their colours: on the ground by a shader, in legends by lines.
#pragma once
#include <cstddef>

namespace grouser::desktop {

/// Patterns in the order of the shader's pattern_mask().
enum class Pattern { plain, rising, falling, level, upright, dots, crossed, squared };
inline constexpr std::size_t kPatterns = 8;

/// Pattern of the class at this place of its legend; after eight classes, the patterns repeat.
inline Pattern pattern_of(std::size_t place) { return static_cast<Pattern>(place % kPatterns); }

}  // namespace grouser::desktop
