// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/make/solids.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/make/terrain_input.hpp"

namespace grouser {
namespace {

std::string form_text(const RigidShape& shape) {
  const Vec3 size = 2.0 * shape.half;
  if (!shape.hull) return fmt::format("size = [{}, {}, {}]\n", size.x(), size.y(), size.z());
  std::string text = "points = [\n";
  for (const Vec3& p : shape.hull->vertices) text += fmt::format("[{}, {}, {}],\n", p.x(), p.y(), p.z());
  return text + "]\n";
}

std::string shape_text(const RigidShape& box, const std::string& soil) {
  const RollPitchYaw turn = rpy_from_rotation(box.pose.R);
  const Vec3& p = box.pose.p;
  return fmt::format("\n[[shape]]\ntype = \"{}\"\nname = {}\nsoil = {}\n", box.hull ? "hull" : "box",
                     toml_string(box.name), toml_string(soil)) +
         fmt::format("position = [{}, {}, {}]\n", p.x(), p.y(), p.z()) + form_text(box) +
         fmt::format("rpy_deg = [{}, {}, {}]\ncolour = [{}, {}, {}]\n", turn.roll / kDegree,
                     turn.pitch / kDegree, turn.yaw / kDegree, box.colour[0], box.colour[1], box.colour[2]);
}

}  // namespace

Solids read_solids(const TomlTable& recipe, const TerrainMaker& maker) {
  Solids solids;
  solids.shapes = read_shapes(recipe, solids.soils);
  for (const RigidShape& shape : solids.shapes)
    if (shape.owner != "world")
      throw InputError(recipe.place("shape"), "'" + shape.name + "' carried by '" + shape.owner + "'",
                       "shapes of the world (others belong in a scenario)");
  if (recipe.has("rocks")) {
    const TomlTable rocks = recipe.table("rocks");
    solids.rock_soil = rocks.string_or("soil", kRockSoil);
    solids.rocks = read_rocks(rocks, maker.seed(), maker.grid());
  }
  return solids;
}

std::string solids_text(const Solids& solids) {
  std::string text =
      std::string(kSolidsFirstLine) + ", in its map coordinates (grouser terrain make).\nunits = \"SI\"\n";
  if (!solids.rocks.empty()) text += "\n" + laid_rocks(solids.rocks, solids.rock_soil);
  for (const RigidShape& shape : solids.shapes)
    text += shape_text(shape, solids.soils[static_cast<std::size_t>(shape.material)]);
  return text;
}

}  // namespace grouser
