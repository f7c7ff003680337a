#include "grouser/terrain/terrain_input.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/terrain/geotiff.hpp"
#include "grouser/terrain/recipe.hpp"

namespace grouser {
namespace fs = std::filesystem;
namespace {

int material_of(const TomlTable& t, std::vector<std::string>& materials) {
  const std::string id = t.string("soil");
  const auto it = std::find(materials.begin(), materials.end(), id);
  if (it != materials.end()) return static_cast<int>(it - materials.begin());
  materials.push_back(id);
  return static_cast<int>(materials.size()) - 1;
}

fs::path find_file(const TomlTable& t, const char* key, const fs::path& beside) {
  const std::string name = t.string(key);
  for (const fs::path& path : {beside / name, fs::path(name), home_folder() / name}) {
    std::error_code ec;
    if (fs::is_regular_file(path, ec)) return path;
  }
  throw InputError(t.place(key), "\"" + name + "\"",
                   "an existing file (beside the scenario, here, or in the home folder)");
}

std::optional<std::array<double, 2>> pair_if(const TomlTable& t, const char* key, NumberRange range) {
  if (!t.has(key)) return std::nullopt;
  const auto v = t.numbers(key, 2, range);
  return std::array<double, 2>{v[0], v[1]};
}

std::shared_ptr<const Heightfield> load_file(const TomlTable& t, const fs::path& beside,
                                             std::shared_ptr<const Heightfield> raster) {
  const GeotiffWindow window{.center = pair_if(t, "center", any_number("m")),
                             .map_center = pair_if(t, "map_center", any_number("m")),
                             .size = pair_if(t, "size", positive("m"))};
  if (raster) {
    t.string("file");
    return raster;
  }
  return std::make_shared<const Heightfield>(load_geotiff(find_file(t, "file", beside), window));
}

std::shared_ptr<const Heightfield> load_recipe(const TomlTable& t, const fs::path& beside,
                                               std::shared_ptr<const Heightfield> raster) {
  if (raster) {
    t.string("recipe");
    return raster;
  }
  const fs::path path = find_file(t, "recipe", beside);
  const TomlTable recipe = TomlTable::load(path.string());
  auto field = std::make_shared<const Heightfield>(make_terrain(recipe, path.string()));
  recipe.finish();
  return field;
}

Mat3 read_rotation(const TomlTable& t) {
  const std::array<double, 3> rpy = t.vec3_or("rpy_deg", {0.0, 0.0, 0.0}, "deg");
  constexpr double kDegree = 3.14159265358979323846 / 180.0;
  for (double angle : rpy)
    if (std::fabs(angle) > 360.0)
      throw InputError(t.place("rpy_deg"), std::to_string(angle), "angles within 360 deg");
  return rotation_from_rpy(rpy[0] * kDegree, rpy[1] * kDegree, rpy[2] * kDegree);
}

constexpr double kThickness = 0.02;  // m, of plates and ramps by default

void read_box(const TomlTable& t, BoxShape& box) {
  const auto size = t.numbers("size", 3, positive("m"));
  box.half = 0.5 * Vec3(size[0], size[1], size[2]);
  box.pose = {read_rotation(t), to_vec3(t.vec3("position", "m"))};
}

void read_plate(const TomlTable& t, BoxShape& box) {
  const auto size = t.numbers("size", 2, positive("m"));
  const double thickness = t.number_or("thickness", kThickness, positive("m"));
  box.half = 0.5 * Vec3(size[0], size[1], thickness);
  box.pose.R = read_rotation(t);
  box.pose.p = to_vec3(t.vec3("position", "m")) - box.pose.R * Vec3(0.0, 0.0, box.half.z());
}

void read_step(const TomlTable& t, BoxShape& box) {
  const double edge = t.number("edge", any_number("m")), height = t.number("height", positive("m"));
  const double length = t.number_or("length", 10.0, positive("m")),
               width = t.number_or("width", 10.0, positive("m"));
  const double base = t.number_or("base", 0.0, any_number("m"));
  // forward: one drives off it towards +x, its body lies behind the edge
  const double side = t.choice_or("facing", "forward", {"forward", "backward"}) == 0 ? -1.0 : 1.0;
  box.half = 0.5 * Vec3(length, width, height);
  box.pose.p = Vec3(edge + side * box.half.x(), 0.0, base + box.half.z());
}

void read_ramp(const TomlTable& t, BoxShape& box) {
  const double length = t.number("length", positive("m")), width = t.number("width", positive("m"));
  const double slope = t.angle_deg("slope_deg", {0.0, 80.0, false, "deg"});
  const double thickness = t.number_or("thickness", kThickness, positive("m"));
  box.half = 0.5 * Vec3(length, width, thickness);
  // pitch is nose down positive: a rise along x is a negative pitch
  box.pose.R = rotation_from_rpy(0.0, -slope, t.angle_deg_or("heading_deg", 0.0));
  box.pose.p = to_vec3(t.vec3("position", "m")) + box.pose.R * Vec3(box.half.x(), 0.0, -box.half.z());
}

}  // namespace

BoxShape read_shape(const TomlTable& t, const std::string& name, std::vector<std::string>& materials) {
  BoxShape box;
  box.name = t.string_or("name", name);
  box.material = material_of(t, materials);
  if (t.has("colour")) {
    const auto c = t.numbers("colour", 3, {0.0, 1.0, false, "-"});
    box.colour = {c[0], c[1], c[2]};
  }
  switch (t.choice("type", {"box", "plate", "step", "ramp"})) {
    case 0:
      read_box(t, box);
      break;
    case 1:
      read_plate(t, box);
      break;
    case 2:
      read_step(t, box);
      break;
    default:
      read_ramp(t, box);
      break;
  }
  return box;
}

Terrain load_terrain(const TomlTable& t, const fs::path& beside, std::vector<std::string>& materials,
                     std::shared_ptr<const Heightfield> raster) {
  const int sources = t.has("file") + t.has("recipe") + t.has("kind");
  if (sources != 1)
    throw InputError(t.place(""), std::to_string(sources) + " of the keys file, recipe, kind",
                     "exactly one of them");
  const int material = material_of(t, materials);
  std::vector<BoxShape> shapes;
  for (const TomlTable& shape : t.tables("shape")) {
    shapes.push_back(read_shape(shape, "shape_" + std::to_string(shapes.size() + 1), materials));
    shapes.back().owner = shape.string_or("owner", "world");
  }

  if (t.has("file")) return {load_file(t, beside, std::move(raster)), material, std::move(shapes)};
  if (t.has("recipe")) return {load_recipe(t, beside, std::move(raster)), material, std::move(shapes)};
  const int kind = t.choice("kind", {"flat", "plane", "sinusoid", "fractal"});
  if (kind <= 1 && !t.has("size")) return {recipe_plane(t), material, std::move(shapes)};
  // made anew even where a run brought the grid: the same bytes, and every key is read
  return {std::make_shared<const Heightfield>(make_terrain(t, t.file())), material, std::move(shapes)};
}

}  // namespace grouser
