// SPDX-License-Identifier: BSD-3-Clause
#include "touch/base_arcs.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"
#include "grouser/terrain/surface/terrain.hpp"
#include "made_fields.hpp"

using namespace grouser;
using namespace grouser::terrain;

namespace {

constexpr double kReachRadius = 0.1425;

/// Independent cells between -rise and rise: nothing is rougher at this posting.
Terrain rough_field(double cell, double rise, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> height(static_cast<float>(-rise), static_cast<float>(rise));
  HeightfieldSpec spec;
  spec.columns = spec.rows = 24;
  spec.cell = cell;
  spec.west = -11.5 * cell;
  spec.north = 11.5 * cell;
  for (int i = 0; i < spec.columns * spec.rows; ++i) spec.offsets.push_back(height(random));
  return Terrain(std::make_shared<Heightfield>(std::move(spec)), 0, {});
}

DiscFrame upright_disc(const Vec3& center, double heading) {
  DiscFrame frame;
  frame.center = center;
  frame.radius = kReachRadius;
  frame.axis = Vec3(-std::sin(heading), std::cos(heading), 0.0);
  frame.down = -Vec3::UnitZ();
  frame.side = frame.axis.cross(frame.down);
  return frame;
}

}  // namespace

// The surface is sampled at 41 points across the disc: what pokes through the bound anywhere is found.
TEST_CASE("the plane that bounds a curved ground lies above it all over the disc, and near it") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-0.5, 0.5), turn(0.0, 6.28), above(0.02, 0.12);
  int bounded = 0, narrowed = 0;
  double closest = 1.0;
  for (const auto& [cell, rise] : {std::pair{0.12, 0.01}, {0.3, 0.03}, {1.0, 0.02}, {1.0, 0.1}, {1.0, 0.6}})
    for (unsigned seed = 0; seed < 5; ++seed) {
      const Terrain ground = rough_field(cell, rise, seed);
      for (int k = 0; k < 60; ++k) {
        const double x = place(random), y = place(random);
        HeightSample at;
        REQUIRE(ground.heightfield()->sample(x, y, at));
        const DiscFrame frame = upright_disc({x, y, at.z + above(random)}, turn(random));
        ReadyCells cells;
        BaseSurface base(ground, cells);
        const BaseReach reach = find_base_reach(frame, base, base.sample(x, y));
        if (!reach.bounded) continue;
        ++bounded;
        const SearchRange range = find_search_range(frame, reach);
        if (range.to - range.from < 0.8 * (kSearchTo - kSearchFrom)) ++narrowed;
        const Vec3 along = frame.side;
        for (int i = -20; i <= 20; ++i) {
          const Vec3 p = frame.center + (i / 20.0 * kReachRadius) * along;
          HeightSample s;
          REQUIRE(ground.heightfield()->sample(p.x(), p.y(), s));
          // height of the bound there: the line in the disc's plane
          const Vec3 foot = reach.line.foot, dir = reach.line.along;
          const double bound = foot.z() + dir.z() * (p - foot).dot(along) / dir.dot(along);
          CHECK(s.z <= bound);
          if (i == 0) closest = std::min(closest, bound - s.z);
        }
      }
    }
  CHECK(bounded > 300);
  CHECK(narrowed > 50);   // or nothing would be gained
  CHECK(closest < 0.01);  // m
}

// A twisted paraboloid has the same second derivatives everywhere, which cubic convolution gives exactly: 2a,
// 2b and c. The bound may be 3.75 and 2.25 times too large, not less.
TEST_CASE("the bound of a field's second derivatives holds and is not far off") {
  const Heightfield field = test::field_of(9.0, 0.5, [](double x, double y) {  // 37 cells: no whole blocks
    return 0.02 * x * x - 0.05 * y * y + 0.03 * x * y;
  });
  const double straight = 0.1, mixed = 0.03, rounding = 1e-4;  // a float of 1.6 m, over a cell squared
  for (double x = -8.4; x < 8.0; x += 0.7) {
    const double bend = field.largest_bend(x, -1.0, x + 0.3, 1.0);
    CHECK(bend >= straight + mixed - rounding);
    CHECK(bend <= 3.75 * straight + 2.25 * mixed + rounding);
  }
  CHECK(std::isinf(field.largest_bend(-9.5, 0.0, -8.0, 1.0)));
  CHECK(std::isinf(field.largest_bend(std::nan(""), 0.0, 1.0, 1.0)));
  CHECK(std::isinf(field.largest_bend(-8.9, -8.9, 8.9, 8.9)));
}

// Independent cells overshoot most between them: the bound must hold there too, and be no more than part of the range
// above.
TEST_CASE("no point of a field lies above what bounds its heights, and some lie near it") {
  const double cell = 0.2, rise = 0.1;
  double closest = 1.0;
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Terrain ground = rough_field(cell, rise, seed);
    const Heightfield& field = *ground.heightfield();
    for (double x = -1.9; x < 1.7; x += 0.2)
      for (double y = -1.9; y < 1.7; y += 0.2) {
        const double bound = field.highest_in(x, y, x + 0.2, y + 0.2);
        CHECK(bound <= field.highest() + 0.2813 * (field.highest() - field.lowest()));
        for (int i = 0; i <= 10; ++i)
          for (int j = 0; j <= 10; ++j) {
            HeightSample s;
            REQUIRE(field.sample(x + 0.02 * i, y + 0.02 * j, s));
            if (!(s.z <= bound)) CHECK(s.z <= bound);
            closest = std::min(closest, bound - s.z);
          }
      }
  }
  CHECK(closest < 0.4 * rise);
  const Terrain ground = rough_field(cell, rise, 0);
  CHECK(std::isinf(ground.heightfield()->highest_in(-9.0, 0.0, 0.0, 0.1)));
}
