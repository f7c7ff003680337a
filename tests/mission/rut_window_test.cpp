#include "../../src/mission/rut_window.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace grouser;

// The memory's own look-up, point by point, is the second algorithm; both interpolate the same four cells, so
// they differ by rounding alone. The rectangle lies over the corner of four tiles.
TEST_CASE("a window of ruts gives the memory's depths", "[mission]") {
  GroundMemory ground;
  const double side = ground.cell() * GroundMemory::kTileCells;
  const Vec2 low(side - 0.11, side - 0.13), high(side + 0.09, side + 0.17);
  for (int i = 0; i < 400; ++i)
    ground.deposit(low.x() + 0.3 * std::fabs(std::sin(1.7 * i)), low.y() + 0.4 * std::fabs(std::sin(2.3 * i)),
                   0.01 * std::fabs(std::sin(0.9 * i)));
  TileHint hint;
  const RutWindow ruts(ground, low, high, hint);
  REQUIRE(ruts.touched());
  double largest = 0.0;
  for (int i = 0; i <= 50; ++i)
    for (int j = 0; j <= 50; ++j) {
      const Vec2 at = low + (high - low).cwiseProduct(Vec2(i / 50.0, j / 50.0));
      CHECK(ruts.depth(at.x(), at.y()) == Approx(ground.depth(at.x(), at.y())).margin(1e-15));
      largest = std::fmax(largest, ruts.depth(at.x(), at.y()));
    }
  CHECK(largest > 0.005);
}

TEST_CASE("a window of ruts over untouched ground, and one too large to be copied", "[mission]") {
  GroundMemory ground;
  ground.deposit(0.1, 0.1, 0.01);
  TileHint hint;
  const RutWindow beside(ground, Vec2(5.0, 5.0), Vec2(5.3, 5.3), hint);
  CHECK(!beside.touched());
  CHECK(beside.depth(5.1, 5.1) == 0.0);
  const RutWindow wide(ground, Vec2(-2.0, -2.0), Vec2(2.0, 2.0), hint);
  REQUIRE(wide.touched());
  CHECK(wide.depth(0.1, 0.11) == ground.depth(0.1, 0.11));
}
