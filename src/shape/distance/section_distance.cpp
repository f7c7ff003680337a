// SPDX-License-Identifier: BSD-3-Clause
// Signed distance from a surface of revolution: a problem in the half plane (radius, z), where the section is
// a chain of segments. A binary tree of boxes finds the nearest segment; a table of cells names the few
// segments that can be nearest in each and answers most questions without a search.
#include "grouser/shape/distance/section_distance.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr std::size_t kSegmentsOfLeaf = 8;  // the fastest of 1 to 8 for a section of 35 segments
constexpr int kDeepestRun = 32;             // levels of the tree, for 2^32 leaves
// Squared distances of two segments are compared as computed. They differ from the true ones by some 1e-16 of
// the section's size times the distance, which is less than the first bound (relative) or the second one (of
// the size squared). A box that is farther by both holds nothing that could be as near.
constexpr double kLittleMore = 1e-9, kRoundings = 1e-18;

double cross_of(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// (radius, z) of a section's points, and of the ends of its caps on the axis.
void list_corners(std::span<const SectionPoint> section, std::vector<Vec2>& corners) {
  corners.clear();
  if (section.empty()) return;
  const bool ring = is_ring(section);
  if (!ring && section.front().radius != 0.0) corners.emplace_back(0.0, section.front().z);
  for (const SectionPoint& p : section) corners.emplace_back(p.radius, p.z);
  if (!ring && section.back().radius != 0.0) corners.emplace_back(0.0, section.back().z);
}

/// Whether two segments cross within both; touching does not count.
bool segments_cross(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  return cross_of(b - a, c - a) * cross_of(b - a, d - a) < 0.0 &&
         cross_of(d - c, a - c) * cross_of(d - c, b - c) < 0.0;
}

/// Throws InputError unless the section bounds a body: at least three points, of which only the ends may be
/// on the axis, none twice, no crossing segments, and a positive volume. corners: of the closed section,
/// (radius, z), m.
void check_corners(const std::vector<Vec2>& corners, const std::string& place) {
  const auto refuse = [&](const std::string& found, const char* expected) {
    throw InputError(place, found, expected);
  };
  const std::size_t count = corners.size();
  if (count < 3) refuse(std::to_string(count) + " points", "an axial section of a body");
  double volume = 0.0;  // over pi (Guldin)
  for (std::size_t i = 0; i < count; ++i) {
    const std::string point = "point " + std::to_string(i + 1);
    if (!corners[i].allFinite() || corners[i].x() < 0.0)
      refuse(point + " is not finite or beyond the axis", "heights and radii from 0");
    if (i + 1 == count) break;
    const Vec2 &a = corners[i], &b = corners[i + 1];
    if (a == b) refuse(point + " stands twice", "points apart from each other");
    if (a.x() == 0.0 && b.x() == 0.0)
      refuse(point + " and the next one lie on the axis", "only ends on the axis");
    if (i > 0 && a.x() == 0.0) refuse(point + " lies on the axis", "only ends on the axis");
    // Volume of a frustum over pi, signed by the direction in z.
    volume += (a.x() * a.x() + a.x() * b.x() + b.x() * b.x()) * (b.y() - a.y()) / 3.0;
    // Only segments that are not neighbours are compared, each pair once.
    for (std::size_t k = i + 2; k + 1 < count; ++k)
      if (segments_cross(a, b, corners[k], corners[k + 1]))
        refuse("the segment from " + point + " crosses that from point " + std::to_string(k + 1),
               "a section that does not cross itself");
  }
  if (!(volume > 0.0))
    refuse("it has no volume or is inside out", "points from bottom to top, or the body on their left");
}

/// Squared distance of q from a box; 0 inside.
double squared_distance_2d(const Vec2& low, const Vec2& high, const Vec2& q) {
  return (low - q).cwiseMax(q - high).cwiseMax(0.0).squaredNorm();
}

/// Whether q is outside of a box by more than `far` along one of the axes.
bool is_beyond(const Vec2& low, const Vec2& high, const Vec2& q, double far) {
  return (low - q).cwiseMax(q - high).maxCoeff() > far;
}

/// (radius, z) of a point that is given in another frame. X: from that frame to the section's.
Vec2 in_half_plane(const RigidTransform& X, const Vec3& p) {
  const double x = X.R.row(0).dot(p) + X.p.x(), y = X.R.row(1).dot(p) + X.p.y();
  return {std::sqrt(x * x + y * y), X.R.row(2).dot(p) + X.p.z()};
}

}  // namespace

SectionDistance::SectionDistance(std::span<const SectionPoint> section) {
  take_corners(section);
  check_corners(corners_, "section of a surface of revolution");
  before_.reserve(corners_.size());
  drifts_.reserve(corners_.size());
  lay_out();
  table_.reserve();
  settle();
}

void SectionDistance::check(std::span<const SectionPoint> section, const std::string& place) {
  std::vector<Vec2> corners;
  list_corners(section, corners);
  check_corners(corners, place);
}

// A surface whose corners move by at most w, its segments staying straight, moves by at most w everywhere,
// and with it every signed distance: a point that changes sides was on the surface in between. Between
// sections of different numbers of points the distance of a point from either is known to differ by less than
// the size of both, and its sign may change: twice that size.
void SectionDistance::replace(std::span<const SectionPoint> section, std::span<const SectionPoint> drifts) {
  // Corners are swapped into `before_`, so that nothing is allocated.
  std::swap(before_, corners_);
  take_corners(section);
  take_drifts(section, drifts);
  const bool alike = before_.size() == corners_.size();
  double most = 0.0;
  if (alike)
    for (std::size_t i = 0; i < corners_.size(); ++i)
      most = std::max(most, (corners_[i] - before_[i]).norm());
  const MeshBox old = box_;
  table_.clear();
  lay_out();
  way_ += alike ? most : 2.0 * (box_.high.cwiseMax(old.high) - box_.low.cwiseMin(old.low)).norm();
}

void SectionDistance::take_corners(std::span<const SectionPoint> section) {
  ring_ = !section.empty() && is_ring(section);
  list_corners(section, corners_);
}

// The ends of the caps rise with the caps and stay on the axis.
void SectionDistance::take_drifts(std::span<const SectionPoint> section,
                                  std::span<const SectionPoint> drifts) {
  drifts_.clear();
  if (drifts.empty()) return;
  if (!ring_ && section.front().radius != 0.0) drifts_.emplace_back(0.0, drifts.front().z);
  for (const SectionPoint& p : drifts) drifts_.emplace_back(p.radius, p.z);
  if (!ring_ && section.back().radius != 0.0) drifts_.emplace_back(0.0, drifts.back().z);
}

Vec3 SectionDistance::drift_at(const Vec3& closest, int face) const {
  if (drifts_.empty()) return Vec3::Zero();
  const auto k = static_cast<std::size_t>(face);
  // Share along the segment of the nearest place, and the drift there.
  const Segment& s = segments_[k];
  const Vec2 q(std::sqrt(closest.x() * closest.x() + closest.y() * closest.y()), closest.z());
  const double t = std::min(1.0, std::max(0.0, (q - s.from).dot(s.along) * s.scale));
  const Vec2 drift = (1.0 - t) * drifts_[k] + t * drifts_[k + 1];
  // On the axis every direction is outward; x is as good as any.
  const Vec2 out = q.x() > 0.0 ? Vec2(closest.x() / q.x(), closest.y() / q.x()) : Vec2::UnitX();
  return {drift.x() * out.x(), drift.x() * out.y(), drift.y()};
}

/// Segments, normals and the tree of boxes of the corners.
void SectionDistance::lay_out() {
  const std::size_t count = corners_.size() - 1;
  segments_.resize(count);
  corner_normals_.assign(count + 1, Vec2::Zero());
  // The body is to the left of the section's direction, so that this normal points out of it.
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 along = corners_[i + 1] - corners_[i];
    const Vec2 normal = Vec2(along.y(), -along.x()).normalized();
    segments_[i] = {corners_[i], along, normal, 1.0 / along.squaredNorm()};
    corner_normals_[i] += normal;
    corner_normals_[i + 1] += normal;
  }
  // The ends of a ring meet; an end on the axis meets its own mirror image.
  if (ring_) {
    corner_normals_.front() += corner_normals_.back();
    corner_normals_.back() = corner_normals_.front();
  } else {  // and its mirror image
    corner_normals_.front().x() = corner_normals_.back().x() = 0.0;
  }
  // A complete binary tree: node i has children 2 i and 2 i + 1, and the leaves share the segments evenly.
  leaves_ = std::bit_ceil((count + kSegmentsOfLeaf - 1) / kSegmentsOfLeaf);
  nodes_.resize(2 * leaves_);
  for (std::size_t i = 2 * leaves_ - 1; i >= 1; --i) {
    Box& box = nodes_[i];
    if (i < leaves_) {
      box = {nodes_[2 * i].low.cwiseMin(nodes_[2 * i + 1].low),
             nodes_[2 * i].high.cwiseMax(nodes_[2 * i + 1].high)};
      continue;
    }
    const std::size_t leaf = i - leaves_, first = leaf * count / leaves_, end = (leaf + 1) * count / leaves_;
    box = {Vec2::Constant(1e300), Vec2::Constant(-1e300)};
    for (std::size_t k = first; k < end; ++k)
      for (const Vec2& p : {corners_[k], corners_[k + 1]}) box = {box.low.cwiseMin(p), box.high.cwiseMax(p)};
  }
  // The box of the whole body, turned about z.
  const Box& all = nodes_[1];
  const double size = std::max(all.high.x(), all.low.cwiseAbs().cwiseMax(all.high.cwiseAbs()).y());
  roundings_ = kRoundings * size * size;
  box_ = {Vec3(-all.high.x(), -all.high.x(), all.low.y()), Vec3(all.high.x(), all.high.x(), all.high.y())};
}

/// Takes a segment if it is nearer than the best one; of equal ones the lowest number, whatever the order of
/// tries.
inline void SectionDistance::try_segment(std::size_t number, const Vec2& q, Nearest& best) const {
  const Segment& s = segments_[number];
  const Vec2 from = q - s.from;
  const double t = std::min(1.0, std::max(0.0, from.dot(s.along) * s.scale));
  const double squared = (from - t * s.along).squaredNorm();
  if (squared < best.squared || (squared == best.squared && number < best.segment))
    best = {squared, t, number};
}

/// Visits the segments of leaves that may be nearer than the square root of `most`, which may shrink
/// meanwhile.
template <class Visit>
void SectionDistance::visit_leaves(const Vec2& q, const double& most, const Visit& visit) const {
  struct Waiting {
    std::size_t node;
    double squared;
  };
  const auto reach = [&](std::size_t node) {
    return Waiting{node, squared_distance_2d(nodes_[node].low, nodes_[node].high, q)};
  };
  const auto may_matter = [&](const Waiting& w) {
    return !(w.squared > (1.0 + kLittleMore) * most + roundings_);
  };
  // Depth-first, the nearer child first.
  std::array<Waiting, kDeepestRun + 1> stack;
  std::size_t top = 0;
  stack[top++] = reach(1);
  while (top > 0) {
    const Waiting next = stack[--top];
    if (!may_matter(next)) continue;
    if (next.node >= leaves_) {
      const std::size_t leaf = next.node - leaves_, count = segments_.size();
      for (std::size_t k = leaf * count / leaves_; k < (leaf + 1) * count / leaves_; ++k) visit(k);
      continue;
    }
    Waiting near = reach(2 * next.node), far = reach(2 * next.node + 1);
    if (far.squared < near.squared) std::swap(near, far);
    if (may_matter(far)) stack[top++] = far;
    if (may_matter(near)) stack[top++] = near;
  }
}

/// The nearest segment by the tree. hint: one that was nearest close by; -1: none.
SectionDistance::Nearest SectionDistance::search(const Vec2& q, int hint) const {
  Nearest best;
  if (hint >= 0 && hint < static_cast<int>(segments_.size())) {
    // A bound and no answer: what is found, and its last bit, do not depend on the hint.
    Nearest bound;
    try_segment(static_cast<std::size_t>(hint), q, bound);
    best.squared = (1.0 + kLittleMore) * bound.squared + std::numeric_limits<double>::min();
  }
  visit_leaves(q, best.squared, [&](std::size_t k) { try_segment(k, q, best); });
  return best;
}

/// The nearest of a cell's segments.
inline SectionDistance::Nearest SectionDistance::find_among(const SectionTable::Cell& cell,
                                                            const Vec2& q) const {
  Nearest best;
  for (std::size_t k = 0; k < cell.count; ++k) try_segment(cell.segments[k], q, best);
  return best;
}

/// Depth at q by its nearest segment: positive below the surface, with the corner's normal at a segment's
/// end.
inline double SectionDistance::sign_depth(const Nearest& found, const Vec2& q) const {
  const Segment& s = segments_[found.segment];
  const Vec2& normal = found.share <= 0.0   ? corner_normals_[found.segment]
                       : found.share >= 1.0 ? corner_normals_[found.segment + 1]
                                            : s.normal;
  const double distance = std::sqrt(found.squared);
  return normal.dot(q - (s.from + found.share * s.along)) < 0.0 ? distance : -distance;
}

/// Fills the table for the present section.
void SectionDistance::settle() {
  table_.clear();
  if (segments_.size() > std::numeric_limits<std::uint16_t>::max()) return;  // cells have no room for them
  table_.lay_over(nodes_[1].low, nodes_[1].high);
  for (std::size_t n = 0; n < table_.size(); ++n) fill_cell(n);
}

/// Depth at a cell's middle, and the segments that can be nearest anywhere in the cell, unless they are too
/// many.
void SectionDistance::fill_cell(std::size_t number) {
  const Vec2 middle = table_.middle(number);
  SectionTable::Cell& cell = table_.cell(number);
  const Nearest nearest = search(middle, -1);
  cell.depth = sign_depth(nearest, middle);
  // The surface is at most |depth| + reach from any point of the cell, and the segment that is nearest there
  // at most |depth| + 2 reach from the middle.
  const double most = std::fabs(cell.depth) + 2.0 * table_.reach(), squared = most * most;
  std::array<std::uint16_t, SectionTable::kMostSegments> found = {};
  std::size_t count = 0;
  visit_leaves(middle, squared, [&](std::size_t k) {
    Nearest alone;
    try_segment(k, middle, alone);
    if (alone.squared > squared) return;
    if (count < found.size()) found[count] = static_cast<std::uint16_t>(k);
    ++count;
  });
  if (count > found.size()) return;
  std::sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
  cell.count = static_cast<std::uint16_t>(count);
  cell.segments = found;
}

/// Whether the table alone shows that a circle is outside, or that it is beyond the table and the section's
/// box.
inline bool SectionDistance::is_surely_clear(const SectionTable::Cell* cell, const Vec2& q,
                                             double radius) const {
  return cell ? cell->depth + table_.reach() < -radius : is_beyond(nodes_[1].low, nodes_[1].high, q, radius);
}

/// Whether a circle about q is outside; false also where only a search would show it.
inline bool SectionDistance::is_clear(const Vec2& q, double radius) const {
  const SectionTable::Cell* const cell = table_.cell_at(q);
  if (is_surely_clear(cell, q, radius)) return true;
  if (!cell || cell->depth - table_.reach() >= -radius || cell->count == 0) return false;
  return sign_depth(find_among(*cell, q), q) < -radius;
}

void SectionDistance::find_corners(const CornerTree& tree, const RigidTransform& X, double skin,
                                   std::vector<int>& vertices) const {
  std::array<int, CornerTree::kDeepest + 1> waiting;
  std::size_t count = 0;
  waiting[count++] = 0;
  while (count > 0) {
    // A node's ball is a circle in the half plane at most.
    const CornerTree::Node& node = tree.nodes()[static_cast<std::size_t>(waiting[--count])];
    if (is_clear(in_half_plane(X, node.middle), node.radius + skin)) continue;
    for (int k = node.first; k < node.first + node.count; ++k) {
      const CornerTree::Corner& corner = tree.corners()[static_cast<std::size_t>(k)];
      const Vec2 q = in_half_plane(X, corner.at);
      if (!is_surely_clear(table_.cell_at(q), q, skin)) vertices.push_back(corner.vertex);
    }
    if (node.count > 0) continue;
    waiting[count++] = node.first;
    waiting[count++] = node.first + 1;
  }
}

/// The result in space: depth, nearest point and number of the segment.
inline SurfaceDepth SectionDistance::depth_of(const Nearest& found, const Vec2& q, const Vec3& p) const {
  const Segment& s = segments_[found.segment];
  const Vec2 nearest = s.from + found.share * s.along;
  const Vec2 out = q.x() > 0.0 ? Vec2(p.x() / q.x(), p.y() / q.x()) : Vec2::UnitX();
  return {sign_depth(found, q), Vec3(nearest.x() * out.x(), nearest.x() * out.y(), nearest.y()),
          static_cast<int>(found.segment)};
}

bool SectionDistance::find_depth(const Vec3& p, double skin, SurfaceDepth& found) const {
  const Vec2 q(std::sqrt(p.x() * p.x() + p.y() * p.y()), p.z());
  const SectionTable::Cell* const cell = table_.cell_at(q);
  if (is_surely_clear(cell, q, skin)) return false;
  found = depth_of(cell && cell->count > 0 ? find_among(*cell, q) : search(q, -1), q, p);
  return true;
}

SurfaceDepth SectionDistance::depth_at(const Vec3& p, int hint) const {
  const Vec2 q(std::sqrt(p.x() * p.x() + p.y() * p.y()), p.z());
  const SectionTable::Cell* const cell = table_.cell_at(q);
  return depth_of(cell && cell->count > 0 ? find_among(*cell, q) : search(q, hint), q, p);
}

}  // namespace grouser
