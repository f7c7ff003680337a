// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/math/pose.hpp"

#include <random>

#include "catch.hpp"

using namespace grouser;

TEST_CASE("exp and log of rotations are inverse, and exp matches the axis-angle matrix") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> u(-1.7, 1.7);
  for (int i = 0; i < 1000; ++i) {
    const double scale = i % 2 ? 1.0 : 1e-5;  // both branches
    const Vec3 phi = scale * Vec3(u(random), u(random), u(random));
    const Quat q = quat_exp(phi);
    CHECK(q.norm() == Approx(1.0).epsilon(1e-14));
    CHECK((quat_log(q) - phi).norm() < 1e-14 + 1e-12 * phi.norm());
    CHECK((to_matrix(q) - rotation_about(phi.normalized(), phi.norm())).norm() < 1e-14);
  }
}

TEST_CASE("roll, pitch, yaw: yaw turns left, pitch is nose down, roll is right side down") {
  CHECK((rotation_from_rpy(0, 0, 0.1) * Vec3::UnitX()).y() > 0);
  CHECK((rotation_from_rpy(0, 0.1, 0) * Vec3::UnitX()).z() < 0);
  CHECK((rotation_from_rpy(0.1, 0, 0) * Vec3::UnitY()).z() > 0);  // left side rises
  const auto rpy = rpy_from_rotation(rotation_from_rpy(0.1, -0.2, 2.5));
  CHECK(rpy.roll == Approx(0.1));
  CHECK(rpy.pitch == Approx(-0.2));
  CHECK(rpy.yaw == Approx(2.5));
}

TEST_CASE("transforms compose and invert") {
  const RigidTransform a{rotation_from_rpy(0.3, 0.2, 0.1), Vec3(1, 2, 3)},
      b{rotation_from_rpy(-0.3, 1.2, 0.7), Vec3(-1, 0, 2)};
  const Vec3 p(0.3, 0.4, 0.5);
  CHECK(((a * b) * p - a * (b * p)).norm() < 1e-14);
  CHECK(((a * a.inverse()).p).norm() < 1e-14);
  CHECK((to_matrix(to_quat(a.R)) - a.R).norm() < 1e-14);
}
