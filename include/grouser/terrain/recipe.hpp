// Terrains made from a recipe: a TOML table and nothing else, so that the same recipe gives the same bytes
// anywhere.
//   kind = "flat" | "plane" | "sinusoid" | "fractal"
//   size = [w, h] (m), cell (m), seed (whole number)
//   plane:    slope_deg, uphill_deg (direction of rise from +x towards +y, default 0)
//   sinusoid: amplitude (m), wavelength (m), heading_deg (direction across the crests, default 0)
//   fractal:  hurst (0 to 1), rms_slope_deg at the distance lag (m), longest (m, longest wave, default the
//   larger side) [craters] count, min_diameter, max_diameter (m), depth_ratio (depth/diameter, default 0.2)
//   [bumps]   count, min_diameter, max_diameter (m), height_ratio (height/diameter, default 0.25)
// The middle of the field is the origin.
#pragma once
#include "grouser/base/toml_input.hpp"
#include "grouser/terrain/heightfield.hpp"
#include "grouser/terrain/terrain.hpp"

namespace grouser {

/// Throws InputError at the key that is wrong. Does not call finish(): the table may hold other keys.
Heightfield make_terrain(const TomlTable& recipe, const std::string& source);
/// The plane of kinds "flat" and "plane".
BasePlane recipe_plane(const TomlTable& recipe);

}  // namespace grouser
