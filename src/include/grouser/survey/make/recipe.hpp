// SPDX-License-Identifier: BSD-3-Clause
// Terrains made from a recipe: a TOML table and nothing else, so that the same recipe gives the same bytes
// anywhere.
// Its keys are those of list_recipe_keys() (docs/reference/recipe.md): the kind of ground, then craters,
// bumps, ripples, beds, ramps and steps, which are applied in this order and add to what is there (a bed
// replaces it); and what stands on it as rigid shapes of the world: [rocks] (rocks.hpp, rock_form.hpp) and
// [[shape]]. The middle of the field is the origin.
#pragma once
#include "grouser/base/key_visitors.hpp"
#include "grouser/terrain/surface/heightfield.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// Throws InputError at the key that is wrong. Does not call finish(): the table may hold other keys.
Heightfield make_terrain(const TomlTable& recipe, const std::string& source);
/// The plane of the kinds "flat" and "plane".
BasePlane recipe_plane(const TomlTable& recipe);
/// All keys of a recipe, for people.
std::vector<ListedSection> list_recipe_keys();

}  // namespace grouser
