// SPDX-License-Identifier: BSD-3-Clause
// Numbers that both ends of the live link agree on.
#pragma once
#include <cstddef>
#include <cstdint>

namespace grouser {

inline constexpr std::uint32_t kLinkMark = 0x4b4c5247;  // "GRLK": join and welcome begin with it
inline constexpr std::size_t kMostLinkText = 1024;      // bytes of a message or a name

// Flags of a part of the ground.
inline constexpr std::uint8_t kGroundAfresh = 1;  // the first part: what was there before no longer counts
inline constexpr std::uint8_t kGroundWhole = 2;   // the last part

}  // namespace grouser
