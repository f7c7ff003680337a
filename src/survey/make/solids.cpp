#include "grouser/survey/make/solids.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/make/terrain_input.hpp"

namespace grouser {
namespace {

std::string shape_text(const BoxShape& box, const std::string& soil) {
  const RollPitchYaw turn = rpy_from_rotation(box.pose.R);
  const Vec3 p = box.pose.p, size = 2.0 * box.half;
  return fmt::format("\n[[shape]]\ntype = \"box\"\nname = {}\nsoil = {}\n", toml_string(box.name),
                     toml_string(soil)) +
         fmt::format("position = [{}, {}, {}]\nsize = [{}, {}, {}]\n", p.x(), p.y(), p.z(), size.x(),
                     size.y(), size.z()) +
         fmt::format("rpy_deg = [{}, {}, {}]\ncolour = [{}, {}, {}]\n", turn.roll / kDegree,
                     turn.pitch / kDegree, turn.yaw / kDegree, box.colour[0], box.colour[1], box.colour[2]);
}

}  // namespace

Solids read_solids(const TomlTable& recipe, const TerrainMaker& maker) {
  Solids solids;
  solids.shapes = read_shapes(recipe, solids.soils);
  for (const BoxShape& shape : solids.shapes)
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
  for (const BoxShape& shape : solids.shapes)
    text += shape_text(shape, solids.soils[static_cast<std::size_t>(shape.material)]);
  return text;
}

}  // namespace grouser
