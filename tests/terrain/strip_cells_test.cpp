// SPDX-License-Identifier: BSD-3-Clause
// Shares of cells that strips and discs of ground cover, against a polygon clipped by hand.
#include "grouser/terrain/memory/strip_cells.hpp"

#include <map>
#include <numbers>
#include <random>
#include <vector>

#include "catch.hpp"

using namespace grouser;

namespace {

constexpr double kStripCell = 0.02;  // m

/// Area of a polygon's part on the lower side of a line (Sutherland & Hodgman 1974; shoelace formula).
std::vector<Vec2> clipped_below(const std::vector<Vec2>& polygon, const Vec2& normal, double at) {
  std::vector<Vec2> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double from = normal.dot(a) - at, to = normal.dot(b) - at;
    if (from <= 0.0) out.push_back(a);
    if ((from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0)) out.push_back(a + from / (from - to) * (b - a));
  }
  return out;
}
double area_of(const std::vector<Vec2>& polygon) {
  double twice = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    twice += a.x() * b.y() - b.x() * a.y();
  }
  return 0.5 * twice;
}

Vec2 towards(double degrees) {
  const double angle = degrees * std::numbers::pi / 180.0;
  return {std::cos(angle), std::sin(angle)};
}

}  // namespace

TEST_CASE("the share of a square below a line is its area, at any heading, and mirrored with it") {
  const std::vector<Vec2> square{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int k = 0; k < 5000; ++k) {
    const double fixed[] = {0.0, 30.0, 45.0, 90.0, 180.0, 270.0, 1e-7, 89.9999999};
    const Vec2 n = towards(k < 800 ? fixed[k % 8] : 180.0 * unit(random));
    const double at = 0.8 * unit(random);
    INFO(n.x() << " " << n.y() << " " << at);
    CHECK(share_below(n, at) == Approx(area_of(clipped_below(square, n, at))).margin(1e-12));
    CHECK(share_below(n, at) + share_below(n, -at) == Approx(1.0).margin(1e-15));
    CHECK(share_below(n, at) == share_below({n.x(), -n.y()}, at));
    CHECK(share_below(n, at) == share_below({n.y(), n.x()}, at));
  }
  // on the border itself both cells have a half of what a line through them has
  CHECK(share_below(Vec2::UnitY(), 0.0) == 0.5);
  CHECK(share_below(Vec2::UnitY(), 0.5) == 1.0);
  CHECK(share_below(Vec2::UnitY(), -0.5) == 0.0);
}

TEST_CASE("cells share out the whole of a disc") {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int k = 0; k < 400; ++k) {
    const double radius = k % 4 == 0 ? 1.5 : 0.1 + 2.0 * std::fabs(unit(random));
    const Vec2 place = k % 3 == 0 ? Vec2(0.0, 0.5) : Vec2(unit(random), unit(random));
    double sum = 0.0;
    for (int i = -4; i <= 4; ++i)
      for (int j = -4; j <= 4; ++j) {
        const Vec2 middle = Vec2(i, j) - place;
        const double share = share_in_disc(middle, radius);
        CHECK((share >= -1e-15 && share <= 1.0 + 1e-15));
        CHECK(share == Approx(share_in_disc({-middle.x(), middle.y()}, radius)).margin(1e-14));
        CHECK(share == Approx(share_in_disc({middle.y(), middle.x()}, radius)).margin(1e-14));
        sum += share;
      }
    CHECK(sum == Approx(std::numbers::pi * radius * radius).epsilon(1e-12));
  }
  CHECK(share_in_disc(Vec2::Zero(), 1.0) == Approx(1.0).epsilon(1e-15));
  CHECK(share_in_disc(Vec2::Zero(), 0.5) == Approx(0.25 * std::numbers::pi).epsilon(1e-14));
  CHECK(share_in_disc({0.5, 0.5}, 1.0) == Approx(0.25 * std::numbers::pi).epsilon(1e-14));
}

TEST_CASE("a strip meets each cell that it reaches, once, and a mirrored strip the mirrored cells") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int k = 0; k < 200; ++k) {
    const double fixed[] = {0.0, 30.0, 45.0, 90.0};
    GroundStrip strip{.ahead = towards(k < 40 ? fixed[k % 4] : 180.0 * unit(random))};
    strip.back = 0.3 * unit(random), strip.front = strip.back + 0.02 + 0.02 * std::fabs(unit(random));
    strip.right = k % 2 ? 0.52 : 0.4 * unit(random), strip.left = strip.right + 0.16;
    std::map<std::pair<long, long>, int> met, wanted;
    const auto number = [](double c) { return std::lround(c / kStripCell - 0.5); };
    for_each_cell(strip, kStripCell, [&](double x, double y) { ++met[{number(x), number(y)}]; });
    const Vec2 across = strip.across();
    for (long i = -70; i < 70; ++i)
      for (long j = -70; j < 70; ++j) {
        const Vec2 p((static_cast<double>(i) + 0.5) * kStripCell,
                     (static_cast<double>(j) + 0.5) * kStripCell);
        const double along = strip.ahead.dot(p), at = across.dot(p);
        const double share = share_below(across, (strip.left - at) / kStripCell) -
                             share_below(across, (strip.right - at) / kStripCell);
        if (along > strip.back && along < strip.front && share > 1e-12) ++wanted[{i, j}];
      }
    for (const auto& [cell, times] : met) CHECK(times == 1);
    for (const auto& [cell, times] : wanted) CHECK(met.count(cell) == 1);
    CHECK(!wanted.empty());
    const GroundStrip mirrored{.ahead = Vec2(strip.ahead.x(), -strip.ahead.y()),
                               .back = strip.back,
                               .front = strip.front,
                               .right = -strip.left,
                               .left = -strip.right};
    std::map<std::pair<long, long>, int> other;
    for_each_cell(mirrored, kStripCell, [&](double x, double y) { ++other[{number(x), -1 - number(y)}]; });
    CHECK(met == other);
  }
}

TEST_CASE("a strip a little askew of the cells, far from the origin, meets those that its sides hold") {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int k = 0; k < 400; ++k) {
    const double askew = std::copysign(std::pow(10.0, -2.0 - k % 11), unit(random));
    const double quarter[] = {0.0, 90.0, 180.0, 270.0};
    const Vec2 axis = towards(quarter[k % 4]);
    GroundStrip strip{.ahead = (axis + askew * Vec2(-axis.y(), axis.x())).normalized()};
    const Vec2 across = strip.across(), place(900.0 * unit(random), 900.0 * unit(random));
    strip.back = strip.ahead.dot(place), strip.front = strip.back + kStripCell;
    strip.right = across.dot(place), strip.left = strip.right + 0.16;
    const double reach = 0.5 * kStripCell * (std::fabs(strip.ahead.x()) + std::fabs(strip.ahead.y()));
    std::vector<std::pair<double, double>> met, wanted;
    for_each_cell(strip, kStripCell, [&](double x, double y) { met.emplace_back(y, x); });
    const double column = std::floor(place.x() / kStripCell), row = std::floor(place.y() / kStripCell);
    for (int j = -15; j <= 15; ++j)
      for (int i = -15; i <= 15; ++i) {
        const Vec2 p((column + i + 0.5) * kStripCell, (row + j + 0.5) * kStripCell);
        const double along = strip.ahead.dot(p), at = across.dot(p);
        if (along > strip.back && along < strip.front && at > strip.right - reach && at < strip.left + reach)
          wanted.emplace_back(p.y(), p.x());
      }
    INFO(k << ": " << askew);
    CHECK(wanted.size() >= 7);
    CHECK(met == wanted);
  }
}
