#include "view/terrain_lod.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::desktop {
namespace {

constexpr double kPlaneSize = 1024.0;  // m
constexpr double kRimShare = 1.5;      // how much wider than a heightfield the drawn square is
constexpr double kFineRadius = 1.6;    // m about the rover in which ruts are worth geometry
constexpr double kFineReach = 14.0;    // m from the eye beyond which they are not
constexpr int kGrid = kPatchQuads + 1;

double clamp_inside(double value, double low, double high) {
  const double margin = 1e-6 * (high - low);
  return std::clamp(value, low + margin, high - margin);
}

}  // namespace

double LodDomain::patch_size(int level) const { return std::ldexp(size, -level); }

Vec2 LodDomain::patch_center(PatchKey key) const {
  const double s = patch_size(key.level);
  return {west + (key.i + 0.5) * s, south + (key.j + 0.5) * s};
}

LodDomain make_lod_domain(const Terrain& terrain, const Vec3& focus) {
  LodDomain domain;
  domain.size = kPlaneSize;
  double x = std::round(focus.x()), y = std::round(focus.y());
  if (const Heightfield* field = terrain.heightfield()) {
    x = 0.5 * (field->min_x() + field->max_x());
    y = 0.5 * (field->min_y() + field->max_y());
    domain.size = std::max(
        400.0, kRimShare * std::max(field->max_x() - field->min_x(), field->max_y() - field->min_y()));
  }
  domain.west = x - 0.5 * domain.size;
  domain.south = y - 0.5 * domain.size;
  return domain;
}

HeightSample drawn_height(const Terrain& terrain, double x, double y) {
  HeightSample out;
  if (terrain.height(x, y, out)) return out;
  if (const Heightfield* field = terrain.heightfield()) {
    terrain.height(clamp_inside(x, field->min_x(), field->max_x()),
                   clamp_inside(y, field->min_y(), field->max_y()), out);
  }
  return out;
}

PatchMesh make_patch(const Terrain& terrain, const LodDomain& domain, PatchKey key) {
  PatchMesh patch;
  const Vec2 center = domain.patch_center(key);
  const double size = domain.patch_size(key.level), quad = size / kPatchQuads;
  patch.base_z = drawn_height(terrain, center.x(), center.y()).z;
  patch.vertices.reserve(kGrid * kGrid + 4 * kGrid);
  for (int row = 0; row < kGrid; ++row) {
    for (int column = 0; column < kGrid; ++column) {
      const double x = column * quad - 0.5 * size, y = row * quad - 0.5 * size;
      const HeightSample s = drawn_height(terrain, center.x() + x, center.y() + y);
      const Vec3 n = Vec3(-s.slope_x, -s.slope_y, 1.0).normalized();
      patch.vertices.push_back({static_cast<float>(x), static_cast<float>(y),
                                static_cast<float>(s.z - patch.base_z), static_cast<float>(n.x()),
                                static_cast<float>(n.y()), static_cast<float>(n.z())});
    }
  }
  const auto add_skirt = [&](int row, int column) {
    PatchVertex v = patch.vertices[static_cast<std::size_t>(row * kGrid + column)];
    v.z -= static_cast<float>(0.6 * quad);
    patch.vertices.push_back(v);
  };
  for (int k = 0; k < kGrid; ++k) add_skirt(0, k);
  for (int k = 0; k < kGrid; ++k) add_skirt(k, kGrid - 1);
  for (int k = 0; k < kGrid; ++k) add_skirt(kGrid - 1, kGrid - 1 - k);
  for (int k = 0; k < kGrid; ++k) add_skirt(kGrid - 1 - k, 0);
  return patch;
}

std::vector<std::uint16_t> make_patch_indices() {
  std::vector<std::uint16_t> indices;
  const auto add = [&](int a, int b, int c) {
    for (int i : {a, b, c}) indices.push_back(static_cast<std::uint16_t>(i));
  };
  for (int row = 0; row < kPatchQuads; ++row) {
    for (int column = 0; column < kPatchQuads; ++column) {
      const int a = row * kGrid + column, b = a + 1, c = a + kGrid, d = c + 1;
      add(a, b, d);
      add(a, d, c);
    }
  }
  for (int side = 0; side < 4; ++side) {
    const int skirt = kGrid * kGrid + side * kGrid;
    const auto rim = [&](int k) {
      switch (side) {
        case 0:
          return k;
        case 1:
          return k * kGrid + kGrid - 1;
        case 2:
          return (kGrid - 1) * kGrid + kGrid - 1 - k;
        default:
          return (kGrid - 1 - k) * kGrid;
      }
    };
    for (int k = 0; k < kPatchQuads; ++k) {
      add(rim(k), skirt + k, skirt + k + 1);
      add(rim(k), skirt + k + 1, rim(k + 1));
    }
  }
  return indices;
}

namespace {

class Selector {
 public:
  Selector(const Terrain& terrain, const LodDomain& domain, const Camera& camera, double aspect,
           const Vec3& focus, bool fine_at_focus)
      : terrain_(terrain),
        domain_(domain),
        eye_(camera.eye()),
        focus_(focus),
        forward_(camera.forward()),
        fine_at_focus_(fine_at_focus) {
    const double diagonal = std::sqrt(1.0 + aspect * aspect);
    cone_ = std::atan(std::tan(0.5 * camera.fov) * diagonal);
    if (camera.parallel) {
      everywhere_ = camera.distance;
      half_width_ = camera.half_height() * diagonal;
    }
    deepest_ = 0;
    while (domain.patch_size(deepest_) / kPatchQuads > 2.0 * domain.finest) ++deepest_;
  }

  std::vector<PatchKey> select(double detail) {
    found_.clear();
    detail_ = detail;
    visit({});
    std::sort(found_.begin(), found_.end());
    std::vector<PatchKey> keys;
    for (const auto& [distance, key] : found_) keys.push_back(key);
    return keys;
  }

 private:
  void visit(PatchKey key) {
    const Vec2 center = domain_.patch_center(key);
    const double size = domain_.patch_size(key.level);
    const double z = drawn_height(terrain_, center.x(), center.y()).z;
    const Vec3 middle(center.x(), center.y(), z);
    const double radius = 0.85 * size;  // half the diagonal and some relief
    if (!(everywhere_ > 0.0 ? in_beam(middle, radius) : in_cone(middle, radius))) return;
    // Distance from the eye to the square, not to its centre.
    const double outside_x = std::max(0.0, std::fabs(eye_.x() - center.x()) - 0.5 * size);
    const double outside_y = std::max(0.0, std::fabs(eye_.y() - center.y()) - 0.5 * size);
    const double distance = everywhere_ > 0.0 ? everywhere_ : Vec3(outside_x, outside_y, eye_.z() - z).norm();
    const double focus_x = std::max(0.0, std::fabs(focus_.x() - center.x()) - 0.5 * size);
    const double focus_y = std::max(0.0, std::fabs(focus_.y() - center.y()) - 0.5 * size);
    const bool near_ruts =
        fine_at_focus_ && std::hypot(focus_x, focus_y) < kFineRadius && distance < kFineReach;
    const bool too_coarse = size * detail_ > distance || near_ruts;
    if (key.level < deepest_ && too_coarse) {
      for (int k = 0; k < 4; ++k) visit({key.level + 1, 2 * key.i + (k & 1), 2 * key.j + (k >> 1)});
      return;
    }
    found_.emplace_back(distance, key);
  }

  bool in_beam(const Vec3& center, double radius) const {
    const Vec3 to = center - eye_;
    const double along = to.dot(forward_);
    return along > -radius && (to - along * forward_).norm() < half_width_ + radius;
  }

  bool in_cone(const Vec3& center, double radius) const {
    const Vec3 to = center - eye_;
    const double distance = to.norm();
    if (distance <= radius) return true;
    const double angle = std::acos(std::clamp(to.dot(forward_) / distance, -1.0, 1.0));
    return angle - std::asin(radius / distance) < cone_;
  }

  const Terrain& terrain_;
  const LodDomain& domain_;
  Vec3 eye_, focus_, forward_;
  double cone_ = 0.0, detail_ = 1.0;
  double everywhere_ = 0.0;  // of a view without perspective: the distance that tells sizes, m; 0: it has one
  double half_width_ = 0.0;  // of its beam, m
  bool fine_at_focus_;
  int deepest_ = 0;
  std::vector<std::pair<double, PatchKey>> found_;
};

}  // namespace

std::vector<PatchKey> select_patches(const Terrain& terrain, const LodDomain& domain, const Camera& camera,
                                     double aspect, const Vec3& focus, PatchBudget budget) {
  Selector selector(terrain, domain, camera, aspect, focus, budget.fine_at_focus);
  double detail = 1.3;  // a patch is halved when nearer than this many of its sides
  std::vector<PatchKey> keys = selector.select(detail);
  while (keys.size() > budget.most && detail > 0.2) {
    detail *= 0.8;
    keys = selector.select(detail);
  }
  if (keys.size() > budget.most) keys.resize(budget.most);
  return keys;
}

}  // namespace grouser::desktop
