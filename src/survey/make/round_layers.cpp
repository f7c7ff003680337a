// SPDX-License-Identifier: BSD-3-Clause
// Round features scattered over the ground: craters and bumps.
#include <fmt/format.h>

#include <cmath>

#include "ground_layer.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"

namespace grouser::terrain {
namespace {

struct Disc {
  double x, y, radius;
};

constexpr int kMaxDiscs = 1'000'000;

// The number that the recipe asks for: `count`, or `density` per square metre.
int read_count(const TomlTable& t, const MadeGrid& grid) {
  if (!t.has("density")) return t.integer("count", 0, kMaxDiscs);
  if (t.has("count")) throw InputError(t.place("density"), "count too", "one of the two");
  const double count = std::floor(t.number("density", non_negative("1/m2")) * grid.area() + 0.5);
  if (count > kMaxDiscs)
    throw InputError(t.place("density"), fmt::format("{} on this area", count),
                     fmt::format("at most {}", kMaxDiscs));
  return static_cast<int>(count);
}

// Places uniform over the field; diameters with N(> D) ~ D^-b between the bounds, drawn by inverting that
// law: D^-b is uniform. Craters in equilibrium, where small ones are destroyed as fast as they form, have
// b = 1.83 (Hartmann 1984, Icarus 60), 2 by default; fresh small ones about 3 (Neukum et al. 2001).
std::vector<Disc> scatter(const TomlTable& t, math::RandomStream random, const MadeGrid& grid) {
  const int count = read_count(t, grid);
  const double smallest = t.number("min_diameter", positive("m")),
               largest = t.number("max_diameter", positive("m"));
  if (largest < smallest)
    throw InputError(t.place("max_diameter"), fmt::format("{} m", largest), "at least min_diameter");
  const double exponent = t.number_or("exponent", 2.0, {0.5, 6.0, false, "-"});
  const double a = exponent == 2.0 ? 1.0 / (smallest * smallest) : math::pow(smallest, -exponent);
  const double b = exponent == 2.0 ? 1.0 / (largest * largest) : math::pow(largest, -exponent);
  std::vector<Disc> discs;
  for (int i = 0; i < count; ++i) {
    const double x = random.uniform(grid.west, -grid.west), y = random.uniform(-grid.north, grid.north);
    const double draw = random.uniform(b, a);
    discs.push_back({x, y, 0.5 / (exponent == 2.0 ? std::sqrt(draw) : math::pow(draw, 1.0 / exponent))});
  }
  return discs;
}

// Adds profile(q), q the distance from the middle in radii, for q < reach.
template <typename F>
void add_round(const Disc& disc, double reach, RowBlock& block, F&& profile) {
  const MadeGrid& grid = block.grid;
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

// Fresh simple craters: depth 0.196 D^1.01, rim 0.036 D^1.014 in km (Pike 1977, Impact and Explosion
// Cratering, tables 1 and 2), here 0.2 D and a fifth of the depth. Old craters are shallower, each between
// the two ratios.
std::unique_ptr<GroundLayer> read_craters(const TomlTable& t, const MadeGrid& grid, std::uint64_t seed) {
  constexpr double kRim = 0.2;
  const double deepest = t.number_or("depth_ratio", 0.2, {0.0, 0.5, true, "-"});
  const double shallowest = t.number_or("min_depth_ratio", deepest, {0.0, deepest, true, "-"});
  const double rim = t.number_or("rim_ratio", kRim, {0.0, 1.0, false, "-"});
  math::RandomStream ages(seed, kCraterAges);
  std::vector<CraterLayer::Crater> craters;
  for (const Disc& disc : scatter(t, {seed, kCraters}, grid)) {
    const double ratio = shallowest == deepest ? deepest : ages.uniform(shallowest, deepest);
    const double depth = ratio * 2.0 * disc.radius;
    craters.push_back({disc, depth, rim * depth});
  }
  return std::make_unique<CraterLayer>(std::move(craters));
}

std::unique_ptr<GroundLayer> read_bumps(const TomlTable& t, const MadeGrid& grid, std::uint64_t seed) {
  const double ratio = t.number_or("height_ratio", 0.25, {0.0, 1.0, true, "-"});
  return std::make_unique<BumpLayer>(scatter(t, {seed, kBumps}, grid), ratio);
}

}  // namespace grouser::terrain
