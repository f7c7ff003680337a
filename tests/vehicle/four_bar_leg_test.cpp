// SPDX-License-Identifier: BSD-3-Clause
// A leg with a four-bar knee against the seed's and its author's own numbers, its closure, its inverse both ways, and what is out of reach.
#include "grouser/vehicle/legs/four_bar_leg.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"

using namespace grouser;

namespace {

constexpr double kPi = 3.14159265358979323846;

Vec3 random_angles(const FourBarLeg& leg, math::RandomStream& random) {
  Vec3 angles;
  for (int k = 0; k < 3; ++k)
    angles[k] = random.uniform(leg.spec().lowest[static_cast<std::size_t>(k)],
                               leg.spec().highest[static_cast<std::size_t>(k)]);
  return angles;
}

/// The constants of the author's public code, which his check values belong to.
FourBarLegSpec authors_leg() {
  FourBarLegSpec spec;
  spec.side = 0.0;
  spec.ahead = spec.back = 0.02002;
  spec.coupler = spec.back + spec.thigh;  // his code has one number for both
  spec.shank = 0.0855;
  return spec;
}

/// (3.5) as it is printed: cos(phi3) for cos(phi3 + pi/2), and the denominator 2 a9 l for 2 a9 d.
double printed_knee(const FourBarLegSpec& s, double motor) {
  const double l = s.back + s.thigh;
  const double d = std::sqrt(s.crank * s.crank + l * l - 2.0 * s.crank * l * std::cos(motor));
  return kPi - std::asin(s.crank / d * std::sin(motor)) -
         std::acos((d * d + s.lever * s.lever - s.coupler * s.coupler) / (2.0 * s.lever * l));
}

}  // namespace

TEST_CASE("four-bar leg: the seed's constants put the foot where an independent calculation does") {
  const FourBarLeg leg;
  const struct {
    Vec3 angles, foot;  // rad, mm
  } known[] = {{{0.0, 0.0, 0.0}, {198.5150, 10.0, 145.6796}},
               {{0.0, -kPi / 2, -kPi / 4}, {-179.4157, 10.0, 165.1348}},
               {{0.0, 0.0, kPi / 4}, {157.6921, 10.0, 35.8994}},
               {{kPi / 8, -kPi / 4, 0.3}, {105.0568, 89.9729, 193.0716}},
               {{kPi / 16, -1.2, -0.5}, {-82.1601, 58.5141, 243.8970}}};
  for (const auto& k : known)
    CHECK((1e3 * leg.foot(k.angles) - k.foot).norm() < 1e-4);  // mm, as many digits as are told
  const double angles[] = {0.681379478, 1.136990074, 1.571988572, 2.007739452, 2.468743364};
  const double rates[] = {1.227714, 1.120710, 1.102072, 1.125271, 1.262313};
  for (int k = 0; k < 5; ++k) {
    const auto knee = leg.knee(-kPi / 4 + k * kPi / 8);
    REQUIRE(knee);
    CHECK(knee->angle == Approx(angles[k]).margin(1e-9));
    CHECK(knee->rate == Approx(rates[k]).margin(1e-6));
  }
}

TEST_CASE("four-bar leg: the author's three angles, three points and two Jacobians with his constants") {
  const FourBarLeg leg(authors_leg());
  CHECK(leg.knee(-kPi / 4)->angle == Approx(0.68138).margin(5e-6));
  CHECK(leg.knee(0.0)->angle == Approx(1.57199).margin(5e-6));
  CHECK(leg.knee(kPi / 4)->angle == Approx(2.46874).margin(5e-6));
  constexpr double kTold = 1e-6;  // m: as many digits as he gives
  CHECK((leg.foot({0.0, -kPi / 2, -kPi / 4}) - Vec3(-0.160366, 0.0, 0.149703)).norm() < kTold);
  CHECK((leg.foot({0.0, 0.0, kPi / 4}) - Vec3(0.142443, 0.0, 0.0550596)).norm() < kTold);
  CHECK((leg.foot({kPi / 2, 0.0, 0.0}) - Vec3(0.174035, 0.145709, 0.0)).norm() < kTold);
  Mat3 first, second;
  first << 0, 0.0994888, 0.0137636, 0, -0.154015, -0.121244, -0.145709, 0, 0;
  second << 0, 0.103483, 0.0730283, 0.149703, 0, 0, 0, 0.180386, 0.114652;
  CHECK((leg.jacobian({kPi / 2, 0.0, 0.0}) - first).cwiseAbs().maxCoeff() < kTold);
  CHECK((leg.jacobian({0.0, -kPi / 2, -kPi / 4}) - second).cwiseAbs().maxCoeff() < kTold);
}

TEST_CASE(
    "four-bar leg: the linkage closes over its whole range, where the printed formula misses by up to 36 "
    "mm") {
  const FourBarLeg leg;
  double worst = 0.0, printed = 0.0, least = 10.0, most = -10.0;
  for (int k = 0; k <= 2000; ++k) {
    const double motor = -kPi / 4 + k * kPi / 4000;
    const auto knee = leg.knee(motor);
    REQUIRE(knee);
    worst = std::max(worst, std::fabs(leg.coupler_error(motor, knee->angle)));
    printed = std::max(printed, std::fabs(leg.coupler_error(motor, printed_knee(leg.spec(), motor))));
    least = std::min(least, knee->angle);
    most = std::max(most, knee->angle);
  }
  CHECK(worst < 1e-15);
  CHECK(printed > 0.03);
  CHECK(printed < 0.04);
  CHECK(180.0 / kPi * least - 90.0 == Approx(-50.960).margin(1e-3));
  CHECK(180.0 / kPi * most - 90.0 == Approx(51.449).margin(1e-3));
  CHECK_FALSE(leg.knee(63.0 * kPi / 180.0));  // dead points at -68.4 and 62.3 degrees
  CHECK_FALSE(leg.knee(-69.0 * kPi / 180.0));
  CHECK(leg.knee(62.0 * kPi / 180.0));
}

TEST_CASE(
    "four-bar leg: a million points of the workspace are solved, each by one set of angles within the "
    "limits") {
  const FourBarLeg leg;
  constexpr int kPoints = 1000000;
  math::RandomStream random(2, 0);
  int solved = 0, one = 0;
  double farthest = 0.0, off = 0.0;
  for (int k = 0; k < kPoints; ++k) {
    const Vec3 angles = random_angles(leg, random);
    const LegReach found = leg.reach(leg.foot(angles));
    solved += found.reached;
    one += found.solutions == 1;
    farthest = std::max(farthest, found.distance);
    off = std::max(off, (found.angles - angles).norm());
  }
  CHECK(solved == kPoints);
  CHECK(one == kPoints);
  CHECK(farthest < 1e-12);
  CHECK(off < 1e-10);
}

TEST_CASE("four-bar leg: eight points at once are solved as one at a time, on each vector level") {
  // limits so wide that some points have several solutions, and points of which some are out of reach
  FourBarLegSpec wide;
  wide.lowest = {-3.1, -3.1, -1.1}, wide.highest = {3.1, 3.1, 1.05};
  for (const FourBarLegSpec& spec : {FourBarLegSpec{}, wide}) {
    const FourBarLeg leg(spec);
    math::RandomStream random(4, 0);
    int none = 0, several = 0;
    for (int n = 0; n < 2000; ++n) {
      std::array<Vec3, 8> points;
      for (Vec3& point : points)
        point = leg.foot(random_angles(leg, random)) + random.uniform(0.0, 0.02) * Vec3(1, -1, 1);
      const LegReach8 found = leg.solve_eight(points, SimdLevel::scalar);
      for (std::size_t k = 0; k < 8; ++k) {
        const LegReach one = leg.reach(points[k]);
        CHECK(found.solutions[k] == one.solutions);
        none += one.solutions == 0, several += one.solutions > 1;
        if (one.reached) CHECK((found.angles[k] - one.angles).norm() < 1e-10);
      }
      for (const SimdLevel level : available_levels()) {  // no fused operations: the same bits
        const LegReach8 other = leg.solve_eight(points, level);
        CHECK(other.angles == found.angles);
        CHECK(other.solutions == found.solutions);
      }
    }
    CHECK(none > 100);
    CHECK((several > 100) == (spec.lowest[0] < 0.0));
  }
}

TEST_CASE("four-bar leg: the Jacobian against differences, and never singular within the limits") {
  const FourBarLeg leg;
  math::RandomStream random(3, 0);
  double least = 1.0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 angles = random_angles(leg, random);
    const Mat3 j = leg.jacobian(angles);
    least = std::min(least, std::fabs(j.determinant()));
    constexpr double kStep = 1e-6;
    for (int c = 0; c < 3; ++c) {
      Vec3 up = angles, down = angles;
      up[c] += kStep;
      down[c] -= kStep;
      CHECK(((leg.foot(up) - leg.foot(down)) / (2.0 * kStep) - j.col(c)).norm() < 1e-9);
    }
  }
  CHECK(least > 3.3e-4);
}

TEST_CASE(
    "four-bar leg: Newton's method from the seed's 200 starts converges everywhere, from fewer it does not") {
  const FourBarLeg leg;
  const auto starts_of = [&](int rolls, int hips, int knees) {
    std::vector<std::pair<Vec3, Vec3>> starts;  // angles and where they put the foot
    const auto at = [&](int k, int i, int count) {
      const auto of = static_cast<std::size_t>(k);
      return leg.spec().lowest[of] + (leg.spec().highest[of] - leg.spec().lowest[of]) * (i + 0.5) / count;
    };
    for (int a = 0; a < rolls; ++a)
      for (int b = 0; b < hips; ++b)
        for (int c = 0; c < knees; ++c) {
          const Vec3 angles{at(0, a, rolls), at(1, b, hips), at(2, c, knees)};
          starts.emplace_back(angles, leg.foot(angles));
        }
    return starts;
  };
  const auto share_of = [&](const std::vector<std::pair<Vec3, Vec3>>& starts, double& mean) {
    math::RandomStream random(4, 0);
    constexpr int kPoints = 20000;
    int good = 0;
    long all = 0;
    for (int k = 0; k < kPoints; ++k) {
      const Vec3 target = leg.foot(random_angles(leg, random));
      const auto nearest = std::min_element(starts.begin(), starts.end(), [&](const auto& a, const auto& b) {
        return (a.second - target).squaredNorm() < (b.second - target).squaredNorm();
      });
      int steps = 0;
      const auto found = leg.newton(target, nearest->first, 1e-5, 100, steps);
      const auto within = [&](const Vec3& angles) {
        constexpr double kSlack = 1e-3;  // rad: what the tolerance of 0.01 mm may be
        for (int of = 0; of < 3; ++of)
          if (angles[of] < leg.spec().lowest[static_cast<std::size_t>(of)] - kSlack ||
              angles[of] > leg.spec().highest[static_cast<std::size_t>(of)] + kSlack)
            return false;
        return true;
      };
      const bool inside = found && within(*found);
      good += inside;
      all += inside ? steps : 0;
    }
    mean = static_cast<double>(all) / std::max(1, good);
    return static_cast<double>(good) / kPoints;
  };
  double mean = 0.0;
  CHECK(share_of(starts_of(2, 10, 10), mean) == 1.0);
  CHECK(mean <= 3.0);  // the seed: 2 to 3
  WARN("200 starts: " << mean << " steps in the mean");
  for (const auto& [rolls, hips, knees] : {std::array{4, 10, 10}, std::array{1, 10, 10}, std::array{2, 4, 4},
                                           std::array{2, 3, 3}, std::array{2, 2, 2}}) {
    const double share = share_of(starts_of(rolls, hips, knees), mean);
    WARN(rolls << " x " << hips << " x " << knees << " starts: " << 100.0 * share << " %, " << mean
               << " steps");
    if (hips == 2) CHECK(share < 1.0);
  }
}

TEST_CASE("four-bar leg: out of reach the nearest point is found, against a fine search of all angles") {
  const FourBarLeg leg;
  math::RandomStream random(6, 0);
  int outside = 0;
  for (int k = 0; k < 30; ++k) {
    const Vec3 target{random.uniform(-0.3, 0.3), random.uniform(-0.1, 0.2), random.uniform(-0.05, 0.35)};
    const LegReach found = leg.reach(target);
    if (found.reached) continue;
    ++outside;
    double best = 1e9;
    constexpr int kFine = 60;
    for (int a = 0; a <= kFine / 3; ++a)
      for (int b = 0; b <= kFine; ++b)
        for (int c = 0; c <= kFine; ++c) {
          const auto at = [&](std::size_t of, int i, int count) {
            return leg.spec().lowest[of] + (leg.spec().highest[of] - leg.spec().lowest[of]) * i / count;
          };
          best = std::min(
              best, (leg.foot({at(0, a, kFine / 3), at(1, b, kFine), at(2, c, kFine)}) - target).norm());
        }
    CHECK(found.distance <= best + 1e-9);
    CHECK(found.distance > best - 5e-3);  // half a cell of the search, 26 mrad of 0.24 m
    CHECK((leg.foot(found.angles) - target).norm() == Approx(found.distance));
  }
  CHECK(outside > 10);
}

TEST_CASE("four-bar leg: lengths and limits without sense are refused") {
  FourBarLegSpec spec;
  spec.lever = 0.0;
  CHECK_THROWS_WITH(FourBarLeg(spec), Catch::Matchers::ContainsSubstring("length"));
  spec = {};
  spec.highest[2] = 1.2;
  CHECK_THROWS_WITH(FourBarLeg(spec), Catch::Matchers::ContainsSubstring("dead point"));
  spec = {};
  std::swap(spec.lowest[1], spec.highest[1]);
  CHECK_THROWS_WITH(FourBarLeg(spec), Catch::Matchers::ContainsSubstring("lower limit"));
}
