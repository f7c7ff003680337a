// SPDX-License-Identifier: BSD-3-Clause
// The ground of a world: a plane or a heightfield, its soils, and rigid shapes with their index. Copies
// share all of it; a contact patch is the number of one soil on one surface.
#include "grouser/terrain/surface/terrain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flush_shapes.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "shape_index.hpp"

namespace grouser {
namespace {

void check_hull(const RigidShape& shape) {
  const std::string place = "terrain shape '" + shape.name + "'";
  const std::vector<Vec3>& corners = shape.hull->vertices;
  if (corners.size() > kMaxHullPoints)
    throw InputError(place, fmt::format("a hull of {} corners", corners.size()),
                     fmt::format("at most {}", kMaxHullPoints));
  for (const Vec3& corner : corners)  // near shapes are found by the half extents
    if (!((corner.cwiseAbs() - shape.half).maxCoeff() <= 0.0))
      throw InputError(place, "a hull that is larger than the shape's box", "set_hull()");
}

void check(const std::vector<RigidShape>& shapes) {
  for (const RigidShape& shape : shapes)
    if (!(shape.half.minCoeff() > 0.0) || !shape.half.allFinite() || !shape.pose.p.allFinite() ||
        !shape.pose.R.allFinite())
      throw InputError("terrain shape '" + shape.name + "'",
                       "a size that is not > 0 or a pose that is not finite",
                       "half extents > 0 and a finite pose");
  for (const RigidShape& shape : shapes)
    if (shape.hull) check_hull(shape);
}

/// Adds a shape's name, owner, place, form and soil; its colour is no part of the hash.
void add(Hasher& hasher, const RigidShape& shape) {
  hasher.add(shape.name);
  hasher.add(shape.owner);
  for (int i = 0; i < 9; ++i) hasher.add(shape.pose.R(i));
  for (int i = 0; i < 3; ++i) hasher.add(shape.pose.p[i]);
  for (int i = 0; i < 3; ++i) hasher.add(shape.half[i]);
  hasher.add(static_cast<std::uint64_t>(shape.material));
  if (!shape.hull) return;
  for (const Vec3& corner : shape.hull->vertices)
    for (int i = 0; i < 3; ++i) hasher.add(corner[i]);
}

}  // namespace

void set_hull(ConvexHull hull, const RigidTransform& pose, RigidShape& shape) {
  Vec3 low = hull.vertices.front(), high = low;
  for (const Vec3& corner : hull.vertices) low = low.cwiseMin(corner), high = high.cwiseMax(corner);
  const Vec3 middle = 0.5 * (low + high);
  shape.pose = {pose.R, pose * middle};
  shape.half = Vec3::Zero();
  for (Vec3& corner : hull.vertices) {
    corner -= middle;
    shape.half = shape.half.cwiseMax(corner.cwiseAbs());
  }
  for (HullFace& face : hull.faces) face.offset -= face.normal.dot(middle);
  shape.hull = std::make_shared<const ConvexHull>(std::move(hull));
}

Terrain::Terrain(BasePlane plane, int material, std::vector<RigidShape> shapes)
    : plane_(plane), material_(material), shapes_(std::move(shapes)) {
  check(shapes_);
  flush_ = std::make_shared<const terrain::FlushShapes>(shapes_);
  index_shapes();
}

Terrain::Terrain(std::shared_ptr<const Heightfield> field, int material, std::vector<RigidShape> shapes)
    : field_(std::move(field)), material_(material), shapes_(std::move(shapes)) {
  check(shapes_);
  flush_ = std::make_shared<const terrain::FlushShapes>(shapes_);
  index_shapes();
}

Terrain Terrain::with_shapes(std::vector<RigidShape> more) const {
  Terrain out = *this;
  for (RigidShape& shape : more) out.shapes_.push_back(std::move(shape));
  out.flush_ = std::make_shared<const terrain::FlushShapes>(out.shapes_);
  out.index_shapes();
  return out;
}

void Terrain::index_shapes() {
  index_ = std::make_shared<const terrain::ShapeIndex>(shapes_, terrain::find_buried(*this));
}

bool Terrain::is_bare() const { return index_->empty(); }

std::span<const int> Terrain::flush_with(int shape) const { return flush_->with(shape); }

int Terrain::joined_surface(int surface) const {
  if (surface == 0) return 0;
  const std::span<const int> shapes = flush_->with(surface - 1);
  return shapes.empty() ? surface : 1 + shapes.front();
}

std::vector<RigidTransform> Terrain::shape_poses() const {
  std::vector<RigidTransform> poses;
  for (const RigidShape& shape : shapes_) poses.push_back(shape.pose);
  return poses;
}

std::span<const int> Terrain::shapes_near(double x, double y, double reach) const {
  return index_->near(x, y, reach);
}

Terrain Terrain::with_soils(std::shared_ptr<const SoilMap> map, std::vector<int> material_of_class) const {
  Terrain out = *this;
  out.soils_ = std::move(map);
  out.material_of_class_ = std::move(material_of_class);
  out.index_shapes();
  return out;
}

Terrain Terrain::with_soils(std::shared_ptr<const SoilMap> map) const {
  return with_soils(std::move(map), material_of_class_);
}

int Terrain::material_at(double x, double y) const {
  if (!soils_) return material_;
  const int value = soils_->class_at(x, y);
  return value < 0 ? material_ : material_of_class_[static_cast<std::size_t>(value)];
}

int Terrain::only_material_in(const Vec2& low, const Vec2& high) const {
  if (!soils_) return material_;
  const GridCell from = soils_->cell_of(low.x(), high.y()), to = soils_->cell_of(high.x(), low.y());
  const auto at = [&](int column, int row) {
    const GridCell cell{column, row};
    return soils_->holds(cell) ? material_of_class_[(*soils_)[cell]] : material_;
  };
  const int first = at(from.column, from.row);
  for (int row = from.row; row <= to.row; ++row)
    for (int column = from.column; column <= to.column; ++column)
      if (at(column, row) != first) return -1;
  return first;
}

std::vector<int> Terrain::ground_materials() const {
  std::vector<int> out{material_};
  if (soils_) {
    std::vector<char> there(256, 0);
    for (const std::uint8_t value : soils_->cells()) there[value] = 1;
    for (std::size_t value = 0; value < there.size(); ++value)
      if (there[value]) out.push_back(material_of_class_[value]);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

int contact_patch(const Terrain& terrain, int surface, int material) {
  if (surface > 0) return surface;
  return material == terrain.base_material() ? 0 : 1 + static_cast<int>(terrain.shapes().size()) + material;
}

PatchOf patch_of(const Terrain& terrain, int patch) {
  const int shapes = static_cast<int>(terrain.shapes().size());
  if (patch == 0) return {0, terrain.base_material()};
  if (patch <= shapes) return {patch, terrain.shapes()[static_cast<std::size_t>(patch) - 1].material};
  return {0, patch - shapes - 1};
}

bool Terrain::height(double x, double y, HeightSample& out) const {
  if (field_) return field_->sample(x, y, out);
  out = {plane_.z0 + plane_.slope_x * x + plane_.slope_y * y, plane_.slope_x, plane_.slope_y};
  return true;
}

std::uint64_t Terrain::hash() const {
  Hasher hasher;
  if (field_) {
    hasher.add(field_->hash());
  } else {
    for (double x : {plane_.z0, plane_.slope_x, plane_.slope_y}) hasher.add(x);
  }
  hasher.add(static_cast<std::uint64_t>(material_));
  for (const RigidShape& shape : shapes_) add(hasher, shape);
  if (soils_) {
    hasher.add(soils_->hash());
    for (const int material : material_of_class_) hasher.add(static_cast<std::uint64_t>(material));
  }
  return hasher.value();
}

}  // namespace grouser
