// SPDX-License-Identifier: BSD-3-Clause
// Closed forms of a box on slopes and under loads, and the hull against a search over all pairs.
#include "grouser/vehicle/spec/tip_over.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include "catch.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/vehicle/spec/tipping_energy.hpp"

using namespace grouser;

namespace {

constexpr double kHalfLength = 0.6, kHalfWidth = 0.5, kHeight = 0.7, kMass = 100.0, kGravity = 3.72;
constexpr double kWeight = kMass * kGravity;
const double kStaticMargin = std::atan(kHalfWidth / kHeight);  // towards a side, the shorter half

/// Six wheels, the middle ones inside the line of the others.
std::vector<Vec3> wheels() {
  return {{kHalfLength, kHalfWidth, 0},
          {-kHalfLength, -kHalfWidth, 0},
          {0, 0.4, 0},
          {kHalfLength, -kHalfWidth, 0},
          {0, -0.4, 0},
          {-kHalfLength, kHalfWidth, 0}};
}
TipOverLoad standing(const Vec3& force, const Vec3& moment = Vec3::Zero()) {
  return {Vec3(0, 0, kHeight), force, moment};
}
/// Weight as the vehicle's frame sees it on a slope that falls to the left.
Vec3 weight_on_slope(double slope) { return kWeight * Vec3(0, std::sin(slope), -std::cos(slope)); }

}  // namespace

TEST_CASE("on a side slope the margin is what the slope leaves of the level one", "[vehicle]") {
  for (double slope = 0.0; slope < 1.4; slope += 0.05) {
    const TipOver tip = calc_tip_over(wheels(), standing(weight_on_slope(slope)), kWeight);
    CAPTURE(slope);
    CHECK(tip.margin == Approx(kStaticMargin - slope).margin(4e-15));
    CHECK(tip.measure == Approx(kStaticMargin - slope).margin(4e-15));
    if (slope > 0.0)
      CHECK((wheels()[static_cast<std::size_t>(tip.from)].y() == kHalfWidth &&
             wheels()[static_cast<std::size_t>(tip.to)].y() == kHalfWidth));
  }
  // Exactly zero where the centre of mass stands over the edge, on either side.
  CHECK(calc_tip_over(wheels(), standing(weight_on_slope(kStaticMargin - 1e-9)), kWeight).margin > 0.0);
  CHECK(calc_tip_over(wheels(), standing(weight_on_slope(kStaticMargin + 1e-9)), kWeight).margin < 0.0);
}

TEST_CASE("a symmetric vehicle has the same margin to the left and right, fore and aft", "[vehicle]") {
  for (const double slope : {0.1, 0.4, 0.9}) {
    const Vec3 left = weight_on_slope(slope), right(0, -left.y(), left.z()), fore(left.y(), 0, left.z()),
               aft(-left.y(), 0, left.z());
    CHECK(calc_tip_over(wheels(), standing(left), kWeight).margin ==
          Approx(calc_tip_over(wheels(), standing(right), kWeight).margin).margin(1e-15));
    CHECK(calc_tip_over(wheels(), standing(fore), kWeight).margin ==
          Approx(calc_tip_over(wheels(), standing(aft), kWeight).margin).margin(1e-15));
    // Downhill ahead the sides get nearer as the force shortens in their plane; the front stays the closed
    // form.
    if (slope > 0.3)
      CHECK(calc_tip_over(wheels(), standing(fore), kWeight).margin ==
            Approx(std::atan(kHalfLength / kHeight) - slope).margin(4e-15));
  }
}

TEST_CASE("a lateral acceleration tips as the slope of its angle does, and weighs more", "[vehicle]") {
  for (const double a : {0.3, 1.0, 2.5}) {
    const double slope = std::atan(a / kGravity);
    const TipOver turning = calc_tip_over(wheels(), standing(kMass * Vec3(0, a, -kGravity)), kWeight);
    CHECK(turning.margin ==
          Approx(calc_tip_over(wheels(), standing(weight_on_slope(slope)), kWeight).margin));
    CHECK(turning.measure == Approx(turning.margin * std::hypot(a, kGravity) / kGravity).epsilon(1e-14));
  }
}

TEST_CASE("a moment tips when it lifts the weight off the far edge", "[vehicle]") {
  const double limit = kWeight * kHalfWidth;  // about the left edge
  const auto margin = [](double moment) {
    return calc_tip_over(wheels(), standing(Vec3(0, 0, -kWeight), Vec3(-moment, 0, 0)), kWeight).margin;
  };
  CHECK(margin(limit) == Approx(0.0).margin(1e-15));
  CHECK(margin(limit * (1 + 1e-9)) < 0.0);
  CHECK(margin(limit * (1 - 1e-9)) > 0.0);
  CHECK(margin(-0.5 * limit) == Approx(margin(0.5 * limit)).margin(1e-15));
  // A moment about the vertical tips nothing.
  CHECK(calc_tip_over(wheels(), standing(Vec3(0, 0, -kWeight), Vec3(0, 0, 1e3)), kWeight).margin ==
        Approx(kStaticMargin).margin(4e-15));
}

TEST_CASE("neither the order of the supports nor the frame matters", "[vehicle]") {
  std::vector<Vec3> supports = wheels();
  const Vec3 force = kMass * Vec3(0.4, 0.9, -kGravity), moment(20, -15, 8);
  const TipOver expected = calc_tip_over(supports, standing(force, moment), kWeight);
  std::mt19937 engine(5);
  for (int n = 0; n < 50; ++n) {
    std::shuffle(supports.begin(), supports.end(), engine);
    std::uniform_real_distribution<double> angle(-3.0, 3.0);
    const RigidTransform X{rotation_from_rpy(angle(engine), angle(engine), angle(engine)), Vec3(5, -2, 40)};
    std::vector<Vec3> moved;
    for (const Vec3& p : supports) moved.push_back(X * p);
    const TipOver tip = calc_tip_over(moved, {X * Vec3(0, 0, kHeight), X.R * force, X.R * moment}, kWeight);
    CHECK(tip.margin == Approx(expected.margin).margin(1e-13));  // places of 40 m in double
    CHECK(tip.measure == Approx(expected.measure).margin(1e-13));
  }
}

TEST_CASE("the hull's least edge is that of a search over all pairs, supports at all heights", "[vehicle]") {
  std::mt19937 engine(17);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  int tipping = 0;
  for (int n = 0; n < 500; ++n) {
    std::vector<Vec3> supports;
    for (int i = 0; i < 8; ++i) supports.emplace_back(unit(engine), unit(engine), 0.3 * unit(engine));
    const Vec3 com(0.3 * unit(engine), 0.3 * unit(engine), 0.8),
        f(0.6 * unit(engine), 0.6 * unit(engine), -1.0);
    std::optional<double> least;
    for (const Vec3& a : supports)
      for (const Vec3& b : supports) {
        if (&a == &b) continue;
        // The plane through a, b that holds f: seen from above its normal points to the left of a -> b. An
        // edge has all other supports on its right here (the hull the other way round).
        const Vec3 left = (b - a).cross(f);
        if (std::any_of(supports.begin(), supports.end(),
                        [&](const Vec3& p) { return left.dot(p - a) > 1e-12; }))
          continue;
        // The angle between f's part across the edge and the way to it, by its cosine; sign by the plane.
        const Vec3 axis = (b - a).normalized(), way = (a - com) - axis * axis.dot(a - com),
                   part = f - axis * axis.dot(f);
        const double angle = std::acos(std::clamp(way.dot(part) / (way.norm() * part.norm()), -1.0, 1.0));
        const double margin = left.dot(com - a) < 0.0 ? angle : -angle;
        if (!least || margin < *least) least = margin;
      }
    REQUIRE(least.has_value());
    // acos near 0 keeps half the digits.
    CHECK(calc_tip_over(supports, {com, f, Vec3::Zero()}, 1.0).margin == Approx(*least).margin(3e-8));
    tipping += *least < 0.0;
  }
  CHECK(tipping > 20);
  CHECK(tipping < 480);
}

TEST_CASE("fewer than three supports never stand", "[vehicle]") {
  const TipOverLoad load = standing(Vec3(0, 0, -kWeight));
  CHECK(calc_tip_over({}, load, kWeight).margin == 0.0);
  CHECK(calc_tip_over({}, load, kWeight).from == -1);
  CHECK(calc_tip_over(wheels(), standing(Vec3::Zero()), kWeight).margin == 0.0);
  const std::vector<Vec3> one = {{0.3, 0, 0}};
  CHECK(calc_tip_over(one, load, kWeight).margin == Approx(-std::atan(0.3 / kHeight)));
  const std::vector<Vec3> pair = {{0.6, 0.5, 0}, {-0.6, 0.5, 0}};
  CHECK(calc_tip_over(pair, load, kWeight).margin == Approx(-kStaticMargin));
  const std::vector<Vec3> diagonal = {{0.6, 0.5, 0}, {-0.6, -0.5, 0}};
  CHECK(calc_tip_over(diagonal, load, kWeight).margin == Approx(0.0).margin(1e-15));
  const std::vector<Vec3> row = {{0.6, 0.5, 0}, {0.1, 0.5, 0}, {-0.6, 0.5, 0}, {0.3, 0.5, 0}};
  CHECK(calc_tip_over(row, load, kWeight).margin == Approx(-kStaticMargin));
  const std::vector<Vec3> doubled = {{0.3, 0, 0}, {0.3, 0, 0}};
  CHECK(calc_tip_over(doubled, load, kWeight).margin == Approx(-std::atan(0.3 / kHeight)));
}

TEST_CASE("the energy that tips is that of the way up over the nearest edge, level and on slopes") {
  const std::vector<Vec3> level = {
      {0.6, 0.5, 0}, {-0.6, -0.5, 0}, {-0.6, 0.5, 0}, {0.6, -0.5, 0}, {0.1, 0.2, 0}};
  const double way = std::hypot(kHalfWidth, kHeight) - kHeight;
  CHECK(*calc_tipping_energy(level, {0, 0, kHeight}, kWeight) == Approx(kWeight * way));
  CHECK(*calc_tipping_energy(level, {0, 0.6, kHeight}, kWeight) < 0.0);
  CHECK_FALSE(calc_tipping_energy(std::span(level).first(2), {0, 0, kHeight}, kWeight));
  const std::vector<Vec3> row = {{0.6, 0.5, 0}, {0.1, 0.5, 0}, {-0.6, 0.5, 0}};
  CHECK_FALSE(calc_tipping_energy(row, {0, 0, kHeight}, kWeight));

  // Tilted about any axis: against the greatest height that the centre of mass reaches when it is turned about each side in
  // small steps.
  std::mt19937 random(3);
  std::uniform_real_distribution<double> angle(-0.4, 0.4);
  for (int k = 0; k < 50; ++k) {
    const Mat3 R = rotation_from_rpy(angle(random), angle(random), angle(random));
    std::vector<Vec3> corners;
    for (const Vec3& p : {Vec3(0.6, 0.5, 0), Vec3(-0.6, 0.5, 0), Vec3(-0.6, -0.5, 0), Vec3(0.6, -0.5, 0)})
      corners.push_back(R * p);
    const Vec3 com = R * Vec3(0, 0, kHeight);
    double least = 1e300;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 a = corners[i], axis = (corners[(i + 1) % 4] - a).normalized();
      double highest = com.z();
      for (double turn = -1.5; turn <= 1.5; turn += 1e-3)
        highest = std::max(highest, (a + Eigen::AngleAxisd(turn, axis) * (com - a)).z());
      least = std::min(least, kWeight * (highest - com.z()));
    }
    // steps of 1e-3 rad miss the top by at most (5e-4)^2/2 of the arm
    CHECK(*calc_tipping_energy(corners, com, kWeight) == Approx(least).margin(2e-7 * kWeight));
  }
}
