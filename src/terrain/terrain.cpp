#include "grouser/terrain/terrain.hpp"

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "shape_index.hpp"

namespace grouser {
namespace {

void check(const std::vector<BoxShape>& shapes) {
  for (const BoxShape& shape : shapes)
    if (!(shape.half.minCoeff() > 0.0) || !shape.half.allFinite() || !shape.pose.p.allFinite() ||
        !shape.pose.R.allFinite())
      throw InputError("terrain shape '" + shape.name + "'",
                       "a size that is not > 0 or a pose that is not finite",
                       "half extents > 0 and a finite pose");
}

void add(Hasher& hasher, const BoxShape& shape) {
  hasher.add(shape.name);
  hasher.add(shape.owner);
  for (int i = 0; i < 9; ++i) hasher.add(shape.pose.R(i));
  for (int i = 0; i < 3; ++i) hasher.add(shape.pose.p[i]);
  for (int i = 0; i < 3; ++i) hasher.add(shape.half[i]);
  hasher.add(static_cast<std::uint64_t>(shape.material));
}

}  // namespace

Terrain::Terrain(BasePlane plane, int material, std::vector<BoxShape> shapes)
    : plane_(plane), material_(material), shapes_(std::move(shapes)) {
  check(shapes_);
  index_ = std::make_shared<const terrain::ShapeIndex>(shapes_);
}

Terrain::Terrain(std::shared_ptr<const Heightfield> field, int material, std::vector<BoxShape> shapes)
    : field_(std::move(field)), material_(material), shapes_(std::move(shapes)) {
  check(shapes_);
  index_ = std::make_shared<const terrain::ShapeIndex>(shapes_);
}

Terrain Terrain::with_shapes(std::vector<BoxShape> more) const {
  Terrain out = *this;
  for (BoxShape& shape : more) out.shapes_.push_back(std::move(shape));
  out.index_ = std::make_shared<const terrain::ShapeIndex>(out.shapes_);
  return out;
}

std::vector<RigidTransform> Terrain::shape_poses() const {
  std::vector<RigidTransform> poses;
  for (const BoxShape& shape : shapes_) poses.push_back(shape.pose);
  return poses;
}

std::span<const int> Terrain::shapes_near(double x, double y, double reach) const {
  return index_->near(x, y, reach);
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
  for (const BoxShape& shape : shapes_) add(hasher, shape);
  return hasher.value();
}

}  // namespace grouser
