// SPDX-License-Identifier: BSD-3-Clause
#include "quasi_static/pose_predictor.hpp"

#include <cmath>

#include "catch.hpp"

using namespace grouser;

namespace {

Unknowns pair_of(double a, double b) {
  Unknowns u(2);
  u << a, b;
  return u;
}

/// What the unknowns of a wheel that crosses ruts do: straight on, and to and fro with a cell's length.
Unknowns over_cells(double distance) {
  constexpr double kCell = 0.02, kTurn = 6.283185307179586;
  return pair_of(0.1 * distance + 1e-4 * std::sin(kTurn * distance / kCell),
                 -0.2 * distance + 2e-4 * std::cos(kTurn * distance / kCell + 0.3));
}

}  // namespace

TEST_CASE("the pose predictor goes straight on from two poses, whatever their distances", "[mission]") {
  PosePredictor predictor(pair_of(1e-5, 1e-4));
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
  PosePredictor predictor(pair_of(1e-5, 1e-4));
  predictor.add(0.0, pair_of(1.0, 2.0));
  predictor.add(0.0, pair_of(1.0, 2.0));
  CHECK(!predictor.ready());
  predictor.add(0.004, pair_of(1.2, 1.6));
  predictor.add(0.004, pair_of(1.3, 1.6));
  const Unknowns guess = predictor.guess(0.008);
  CHECK(guess[0] == Approx(1.5).epsilon(1e-12));
  CHECK(guess[1] == Approx(1.2).epsilon(1e-12));
}

TEST_CASE("the pose predictor learns the period of the ruts' cells", "[mission]") {
  constexpr double kStep = 0.005;
  PosePredictor predictor(pair_of(1e-5, 1e-4));
  double straight = 0.0, learnt = 0.0;
  for (int i = 0; i < 60; ++i) {
    const double at = i * kStep;
    if (i >= 40) {
      const Unknowns error = predictor.guess(at) - over_cells(at);
      const Unknowns linear = 2.0 * over_cells(at - kStep) - over_cells(at - 2.0 * kStep) - over_cells(at);
      learnt = std::max(learnt, error.cwiseAbs().maxCoeff());
      straight = std::max(straight, linear.cwiseAbs().maxCoeff());
    }
    predictor.add(at, over_cells(at));
  }
  // A line and one sine obey a linear recurrence of three slopes, so the error is what is left of the pull to
  // straight on (1e-6 of the squares); straight on misses by the sine's second difference, 2 A = 4e-4.
  CHECK(straight > 2e-4);
  CHECK(learnt < 1e-3 * straight);
}
