// SPDX-License-Identifier: BSD-3-Clause
// Shapes as half spaces in a disc's neighbourhood, and the pieces of their sides within the disc, each
// clipped by all others. A plate that is driven on goes on without end behind its middle.
#include "shape_solid.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::terrain {
namespace {

// A plate is at most this thick relative to its width.
constexpr double kPlate = 0.25;
constexpr double kFacing = 1e-9;       // of a cosine
constexpr double kWidestJoint = 1e-3;  // m: as of shapes that lie flush (surface/flush_shapes.cpp)
constexpr double kParted = 1e-7;       // m: the rounding of planes that are one
constexpr double kDrivenOn = 0.5;      // least cosine of the angle of its normal to the vertical

void add_side(const Vec3& normal, double offset, ShapeSolid& solid) {
  solid.side[static_cast<std::size_t>(solid.sides++)] = {normal, offset};
}

// First the face of the thin axis that faces the centre, then the four around it, and last the face behind,
// if there is one.
void add_box_sides(const RigidShape& box, const RigidTransform& X_WB, const Vec3& center, ShapeSolid& solid) {
  int thin_axis;
  const double thin = box.half.minCoeff(&thin_axis);
  const double middle = box.half.sum() - thin - box.half.maxCoeff();
  const bool continued = thin <= kPlate * middle && std::fabs(X_WB.R(2, thin_axis)) >= kDrivenOn;
  const double thin_side = center[thin_axis] >= 0.0 ? 1.0 : -1.0;
  const auto add = [&](int axis, double sign) { add_side(sign * X_WB.R.col(axis), box.half[axis], solid); };
  add(thin_axis, thin_side);
  for (const int next : {1, 2})
    for (const double sign : {1.0, -1.0}) add((thin_axis + next) % 3, sign);
  if (!continued) add(thin_axis, -thin_side);
}

// Sides that the disc lies within entirely cut nothing off it; one that it lies beyond keeps the body out
// of its reach.
bool add_hull_sides(const ConvexHull& hull, const RigidTransform& X_WB, const DiscFrame& frame,
                    const Vec3& center, ShapeSolid& solid) {
  constexpr double kMargin = 1e-8;  // m: more than rounding and than the skin of one solid against another
  const Vec3 axis = X_WB.R.transpose() * frame.axis;
  for (const HullFace& face : hull.faces) {
    const double height = face.height(center);
    if (height >= frame.radius) return false;
    if (height <= -frame.radius - kMargin) continue;
    const double along = face.normal.dot(axis);
    const double reach = frame.radius * std::sqrt(std::max(0.0, 1.0 - along * along));
    if (height >= reach) return false;
    if (height > -reach - kMargin) add_side(X_WB.R * face.normal, face.offset, solid);
  }
  return true;
}

/// Whether the first component that is not 0 is positive: one of two opposite normals has it.
bool faces_positive(const Vec3& normal) {
  constexpr double kNone = 1e-6;
  for (int i = 0; i < 3; ++i)
    if (std::fabs(normal[i]) > kNone) return normal[i] > 0.0;
  return true;
}

// Clips low..high to where the line from `foot` (from the shape's place) along t lies within a side. False
// if nowhere.
bool clip(const SolidSide& side, const Vec3& foot, const Vec3& t, double& low, double& high) {
  constexpr double kAlong = 1e-12;
  // condition: normal . (foot + x t) <= offset
  const double room = side.offset - side.normal.dot(foot), rate = side.normal.dot(t);
  if (std::fabs(rate) < kAlong) {
    if (room < 0.0) return false;
  } else if (rate > 0.0) {
    high = std::min(high, room / rate);
  } else {
    low = std::max(low, room / rate);
  }
  return low < high;
}

}  // namespace

bool ShapeSolid::contains(const Vec3& point, double tolerance) const {
  for (int which = 0; which < sides; ++which)
    if (height(which, point) > tolerance) return false;
  return true;
}

bool box_near(const DiscFrame& frame, const RigidShape& shape, const RigidTransform& X_WB) {
  const double reach = frame.radius + shape.half.norm();
  const Vec3 arm = frame.center - X_WB.p;
  if (!(arm.squaredNorm() < reach * reach)) return false;
  // nearest point to the centre of the box that holds the shape
  const Vec3 c = X_WB.R.transpose() * arm;
  return (c.cwiseAbs() - shape.half).cwiseMax(0.0).squaredNorm() < frame.radius * frame.radius;
}

bool make_shape_solid(const DiscFrame& frame, const RigidShape& shape, const RigidTransform& X_WB,
                      int surface, ShapeSolid& solid) {
  if (!box_near(frame, shape, X_WB)) return false;
  const Vec3 c = X_WB.R.transpose() * (frame.center - X_WB.p);
  solid.surface = surface;
  solid.p = X_WB.p;
  solid.sides = 0;
  if (shape.hull) return add_hull_sides(*shape.hull, X_WB, frame, c, solid);
  add_box_sides(shape, X_WB, c, solid);
  return true;
}

void part_from_flush_boxes(const DiscFrame& frame, const Terrain& terrain,
                           std::span<const RigidTransform> shape_poses, int k, ShapeSolid& solid) {
  std::array<double, kBoxSides> offset{};
  for (std::size_t s = 0; s < static_cast<std::size_t>(solid.sides); ++s) offset[s] = solid.side[s].offset;
  for (const int other : terrain.flush_with(k)) {
    const auto at = static_cast<std::size_t>(other);
    if (other == k || at >= shape_poses.size() || terrain.shapes()[at].hull) continue;
    const RigidShape& box = terrain.shapes()[at];
    const RigidTransform& X = shape_poses[at];
    const double reach = frame.radius + box.half.norm();
    if (!((frame.center - X.p).squaredNorm() < reach * reach)) continue;
    for (std::size_t s = 0; s < static_cast<std::size_t>(solid.sides); ++s)
      for (int axis = 0; axis < 3; ++axis) {
        const SolidSide& own = solid.side[s];
        if (!(std::fabs(own.normal.dot(X.R.col(axis))) > 1.0 - kFacing)) continue;
        const double theirs = own.normal.dot(X.p - solid.p) - box.half[axis];  // the side that faces this one
        if (std::fabs(theirs - own.offset) > kWidestJoint) continue;
        offset[s] = faces_positive(own.normal) ? own.offset + kSkin : theirs - kSkin;
      }
  }
  for (std::size_t s = 0; s < static_cast<std::size_t>(solid.sides); ++s) solid.side[s].offset = offset[s];
}

bool are_parted(const ShapeSolid& a, const ShapeSolid& b) {
  const auto beyond_side = [](const ShapeSolid& one, const ShapeSolid& other) {
    for (int s = 0; s < one.sides; ++s) {
      const SolidSide& side = one.side[static_cast<std::size_t>(s)];
      double nearest = side.normal.dot(other.p - one.p) - side.offset;
      for (int t = 0; t < other.sides; ++t) {
        const SolidSide& theirs = other.side[static_cast<std::size_t>(t)];
        nearest -= std::max(0.0, -side.normal.dot(theirs.normal)) * theirs.offset;
      }
      if (nearest > -kParted) return true;
    }
    return false;
  };
  return beyond_side(a, b) || beyond_side(b, a);
}

int find_solid_pieces(const DiscFrame& frame, const ShapeSolid& solid, std::span<RimPiece> pieces) {
  int count = 0;
  for (int which = 0; which < solid.sides && count < static_cast<int>(pieces.size()); ++which) {
    RimPiece& piece = pieces[static_cast<std::size_t>(count)];
    if (!make_line(frame, solid.surface, solid.side[static_cast<std::size_t>(which)].normal,
                   solid.height(which, frame.center), piece))
      continue;
    const Vec3 foot = piece.foot - solid.p;
    const double chord = piece.high;
    bool hit = true;
    for (int other = 0; other < solid.sides && hit; ++other)
      if (other != which)
        hit = clip(solid.side[static_cast<std::size_t>(other)], foot, piece.along, piece.low, piece.high);
    piece.whole = piece.low == -chord && piece.high == chord;
    count += hit;
  }
  return count;
}

}  // namespace grouser::terrain
