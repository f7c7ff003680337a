// SPDX-License-Identifier: BSD-3-Clause
// Choice of the patches of the ground that are drawn: one square that holds all of it is halved again and
// again, the patch that is coarsest for its distance first, until each is fine enough or the budget is used
// up. No patch is dropped for the budget, so that all visible ground is covered, and neighbours are never
// more than one halving apart, so that their skirts close the gaps between them.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <queue>
#include <vector>

#include "view/ground/terrain_lod.hpp"

namespace grouser::desktop {
namespace {

constexpr double kDetail = 1.3;        // a patch is halved when nearer than this many of its sides
constexpr double kFineRadius = 1.6;    // m about the rover in which ruts are worth geometry
constexpr double kFineReach = 14.0;    // m from the eye beyond which they are not
constexpr double kFineDistance = 1.0;  // m: ground with such ruts is as fine as if seen from so near
constexpr double kDeepestRut = 0.3;    // m by which the drawn ground may lie lower than the undisturbed one

/// Planes that bound the picture: it contains only points on the inner side of all of them.
class Picture {
 public:
  Picture(const Camera& camera, double aspect) : eye_(camera.eye()) {
    const Vec3 forward = camera.forward(), right = camera.right(), up = camera.up();
    if (camera.parallel) {
      const double high = camera.half_height();
      sides_ = {-right, right, -up, up, forward};
      reach_ = {high * aspect, high * aspect, high, high, 0.0};
      return;
    }
    const double high = std::tan(0.5 * camera.fov), wide = high * aspect;
    sides_ = {wide * forward - right, wide * forward + right, high * forward - up, high * forward + up,
              forward};
  }

  /// False only if the box lies wholly outside one of the planes.
  bool may_show(const Vec3& middle, const Vec3& half) const {
    for (std::size_t k = 0; k < sides_.size(); ++k)
      if (sides_[k].dot(middle - eye_) + sides_[k].cwiseAbs().dot(half) < -reach_[k]) return false;
    return true;
  }

 private:
  Vec3 eye_;
  std::array<Vec3, 5> sides_;
  std::array<double, 5> reach_{};
};

/// A greedy refinement: the queue holds drawn patches that are too coarse, the worst first.
class PatchSelector {
 public:
  PatchSelector(const Terrain& terrain, const LodDomain& domain, const Camera& camera, double aspect,
                const Vec3& focus, PatchBudget budget)
      : terrain_(terrain),
        domain_(domain),
        picture_(camera, aspect),
        eye_(camera.eye()),
        focus_(focus),
        budget_(budget) {
    if (camera.parallel) everywhere_ = camera.distance;
    while (domain.patch_size(deepest_) / kPatchQuads > 2.0 * domain.finest) ++deepest_;
  }

  /// Halves patches until none is too coarse or the budget allows no more; returns them nearest first.
  std::vector<PatchKey> select() {
    if (const auto all = look_at({})) add({}, *all);
    while (!queue_.empty()) {
      const PatchKey key = queue_.top().key;
      queue_.pop();
      if (!drawn_.contains(key)) continue;  // halved for a neighbour's sake
      // The patch is halved with the coarser neighbours that must be halved first, if the budget has room
      // for all parts.
      std::vector<PatchKey> halved;
      with_coarser_neighbours(key, halved);
      std::size_t parts = 0;
      for (const PatchKey& one : halved)
        for (const PatchKey& part : parts_of(one)) parts += look_at(part).has_value();
      if (drawn_.size() + parts > budget_.most + halved.size()) continue;
      for (const PatchKey& one : halved) halve(one);
    }
    // By distance.
    std::vector<std::pair<double, PatchKey>> sorted;
    for (const auto& [key, distance] : drawn_) sorted.emplace_back(distance, key);
    std::sort(sorted.begin(), sorted.end());
    std::vector<PatchKey> keys;
    for (const auto& [distance, key] : sorted) keys.push_back(key);
    return keys;
  }

 private:
  struct Wanted {
    double need;  // how many times too coarse it is
    PatchKey key;
    bool operator<(const Wanted& other) const {
      return need != other.need ? need < other.need : other.key < key;
    }
  };

  static std::array<PatchKey, 4> parts_of(PatchKey key) {
    std::array<PatchKey, 4> parts;
    for (int k = 0; k < 4; ++k)
      parts[static_cast<std::size_t>(k)] = {key.level + 1, 2 * key.i + (k & 1), 2 * key.j + (k >> 1)};
    return parts;
  }

  /// Its distance from the eye, m; nothing where it is not in the picture.
  std::optional<double> look_at(PatchKey key) const {
    const Vec2 center = domain_.patch_center(key);
    const double half = 0.5 * domain_.patch_size(key.level);
    const HeightRange heights = height_range(terrain_, domain_, key);
    const double low = heights.low - kDeepestRut;
    const Vec3 middle(center.x(), center.y(), 0.5 * (low + heights.high));
    const Vec3 extent(half, half, 0.5 * (heights.high - low));
    if (!picture_.may_show(middle, extent)) return std::nullopt;
    if (everywhere_ > 0.0) return everywhere_;
    return ((eye_ - middle).cwiseAbs() - extent).cwiseMax(0.0).norm();
  }

  /// Draws a patch, and queues it if it is too coarse for its distance.
  void add(PatchKey key, double distance) {
    drawn_[key] = distance;
    if (key.level >= deepest_) return;
    const double size = domain_.patch_size(key.level);
    const Vec2 off = (focus_.head<2>() - domain_.patch_center(key)).cwiseAbs();
    const bool near_ruts = budget_.fine_at_focus && distance < kFineReach &&
                           (off.array() - 0.5 * size).cwiseMax(0.0).matrix().norm() < kFineRadius;
    const double seen_from = near_ruts ? std::min(distance, kFineDistance) : distance;
    if (size * kDetail > seen_from) queue_.push({size * kDetail / seen_from, key});
  }

  void halve(PatchKey key) {
    drawn_.erase(key);
    for (const PatchKey& part : parts_of(key))
      if (const auto distance = look_at(part)) add(part, *distance);
  }

  /// A patch and those that are to be halved with it, the coarsest first.
  void with_coarser_neighbours(PatchKey key, std::vector<PatchKey>& halved) const {
    if (std::find(halved.begin(), halved.end(), key) != halved.end()) return;
    constexpr std::array<std::array<int, 2>, 4> kSides = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
    for (const auto& [di, dj] : kSides) {
      // One level up is as coarse as a neighbour may be now.
      const PatchKey coarser{key.level - 1, (key.i + di) >> 1, (key.j + dj) >> 1};
      if (key.level > 0 && drawn_.contains(coarser)) with_coarser_neighbours(coarser, halved);
    }
    halved.push_back(key);
  }

  const Terrain& terrain_;
  const LodDomain& domain_;
  Picture picture_;
  Vec3 eye_, focus_;
  PatchBudget budget_;
  double everywhere_ = 0.0;  // of a view without perspective: the distance that sets sizes, m; 0: it has one
  int deepest_ = 0;
  std::map<PatchKey, double> drawn_;  // with their distances, m
  std::priority_queue<Wanted> queue_;
};

}  // namespace

std::vector<PatchKey> select_patches(const Terrain& terrain, const LodDomain& domain, const Camera& camera,
                                     double aspect, const Vec3& focus, PatchBudget budget) {
  return PatchSelector(terrain, domain, camera, aspect, focus, budget).select();
}

}  // namespace grouser::desktop
