#include "grouser/terrain/gap.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hull_gap.hpp"
#include "keys_patch.hpp"

namespace grouser {
namespace {

using terrain::hull_gap;
using terrain::KeysPatch;

/// A rectangle of ground: heights at its corners (south-west, south-east, north-west, north-east) and how far
/// it may rise above the bilinear surface through them.
struct Tile {
  double x0, x1, y0, y1;
  std::array<double, 4> z;
  double bulge;
};

/// Bernstein coefficients of the cubic with coefficients c on [start, start + width].
void bernstein(const double (&c)[4], double start, double width, double (&b)[4]) {
  const double d0 = ((c[3] * start + c[2]) * start + c[1]) * start + c[0];
  const double d1 = width * ((3.0 * c[3] * start + 2.0 * c[2]) * start + c[1]);
  const double d2 = width * width * (3.0 * c[3] * start + c[2]), d3 = width * width * width * c[3];
  b[0] = d0;
  b[1] = d0 + d1 / 3.0;
  b[2] = d0 + (2.0 * d1 + d2) / 3.0;
  b[3] = d0 + d1 + d2 + d3;
}

/// Control points of the square part of a patch from (s, t) with side `width`.
void control_points(const KeysPatch& patch, double s, double t, double width, double (&b)[4][4]) {
  double along[4][4];
  for (int j = 0; j < 4; ++j) bernstein(patch.a[j], s, width, along[j]);
  for (int i = 0; i < 4; ++i) {
    const double column[4] = {along[0][i], along[1][i], along[2][i], along[3][i]};
    double points[4];
    bernstein(column, t, width, points);
    for (int j = 0; j < 4; ++j) b[j][i] = points[j];
  }
}

// The surface lies in the hull of the control points. The bilinear surface through the corners has its own
// control points at thirds.
void cover(const double (&b)[4][4], double datum, Tile& tile) {
  tile.z = {datum + b[0][0], datum + b[0][3], datum + b[3][0], datum + b[3][3]};
  tile.bulge = 0.0;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) {
      const double s = i / 3.0, t = j / 3.0;
      const double flat =
          (1.0 - t) * ((1.0 - s) * b[0][0] + s * b[0][3]) + t * ((1.0 - s) * b[3][0] + s * b[3][3]);
      tile.bulge = std::max(tile.bulge, b[j][i] - flat);
    }
}

class GapSearch {
 public:
  GapSearch(const Terrain& terrain, const GroundMemory& memory, const WheelDisc& disc, double reach)
      : terrain_(terrain), memory_(memory), disc_(disc), best_(reach) {
    for (int i = 0; i < 3; ++i)
      half_[i] = disc.radius * std::sqrt(std::max(0.0, 1.0 - disc.axis[i] * disc.axis[i]));
    around_ = disc.radius + reach;
    rutted_ = memory.touched_near(disc.center.x(), disc.center.y(), around_);
  }

  void meet_base() {
    if (terrain_.heightfield())
      meet_field(*terrain_.heightfield());
    else if (rutted_)
      meet_rutted_plane();
    else
      meet_plane();
  }

  void meet_box(const BoxShape& box, const RigidTransform& X_WB) {
    if ((disc_.center - X_WB.p).norm() - box.half.norm() - disc_.radius >= best_) return;
    std::array<Vec3, 8> hull;
    for (int k = 0; k < 8; ++k)
      hull[k] = X_WB * Vec3((k & 1 ? 1 : -1) * box.half.x(), (k & 2 ? 1 : -1) * box.half.y(),
                            (k & 4 ? 1 : -1) * box.half.z());
    std::array<Vec3, 3> faces;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 n = X_WB.R.col(axis);
      faces[axis] = n.dot(disc_.center - X_WB.p) >= 0.0 ? n : Vec3(-n);
    }
    best_ = std::min(best_, hull_gap(disc_, hull, faces, best_));
  }

  double best() const { return best_; }

 private:
  void meet_plane() {
    const BasePlane& plane = terrain_.plane();
    const Vec3 n = Vec3(-plane.slope_x, -plane.slope_y, 1.0).normalized();
    const double tilt = n.dot(disc_.axis);
    const double reached = disc_.radius * std::sqrt(std::max(0.0, 1.0 - tilt * tilt));
    best_ = std::clamp(n.dot(disc_.center) - n.z() * plane.z0 - reached, 0.0, best_);
  }

  void meet_rutted_plane() {
    const double size = memory_.cell();
    const Vec3& c = disc_.center;
    for (double y = std::floor((c.y() - around_) / size) * size; y < c.y() + around_; y += size)
      for (double x = std::floor((c.x() - around_) / size) * size; x < c.x() + around_; x += size) {
        if (out_of_reach(x, x + size, y, y + size)) continue;
        Tile tile{x, x + size, y, y + size, {}, 0.0};
        for (int k = 0; k < 4; ++k) {
          HeightSample s;
          terrain_.height(k & 1 ? tile.x1 : x, k & 2 ? tile.y1 : y, s);
          tile.z[k] = s.z;
        }
        meet_tile(tile);
      }
  }

  void meet_field(const Heightfield& field) {
    const HeightfieldSpec& spec = field.spec();
    const double size = spec.cell, south = spec.north - (spec.rows - 1) * size;
    const Vec3& c = disc_.center;
    const auto first = [&](double at, double origin) {
      return std::max(1, static_cast<int>(std::floor((at - around_ - origin) / size)));
    };
    const auto last = [&](double at, double origin, int count) {
      return std::min(count - 3, static_cast<int>(std::floor((at + around_ - origin) / size)));
    };
    if (!std::isfinite(c.x() + c.y())) return;
    for (int row = first(c.y(), south); row <= last(c.y(), south, spec.rows); ++row)
      for (int column = first(c.x(), spec.west); column <= last(c.x(), spec.west, spec.columns); ++column) {
        const double x = spec.west + column * size, y = south + row * size;
        if (!out_of_reach(x, x + size, y, y + size)) meet_cell(field, {column, row, 0.0, 0.0}, x, y);
      }
  }

  void meet_cell(const Heightfield& field, const FieldCell& cell, double x, double y) {
    double neighbours[4][4];
    field.neighbours(cell, neighbours);
    KeysPatch patch;
    patch.set(neighbours);
    const double size = field.spec().cell;
    const double wanted = rutted_ ? memory_.cell() : kTileShare * around_;
    const int parts = std::max(1, static_cast<int>(std::ceil(size / wanted)));
    const double width = 1.0 / parts;
    for (int j = 0; j < parts; ++j)
      for (int i = 0; i < parts; ++i) {
        Tile tile{x + i * width * size,
                  x + (i + 1) * width * size,
                  y + j * width * size,
                  y + (j + 1) * width * size,
                  {},
                  0.0};
        if (out_of_reach(tile.x0, tile.x1, tile.y0, tile.y1)) continue;
        double points[4][4];
        control_points(patch, i * width, j * width, width, points);
        cover(points, field.spec().datum, tile);
        meet_tile(tile);
      }
  }

  static double apart(double center, double half, double low, double high) {
    return std::max({0.0, center - half - high, low - center - half});
  }

  bool out_of_reach(double x0, double x1, double y0, double y1) const {
    const double dx = apart(disc_.center.x(), half_.x(), x0, x1);
    const double dy = apart(disc_.center.y(), half_.y(), y0, y1);
    return dx * dx + dy * dy >= best_ * best_;
  }

  // Distance to the hull of a raised tile: its four corners, and the same corners far below.
  void meet_tile(const Tile& tile) {
    const double rise = tile.bulge - least_rut(tile);
    const auto [low, high] = std::minmax_element(tile.z.begin(), tile.z.end());
    if (disc_.center.z() - half_.z() - (*high + rise) >= best_) return;
    const double floor = std::min(*low + rise, disc_.center.z() - around_) - 1.0;
    std::array<Vec3, 8> hull;
    for (int k = 0; k < 4; ++k) {
      const double x = k & 1 ? tile.x1 : tile.x0, y = k & 2 ? tile.y1 : tile.y0;
      hull[k] = Vec3(x, y, tile.z[k] + rise);
      hull[4 + k] = Vec3(x, y, floor);
    }
    const double east = 0.5 * (tile.z[1] + tile.z[3] - tile.z[0] - tile.z[2]) / (tile.x1 - tile.x0);
    const double north = 0.5 * (tile.z[2] + tile.z[3] - tile.z[0] - tile.z[1]) / (tile.y1 - tile.y0);
    const std::array<Vec3, 2> up{Vec3(-east, -north, 1.0).normalized(), Vec3::UnitZ()};
    best_ = std::min(best_, hull_gap(disc_, hull, up, best_));
  }

  // The memory is bilinear between the centres of its cells, so it is nowhere less than the least value
  // around.
  double least_rut(const Tile& tile) const {
    if (!rutted_) return 0.0;
    const double cell = memory_.cell();
    double least = 1e300;
    TileHint hint;
    for (double j = std::floor(tile.y0 / cell - 0.5); j <= std::ceil(tile.y1 / cell - 0.5); ++j)
      for (double i = std::floor(tile.x0 / cell - 0.5); i <= std::ceil(tile.x1 / cell - 0.5); ++i)
        least = std::min(least, memory_.depth((i + 0.5) * cell, (j + 0.5) * cell, hint));
    return least;
  }

  static constexpr double kTileShare = 0.25;  // of the search radius: large cells are divided to bulge less
  const Terrain& terrain_;
  const GroundMemory& memory_;
  const WheelDisc& disc_;
  double best_, around_;
  bool rutted_;
  Vec3 half_;  // of the disc's own box along the axes
};

}  // namespace

double disc_gap(const Terrain& terrain, const GroundMemory& memory,
                std::span<const RigidTransform> shape_poses, const WheelDisc& disc, double reach) {
  GapSearch search(terrain, memory, disc, reach);
  search.meet_base();
  for (const int near : terrain.shapes_near(disc.center.x(), disc.center.y(), disc.radius + reach))
    if (const auto k = static_cast<std::size_t>(near); k < shape_poses.size())
      search.meet_box(terrain.shapes()[k], shape_poses[k]);
  return search.best();
}

// A sphere is treated as a point that must keep its radius as distance.
double sphere_gap(const Terrain& terrain, const GroundMemory& memory,
                  std::span<const RigidTransform> shape_poses, const Vec3& center, double radius,
                  double reach, std::span<const std::uint8_t> ignored_shapes) {
  const WheelDisc point{.center = center, .radius = 0.0};
  GapSearch search(terrain, memory, point, reach + radius);
  search.meet_base();
  for (const int near : terrain.shapes_near(center.x(), center.y(), radius + reach)) {
    const auto k = static_cast<std::size_t>(near);
    if (k < shape_poses.size() && (ignored_shapes.empty() || !ignored_shapes[k]))
      search.meet_box(terrain.shapes()[k], shape_poses[k]);
  }
  return std::max(0.0, search.best() - radius);
}

}  // namespace grouser
