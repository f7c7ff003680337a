// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/clean/boundary_bias.hpp"

#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;

namespace {

/// A square hole inside a rim three cells wide, the difference on the rim given.
struct Made {
  int side = 30;
  std::vector<BiasCell> cells;
  std::vector<double> bias;
  template <class Difference>
  explicit Made(Difference difference) {
    for (int r = 0; r < side; ++r)
      for (int c = 0; c < side; ++c) {
        const bool hole = c >= 3 && r >= 3 && c < side - 3 && r < side - 3;
        cells.push_back(hole ? BiasCell::hole : BiasCell::rim);
        bias.push_back(hole ? 0.0 : difference(c, r));
      }
  }
};

}  // namespace

TEST_CASE("Boundary bias: the same difference all round fills the hole", "[boundary_bias]") {
  for (const int relaxations : {0, 40}) {
    Made m([](int, int) { return 0.25; });
    spread_bias(m.cells, m.side, m.side, {.width = 7, .relaxations = relaxations}, m.bias);
    for (const double b : m.bias) CHECK(b == Approx(0.25).epsilon(1e-14));
  }
}

TEST_CASE("Boundary bias: a harmonic difference comes back harmonic", "[boundary_bias]") {
  const auto saddle = [](int c, int r) { return 0.01 * ((c - 15.0) * (c - 15.0) - (r - 14.0) * (r - 14.0)); };
  Made m(saddle);
  // discrete-harmonic too: its second differences cancel exactly
  spread_bias(m.cells, m.side, m.side, {.width = 7, .relaxations = 2000}, m.bias);
  for (int i = 0; i < m.side * m.side; ++i)
    CHECK(m.bias[i] == Approx(saddle(i % m.side, i / m.side)).margin(1e-9));
}

TEST_CASE("Boundary bias: the average alone leaves a step that the membrane takes away", "[boundary_bias]") {
  const auto wave = [](int c, int r) { return 0.3 * std::sin(0.9 * c) * std::cos(0.7 * r); };
  const auto worst_step = [&](int relaxations) {
    Made m(wave);
    spread_bias(m.cells, m.side, m.side, {.width = 7, .relaxations = relaxations}, m.bias);
    double worst = 0.0;
    for (int r = 3; r < m.side - 3; ++r)
      worst = std::max(worst, std::fabs(m.bias[r * m.side + 3] - m.bias[r * m.side + 2]));
    return worst;
  };
  double own = 0.0;  // of the rim itself
  for (int c = 0; c < 29; ++c)
    for (int r = 0; r < 30; ++r) own = std::max(own, std::fabs(wave(c + 1, r) - wave(c, r)));
  CHECK(worst_step(40) < own);
  CHECK(worst_step(0) > 1.5 * worst_step(40));
}

TEST_CASE("Boundary bias: no rim, no bias, off means none", "[boundary_bias]") {
  std::vector<BiasCell> cells(9, BiasCell::hole);
  std::vector<double> bias(9, 5.0);
  spread_bias(cells, 3, 3, {}, bias);
  for (const double b : bias) CHECK(b == 0.0);
  Made m([](int, int) { return 1.0; });
  spread_bias(m.cells, m.side, m.side, {.width = 0}, m.bias);
  CHECK(m.bias[15 * 30 + 15] == 0.0);
  CHECK_THROWS_AS(validate(BiasOptions{.width = 8}), InputError);
  CHECK_THROWS_AS(validate(BiasOptions{.relaxations = -1}), InputError);
}
