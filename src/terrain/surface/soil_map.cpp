// SPDX-License-Identifier: BSD-3-Clause
// Soil maps: a class per cell and the legend of classes; a cell's middle is its place, row 0 is the
// northern one.
#include "grouser/terrain/surface/soil_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/toml_text.hpp"

namespace grouser {

std::string describe(const SoilGrid& g) {
  return fmt::format("{} x {} cells of {:g} m, first centre at ({:.3f}, {:.3f})", g.columns, g.rows, g.cell,
                     g.map_x + g.west, g.map_y + g.north);
}

SoilLegend::SoilLegend(std::vector<SoilClass> classes, const std::string& place)
    : classes_(std::move(classes)) {
  if (classes_.empty())
    throw InputError(place, "no [[class]]", "at least one class with value, name and soil");
  for (std::size_t i = 0; i < classes_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (classes_[i].value == classes_[j].value)
        throw InputError(place, fmt::format("value {} twice", classes_[i].value), "one class a value");
      if (classes_[i].name == classes_[j].name)
        throw InputError(place, "class \"" + classes_[i].name + "\" twice", "names that differ");
    }
}

SoilLegend SoilLegend::read(const TomlTable& t) {
  std::vector<SoilClass> classes;
  for (const TomlTable& row : t.tables("class")) {
    SoilClass c;
    c.value = row.integer("value", 0, 255);
    c.name = row.string("name");
    c.soil = row.string("soil");
    if (c.name.empty()) throw InputError(row.place("name"), "\"\"", "a name");
    if (c.soil.empty()) throw InputError(row.place("soil"), "\"\"", "the id or file of a soil");
    const auto rgb = row.numbers("colour", 3, {0.0, 1.0, false, "-"});
    for (std::size_t k = 0; k < 3; ++k) c.colour[k] = static_cast<std::uint8_t>(std::lround(255.0 * rgb[k]));
    classes.push_back(std::move(c));
  }
  t.string_or("pair", "");  // the mark of a map and its legend
  t.finish();
  return {std::move(classes), t.file()};
}

std::string SoilLegend::to_toml() const {
  std::string out = std::string(kLegendFirstLine) + "\nunits = \"SI\"\n";
  for (const SoilClass& c : classes_)
    out += fmt::format("\n[[class]]\nvalue = {}\nname = {}\nsoil = {}\ncolour = [{:.4f}, {:.4f}, {:.4f}]\n",
                       c.value, toml_string(c.name), toml_string(c.soil), c.colour[0] / 255.0,
                       c.colour[1] / 255.0, c.colour[2] / 255.0);
  return out;
}

const SoilClass* SoilLegend::find(int value) const {
  for (const SoilClass& c : classes_)
    if (c.value == value) return &c;
  return nullptr;
}

const SoilClass& SoilLegend::at(const std::string& name, const std::string& place) const {
  for (const SoilClass& c : classes_)
    if (c.name == name) return c;
  for (const SoilClass& c : classes_)
    if (std::to_string(c.value) == name) return c;
  throw InputError(place, "no class \"" + name + "\" in the legend", "one of " + list());
}

std::string SoilLegend::list() const {
  std::string out;
  for (const SoilClass& c : classes_)
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", c.name, c.value);
  return out;
}

SoilGrid grid_of(const Heightfield& field) {
  const HeightfieldSpec& s = field.spec();
  return {s.columns, s.rows, s.west, s.north, s.cell, s.map_x, s.map_y, s.crs};
}

SoilMap::SoilMap(SoilGrid grid, SoilLegend legend, std::vector<std::uint8_t> cells, const std::string& place)
    : grid_(std::move(grid)), legend_(std::move(legend)), cells_(std::move(cells)) {
  if (grid_.columns < 1 || grid_.rows < 1 || !(grid_.cell > 0.0) || cells_.size() != grid_.count())
    throw InputError(place, fmt::format("{} cells for {}", cells_.size(), describe(grid_)),
                     "one value a cell");
  std::array<bool, 256> known{};
  for (const SoilClass& c : legend_.classes()) known[static_cast<std::size_t>(c.value)] = true;
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (!known[cells_[i]])
      throw InputError(
          place,
          fmt::format("class {} in column {}, row {}", cells_[i], i % static_cast<std::size_t>(grid_.columns),
                      i / static_cast<std::size_t>(grid_.columns)),
          "a class of the legend: " + legend_.list());
}

GridCell SoilMap::cell_of(double x, double y) const {
  // Places far outside stay within the range of integers.
  constexpr double kFar = 1e9;  // cells
  const double column = std::floor((x - grid_.west) / grid_.cell + 0.5);
  const double row = std::floor((grid_.north - y) / grid_.cell + 0.5);
  return {static_cast<int>(std::clamp(column, -kFar, kFar)), static_cast<int>(std::clamp(row, -kFar, kFar))};
}

void SoilMap::fill(std::size_t first, std::size_t count, std::uint8_t value) {
  std::fill_n(cells_.begin() + static_cast<std::ptrdiff_t>(first), count, value);
}

std::uint64_t SoilMap::hash() const {
  Hasher hasher;
  for (const double x : {grid_.west, grid_.north, grid_.cell}) hasher.add(x);
  hasher.add(static_cast<std::uint64_t>(grid_.columns));
  for (const SoilClass& c : legend_.classes()) {
    hasher.add(static_cast<std::uint64_t>(c.value));
    hasher.add(c.soil);
  }
  hasher.add(std::string_view(reinterpret_cast<const char*>(cells_.data()), cells_.size()));
  return hasher.value();
}

}  // namespace grouser
