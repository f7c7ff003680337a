// SPDX-License-Identifier: BSD-3-Clause
// Groups of shapes that are one solid: they have one owner and soil, and faces in one plane that meet.
// Candidates are found by a sweep along x; groups are joined as in union-find. Shapes buried in ground of
// their own soil are found too.
#include "flush_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

namespace grouser::terrain {
namespace {

constexpr double kFlush = 1e-5;  // m: no step for a wheel, and more than the rounding of a file's numbers
constexpr double kJoint = 1e-3;  // m: the widest gap between faces that meet
constexpr double kLevelFace =
    0.5;  // least cosine of a face's normal to the vertical, as of plates (shape_solid.cpp)

/// A flat side of a shape, in its owner's axes.
struct Face {
  Vec3 normal;
  double offset;
  std::vector<Vec3> corners;  // round the face
};

/// All faces of a box or hull with their corners in order.
std::vector<Face> faces_of(const RigidShape& shape) {
  std::vector<Face> faces;
  const auto add = [&](const Vec3& normal, std::vector<Vec3> corners) {
    for (Vec3& corner : corners) corner = shape.pose * corner;
    const Vec3 n = shape.pose.R * normal;
    faces.push_back({n, n.dot(corners.front()), std::move(corners)});
  };
  if (shape.hull) {
    for (const HullFace& face : shape.hull->faces) {
      std::vector<Vec3> corners;
      for (const int k : face.corners) corners.push_back(shape.hull->vertices[static_cast<std::size_t>(k)]);
      add(face.normal, std::move(corners));
    }
    return faces;
  }
  const Vec3& half = shape.half;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {1.0, -1.0}) {
      const int next = (axis + 1) % 3, last = (axis + 2) % 3;
      std::vector<Vec3> corners;
      for (const auto& [u, v] : {std::pair{1.0, 1.0}, {-1.0, 1.0}, {-1.0, -1.0}, {1.0, -1.0}}) {
        Vec3 corner;
        corner[axis] = side * half[axis], corner[next] = u * half[next], corner[last] = v * half[last];
        corners.push_back(corner);
      }
      add(side * Vec3::Unit(axis), std::move(corners));
    }
  return faces;
}

/// Whether all corners of each face lie in the other's plane within kFlush, and both face the same side.
bool in_one_plane(const Face& a, const Face& b) {
  const auto holds = [](const Face& face, const Face& other) {
    return std::all_of(other.corners.begin(), other.corners.end(), [&](const Vec3& corner) {
      return std::fabs(face.normal.dot(corner) - face.offset) < kFlush;
    });
  };
  return a.normal.dot(b.normal) > 0.5 && holds(a, b) && holds(b, a);
}

/// Convex polygons of one plane meet where no side of one of them parts them.
bool meet(const Face& a, const Face& b) {
  const auto parted = [](const Face& face, const Face& other) {
    for (std::size_t i = 0; i < face.corners.size(); ++i) {
      const Vec3& from = face.corners[i];
      Vec3 out = (face.corners[(i + 1) % face.corners.size()] - from).cross(face.normal).normalized();
      const Vec3& inside = face.corners[(i + 2) % face.corners.size()];
      if (out.dot(inside - from) > 0.0) out = -out;
      double nearest = 1e300;
      for (const Vec3& corner : other.corners) nearest = std::min(nearest, out.dot(corner - from));
      if (nearest > kJoint) return true;
    }
    return false;
  };
  return !parted(a, b) && !parted(b, a);
}

class Search {
 public:
  explicit Search(const std::vector<RigidShape>& shapes) : shapes_(shapes), faces_(shapes.size()) {}

  /// Calls found(a, b) for each pair that lies flush. Shapes are passed in the order of their western ends.
  template <class Found>
  void find_pairs(Found found) {
    std::vector<Vec3> reach;
    for (const RigidShape& shape : shapes_)
      reach.push_back(shape.pose.R.cwiseAbs() * shape.half + Vec3::Constant(kJoint));
    std::vector<std::size_t> order(shapes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto west = [&](std::size_t k) { return shapes_[k].pose.p.x() - reach[k].x(); };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return west(a) < west(b); });
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        const std::size_t a = order[i], b = order[j];
        if (west(b) > shapes_[a].pose.p.x() + reach[a].x()) break;
        const Vec3 apart = (shapes_[a].pose.p - shapes_[b].pose.p).cwiseAbs();
        if (((apart - reach[a] - reach[b]).array() <= 0.0).all() && flush(a, b))
          found(static_cast<int>(a), static_cast<int>(b));
      }
  }

 private:
  bool flush(std::size_t a, std::size_t b) {
    if (shapes_[a].owner != shapes_[b].owner || shapes_[a].material != shapes_[b].material) return false;
    for (const std::size_t k : {a, b})
      if (!faces_[k]) faces_[k] = faces_of(shapes_[k]);
    const bool world = shapes_[a].owner == "world";
    for (const Face& face : *faces_[a]) {
      if (world && face.normal.z() < kLevelFace) continue;
      for (const Face& other : *faces_[b])
        if (in_one_plane(face, other) && meet(face, other)) return true;
    }
    return false;
  }

  const std::vector<RigidShape>& shapes_;
  std::vector<std::optional<std::vector<Face>>> faces_;
};

/// Whether the ground is nowhere lower than the shape's upper side: at its corners, and on a heightfield at
/// points of a grid of half its cells.
bool below_ground(const Terrain& terrain, const RigidShape& shape) {
  const std::vector<Face> faces = faces_of(shape);
  const auto covered = [&](double x, double y, double top) {
    HeightSample ground;
    return terrain.height(x, y, ground) && top <= ground.z + kFlush;
  };
  for (const Face& face : faces)
    for (const Vec3& corner : face.corners)
      if (!covered(corner.x(), corner.y(), corner.z())) return false;
  const Heightfield* field = terrain.heightfield();
  if (!field) return true;
  constexpr int kMost = 400;  // points along a side: a finer grid is taken for ground that is not known
  const Vec3 reach = shape.pose.R.cwiseAbs() * shape.half, low = shape.pose.p - reach;
  const double step = 0.5 * field->spec().cell;
  if (2.0 * reach.x() > kMost * step || 2.0 * reach.y() > kMost * step) return false;
  for (double x = low.x(); x <= low.x() + 2.0 * reach.x(); x += step)
    for (double y = low.y(); y <= low.y() + 2.0 * reach.y(); y += step) {
      // The vertical line's part within the shape, cut by its faces.
      double top = 1e300, bottom = -1e300;  // of the shape on this vertical line
      for (const Face& face : faces) {
        const double room = face.offset - face.normal.x() * x - face.normal.y() * y;
        constexpr double kUpright = 1e-9;
        if (face.normal.z() > kUpright)
          top = std::min(top, room / face.normal.z());
        else if (face.normal.z() < -kUpright)
          bottom = std::max(bottom, room / face.normal.z());
        else if (room < 0.0)
          bottom = 1e300;
      }
      if (top >= bottom && !covered(x, y, top)) return false;
    }
  return true;
}

}  // namespace

FlushShapes::FlushShapes(const std::vector<RigidShape>& shapes) : group_(shapes.size(), -1) {
  std::vector<int> first(
      shapes.size());  // a shape of the same group with a lower number; itself for the first
  std::iota(first.begin(), first.end(), 0);
  const auto first_of = [&](int k) {
    while (first[static_cast<std::size_t>(k)] != k) k = first[static_cast<std::size_t>(k)];
    return k;
  };
  Search(shapes).find_pairs([&](int a, int b) {
    const auto [low, high] = std::minmax({first_of(a), first_of(b)});
    first[static_cast<std::size_t>(high)] = low;
  });
  std::vector<std::vector<int>> groups(shapes.size());
  for (std::size_t k = 0; k < shapes.size(); ++k)
    groups[static_cast<std::size_t>(first_of(static_cast<int>(k)))].push_back(static_cast<int>(k));
  for (std::vector<int>& group : groups) {
    if (group.size() < 2) continue;
    for (const int k : group) group_[static_cast<std::size_t>(k)] = static_cast<int>(groups_.size());
    groups_.push_back(std::move(group));
  }
}

std::span<const int> FlushShapes::with(int shape) const {
  const int group = group_[static_cast<std::size_t>(shape)];
  return group < 0 ? std::span<const int>() : std::span<const int>(groups_[static_cast<std::size_t>(group)]);
}

std::vector<std::uint8_t> find_buried(const Terrain& terrain) {
  std::vector<std::uint8_t> buried;
  for (const RigidShape& shape : terrain.shapes()) {
    const Vec3 reach = shape.pose.R.cwiseAbs() * shape.half;
    const Vec2 low = (shape.pose.p - reach).head<2>(), high = (shape.pose.p + reach).head<2>();
    buried.push_back(shape.owner == "world" && terrain.only_material_in(low, high) == shape.material &&
                     below_ground(terrain, shape));
  }
  return buried;
}

}  // namespace grouser::terrain
