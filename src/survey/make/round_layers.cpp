// SPDX-License-Identifier: BSD-3-Clause
// Round features scattered over the ground: craters and bumps.
#include <fmt/format.h>

#include <cmath>

#include "ground_layer.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"

namespace grouser::terrain {
namespace {

/// Middle and radius, m.
struct Disc {
  double x, y, radius;
};

constexpr int kMaxDiscs = 1'000'000;

/// Number or density, range of diameters and exponent of a scattered kind.
void visit_scatter(KeyVisitor& v, const MadeGrid& grid, ScatterKeys& s) {
  const bool dense = v.has({"density"}, false);
  if (const auto own = v.when(!dense, "no density"))
    v.whole({"count", "how many", Need::yes}, s.count, 0, kMaxDiscs);
  // A density becomes the number on this area.
  if (const auto own = v.when(dense, "in place of count")) {
    double density = 0.0;
    if (v.reads() && v.has({"count"}, false)) v.refuse("density", "count too", "one of the two");
    v.number({"density", "of those of min_diameter and more", Need::yes}, density, non_negative("1/m2"));
    const double count = std::floor(density * grid.area() + 0.5);
    if (count > kMaxDiscs)
      v.refuse("density", fmt::format("{} on this area", count), fmt::format("at most {}", kMaxDiscs));
    s.count = static_cast<int>(std::fmin(count, kMaxDiscs));
  }
  v.number({"min_diameter", "of the smallest", Need::yes}, s.smallest, positive("m"));
  v.number({"max_diameter", "of the largest", Need::yes}, s.largest, positive("m"));
  if (s.largest < s.smallest)
    v.refuse("max_diameter", fmt::format("{} m", s.largest), "at least min_diameter");
  v.number({"exponent", "b of the number of those larger than D, D^-b"}, s.exponent, {0.5, 6.0, false, "-"});
}

// Places uniform over the field, and diameters with N(> D) ~ D^-b between the bounds, drawn by inverting that
// law: D^-b is uniform. Craters in equilibrium, where small ones are destroyed as fast as they form, have
// b = 1.83 (Hartmann 1984, Icarus 60), here 2 by default; fresh small ones about 3 (Neukum et al. 2001).
std::vector<Disc> scatter(const ScatterKeys& keys, math::RandomStream random, const MadeGrid& grid) {
  const double smallest = keys.smallest, largest = keys.largest, exponent = keys.exponent;
  const double a = exponent == 2.0 ? 1.0 / (smallest * smallest) : math::pow(smallest, -exponent);
  const double b = exponent == 2.0 ? 1.0 / (largest * largest) : math::pow(largest, -exponent);
  std::vector<Disc> discs;
  for (int i = 0; i < keys.count; ++i) {
    const double x = random.uniform(grid.west, -grid.west), y = random.uniform(-grid.north, grid.north);
    const double draw = random.uniform(b, a);
    discs.push_back({x, y, 0.5 / (exponent == 2.0 ? std::sqrt(draw) : math::pow(draw, 1.0 / exponent))});
  }
  return discs;
}

// Adds profile(q) for q < reach, where q is the distance from the middle in radii.
template <typename F>
void add_round(const Disc& disc, double reach, RowBlock& block, F&& profile) {
  const MadeGrid& grid = block.grid;
  // Only the columns that the circle can reach are visited.
  const double far = reach * disc.radius;
  if (disc.y - far > block.y(0) || disc.y + far < block.y(block.count - 1)) return;
  const auto index = [&](double distance, int count) {
    return static_cast<int>(std::fmin(std::fmax(std::floor(distance / grid.cell), 0.0), count));
  };
  const int first = index(disc.x - far - grid.west, grid.columns),
            last = index(disc.x + far - grid.west + grid.cell, grid.columns);
  for (int k = 0; k < block.count; ++k) {
    double* z = block.row(k);
    const double dy = block.y(k) - disc.y;
    if (std::fabs(dy) >= far) continue;
    for (int i = first; i < last; ++i) {
      const double dx = grid.x(i) - disc.x;
      const double q = std::sqrt(dx * dx + dy * dy) / disc.radius;
      if (q < reach) z[i] += profile(q);
    }
  }
}

// Parabolic bowl from the rim's crest down; ejecta falling as q^-3 (McGetchin, Settle & Head 1973, EPSL 20),
// brought to zero at three radii.
class CraterLayer final : public GroundLayer {
 public:
  struct Crater {
    Disc disc;
    double depth, rim;  // crest to floor; crest above the ground, m
  };
  explicit CraterLayer(std::vector<Crater> craters) : craters_(std::move(craters)) {}
  void add(RowBlock& block) const override {
    constexpr double kReach = 3.0;
    for (const auto& [disc, depth, rim] : craters_)
      add_round(disc, kReach, block, [depth = depth, rim = rim](double q) {
        if (q < 1.0) return rim - depth * (1.0 - q * q);
        const double fade = (kReach - q) / (kReach - 1.0);
        return rim * fade / (q * q * q);
      });
  }

 private:
  std::vector<Crater> craters_;
};

// Smooth domes h (1 - q^2)^2.
class BumpLayer final : public GroundLayer {
 public:
  BumpLayer(std::vector<Disc> discs, double ratio) : discs_(std::move(discs)), ratio_(ratio) {}
  void add(RowBlock& block) const override {
    for (const Disc& disc : discs_)
      add_round(disc, 1.0, block,
                [&](double q) { return ratio_ * 2.0 * disc.radius * (1.0 - q * q) * (1.0 - q * q); });
  }

 private:
  std::vector<Disc> discs_;
  double ratio_;
};

}  // namespace

void visit_craters(KeyVisitor& v, const MadeGrid& grid, CraterKeys& c) {
  v.number({"depth_ratio", "depth over diameter of the deepest"}, c.deepest, {0.0, 0.5, true, "-"});
  if (v.reads()) c.shallowest = c.deepest;
  v.number({"min_depth_ratio", "of the shallowest; left out: depth_ratio"}, c.shallowest,
           {0.0, c.deepest, true, "-"});
  v.number({"rim_ratio", "height of the rim over the depth"}, c.rim, {0.0, 1.0, false, "-"});
  visit_scatter(v, grid, c.discs);
}

void visit_bumps(KeyVisitor& v, const MadeGrid& grid, BumpKeys& b) {
  v.number({"height_ratio", "height over diameter"}, b.ratio, {0.0, 1.0, true, "-"});
  visit_scatter(v, grid, b.discs);
}

Layer make_craters(const CraterKeys& keys, const MadeGrid& grid, std::uint64_t seed) {
  math::RandomStream ages(seed, kCraterAges);
  std::vector<CraterLayer::Crater> craters;
  // The depth of each crater is drawn from a stream of its own, so that ages do not move the craters.
  for (const Disc& disc : scatter(keys.discs, {seed, kCraters}, grid)) {
    const double ratio =
        keys.shallowest == keys.deepest ? keys.deepest : ages.uniform(keys.shallowest, keys.deepest);
    const double depth = ratio * 2.0 * disc.radius;
    craters.push_back({disc, depth, keys.rim * depth});
  }
  return std::make_unique<CraterLayer>(std::move(craters));
}

Layer make_bumps(const BumpKeys& keys, const MadeGrid& grid, std::uint64_t seed) {
  return std::make_unique<BumpLayer>(scatter(keys.discs, {seed, kBumps}, grid), keys.ratio);
}

}  // namespace grouser::terrain
