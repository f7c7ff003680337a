// SPDX-License-Identifier: BSD-3-Clause
// The terrain's list of shapes is taken from the world's TOML, changed, and written back as one setting.
// Settings of single shapes are part of that list by then, so they are put back. Shapes of vehicles or of a
// file of rocks are not in the list and are refused.
#include "session/document/shape_edit.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "grouser/base/error.hpp"
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser::desktop {
namespace {

constexpr const char* kKey = "terrain.shape";
constexpr double kGap = 0.1;  // m between a shape and its copy

/// The list of shapes, each with its name, also if the file leaves the name out.
toml::array shapes_of(const World& world) {
  toml::table document = toml::parse(world.spec->ground.table);
  toml::array* listed = document["terrain"]["shape"].as_array();
  toml::array shapes = listed ? *listed : toml::array{};
  for (std::size_t k = 0; k < shapes.size(); ++k)
    if (toml::table* shape = shapes.get(k)->as_table(); shape && !shape->contains("name"))
      shape->insert("name", fmt::format("shape_{}", k + 1));  // as the reader calls it
  return shapes;
}

std::string name_of(const toml::node& shape) {
  return shape.as_table()->get("name")->value_or(std::string());
}

/// The shape of this name in the list. Throws InputError if the list has none.
toml::array::iterator find_shape(toml::array& shapes, const std::string& name) {
  const auto found =
      std::find_if(shapes.begin(), shapes.end(), [&](const toml::node& s) { return name_of(s) == name; });
  if (found == shapes.end())
    throw InputError("'" + name + "'", "a shape of a vehicle or of a file of rocks",
                     "a shape that the scenario's own [terrain] lists");
  return found;
}

/// Writes one shape per line, so that a saved scenario can be read.
std::string text_of(toml::array& shapes) {
  std::string text = "[";
  for (toml::node& shape : shapes) {
    shape.as_table()->is_inline(true);
    std::ostringstream line;
    line << toml::toml_formatter(*shape.as_table());
    text += (text.size() > 1 ? ",\n  " : "\n  ") + line.str();
  }
  return text + (text.size() > 1 ? "\n]" : "]");
}

/// The setting that replaces all shapes, and the settings of single shapes that it makes needless.
ShapeEdit edit_of(toml::array& shapes, const std::vector<Override>& changes, const std::string& name) {
  ShapeEdit edit{{kKey, text_of(shapes)}, {}, name};
  for (const Override& change : changes)
    if (change.key.rfind(std::string(kKey) + ".", 0) == 0) edit.put_back.push_back(change.key);
  return edit;
}

/// "rock_2" of "rock", the first that is free.
std::string free_name(const World& world, const std::string& name) {
  const std::vector<RigidShape>& shapes = world.scene.terrain->shapes();
  for (int k = 2;; ++k) {
    const std::string other = fmt::format("{}_{}", name, k);
    if (std::none_of(shapes.begin(), shapes.end(), [&](const RigidShape& s) { return s.name == other; }))
      return other;
  }
}

/// Extent of a shape along an axis of its parent frame, m.
double reach(const World& world, const std::string& name, int axis) {
  for (const RigidShape& shape : world.scene.terrain->shapes())
    if (shape.name == name) return 2.0 * shape.pose.R.row(axis).cwiseAbs().dot(shape.half.transpose());
  return 0.0;
}

/// Moves a shape to the left of the named one, so that they do not overlap; a step, which lies across, is
/// moved along x.
void move_beside(toml::table& shape, const World& world, const std::string& name) {
  // A shape with a position is moved along y, a step along x.
  if (toml::array* position = shape["position"].as_array(); position && position->size() == 3) {
    const double y = position->get(1)->value_or(0.0) + reach(world, name, 1) + kGap;
    position->replace(position->begin() + 1, y);
  } else if (const toml::node* edge = shape.get("edge")) {
    shape.insert_or_assign("edge", edge->value_or(0.0) + reach(world, name, 0) + kGap);
  }
}

}  // namespace

ShapeEdit without_shape(const World& world, const std::string& name, const std::vector<Override>& changes) {
  toml::array shapes = shapes_of(world);
  shapes.erase(find_shape(shapes, name));
  return edit_of(shapes, changes, "");
}

ShapeEdit with_copy_of_shape(const World& world, const std::string& name,
                             const std::vector<Override>& changes) {
  toml::array shapes = shapes_of(world);
  toml::table copy = *find_shape(shapes, name)->as_table();
  const std::string called = free_name(world, name);
  copy.insert_or_assign("name", called);
  move_beside(copy, world, name);
  shapes.push_back(copy);
  return edit_of(shapes, changes, called);
}

}  // namespace grouser::desktop
