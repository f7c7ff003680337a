// SPDX-License-Identifier: BSD-3-Clause
#include "quasi_static/pose_predictor.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"

using namespace grouser;

namespace {

Unknowns pair_of(double a, double b) {
  Unknowns u(2);
  u << a, b;
  return u;
}

constexpr double kCell = 0.02;  // m

}  // namespace

TEST_CASE("the pose predictor goes straight on from two poses, whatever their distances", "[mission]") {
  PosePredictor predictor(kCell);
  CHECK(!predictor.ready());
  predictor.add(0.0, pair_of(1.0, 2.0));
  CHECK(!predictor.ready());
  predictor.add(0.004, pair_of(1.2, 1.6));
  REQUIRE(predictor.ready());
  const Unknowns guess = predictor.guess(0.01);  // one and a half steps on
  CHECK(guess[0] == Approx(1.5).epsilon(1e-12));
  CHECK(guess[1] == Approx(1.0).epsilon(1e-12));
  CHECK(predictor.guess(1.0)[0] == Approx(1.6).epsilon(1e-12));  // two steps at most
  predictor.clear();
  CHECK(!predictor.ready());
}

TEST_CASE("a pose found again at the same place changes where the next guess starts, not its slope",
          "[mission]") {
  PosePredictor predictor(kCell);
  predictor.add(0.0, pair_of(1.0, 2.0));
  predictor.add(0.0, pair_of(1.0, 2.0));
  CHECK(!predictor.ready());
  predictor.add(0.004, pair_of(1.2, 1.6));
  predictor.add(0.004, pair_of(1.3, 1.6));
  const Unknowns guess = predictor.guess(0.008);
  CHECK(guess[0] == Approx(1.5).epsilon(1e-12));
  CHECK(guess[1] == Approx(1.2).epsilon(1e-12));
}

TEST_CASE("what swings with the cells of ruts is foreseen from one cell back, on any drift", "[mission]") {
  for (const double step : {0.005, 0.004, 0.0025}) {
    PosePredictor predictor(kCell);
    const auto found = [](double d) {
      const double turn = 2.0 * std::numbers::pi * d / kCell;
      return pair_of(3.0 * d + 0.01 * std::sin(turn), 0.5 - d + 0.02 * std::cos(2.0 * turn));
    };
    const int cell = static_cast<int>(std::lround(kCell / step));
    for (int k = 0; k < 3 * cell; ++k) {
      // the slope of one cell back is the same: only the first cell can differ from it
      if (k > 2 * cell) CHECK((predictor.guess(step * k) - found(step * k)).norm() < 1e-12);
      predictor.add(step * k, found(step * k));
    }
  }
}

TEST_CASE("what bends without swinging is foreseen from the last two poses", "[mission]") {
  constexpr double kStep = 0.005, kBend = 7.0;
  PosePredictor predictor(kCell);
  const auto found = [](double d) { return pair_of(kBend * d * d, -d); };
  for (int k = 0; k < 30; ++k) {
    // straight on misses a parabola by its second difference; a cell back would miss by four times that
    if (k > 2)
      CHECK(found(kStep * k)[0] - predictor.guess(kStep * k)[0] ==
            Approx(2.0 * kBend * kStep * kStep).epsilon(1e-9));
    predictor.add(kStep * k, found(kStep * k));
  }
}
