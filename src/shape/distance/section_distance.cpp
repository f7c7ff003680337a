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

double cross_of(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

bool segments_cross(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  return cross_of(b - a, c - a) * cross_of(b - a, d - a) < 0.0 &&
         cross_of(d - c, a - c) * cross_of(d - c, b - c) < 0.0;
}

/// corners: of the closed section, (radius, z).
void check_corners(const std::vector<Vec2>& corners) {
  const auto refuse = [](const std::string& found, const char* expected) {
    throw InputError("section of a surface of revolution", found, expected);
  };
  const std::size_t count = corners.size();
  if (count < 3) refuse(std::to_string(count) + " points", "an axial section of a body");
  double volume = 0.0;  // over pi (Guldin)
  for (std::size_t i = 0; i < count; ++i) {
    const std::string point = "point " + std::to_string(i + 1);
    if (!corners[i].allFinite() || corners[i].x() < 0.0)
      refuse(point + " is no number or beyond the axis", "heights and radii from 0");
    if (i + 1 == count) break;
    const Vec2 &a = corners[i], &b = corners[i + 1];
    if (a == b) refuse(point + " stands twice", "points apart from each other");
    if (a.x() == 0.0 && b.x() == 0.0)
      refuse(point + " and the next one lie on the axis", "only ends on the axis");
    if (i > 0 && a.x() == 0.0) refuse(point + " lies on the axis", "only ends on the axis");
    volume += (a.x() * a.x() + a.x() * b.x() + b.x() * b.x()) * (b.y() - a.y()) / 3.0;
    for (std::size_t k = i + 2; k + 1 < count; ++k)
      if (segments_cross(a, b, corners[k], corners[k + 1]))
        refuse("the segment from " + point + " crosses that from point " + std::to_string(k + 1),
               "a section that does not cross itself");
  }
  if (!(volume > 0.0))
    refuse("it has no volume or is inside out", "points from bottom to top, or the body on their left");
}

double squared_distance_2d(const Vec2& low, const Vec2& high, const Vec2& q) {
  return (low - q).cwiseMax(q - high).cwiseMax(0.0).squaredNorm();
}

}  // namespace

/// The best so far.
struct SectionDistance::Nearest {
  double squared = 1e300;
  double share = 0.0;  // of the segment, from its first corner
  std::size_t segment = 0;
};

SectionDistance::SectionDistance(std::span<const SectionPoint> section) {
  take_corners(section);
  check_corners(corners_);
  before_.reserve(corners_.size());
  lay_out();
}

// A surface whose corners move by at most w, its segments staying straight, moves by at most w everywhere, and with it every signed
// distance: a point that changes sides was on the surface on the way. Between sections of other numbers of points the distance of a
// point from either is known to differ by less than the size of both, and its sign may change: twice that size.
void SectionDistance::replace(std::span<const SectionPoint> section) {
  std::swap(before_, corners_);
  take_corners(section);
  const bool alike = before_.size() == corners_.size();
  double most = 0.0;
  if (alike)
    for (std::size_t i = 0; i < corners_.size(); ++i)
      most = std::max(most, (corners_[i] - before_[i]).norm());
  const MeshBox old = box_;
  lay_out();
  way_ += alike ? most : 2.0 * (box_.high.cwiseMax(old.high) - box_.low.cwiseMin(old.low)).norm();
}

void SectionDistance::take_corners(std::span<const SectionPoint> section) {
  corners_.clear();
  if (section.empty()) return;
  ring_ = is_ring(section);
  if (!ring_ && section.front().radius != 0.0) corners_.emplace_back(0.0, section.front().z);
  for (const SectionPoint& p : section) corners_.emplace_back(p.radius, p.z);
  if (!ring_ && section.back().radius != 0.0) corners_.emplace_back(0.0, section.back().z);
}

void SectionDistance::lay_out() {
  const std::size_t count = corners_.size() - 1;
  segments_.resize(count);
  corner_normals_.assign(count + 1, Vec2::Zero());
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 along = corners_[i + 1] - corners_[i];
    const Vec2 normal = Vec2(along.y(), -along.x()).normalized();
    segments_[i] = {corners_[i], along, normal, 1.0 / along.squaredNorm()};
    corner_normals_[i] += normal;
    corner_normals_[i + 1] += normal;
  }
  if (ring_) {
    corner_normals_.front() += corner_normals_.back();
    corner_normals_.back() = corner_normals_.front();
  } else {  // and its mirror image
    corner_normals_.front().x() = corner_normals_.back().x() = 0.0;
  }
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
  const Box& all = nodes_[1];
  box_ = {Vec3(-all.high.x(), -all.high.x(), all.low.y()), Vec3(all.high.x(), all.high.x(), all.high.y())};
}

inline void SectionDistance::try_segment(std::size_t number, const Vec2& q, Nearest& best) const {
  const Segment& s = segments_[number];
  const Vec2 from = q - s.from;
  const double t = std::min(1.0, std::max(0.0, from.dot(s.along) * s.scale));
  const double squared = (from - t * s.along).squaredNorm();
  if (squared < best.squared) best = {squared, t, number};
}

SurfaceDepth SectionDistance::depth_at(const Vec3& p, int hint) const {
  const double radius = std::sqrt(p.x() * p.x() + p.y() * p.y());
  const Vec2 q(radius, p.z());
  Nearest best;
  if (hint >= 0 && hint < static_cast<int>(segments_.size())) {
    // A bound and no answer: what is found, and its last bit, do not depend on the hint.
    constexpr double kLittleMore = 1e-9;
    Nearest bound;
    try_segment(static_cast<std::size_t>(hint), q, bound);
    best.squared = (1.0 + kLittleMore) * bound.squared + std::numeric_limits<double>::min();
  }
  struct Waiting {
    std::size_t node;
    double squared;
  };
  const auto reach = [&](std::size_t node) {
    return Waiting{node, squared_distance_2d(nodes_[node].low, nodes_[node].high, q)};
  };
  std::array<Waiting, kDeepestRun + 1> stack;
  std::size_t top = 0;
  stack[top++] = reach(1);
  while (top > 0) {
    const Waiting next = stack[--top];
    if (!(next.squared < best.squared)) continue;
    if (next.node >= leaves_) {
      const std::size_t leaf = next.node - leaves_, count = segments_.size();
      for (std::size_t k = leaf * count / leaves_; k < (leaf + 1) * count / leaves_; ++k)
        try_segment(k, q, best);
      continue;
    }
    Waiting near = reach(2 * next.node), far = reach(2 * next.node + 1);
    if (far.squared < near.squared) std::swap(near, far);
    if (far.squared < best.squared) stack[top++] = far;
    if (near.squared < best.squared) stack[top++] = near;
  }
  const Segment& s = segments_[best.segment];
  const Vec2 nearest = s.from + best.share * s.along;
  const Vec2& normal = best.share <= 0.0   ? corner_normals_[best.segment]
                       : best.share >= 1.0 ? corner_normals_[best.segment + 1]
                                           : s.normal;
  const double distance = std::sqrt(best.squared);
  const Vec2 out = radius > 0.0 ? Vec2(p.x() / radius, p.y() / radius) : Vec2::UnitX();
  return {normal.dot(q - nearest) < 0.0 ? distance : -distance,
          Vec3(nearest.x() * out.x(), nearest.x() * out.y(), nearest.y()), static_cast<int>(best.segment)};
}

}  // namespace grouser
