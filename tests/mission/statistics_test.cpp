// SPDX-License-Identifier: BSD-3-Clause
// Thinned points and tornado charts against second, slower algorithms; ranks of quantiles against a walk over all of them.
#include <algorithm>
#include <cmath>
#include <set>

#include "catch.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/statistics/sample_statistics.hpp"
#include "grouser/mission/statistics/thin_points.hpp"
#include "grouser/mission/statistics/tornado.hpp"

namespace grouser {
namespace {

TEST_CASE("quantiles of a large sample have the ranks that a walk over all ranks finds") {
  const int n = 3000;
  std::vector<double> values;
  for (int k = 0; k < n; ++k) values.push_back(k + 1.0);  // a value is its rank
  const double tail = 0.025;
  const SampleSummary summary = summarise_sample("x", "m", values, 0.95);
  for (const QuantileEstimate& q : summary.quantiles) {
    int low = 0;
    while (low < n && binomial_cdf(low, n, q.level) <= tail) ++low;
    int high = n + 1;
    while (high > 1 && 1.0 - binomial_cdf(high - 2, n, q.level) <= tail) --high;
    CHECK(q.range.low == low);
    CHECK(q.range.high == high);
  }
}

TEST_CASE("thinned points: every point is counted once, and no two of a group share a cell") {
  math::RandomStream random(7, 0);
  std::vector<double> x, y;
  std::vector<std::uint8_t> groups;
  for (int k = 0; k < 5000; ++k) {
    x.push_back(random.uniform(-3.0, 5.0));
    y.push_back(x.back() * random.uniform(0.0, 1.0));
    groups.push_back(static_cast<std::uint8_t>(random.uniform(0.0, 3.0)));
  }
  x[10] = std::nan("");
  y[11] = INFINITY;
  const PointGrid grid = grid_of_points(x, y, 40, 30);
  const auto points = thin_points(x, y, groups, grid);
  int counted = 0;
  std::set<std::array<int, 3>> cells;
  for (const ThinPoint& point : points) {
    counted += point.count;
    CHECK(point.x == x[point.row]);
    CHECK(point.group == groups[point.row]);
    const auto cell = [](double v, double low, double high, int n) {
      return std::min(static_cast<int>((v - low) / (high - low) * n), n - 1);
    };
    cells.insert({cell(point.x, grid.x0, grid.x1, 40), cell(point.y, grid.y0, grid.y1, 30), point.group});
  }
  CHECK(counted == 4998);
  CHECK(cells.size() == points.size());
  CHECK(points.size() < 40u * 30u * 3u);
  // few points far apart stay as they are
  CHECK(thin_points({0.0, 1.0, 2.0}, {5.0, 5.0, 5.0}, {},
                    grid_of_points({0.0, 1.0, 2.0}, {5.0, 5.0, 5.0}, 10, 10))
            .size() == 3);
}

TEST_CASE("tornado: bars of a sum are as long as its terms, whatever the other keys do") {
  // number = 3 a - 2 b + c^2 over a full grid: the means over the others differ by each term alone
  std::vector<std::vector<double>> values(3);
  std::vector<double> numbers;
  for (const double a : {0.0, 1.0, 2.0})
    for (const double b : {-1.0, 4.0})
      for (const double c : {-3.0, 0.0, 1.0}) {
        values[0].push_back(a), values[1].push_back(b), values[2].push_back(c);
        numbers.push_back(3 * a - 2 * b + c * c);
      }
  const Tornado tornado = make_tornado({"a", "b", "c"}, values, numbers);
  CHECK(tornado.count == 18);
  CHECK(tornado.mean == Approx(3.0 - 3.0 + 10.0 / 3.0));
  REQUIRE(tornado.bars.size() == 3);
  CHECK(tornado.bars[0].key == "b");
  CHECK(tornado.bars[0].span() == Approx(10.0));
  CHECK(tornado.bars[0].low_at == 4.0);
  CHECK(tornado.bars[1].key == "c");
  CHECK(tornado.bars[1].span() == Approx(9.0));
  CHECK(tornado.bars[1].high_at == -3.0);
  CHECK(tornado.bars[2].key == "a");
  CHECK(tornado.bars[2].low == Approx(10.0 / 3.0 - 3.0));
}

TEST_CASE("tornado: runs without the number are left out, as a plain double loop does") {
  math::RandomStream random(3, 1);
  std::vector<std::vector<double>> values(2);
  std::vector<double> numbers;
  for (int k = 0; k < 400; ++k) {
    values[0].push_back(std::floor(random.uniform(0.0, 5.0)));
    values[1].push_back(std::floor(random.uniform(0.0, 3.0)));
    numbers.push_back(k % 7 == 0 ? std::nan("") : random.uniform(-1.0, 1.0));
  }
  const Tornado tornado = make_tornado({"p", "q"}, values, numbers);
  for (const TornadoBar& bar : tornado.bars) {
    const std::vector<double>& own = values[bar.key == "p" ? 0 : 1];
    double least = INFINITY, most = -INFINITY;
    for (int v = 0; v < 5; ++v) {
      double sum = 0.0;
      int count = 0;
      for (std::size_t k = 0; k < own.size(); ++k)
        if (own[k] == v && !std::isnan(numbers[k])) sum += numbers[k], ++count;
      if (count == 0) continue;
      least = std::min(least, sum / count);
      most = std::max(most, sum / count);
    }
    CHECK(bar.low == Approx(least));
    CHECK(bar.high == Approx(most));
  }
  CHECK(make_tornado({"p"}, {{1.0, 2.0}}, {std::nan(""), std::nan("")}).bars.empty());
}

}  // namespace
}  // namespace grouser
