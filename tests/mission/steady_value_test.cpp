// SPDX-License-Identifier: BSD-3-Clause
#include "gradeability/steady_value.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"

using namespace grouser;

namespace {

constexpr std::size_t kPitches = 40;

/// Value after two windows that scatter by 0.04 about 0.2 and rise by `rise` from one to the next.
SteadyValue scattered(unsigned seed, double rise, double tolerance = 0.005) {
  std::mt19937 random(seed);
  std::normal_distribution<double> scatter(0.0, 0.04);
  SteadyValue value({1.0, tolerance, tolerance}, kPitches);
  for (std::size_t k = 0; k < 2 * kPitches; ++k)
    value.add(0.1 * static_cast<double>(k),
              0.2 + scatter(random) + rise * static_cast<double>(k) / static_cast<double>(kPitches));
  return value;
}

}  // namespace

// Of normal scatter 99.7 % lies within three standard errors, and the standard error of 40 is 0.04 / sqrt(40).
TEST_CASE("a value that scatters from node to node settles, and one that drifts does not") {
  int settled = 0, drifted = 0;
  double squares = 0.0;
  constexpr int kTrials = 1000;
  for (unsigned seed = 0; seed < kTrials; ++seed) {
    const SteadyValue still = scattered(seed, 0.0);
    settled += still.settled();
    squares += (still.mean() - 0.2) * (still.mean() - 0.2);
    CHECK(still.error() == Approx(0.04 / std::sqrt(40.0)).epsilon(0.5));  // 4 of its own scatters
    drifted += !scattered(seed, 0.08).settled();  // nine standard errors of a difference
  }
  CHECK(settled > 980);
  CHECK(drifted == kTrials);
  CHECK(std::sqrt(squares / kTrials) == Approx(0.04 / std::sqrt(40.0)).epsilon(0.08));
}

TEST_CASE("a value without scatter settles by its tolerance, and needs two windows") {
  SteadyValue value({1.0, 0.005, 0.005}, kPitches);
  for (std::size_t k = 0; k < kPitches; ++k) value.add(static_cast<double>(k), 0.2);
  CHECK(value.verdict() == SteadyVerdict::too_short);
  for (std::size_t k = 0; k < kPitches; ++k) value.add(static_cast<double>(kPitches + k), 0.206);
  CHECK_FALSE(value.settled());
  CHECK(value.drift() == Approx(0.006));
  for (std::size_t k = 0; k < kPitches; ++k) value.add(static_cast<double>(2 * kPitches + k), 0.21);
  CHECK(value.settled());
  CHECK(value.mean() == Approx(0.21));
}
