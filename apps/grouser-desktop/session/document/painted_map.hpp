// SPDX-License-Identifier: BSD-3-Clause
// Maps of soils that were painted in the window and belong to no scenario yet.
#pragma once
#include <filesystem>
#include <optional>

#include "grouser/base/toml_input.hpp"

namespace grouser::desktop {

inline constexpr const char* kPaintedName = "painted-";  ///< their names begin so

/// The map that a setting names, if it was painted and belongs to no scenario yet.
std::optional<std::filesystem::path> painted_map(const Override& setting);
/// Copies a painted map and its legend to lie beside a saved scenario. Throws RunError.
void copy_painted_map(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace grouser::desktop
