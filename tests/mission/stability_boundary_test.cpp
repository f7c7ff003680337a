// SPDX-License-Identifier: BSD-3-Clause
// The line between upright and not against the full grid of runs, on shapes of all kinds.
#include "grouser/mission/statistics/stability_boundary.hpp"

#include <functional>
#include <set>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "statistics_for_test.hpp"

namespace grouser {
namespace {

using namespace estimates;

using PlaneJudge = std::function<PlaneVerdict(double x, double y, int extra)>;

PlaneModel model_of(PlaneJudge verdict) {
  return [verdict](std::span<const PlaneRun> runs, std::span<PlaneVerdict> verdicts) {
    for (std::size_t k = 0; k < runs.size(); ++k) verdicts[k] = verdict(runs[k].x, runs[k].y, runs[k].extra);
  };
}

PlaneVerdict by_margin(double margin, int mode = 1) { return {margin > 0.0 ? kUpright : mode, margin}; }
PlaneVerdict by_verdict(bool upright, int mode = 1) { return {upright ? kUpright : mode, kUnset}; }

/// Nodes whose verdict is not that of running them.
int wrong_nodes(const StabilityBoundary& found, const PlaneOptions& options, const PlaneJudge& verdict) {
  int wrong = 0;
  for (int row = 0; row <= options.resolution; ++row)
    for (int column = 0; column <= options.resolution; ++column) {
      bool upright = true;
      for (int extra = 0; extra < options.extras; ++extra)
        upright = upright && verdict(options.x0 + (options.x1 - options.x0) * column / options.resolution,
                                     options.y0 + (options.y1 - options.y0) * row / options.resolution, extra)
                                     .mode == kUpright;
      wrong += found.node(column, row).upright != upright;
    }
  return wrong;
}

double share_of_runs(const StabilityBoundary& found) {
  return static_cast<double>(found.runs) / static_cast<double>(found.dense_runs);
}

TEST_CASE("smooth borders: the verdicts of the full grid by a tenth of its runs, the line where it is") {
  const PlaneOptions options{.x0 = 0.0, .x1 = 5.0, .y0 = 0.0, .y1 = 3.0};
  // an ellipse about the origin, a bend, a straight line: margins in units of their own
  const std::vector<PlaneJudge> shapes{
      [](double x, double y, int) { return by_margin(1.0 - x * x / 16.0 - y * y / 4.0); },
      [](double x, double y, int) { return by_margin(1.2 + std::sin(x) - y); },
      [](double x, double y, int) { return by_margin(4.0 - x - 0.3 * y); }};
  double most = 0.0, farthest = 0.0;
  for (const PlaneJudge& shape : shapes) {
    const StabilityBoundary found = find_stability_boundary(model_of(shape), options);
    CHECK(wrong_nodes(found, options, shape) == 0);
    most = std::max(most, share_of_runs(found));
    REQUIRE(found.lines.size() == 1);
    CHECK(!found.lines[0].closed);
    for (const LinePoint& point : found.lines[0].points) {
      farthest = std::max(farthest, std::fabs(shape(point.x, point.y, 0).margin));
      CHECK(point.mode == 1);
    }
  }
  for (const int resolution : {32, 64, 256, 512}) {  // a tenth from 64 cells on
    PlaneOptions other = options;
    other.resolution = resolution;
    double share = 0.0;
    for (const PlaneJudge& shape : shapes)
      share = std::max(share, share_of_runs(find_stability_boundary(model_of(shape), other)));
    report("boundary_most_share_" + std::to_string(resolution), share);
    if (resolution >= 64) CHECK(share < 0.1);
  }
  report("boundary_most_share_128", most);
  CHECK(most < 0.1);
  // linear interpolation over a cell of 0.039 m/s errs by h^2 |g''|/8 < 2e-4
  report("boundary_farthest", farthest);
  CHECK(farthest < 2e-4);
}

TEST_CASE("corners, thin arms, rings, saddles and islands: the verdicts of the full grid") {
  const PlaneOptions options{.x0 = -1.0, .x1 = 1.0, .y0 = -1.0, .y1 = 1.0, .resolution = 96};
  const auto disc = [](double x, double y, double cx, double cy, double r) {
    return std::hypot(x - cx, y - cy) - r;
  };
  const std::vector<std::pair<PlaneJudge, std::size_t>> shapes{
      {[](double x, double y, int) { return by_verdict(std::max(x, y) < 0.317); }, 1},  // a corner
      {[](double x, double y, int) { return by_verdict(std::fabs(x) + std::fabs(y) < 0.713); }, 1},  // four
      {[&](double x, double y, int) { return by_verdict(disc(x, y, 0.41, -0.33, 0.19) > 0.0); },
       1},                             // an island
      {[&](double x, double y, int) {  // a ring and a disc within it
         const double r = std::hypot(x, y);
         return by_verdict(r < 0.3 || (r > 0.6 && r < 0.8));
       },
       3},
      {[](double x, double y, int) {  // an arm one cell thin that leads into a bay
         return by_verdict(
             !(x > 0.5 || (std::fabs(y - 0.21) < 0.012 && x > -0.6) || std::hypot(x + 0.6, y - 0.2) < 0.15));
       },
       1},
      {[](double x, double y, int) { return by_verdict(x * y > 0.0); }, 2},  // a saddle
      {[](double, double, int) { return by_verdict(true); }, 0}};
  for (const auto& [shape, lines] : shapes) {
    const StabilityBoundary found = find_stability_boundary(model_of(shape), options);
    CHECK(wrong_nodes(found, options, shape) == 0);
    CHECK(found.lines.size() == lines);
    CHECK(found.runs < found.dense_runs / 4);
  }
}

TEST_CASE(
    "an island behind four smaller ones, on which every halved edge ends, is found by filling the plane") {
  // in cells from the middle, a node of the lattice: the island reaches to 2, the blocks on the lattice's edges from 4 to 6
  const PlaneOptions options{.resolution = 128};
  const PlaneJudge shape = [](double x, double y, int) {
    const double across = std::fabs(128.0 * x - 64.0), up = std::fabs(128.0 * y - 64.0);
    const bool block = std::min(across, up) < 1.5 && std::max(across, up) > 3.5 && std::max(across, up) < 6.5;
    return by_verdict(!(block || std::max(across, up) < 2.5));
  };
  const StabilityBoundary found = find_stability_boundary(model_of(shape), options);
  CHECK(wrong_nodes(found, options, shape) == 0);
  CHECK(found.lines.size() == 5);
}

TEST_CASE("no island of the stated size is missed wherever it lies, and smaller ones may be") {
  const PlaneOptions options{.resolution = 128, .least_island = 0.1};
  math::RandomStream random(21, 0);
  int small_missed = 0;
  for (int k = 0; k < repeats(200); ++k) {
    const double x = random.uniform(0.0, 0.9), y = random.uniform(0.0, 0.9), turn = random.uniform(0.0, 1.0);
    const auto square = [&](double side) -> PlaneJudge {
      return [=](double u, double v, int) {
        const bool inside = u >= x && u <= x + side && v >= y && v <= y + side;
        return by_verdict((turn < 0.5) != inside);  // an island of failures or one of landings that hold
      };
    };
    const StabilityBoundary found = find_stability_boundary(model_of(square(0.1)), options);
    CHECK(wrong_nodes(found, options, square(0.1)) == 0);
    const StabilityBoundary small = find_stability_boundary(model_of(square(0.05)), options);
    small_missed += wrong_nodes(small, options, square(0.05)) > 0;
  }
  CHECK(small_missed > 0);  // else the stated size would be too cautious
}

TEST_CASE("the mode and the case that decide stand at each point of the line") {
  // tipping beyond x + y = 1.2, sliding beyond x = 0.9, the hull struck beyond y = 0.8; the third case is the worst for tipping
  const PlaneOptions options{.resolution = 64, .extras = 3};
  enum { kTipped = 1, kSlid = 2, kStruck = 3 };
  const PlaneJudge shape = [](double x, double y, int extra) {
    const double tip = 1.2 + 0.1 * (2 - extra) - x - y, slide = 0.9 - x, strike = 0.8 - y;
    const double margin = std::min({tip, slide, strike});
    return by_margin(margin, margin == tip ? kTipped : margin == slide ? kSlid : kStruck);
  };
  const StabilityBoundary found = find_stability_boundary(model_of(shape), options);
  CHECK(wrong_nodes(found, options, shape) == 0);
  CHECK(found.dense_runs == 65u * 65u * 3u);
  report("boundary_share_64_three_modes", share_of_runs(found));
  CHECK(share_of_runs(found) < 0.1);
  CHECK(found.node(64, 64).extra == 2);  // all three fail there, this one by most
  CHECK(found.node(64, 64).margin == Approx(-0.8));
  REQUIRE(found.lines.size() == 1);
  std::set<int> modes;
  for (const LinePoint& point : found.lines[0].points) {
    modes.insert(point.mode);
    // away from the two corners, where neighbours of different modes meet, the mode is that of its own line
    if (std::fabs(point.x - 0.4) > 0.03 && std::fabs(point.x - 0.9) > 0.03) {
      CHECK(point.mode == (point.x < 0.4 ? kStruck : kTipped));
      CHECK(point.extra == (point.x < 0.4 ? 0 : 2));
    }
    if (point.y < 0.27) CHECK(point.mode == kSlid);
  }
  CHECK(modes == std::set<int>{kTipped, kSlid, kStruck});
}

TEST_CASE("runs are numbered in order, asked once, and a run without a verdict is not upright") {
  const PlaneOptions options{.resolution = 64, .extras = 2};
  std::set<std::tuple<double, double, int>> asked;
  std::size_t count = 0;
  const PlaneModel model = [&](std::span<const PlaneRun> runs, std::span<PlaneVerdict> verdicts) {
    for (std::size_t k = 0; k < runs.size(); ++k) {
      CHECK(runs[k].number == count++);
      CHECK(asked.insert({runs[k].x, runs[k].y, runs[k].extra}).second);
      const bool lost = runs[k].x > 0.5 && runs[k].extra == 1;
      verdicts[k] = lost ? PlaneVerdict{} : by_margin(0.8 - runs[k].x);
    }
  };
  const StabilityBoundary found = find_stability_boundary(model, options);
  CHECK(found.runs == count);
  CHECK(found.failed_runs > 0);
  CHECK(found.node(32, 10).upright);
  CHECK(!found.node(33, 10).upright);
  CHECK(!found.node(64, 64).upright);
  REQUIRE(found.lines.size() == 1);
  for (const LinePoint& point : found.lines[0].points) {
    CHECK(point.mode == kNoVerdict);
    CHECK(point.extra == 1);
    CHECK(point.x == Approx(32.5 / 64.0));  // no margin beyond: the middle
  }
  CHECK_THROWS_AS(find_stability_boundary(model, {.resolution = 1}), InputError);
  CHECK_THROWS_AS(find_stability_boundary(model, {.x0 = 1.0, .x1 = 1.0}), InputError);
  CHECK_THROWS_AS(find_stability_boundary(model, {.resolution = 64, .least_island = 0.001}), InputError);
}

TEST_CASE("every line of a finer grid lies on that of the coarser one") {
  const PlaneJudge shape = [](double x, double y, int) {
    return by_margin(0.5 - std::hypot(x - 0.5, y - 0.5) * (1.0 + 0.3 * x));
  };
  double farthest = 0.0, length[2] = {0.0, 0.0};
  for (const int resolution : {64, 128}) {
    const StabilityBoundary found = find_stability_boundary(model_of(shape), {.resolution = resolution});
    for (const PlaneLine& line : found.lines)
      for (std::size_t k = 0; k < line.points.size(); ++k) {
        const LinePoint &a = line.points[k], &b = line.points[(k + 1) % line.points.size()];
        if (k + 1 < line.points.size() || line.closed)
          length[resolution / 128] += std::hypot(a.x - b.x, a.y - b.y);
        farthest = std::max(farthest, std::fabs(shape(a.x, a.y, 0).margin));
      }
  }
  CHECK(length[0] == Approx(length[1]).epsilon(1e-3));  // chords of a cell's length: (h/R)^2/24 = 4e-5
  CHECK(farthest < 1e-4);
}

}  // namespace
}  // namespace grouser
