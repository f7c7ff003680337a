// SPDX-License-Identifier: BSD-3-Clause
// Where a wheel is in its grains: behind it the surface falls, in a rut the ground keeps what it carried, and single grousers
// come and go.
#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "grouser/soil/wheel/rft_wheel.hpp"
#include "rft_mesh_for_test.hpp"

using namespace grouser;
using test::error_of;
using test::Force;
using test::kBladed;
using test::kDeg;
using test::kSmooth;
using test::Mesh;
using test::rft_sand;
using test::rolling;

// The surface behind a wheel of 0.25 m whose tips run at 0.3 m/s on Mars lies 24 mm lower: more than the smaller sinkages.
TEST_CASE("wheel by resistive force theory: a fallen surface behind it within 1 % of a fine mesh") {
  constexpr double kSpeed = 0.3, kGravity = 3.71, kFall = kSpeed * kSpeed / kGravity;
  double worst = 0.0;
  for (const WheelGeometry& geometry : {kSmooth, kBladed}) {
    const RftWheel wheel = put_rft_wheel(rft_sand(), geometry, kGravity);
    for (const double slip : {0.1, 0.5, 0.9})
      for (const double angle : {0.0, 30.0 * kDeg})
        for (const double sinkage : {0.01, 0.03, 0.1})
          for (const double rut : {0.0, 0.02}) {
            const RftMotion motion = rolling(slip, angle);
            const Force exact = Mesh(wheel, motion, sinkage, rut, kFall).force();
            const RftPlace place{sinkage, rut, kSpeed};
            worst = std::max(worst, error_of(rft_reaction(wheel, motion, place, 8), exact, 0.25));
          }
  }
  INFO("worst " << worst);
  CHECK(worst < 0.01);
}

TEST_CASE(
    "wheel by resistive force theory: the surface falls with the square of the speed, on the side that it "
    "turns to") {
  const RftWheel wheel = put_rft_wheel(rft_sand(), kBladed, 9.81);
  const RftMotion spins = rolling(0.6);
  const auto pull = [&](double speed) {
    return rft_reaction(wheel, spins, {.sinkage = 0.03, .rim_speed = speed}, 12).drawbar_pull;
  };
  const WheelReaction still = rft_reaction(wheel, spins, {0.03}, 12);
  CHECK(pull(0.0) == still.drawbar_pull);
  CHECK(pull(1e-4) == Approx(still.drawbar_pull).epsilon(1e-6));  // 1 nm
  // the rear half of a spinning wheel pulls: without a part of its ground it pulls less, by the square of a small speed
  const double slow = still.drawbar_pull - pull(0.03), faster = still.drawbar_pull - pull(0.06);
  CHECK(slow > 0.0);
  CHECK(faster / slow == Approx(4.0).epsilon(0.1));
  // where the whole rear half is bare, more speed changes nothing
  CHECK(pull(0.9) == Approx(pull(0.6)).epsilon(1e-6));
  // a wheel that turns backward is the mirror of one that turns forward
  const WheelReaction ahead = rft_reaction(wheel, spins, {.sinkage = 0.03, .rim_speed = 0.2}, 12),
                      back = rft_reaction(wheel, {-spins.forward, 0.0, 0.0, -spins.turning},
                                          {.sinkage = 0.03, .rim_speed = -0.2}, 12);
  CHECK(back.drawbar_pull == Approx(-ahead.drawbar_pull).epsilon(1e-5));
  CHECK(back.normal_force == Approx(ahead.normal_force).epsilon(1e-5));
  // half the gravity, twice the fall
  const RftWheel light = put_rft_wheel(rft_sand(), kBladed, 9.81 / 2.0);
  const WheelReaction a = rft_reaction(light, spins, {.sinkage = 0.03, .rim_speed = 0.2}, 12),
                      b = rft_reaction(wheel, spins, {.sinkage = 0.03, .rim_speed = 0.2 * std::sqrt(2.0)},
                                       12);
  CHECK(a.drawbar_pull / a.normal_force == Approx(b.drawbar_pull / b.normal_force).epsilon(1e-5));
}

// What a rut keeps: all of it where a wheel rolled or was pressed in, little where one spun.
TEST_CASE("wheel by resistive force theory: a rut keeps the pressure that it carried") {
  for (const WheelGeometry& geometry : {kSmooth, kBladed}) {
    const RftWheel wheel = put_rft_wheel(rft_sand(), geometry, 9.81);
    constexpr double kRut = 0.02;
    double last = 1.0;
    for (const double slip : {0.0, 0.05, 0.1, 0.3, 0.6, 1.0}) {
      const double kept = rft_pressed_depth(wheel, rolling(slip), kRut, 8);
      CHECK(kept == Approx(Mesh(wheel, rolling(slip), kRut, kRut).pressed()).epsilon(0.01));
      CHECK(kept / kRut < last + 1e-9);
      last = kept / kRut;
    }
    CHECK(rft_pressed_depth(wheel, rolling(0.0), kRut, 8) > 0.9 * kRut);
    CHECK(rft_pressed_depth(wheel, {0.0, 0.0, 1.0, 0.0}, kRut, 8) == Approx(kRut).epsilon(0.02));  // a press
    CHECK(last < 0.3);  // of a wheel that spins on the spot
    CHECK(rft_pressed_depth(wheel, rolling(0.3), 0.0, 8) == 0.0);
  }
}

// In the middle of a turn of a grouser the force ripples; over one pitch it is the mean that the other form takes.
TEST_CASE(
    "wheel by resistive force theory: grousers at their phase have the mean of the averaged ones over a "
    "pitch") {
  constexpr int kPhases = 24;
  double worst = 0.0, ripple = 0.0;
  const RftWheel wheel = put_rft_wheel(rft_sand(), kBladed, 9.81);
  const double pitch = 1.0 / wheel.blades;
  for (const double slip : {-0.3, 0.1, 0.5, 0.9})
    for (const double sinkage : {0.01, 0.03, 0.1})
      for (const double rut : {0.0, 0.02})
        for (const double speed : {0.0, 0.2}) {
          const RftMotion motion = rolling(slip, 10.0 * kDeg);
          RftPlace place{sinkage, rut, speed};
          const WheelReaction mean = rft_reaction(wheel, motion, place, 12);
          Force sum;
          double most = -1e30, least = 1e30;
          for (int i = 0; i < kPhases; ++i) {
            place.phase = pitch * (i + 0.5) / kPhases;
            const WheelReaction r = rft_reaction(wheel, motion, place, 12);
            sum.x += r.drawbar_pull / kPhases, sum.y += r.side_force / kPhases;
            sum.z += r.normal_force / kPhases, sum.torque += r.torque / kPhases;
            most = std::max(most, r.drawbar_pull), least = std::min(least, r.drawbar_pull);
            place.phase += 7.0 * pitch;  // each grouser is like the others
            CHECK(rft_reaction(wheel, motion, place, 12).drawbar_pull ==
                  Approx(r.drawbar_pull).margin(1e-5 * mean.normal_force));
          }
          worst = std::max(worst, error_of(mean, sum, 0.25));
          ripple = std::max(ripple, (most - least) / mean.normal_force);
        }
  INFO("worst mean " << worst << ", largest ripple " << ripple);
  CHECK(worst < 0.005);  // what the averaged rule itself errs by (0.004 in ruts)
  CHECK(ripple > 0.01);
}

// One blade, counted by hand: the open share of a wheel with its rim above ground and one grouser straight down.
TEST_CASE("wheel by resistive force theory: one grouser straight down is a plate") {
  constexpr WheelGeometry kFew{.radius = 0.225, .width = 0.18, .grouser_height = 0.025, .grouser_count = 6};
  const RftWheel wheel = put_rft_wheel(rft_sand(), kFew, 9.81);
  const double open = 1.0 - wheel.enclosed, sinkage = 0.01;
  RftWheel envelope = wheel;
  envelope.enclosed = 1.0;
  const RftMotion drags{1.0, 0.0, 0.0, 0.0};
  const double with = rft_reaction(wheel, drags, {.sinkage = sinkage, .phase = 0.0}, 24).drawbar_pull;
  const double hull = rft_reaction(envelope, drags, {sinkage}, 24).drawbar_pull;
  const auto f = rft::respond<double>({{1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 1.0, wheel.surface, 0.0});
  const double blade = wheel.xi_n * f.x * 0.18 * 0.5 * sinkage * sinkage;  // int of depth over the face
  CHECK(with == Approx(wheel.enclosed * hull + open * blade).epsilon(2e-3));
}
