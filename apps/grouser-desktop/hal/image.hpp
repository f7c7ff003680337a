// SPDX-License-Identifier: BSD-3-Clause
// Pictures in memory and as PNG files.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace grouser::desktop {

/// 8-bit RGB, top row first.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
  std::vector<std::uint8_t> alpha = {};  ///< one per pixel, not multiplied into the colours; empty: opaque
};

/// Writes a PNG; the file appears only when whole. Throws RunError.
void write_png(const std::filesystem::path& path, const Image& image);
/// Reads a PNG that came with the program, without its alpha; nothing where there is none.
std::optional<Image> read_png(const std::filesystem::path& path);

}  // namespace grouser::desktop
