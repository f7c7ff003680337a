// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/clean/void_fill.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "clean/distance_map.hpp"
#include "clean/hole_regions.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "made_window.hpp"

using namespace grouser;

namespace {

void cut_disc(HeightWindow& w, int column, int row, int radius) {
  for (int r = row - radius; r <= row + radius; ++r)
    for (int c = column - radius; c <= column + radius; ++c)
      if ((c - column) * (c - column) + (r - row) * (r - row) <= radius * radius && w.contains(c, r)) {
        w.states[w.index(c, r)] = CellState::fill;
        w.heights[w.index(c, r)] = std::numeric_limits<double>::quiet_NaN();
      }
}

double smooth_hills(int c, int r) {
  return -4450.0 + 0.05 * c - 3.0 / (1.0 + 0.002 * ((c - 70.0) * (c - 70.0) + (r - 60.0) * (r - 60.0))) +
         0.4 * std::sin(0.11 * c) * std::cos(0.09 * r);
}

}  // namespace

TEST_CASE("Distance map: equals the search of all marks", "[void_fill]") {
  math::RandomStream random(3, 0);
  const int columns = 37, rows = 23;
  std::vector<std::uint8_t> marked(columns * rows);
  for (auto& m : marked) m = random.uniform() < 0.02;
  marked[5] = 1;
  const std::vector<float> map = squared_distances(marked, columns, rows);
  for (int i = 0; i < columns * rows; ++i) {
    int best = std::numeric_limits<int>::max();
    for (int k = 0; k < columns * rows; ++k) {
      const int dx = i % columns - k % columns, dy = i / columns - k / columns;
      if (marked[k]) best = std::min(best, dx * dx + dy * dy);
    }
    CHECK(map[i] == static_cast<float>(best));
  }
  CHECK(squared_distances({0, 0, 0, 0}, 2, 2)[3] > 1e10f);
}

TEST_CASE("Void fill: samples are known cells, dense at the rim, the same in every window", "[void_fill]") {
  HeightWindow w = made({0, 0, 160, 140}, smooth_hills);
  cut_disc(w, 80, 70, 12);
  std::vector<Cell> hole;
  for (int r = 0; r < 140; ++r)
    for (int c = 0; c < 160; ++c)
      if (!w.known(c, r)) hole.push_back({c, r});
  const HeightSamples all = stratified_samples(w, hole, {.most = 4000});
  int rim = 0, sampled_rim = 0;
  for (const Cell& c : hole)
    for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
      if (w.known(c.column + dc, c.row + dr)) {
        ++rim;
        for (int i = 0; i < all.count(); ++i)
          if (all.x[i] == c.column + dc && all.y[i] == c.row + dr) {
            ++sampled_rim;
            break;
          }
      }
  CHECK(rim > 50);
  CHECK(sampled_rim == rim);
  for (int i = 0; i < all.count(); ++i) {
    CHECK(w.known(static_cast<int>(all.x[i]), static_cast<int>(all.y[i])));
    CHECK(all.height[i] == smooth_hills(static_cast<int>(all.x[i]), static_cast<int>(all.y[i])));
  }
  const HeightSamples few = stratified_samples(w, hole, {.most = 100});
  CHECK(few.count() <= 100);
  CHECK(few.count() > 50);

  HeightWindow part = made({20, 10, 130, 125}, smooth_hills);
  cut_disc(part, 80, 70, 12);
  const HeightSamples same = stratified_samples(part, hole, {.most = 4000});
  CHECK(same.x == all.x);
  CHECK(same.height == all.height);
}

TEST_CASE("Void fill: random samples are without repetition", "[void_fill]") {
  HeightWindow w = made({0, 0, 30, 20}, [](int c, int r) { return 30.0 * r + c; });
  cut_disc(w, 10, 10, 3);
  const HeightSamples s = random_samples(w, 200, 5);
  REQUIRE(s.count() == 200);
  std::vector<double> sorted = s.height;
  std::sort(sorted.begin(), sorted.end());
  CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
  for (int i = 0; i < 200; ++i) CHECK(s.height[i] == 30.0 * s.y[i] + s.x[i]);  // false too for a void's NaN
  CHECK(random_samples(w, 10000, 5).count() == 600 - 29);
}

TEST_CASE("Void fill: the weights of blocks that overlap add up to one", "[void_fill]") {
  HeightWindow w({-7, 13, 150, 130});
  for (auto& s : w.states) s = CellState::fill;
  const HoleLattice lattice{.small_hole = 20, .block = 32, .margin = 8};
  std::vector<double> sum(w.states.size(), 0.0);
  for (const HoleRegion& region : find_hole_regions(w, w.place, lattice))
    for (const Cell& c : region.cells) sum[w.index(c.column, c.row)] += region_weight(region, lattice, c);
  for (const double s : sum) CHECK(s == Approx(1.0).epsilon(1e-14));
}

TEST_CASE("Void fill: a plane comes back, whatever the hole", "[void_fill]") {
  const auto plane = [](int c, int r) { return -4450.0 + 0.3 * c - 0.1 * r; };
  HeightWindow w = made({0, 0, 120, 100}, plane);
  cut_disc(w, 50, 50, 15);
  cut_disc(w, 90, 20, 0);
  cut_disc(w, 0, 99, 4);
  FillOptions options;
  options.small_hole = 16, options.block = 16, options.margin = 4;
  for (const int small : {16, 200}) {
    options.small_hole = small;
    VoidFiller filler({.variance = 4.0, .length = 60.0, .noise = 1e-8}, options);
    for (const Deviation d : {Deviation::skip, Deviation::compute}) {
      const auto filled = filler.fill(w, w.place, d);
      CHECK(static_cast<long>(filled.size()) ==
            std::count(w.states.begin(), w.states.end(), CellState::fill));
      // the covariance of 600 samples a cell apart has a condition near 1e9 with this noise
      for (const FilledCell& f : filled) CHECK(std::fabs(f.height - plane(f.cell.column, f.cell.row)) < 2e-5);
    }
  }
}

TEST_CASE("Void fill: a single cell has the weights of its neighbourhood's process", "[void_fill]") {
  HeightWindow w = made({0, 0, 40, 40}, smooth_hills);
  cut_disc(w, 20, 20, 0);
  cut_disc(w, 22, 21, 0);
  cut_disc(w, 10, 9, 0);
  const MaternParams p{.variance = 4.0, .length = 50.0, .noise = 1e-5};
  const auto filled = VoidFiller(p, {}).fill(w, w.place, Deviation::skip);
  REQUIRE(filled.size() == 3);
  for (const FilledCell& f : filled) {
    HeightSamples round;
    for (int dr = -2; dr <= 2; ++dr)
      for (int dc = -2; dc <= 2; ++dc)
        if (w.known(f.cell.column + dc, f.cell.row + dr))
          round.add(dc, dr, w.heights[w.index(f.cell.column + dc, f.cell.row + dr)]);
    CHECK(f.height == Approx(GaussianProcess(round, p).mean(0.0, 0.0)).margin(1e-8));
  }
  // asked for the deviation too, the heights are the same to the bit
  const auto both = VoidFiller(p, {}).fill(w, w.place, Deviation::compute);
  REQUIRE(both.size() == filled.size());
  for (std::size_t i = 0; i < both.size(); ++i) {
    CHECK(both[i].height == filled[i].height);
    CHECK(both[i].deviation > 0.0);
  }
}

TEST_CASE("Void fill: windows that overlap fill alike, to the bit", "[void_fill]") {
  FillOptions options;
  options.samples.most = 80;
  options.small_hole = 24, options.block = 24, options.margin = 8;
  const int halo = fill_halo(options);
  const CellRect core{300, 310, 60, 30};
  const auto fill = [&](const CellRect& place) {
    HeightWindow w = made(place, smooth_hills);
    cut_disc(w, 320, 320, 28);
    cut_disc(w, 361, 330, 9);
    cut_disc(w, 302, 311, 1);
    return VoidFiller({.variance = 4.0, .length = 50.0, .noise = 1e-6}, options)
        .fill(w, core, Deviation::compute);
  };
  const auto least = fill(grown(core, halo)), more = fill(grown(core, halo + 57));
  REQUIRE(least.size() > 1000);
  REQUIRE(least.size() == more.size());
  for (std::size_t i = 0; i < least.size(); ++i) {
    CHECK(least[i].cell == more[i].cell);
    CHECK(least[i].height == more[i].height);
    CHECK(least[i].deviation == more[i].deviation);
  }
}

TEST_CASE("Void fill: no step at the rim beyond the terrain's own, none where blocks meet", "[void_fill]") {
  HeightWindow w = made({0, 0, 140, 120}, smooth_hills);
  cut_disc(w, 70, 60, 40);
  FillOptions options;
  options.samples.most = 150;  // thins the rim, so that the bias has something to do
  options.small_hole = 20, options.block = 24, options.margin = 8;
  struct Steps {
    double all = 0.0, beyond_true = 0.0;
  };
  const auto rim_steps = [&](int width, double noise) {
    FillOptions o = options;
    o.bias.width = width;
    HeightWindow out = w;
    for (const FilledCell& f :
         VoidFiller({.variance = 4.0, .length = 50.0, .noise = noise}, o).fill(w, w.place, Deviation::skip))
      out.heights[out.index(f.cell.column, f.cell.row)] = f.height;
    Steps worst;
    for (int r = 0; r < 120; ++r)
      for (int c = 0; c + 1 < 140; ++c)
        if (w.known(c, r) != w.known(c + 1, r)) {
          const double step = out.heights[out.index(c + 1, r)] - out.heights[out.index(c, r)];
          worst.all = std::max(worst.all, std::fabs(step));
          worst.beyond_true =
              std::max(worst.beyond_true, std::fabs(step - (smooth_hills(c + 1, r) - smooth_hills(c, r))));
        }
    return worst;
  };
  double own = 0.0;
  for (int r = 0; r < 120; ++r)
    for (int c = 0; c + 1 < 140; ++c)
      own = std::max(own, std::fabs(smooth_hills(c + 1, r) - smooth_hills(c, r)));
  const Steps corrected = rim_steps(7, 1e-3);
  CHECK(corrected.all <= own);
  CHECK(corrected.beyond_true < 0.1 * own);
  // much noise lets the process pass beside its samples
  CHECK(rim_steps(0, 0.1).beyond_true > 2.0 * rim_steps(7, 0.1).beyond_true);
}

TEST_CASE("Void fill: the deviation covers the errors on ground of the process's own kind", "[void_fill]") {
  // Drawn from the process itself on a whole grid (R&W section A.2), so what it says of itself must hold.
  const MaternParams p{.variance = 1.0, .length = 12.0, .noise = 1e-6};
  const int side = 36, n = side * side;
  Eigen::MatrixXd r(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      r(i, j) = matern_correlation(std::hypot(i % side - j % side, i / side - j / side), p.length);
  r.diagonal().array() += p.noise;
  const Eigen::MatrixXd root = r.llt().matrixL();
  math::RandomStream random(11, 0);
  int within = 0, all = 0;
  for (int draw = 0; draw < 12; ++draw) {
    Eigen::VectorXd white(n);
    for (int i = 0; i < n; ++i) white[i] = random.normal();
    const Eigen::VectorXd z = root * white;
    HeightWindow w = made({0, 0, side, side}, [&](int c, int row) { return z[row * side + c]; });
    cut_disc(w, 18, 18, 9);
    for (const FilledCell& f : VoidFiller(p, {}).fill(w, w.place, Deviation::compute))
      ++all, within += std::fabs(f.height - z[f.cell.row * side + f.cell.column]) < 2.0 * f.deviation;
  }
  // 95.4 %; neighbours err together, so 12 holes are some 60 free draws: two standard errors
  CHECK(static_cast<double>(within) / all == Approx(0.954).margin(0.05));
}

TEST_CASE("Void fill: far from any height nothing is made up, and odd options are refused", "[void_fill]") {
  HeightWindow w({0, 0, 50, 40});
  for (auto& s : w.states) s = CellState::fill;
  CHECK(VoidFiller({}, {}).fill(w, w.place, Deviation::skip).empty());
  for (auto& s : w.states) s = CellState::leave;
  CHECK(VoidFiller({}, {}).fill(w, w.place, Deviation::skip).empty());
  FillOptions o;
  o.deviation_samples = 201;
  CHECK_THROWS_AS(validate(o), InputError);
  o = {};
  o.bias.width = 6;
  CHECK_THROWS_AS(validate(o), InputError);
  o = {};
  o.margin = 60;
  CHECK_THROWS_AS(validate(o), InputError);
}
