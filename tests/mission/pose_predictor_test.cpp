// SPDX-License-Identifier: BSD-3-Clause
#include "quasi_static/pose_predictor.hpp"

#include "catch.hpp"

using namespace grouser;

namespace {

Unknowns pair_of(double a, double b) {
  Unknowns u(2);
  u << a, b;
  return u;
}

}  // namespace

TEST_CASE("the pose predictor goes straight on from two poses, whatever their distances", "[mission]") {
  PosePredictor predictor;
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
  PosePredictor predictor;
  predictor.add(0.0, pair_of(1.0, 2.0));
  predictor.add(0.0, pair_of(1.0, 2.0));
  CHECK(!predictor.ready());
  predictor.add(0.004, pair_of(1.2, 1.6));
  predictor.add(0.004, pair_of(1.3, 1.6));
  const Unknowns guess = predictor.guess(0.008);
  CHECK(guess[0] == Approx(1.5).epsilon(1e-12));
  CHECK(guess[1] == Approx(1.2).epsilon(1e-12));
}
