// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/terrain/surface/soil_map_edit.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "terrain/made_soil_map.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kPi = 3.14159265358979323846;

std::vector<std::uint8_t> bytes(const SoilMap& map) { return {map.cells().begin(), map.cells().end()}; }

struct Dice {
  std::mt19937 engine{20};
  int whole(int low, int high) {
    return low + static_cast<int>(engine() % static_cast<unsigned>(high - low + 1));
  }
  double real(double low, double high) { return low + (high - low) * (engine() * 0x1p-32); }
  Vec2 point(double half) { return {real(-half, half), real(-half, half)}; }
};

SoilMapOperation random_operation(Dice& dice) {
  SoilMapOperation o{.value = dice.whole(0, 3)};
  if (dice.whole(0, 2) == 0) o.only = {dice.whole(0, 3), dice.whole(0, 3)};
  switch (dice.whole(0, 4)) {
    case 0: {
      FillPolygon p;
      for (int ring = dice.whole(1, 2); ring > 0; --ring) {
        p.rings.emplace_back();
        for (int i = dice.whole(3, 8); i > 0; --i) p.rings.back().push_back(dice.point(9.0));
      }
      o.where = p;
      break;
    }
    case 1: {
      BrushStroke b{.radius = dice.real(0.2, 3.0)};
      for (int i = dice.whole(1, 5); i > 0; --i) b.path.push_back(dice.point(9.0));
      o.where = b;
      break;
    }
    case 2:
      o.where = FloodFill{dice.point(6.9), dice.whole(0, 1) == 1};
      break;
    case 3: {
      const double low = dice.real(0.0, 0.2);
      o.where =
          FillByRule{static_cast<GroundQuantity>(dice.whole(0, 2)), low, low + dice.real(0.0, 0.3), 1.5};
      break;
    }
    default:
      if (dice.whole(0, 9) == 0)
        o.where = FillAll{};
      else
        o.where = BrushStroke{.radius = 0.7, .path = {dice.point(7.0)}};
  }
  return o;
}

// A ray towards north, where the library's goes along the row.
bool inside(const FillPolygon& polygon, double x, double y) {
  bool in = false;
  for (const auto& ring : polygon.rings)
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2 &a = ring[i], &b = ring[(i + 1) % ring.size()];
      if ((a.x() > x) == (b.x() > x)) continue;
      if (y < a.y() + (x - a.x()) * (b.y() - a.y()) / (b.x() - a.x())) in = !in;
    }
  return in;
}

// Regions by joining neighbours into sets, nothing of the library's walk.
std::vector<std::size_t> regions(const SoilMap& map, bool by_corners) {
  std::vector<std::size_t> parent(map.cells().size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const std::function<std::size_t(std::size_t)> root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (int row = 0; row < map.grid().rows; ++row)
    for (int column = 0; column < map.grid().columns; ++column)
      for (const auto& [dc, dr] : {std::array{1, 0}, std::array{0, 1}, std::array{1, 1}, std::array{-1, 1}}) {
        const GridCell here{column, row}, there{column + dc, row + dr};
        if ((dc * dr != 0 && !by_corners) || !map.holds(there) || map[here] != map[there]) continue;
        parent[root(map.index(here))] = root(map.index(there));
      }
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = root(i);
  return parent;
}

}  // namespace

TEST_CASE("200 operations: undo gives every state before to the byte, redo the end") {
  const auto field = std::make_shared<const Heightfield>(
      field_of(7.0, 0.25, [](double x, double y) { return 0.3 * std::sin(0.9 * x) * std::cos(0.7 * y); }));
  SoilMap map = map_on(grid_of(*field), [](double x, double) { return x < 0.0 ? 0 : 1; });
  SoilMapJournal journal;
  Dice dice;
  std::vector<std::vector<std::uint8_t>> states{bytes(map)};
  std::size_t changed = 0;
  for (int i = 0; i < 200; ++i) {
    const SoilMapEdit& edit = journal.apply(map, random_operation(dice), field.get(), "test");
    std::size_t differs = 0;
    for (std::size_t k = 0; k < states.back().size(); ++k) differs += states.back()[k] != map.cells()[k];
    CHECK(edit.cells() == differs);
    changed += differs > 0;
    states.push_back(bytes(map));
  }
  CHECK(changed > 100);  // or the test shows nothing
  for (std::size_t i = 200; i-- > 0;) {
    REQUIRE(journal.undo(map));
    REQUIRE(bytes(map) == states[i]);
  }
  CHECK_FALSE(journal.undo(map));
  while (journal.redo(map)) REQUIRE(bytes(map) == states[journal.position()]);
  CHECK(journal.position() == 200);

  // a new operation drops what was undone
  for (int i = 0; i < 3; ++i) journal.undo(map);
  journal.apply(map, {.value = 2, .where = FillAll{}}, nullptr, "test");
  CHECK(journal.edits().size() == 198);
  CHECK_FALSE(journal.redo(map));
}

TEST_CASE("A polygon fills the cells whose centres are inside by the even-odd rule") {
  Dice dice;
  for (int round = 0; round < 50; ++round) {
    SoilMap map = map_on(square_grid(81, 0.2), [](double, double) { return 0; });
    FillPolygon polygon;
    for (int ring = 0; ring < 2; ++ring) {
      polygon.rings.emplace_back();
      for (int i = dice.whole(3, 9); i > 0; --i) polygon.rings.back().push_back(dice.point(9.5));
    }
    apply(map, {.value = 1, .where = polygon}, nullptr, "test");
    int wrong = 0;
    for (int row = 0; row < 81; ++row)
      for (int column = 0; column < 81; ++column)
        wrong += (map[{column, row}] == 1) != inside(polygon, map.x_of(column), map.y_of(row));
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("A polygon's area: cells of two that share a side are counted once") {
  SoilMap map = map_on(square_grid(100, 0.1), [](double, double) { return 0; });
  // sides through cells' centres, where a centre belongs to one of the two only
  const double a = map.x_of(20), b = map.x_of(50), c = map.x_of(90);
  const double low = map.y_of(80), high = map.y_of(10);
  const auto fill = [&](double from, double to, int value) {
    return apply(map,
                 {.value = value, .where = FillPolygon{{{{from, low}, {to, low}, {to, high}, {from, high}}}}},
                 nullptr, "test")
        .cells();
  };
  CHECK(fill(a, b, 1) == 30u * 70u);
  CHECK(fill(b, c, 2) == 40u * 70u);
  CHECK(std::count(map.cells().begin(), map.cells().end(), 1) == 30 * 70);
  // a ring in a ring is a hole
  const FillPolygon frame{{{{a, low}, {c, low}, {c, high}, {a, high}},
                           {{a + 1, low + 1}, {c - 1, low + 1}, {c - 1, high - 1}, {a + 1, high - 1}}}};
  CHECK(apply(map, {.value = 3, .where = frame}, nullptr, "test").cells() == 70u * 70u - 50u * 50u);
}

TEST_CASE("A brush reaches the cells within its radius of its line") {
  Dice dice;
  for (int round = 0; round < 20; ++round) {
    SoilMap map = map_on(square_grid(61, 0.25), [](double, double) { return 0; });
    BrushStroke brush{.radius = dice.real(0.3, 2.0)};
    for (int i = dice.whole(1, 4); i > 0; --i) brush.path.push_back(dice.point(9.0));
    apply(map, {.value = 2, .where = brush}, nullptr, "test");
    // the nearest of many points along the line is within their distance of the line itself
    constexpr int kPoints = 4000;
    int wrong = 0;
    for (int row = 0; row < 61; ++row)
      for (int column = 0; column < 61; ++column) {
        const Vec2 p(map.x_of(column), map.y_of(row));
        double nearest = (p - brush.path[0]).norm(), step = 0.0;
        for (std::size_t i = 0; i + 1 < brush.path.size(); ++i) {
          step = std::max(step, (brush.path[i + 1] - brush.path[i]).norm() / kPoints);
          const Vec2 side = (brush.path[i + 1] - brush.path[i]) / kPoints;
          const double near =
              std::clamp((p - brush.path[i]).dot(side) / side.squaredNorm(), 0.0, double(kPoints));
          for (const double k : {std::floor(near), std::ceil(near)})
            nearest = std::min(nearest, (p - brush.path[i] - k * side).norm());
        }
        if (std::fabs(nearest - brush.radius) <= step) continue;
        wrong += (map[{column, row}] == 2) != (nearest <= brush.radius);
      }
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("A flood fills the region of its seed and nothing else") {
  Dice dice;
  for (const bool by_corners : {false, true})
    for (int round = 0; round < 20; ++round) {
      SoilMap map =
          map_on(square_grid(60, 1.0), [&](double, double) { return dice.whole(0, 9) < 6 ? 0 : 1; });
      const SoilMap before = map;
      const auto region = regions(before, by_corners);
      const GridCell seed{dice.whole(0, 59), dice.whole(0, 59)};
      const std::size_t wanted = region[map.index(seed)];
      const Vec2 at(map.x_of(seed.column), map.y_of(seed.row));
      const SoilMapEdit edit = apply(map, {.value = 2, .where = FloodFill{at, by_corners}}, nullptr, "test");
      int wrong = 0;
      for (std::size_t i = 0; i < region.size(); ++i)
        wrong += map.cells()[i] != (region[i] == wanted ? 2 : before.cells()[i]);
      REQUIRE(wrong == 0);
      REQUIRE(edit.cells() == static_cast<std::size_t>(std::count(region.begin(), region.end(), wanted)));
    }
}

TEST_CASE("Slope: of a plane everywhere, of a sinusoid as the differences have it") {
  // floats of heights below 8 m are off by 5e-7 m; over 2 cells of 0.5 m that is 1e-6 of slope
  constexpr double kTolerance = 2e-6;
  const Heightfield plane = field_of(6.0, 0.5, [](double x, double y) { return 0.3 * x - 0.4 * y; });
  for (const double slope : calc_ground_quantity(plane, GroundQuantity::slope))
    REQUIRE(slope == Approx(std::atan(0.5)).margin(kTolerance));

  const double k = 2.0 * kPi / 5.0, h = 0.5;
  const Heightfield waves = field_of(6.0, h, [&](double x, double) { return 0.4 * std::sin(k * x); });
  const auto slopes = calc_ground_quantity(waves, GroundQuantity::slope);
  const HeightfieldSpec& s = waves.spec();
  for (int row = 0; row < s.rows; ++row)
    for (int column = 1; column + 1 < s.columns; ++column) {
      const double x = s.west + column * h;
      const double exact = 0.4 * std::cos(k * x) * std::sin(k * h) / h;  // (z(x + h) - z(x - h)) / 2h
      REQUIRE(slopes[static_cast<std::size_t>(row * s.columns + column)] ==
              Approx(std::atan(std::fabs(exact))).margin(kTolerance));
    }
}

TEST_CASE("Roughness: none on a plane, of a chequerboard its height, of waves their rms") {
  const Heightfield plane = field_of(6.0, 0.5, [](double x, double y) { return 0.3 * x - 0.4 * y + 2.0; });
  for (const double r : calc_ground_quantity(plane, GroundQuantity::roughness, 2.5)) REQUIRE(r < 1e-6);

  // +-a in turn in a window of 3: five of one sign, four of the other, no slope; variance a^2 (1 - 1/81)
  int sign = 1;
  const Heightfield board = field_of(6.0, 0.5, [&](double, double) { return 0.25 * (sign = -sign); });
  for (const double r : calc_ground_quantity(board, GroundQuantity::roughness, 1.5))
    REQUIRE(r == Approx(0.25 * std::sqrt(80.0 / 81.0)).epsilon(1e-9));

  // a whole wavelength in the window: A/sqrt(2) at a crest, where the fitted plane is level
  const Heightfield waves =
      field_of(10.0, 0.25, [](double x, double) { return 0.1 * std::cos(2.0 * kPi * x / 5.0); });
  const auto rough = calc_ground_quantity(waves, GroundQuantity::roughness, 4.75);
  const int middle = waves.spec().columns / 2;
  // 19 of the 20 samples of a wave: the one left out is the trough, so the rms is a little less
  double sum = 0.0, square = 0.0;
  for (int i = -9; i <= 9; ++i) {
    const double z = 0.1 * std::cos(2.0 * kPi * i / 20.0);
    sum += z, square += z * z;
  }
  CHECK(rough[static_cast<std::size_t>(middle * waves.spec().columns + middle)] ==
        Approx(std::sqrt(square / 19.0 - sum * sum / 361.0)).epsilon(1e-6));
}

TEST_CASE("A rule takes the cells in its range, of the classes it may take") {
  const Heightfield hill = field_of(
      8.0, 0.5, [](double x, double y) { return 3.0 - 0.05 * (x * x + y * y); }, 100.0);
  SoilMap map = map_on(grid_of(hill), [](double x, double) { return x < 0.0 ? 0 : 1; });
  apply(map, {.value = 3, .only = {1}, .where = FillByRule{GroundQuantity::height, 1.0, 2.0}}, &hill, "test");
  for (int row = 0; row < map.grid().rows; ++row)
    for (int column = 0; column < map.grid().columns; ++column) {
      const double x = map.x_of(column), y = map.y_of(row), z = 3.0 - 0.05 * (x * x + y * y);
      if (std::fabs(z - 1.0) < 1e-5 || std::fabs(z - 2.0) < 1e-5) continue;
      REQUIRE(int(map[{column, row}]) == (x < 0.0 ? 0 : z > 1.0 && z < 2.0 ? 3 : 1));
    }
}

TEST_CASE("A soft brush lays fewer cells towards its rim, the same in pieces as at once") {
  constexpr double kRadius = 40.0, kHardness = 0.4;
  const SoilMap before = map_on(square_grid(201, 0.5), [](double, double) { return 0; });
  const auto painted = [&](const std::vector<BrushStroke>& brushes) {
    SoilMap map = before;
    for (const BrushStroke& brush : brushes) apply(map, {.value = 2, .where = brush}, nullptr, "test");
    return map;
  };
  const SoilMap disc = painted({{kRadius, {{0, 0}}, kHardness, 5}});
  // by rings: the share laid falls in a straight line from 1 at the core to 0 at the rim
  constexpr int kRings = 20;
  std::array<double, kRings> all{}, laid{}, expected{};
  for (int row = 0; row < disc.grid().rows; ++row)
    for (int column = 0; column < disc.grid().columns; ++column) {
      const double d = std::hypot(disc.x_of(column), disc.y_of(row));
      const bool is_laid = disc[{column, row}] == 2;
      if (d > kRadius) REQUIRE_FALSE(is_laid);
      if (d <= kHardness * kRadius) REQUIRE(is_laid);
      if (d >= kRadius) continue;
      const auto ring = static_cast<std::size_t>(kRings * d / kRadius);
      all[ring] += 1.0;
      laid[ring] += is_laid;
      expected[ring] += std::min(1.0, (kRadius - d) / (kRadius * (1.0 - kHardness)));
    }
  for (std::size_t k = 0; k < kRings; ++k)
    CHECK(std::fabs(laid[k] - expected[k]) <= 4.0 * std::sqrt(0.25 * all[k]) + 1e-9);
  const std::vector<Vec2> path = {{-60, 10}, {0, -20}, {3, -20}, {55, 30}};
  std::vector<BrushStroke> pieces;
  for (std::size_t k = 0; k + 1 < path.size(); ++k)
    pieces.push_back({20.0, {path[k], path[k + 1]}, kHardness, 5});
  CHECK(painted(pieces).hash() == painted({{20.0, path, kHardness, 5}}).hash());
  CHECK(painted({{20.0, path, kHardness, 6}}).hash() != painted({{20.0, path, kHardness, 5}}).hash());
  CHECK(painted({{20.0, path, 1.0, 6}}).hash() == painted({{20.0, path}}).hash());
}

TEST_CASE("Wrong operations change nothing and say what is wrong") {
  SoilMap map = map_on(square_grid(11, 1.0), [](double, double) { return 1; });
  const auto before = bytes(map);
  const Heightfield other = field_of(4.0, 1.0, [](double, double) { return 0.0; });
  const auto refused = [&](const SoilMapOperation& o, const Heightfield* field, const char* found) {
    CHECK_THROWS_WITH(apply(map, o, field, "here"),
                      Catch::Matchers::StartsWith("here: found " + std::string(found)));
    CHECK(bytes(map) == before);
  };
  refused({.value = 9, .where = FillAll{}}, nullptr, "class 9, expected a class of the legend: dust (0)");
  refused({.value = 1, .only = {7}, .where = FillAll{}}, nullptr, "class 7");
  refused({.value = 2, .where = FillPolygon{{{{0, 0}, {1, 1}}}}}, nullptr, "2 points, expected at least 3");
  refused({.value = 2, .where = FillPolygon{}}, nullptr, "no ring");
  refused({.value = 2, .where = BrushStroke{0.0, {{0, 0}}}}, nullptr, "a radius of 0 m");
  refused({.value = 2, .where = BrushStroke{1.0, {{std::nan(""), 0}}}}, nullptr,
          "a point that is not finite");
  refused({.value = 2, .where = FloodFill{{6.0, 0.0}}}, nullptr, "a seed at (6, 0)");
  refused({.value = 2, .where = FillByRule{}}, nullptr, "a rule without a terrain");
  refused({.value = 2, .where = FillByRule{}}, &other, "a terrain of 9 x 9 cells");
  refused({.value = 2, .where = FillByRule{.min = 1.0, .max = 0.0}}, &other, "from 1 to 0");
}
