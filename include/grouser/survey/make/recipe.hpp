// SPDX-License-Identifier: BSD-3-Clause
// Terrains made from a recipe: a TOML table and nothing else, so that the same recipe gives the same bytes
// anywhere.
//   kind = "flat" | "plane" | "sinusoid" | "fractal"
//   size = [w, h] (m), cell (m), seed (whole number)
//   plane:      slope_deg, uphill_deg (direction of rise from +x towards +y, default 0)
//   sinusoid:   amplitude (m), wavelength (m), heading_deg (direction across the crests, default 0)
//   fractal:    hurst (0 to 1), rms_slope_deg or rms_deviation (m) at the distance lag (m),
//               longest (m, longest wave, default the larger side)
//   [craters]   count or density (1/m2, of min_diameter and more), min_diameter, max_diameter (m),
//               exponent b of N(> D) ~ D^-b (default 2), depth_ratio (depth / diameter, default 0.2),
//               min_depth_ratio (of old craters: each lies between the two),
//               rim_ratio (rim / depth, default 0.2)
//   [bumps]     count or density, min_diameter, max_diameter (m), exponent,
//               height_ratio (height / diameter, 0.25)
//   [[ripples]] ripples or dunes: wavelength, height (m, trough to crest), heading_deg (downwind),
//               lee_share (of the wavelength, default 0.35),
//               meander (m, root mean square, of the crests off their lines), meander_length
//   [[bed]]     a levelled place: position (middle), size = [length, width], heading_deg, height,
//               slope_deg (rise along the heading), margin (m over which it blends into the ground,
//               default 4 cells)
//   [[ramp]]    position (middle of its foot), heading_deg (of rise), slope_deg, length (m, horizontal),
//               top (m of level ground before it falls again; default without end),
//               width (default without end)
//   [[step]]    position, heading_deg, height (m, may be < 0), run (m, of its face, default a cell), top,
//               width
// They are applied in this order, and each adds to what is there (a bed replaces it).
// What stands on the ground, as rigid shapes of the world (rocks.hpp, terrain_input.hpp):
//   [rocks]     soil ("bedrock");
//               laid = [[x, y, length, width, height, roll_deg, pitch_deg, yaw_deg], ...], with
//               forms = [number of each one's polyhedron, ...] (none: boxes), or
//               abundance (k of Golombek & Rapp 1997), min_diameter, max_diameter (m),
//               form ("polyhedra" or "boxes"), max_tilt_deg (10); instead of the measured axes (rock_form.hpp)
//               height_ratio (height / diameter, 0.5), height_spread (of it, 0.3), min_aspect (width / length, 0.6); center,
//               size (m, of the part with rocks), clear = [[x, y, radius], ...] (no rocks there)
//   [[shape]]   as in a scenario
// The middle of the field is the origin.
#pragma once
#include "grouser/base/toml_input.hpp"
#include "grouser/terrain/surface/heightfield.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// Throws InputError at the key that is wrong. Does not call finish(): the table may hold other keys.
Heightfield make_terrain(const TomlTable& recipe, const std::string& source);
/// The plane of the kinds "flat" and "plane".
BasePlane recipe_plane(const TomlTable& recipe);

}  // namespace grouser
