// SPDX-License-Identifier: BSD-3-Clause
// A wheel on ground of resistive force theory: its quadrature against a fine mesh, symmetries, and the motion behind a slip
// state.
#include "grouser/soil/wheel/rft_wheel.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <random>

#include "catch.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/soil/laws/rft.hpp"
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

// In a rut the pressure rises to its full value within a twentieth of the rut's depth, which few points see roughly.
TEST_CASE("wheel by resistive force theory: few points hold 1 % of a fine mesh, in ruts too") {
  for (const auto& [rut, most_coarse, most_fine] :
       {std::array{0.0, 0.01, 0.003}, std::array{0.02, 0.01, 0.004}}) {
    double coarse = 0.0, fine = 0.0;
    for (const WheelGeometry& geometry : {kSmooth, kBladed}) {
      const RftWheel wheel = put_rft_wheel(rft_sand(), geometry, 9.81);
      CHECK((geometry.grouser_count > 0.0) == (wheel.enclosed < 1.0));
      for (const double slip : {-0.3, 0.1, 0.5, 0.9})
        for (const double angle : {0.0, 30.0 * kDeg})
          for (const double sinkage :
               {0.01, 0.03, 0.1}) {  // the last: 0.4 of the radius, where the contact goes over to fine
            const RftMotion motion = rolling(slip, angle);
            const Force exact = Mesh(wheel, motion, sinkage, rut).force();
            coarse = std::max(coarse, error_of(rft_reaction(wheel, motion, {sinkage, rut}, 8), exact, 0.25));
            fine = std::max(fine, error_of(rft_reaction(wheel, motion, {sinkage, rut}, 12), exact, 0.25));
          }
    }
    INFO("rut " << rut << ": coarse " << coarse << " fine " << fine);
    CHECK(coarse < most_coarse);
    CHECK(fine < most_fine);
  }
}

TEST_CASE("wheel by resistive force theory: ground that was pressed goes on from there") {
  const RftWheel wheel = put_rft_wheel(rft_sand(), kSmooth, 9.81);
  const RftMotion rolls = rolling(0.1);
  // a wheel in the rut of one like it carries the load at a small part of its sinkage, and never at none
  const double load = rft_reaction(wheel, rolls, {0.03}, 12).normal_force;
  CHECK(rft_reaction(wheel, rolls, {0.015, 0.03}, 12).normal_force > load);
  CHECK(rft_reaction(wheel, rolls, {0.003, 0.03}, 12).normal_force < load);
  // a rut of no depth changes nothing
  CHECK(rft_reaction(wheel, rolls, {0.03, 1e-9}, 12).normal_force == Approx(load).epsilon(1e-5));
}

TEST_CASE("wheel by resistive force theory: the same bits at every vector level") {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const WheelGeometry& geometry : {kSmooth, kBladed}) {
    const RftWheel wheel = put_rft_wheel(rft_sand(), geometry, 3.71);
    for (int i = 0; i < 300; ++i) {
      const RftMotion motion = rft_motion(any(engine), any(engine), any(engine));
      RftPlace place{0.05 + 0.05 * any(engine), 0.02 + 0.02 * any(engine), 0.3 * any(engine)};
      if (i % 2 == 0) place.phase = any(engine);
      const WheelReaction scalar = rft_reaction_on(SimdLevel::scalar, wheel, motion, place, 8);
      for (const SimdLevel level : available_levels()) {
        const WheelReaction r = rft_reaction_on(level, wheel, motion, place, 8);
        REQUIRE(std::memcmp(&r, &scalar, sizeof r) == 0);
      }
    }
  }
}

TEST_CASE("wheel by resistive force theory: forces are proportional to gravity") {
  const RftWheel earth = put_rft_wheel(rft_sand(), kBladed, 9.81),
                 moon = put_rft_wheel(rft_sand(), kBladed, 1.635);
  for (const double slip : {-0.5, 0.0, 0.3, 0.8}) {
    // so a wheel whose load is proportional to gravity has the same sinkage and the same pull over load
    const WheelReaction a = rft_reaction(earth, rolling(slip), {0.03}, 12),
                        b = rft_reaction(moon, rolling(slip), {0.03}, 12);
    CHECK(b.normal_force == Approx(a.normal_force / 6.0).epsilon(1e-12));
    CHECK(b.drawbar_pull == Approx(a.drawbar_pull / 6.0).epsilon(1e-12));
    CHECK(b.torque == Approx(a.torque / 6.0).epsilon(1e-12));
  }
}

TEST_CASE("wheel by resistive force theory: mirrored and reversed wheels") {
  const RftWheel wheel = put_rft_wheel(rft_sand(), kBladed, 9.81);
  const RftMotion motion = rolling(0.3, 0.4);
  const WheelReaction a = rft_reaction(wheel, motion, {0.04}, 12);
  const WheelReaction left =
      rft_reaction(wheel, {motion.forward, -motion.left, 0.0, motion.turning}, {0.04}, 12);
  const WheelReaction back =
      rft_reaction(wheel, {-motion.forward, motion.left, 0.0, -motion.turning}, {0.04}, 12);
  // sums in single precision, in another order
  CHECK(left.side_force == Approx(-a.side_force).epsilon(1e-5));
  CHECK(left.drawbar_pull == Approx(a.drawbar_pull).epsilon(1e-5));
  CHECK(back.drawbar_pull == Approx(-a.drawbar_pull).epsilon(1e-5));
  CHECK(back.torque == Approx(-a.torque).epsilon(1e-5));
  CHECK(back.normal_force == Approx(a.normal_force).epsilon(1e-5));
  CHECK(back.side_force == Approx(a.side_force).epsilon(1e-5));
}

TEST_CASE("wheel by resistive force theory: ground gives no motion of a wheel power") {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const WheelGeometry& geometry : {kSmooth, kBladed}) {
    const RftWheel wheel = put_rft_wheel(rft_sand(), geometry, 9.81);
    for (int i = 0; i < 5000; ++i) {
      const RftMotion m{any(engine), any(engine), any(engine), any(engine)};
      RftPlace place{0.06 + 0.05 * any(engine), std::max(0.0, 0.05 * any(engine)), 0.5 * any(engine)};
      if (i % 2 == 0) place.phase = any(engine);
      const WheelReaction r = rft_reaction(wheel, m, place, 8);
      const double spin = m.turning / wheel.radius;
      const double power =
          r.drawbar_pull * m.forward + r.side_force * m.left - r.normal_force * m.down - r.torque * spin;
      REQUIRE(power <= 1e-5 * (std::fabs(r.normal_force) + std::fabs(r.drawbar_pull)));  // single precision
    }
  }
}

TEST_CASE("wheel by resistive force theory: stiffness is the slope of the load") {
  const RftWheel wheel = put_rft_wheel(rft_sand(), kBladed, 9.81);
  for (const double sinkage : {0.01, 0.04, 0.09}) {
    constexpr double kStep = 1e-3;  // of the sinkage: far above the noise of single precision
    const double h = kStep * sinkage;
    const WheelReaction r = rft_reaction(wheel, rolling(0.2), {sinkage}, 24),
                        less = rft_reaction(wheel, rolling(0.2), {sinkage - h}, 24),
                        more = rft_reaction(wheel, rolling(0.2), {sinkage + h}, 24);
    CHECK(r.stiffness == Approx((more.normal_force - less.normal_force) / (2.0 * h)).epsilon(0.01));
  }
}

TEST_CASE("motion behind a slip state: a wheel that rolls moves at the speeds of its slip") {
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int i = 0; i < 5000; ++i) {
    const double forward = any(engine), left = any(engine), turning = any(engine);
    if (turning * forward < 0.0) continue;  // its slip does not tell which of the two is the faster
    const double fastest = std::max(std::fabs(turning), std::sqrt(forward * forward + left * left));
    const RftMotion m =
        rft_motion((turning - forward) / fastest, -left / fastest, forward < 0.0 ? -1.0 : 1.0);
    INFO(forward << " " << left << " " << turning);
    // the same up to a factor
    const double scale = std::max(std::fabs(m.turning), std::sqrt(m.forward * m.forward + m.left * m.left));
    CHECK(m.forward / scale == Approx(forward / fastest).margin(1e-9));
    CHECK(m.left / scale == Approx(left / fastest).margin(1e-9));
    CHECK(m.turning / scale == Approx(turning / fastest).margin(1e-9));
    CHECK(m.down == Approx(0.0).margin(1e-12));
  }
}

TEST_CASE("motion behind a slip state: at rest it goes down, and nothing jumps") {
  const RftMotion rest = rft_motion(0.0, 0.0, 0.0);
  CHECK((rest.forward == 0.0 && rest.left == 0.0 && rest.turning == 0.0 && rest.down == 1.0));
  // spinning on the spot: it turns and does not go down
  const RftMotion spins = rft_motion(1.0, 0.0, 0.0);
  CHECK((spins.forward == 0.0 && spins.down == 0.0 && spins.turning == 1.0));
  // dragged backward while locked from rest: slip and travel are then equal and opposite
  const RftMotion dragged = rft_motion(0.9, 0.0, -0.9);
  CHECK(dragged.forward < -0.9);
  CHECK(std::fabs(dragged.turning) < 0.11);
  // small steps of the state are small steps of the motion, also where travel and slip change their signs
  constexpr double kStep = 1e-6, kMost = 50.0;
  std::mt19937 engine(2);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int i = 0; i < 5000; ++i) {
    const double x = 0.9 * any(engine), y = 0.9 * any(engine), t = any(engine);
    const auto near = [&](const RftMotion& a, const RftMotion& b) {
      return std::fabs(a.forward - b.forward) + std::fabs(a.turning - b.turning) +
                 std::fabs(a.down - b.down) <
             kMost * kStep;
    };
    CHECK(near(rft_motion(x, y, -kStep), rft_motion(x, y, kStep)));
    CHECK(near(rft_motion(-kStep, y, t), rft_motion(kStep, y, t)));
    if (std::fabs(x) > 0.02 || std::fabs(t) > 0.02)
      CHECK(near(rft_motion(x, y, t), rft_motion(x + kStep, y, t)));
  }
}

TEST_CASE("wheel by resistive force theory: the guard's bound of its shear holds") {
  // what rft_ground.cpp takes for d(force)/d(slip) over the load: the larger of 3.3 / entry angle and
  // 8 + 7 entry angle
  for (const double phi : {25.0, 30.0, 37.0})
    for (const WheelGeometry& geometry : {kSmooth, kBladed}) {
      const RftWheel wheel = put_rft_wheel(rft_sand(phi), geometry, 9.81);
      for (const double sinkage : {0.002, 0.01, 0.04, 0.1})
        for (const auto& [travel, points] : {std::pair{0.0, 8}, {0.5, 8}, {1.0, 8}, {0.0, 12}, {1.0, 12}}) {
          const auto at = [&, t = travel, n = points](double x, double y) {
            return rft_reaction(wheel, rft_motion(x, y, t), {sinkage}, n);
          };
          constexpr double kStep = 1e-3;
          for (double x = -0.95; x < 0.96; x += 0.1)
            for (double y = 0.0; y < 0.85; y += 0.2) {
              const WheelReaction here = at(x, y);
              const double bound = here.normal_force *
                                   std::max(3.3 / here.entry_angle, 8.0 + 7.0 * here.entry_angle) * 2.0 *
                                   kStep;
              CHECK(std::fabs(at(x + kStep, y).drawbar_pull - at(x - kStep, y).drawbar_pull) < bound);
              CHECK(std::fabs(at(x, y + kStep).side_force - at(x, y - kStep).side_force) < bound);
            }
        }
    }
}
