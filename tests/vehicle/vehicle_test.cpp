// SPDX-License-Identifier: BSD-3-Clause
// The shipped rovers against the numbers they claim.

#include "catch.hpp"
#include "vehicle/shipped_rovers.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

// Sums and chains of at most a dozen decimal numbers of order 1 (masses: 1000): rounding alone.
constexpr double kRounding = 1e-12;

struct Hub {
  std::string wheel;
  Vec3 position;
};

/// Left wheels; the right ones mirror them.
struct PublicNumbers {
  std::string id;
  double mass, radius, width;
  int grousers;
  std::vector<Hub> left_hubs;
};

// ExoMars: DLR-IB-RM-OP-2017-201 table 3.1 (track 1.200, axles 0.640 and 0.720 apart, origin under the middle
// axle), wheel Poulakis et al. 2015. Curiosity and VIPER: Project Chrono's models; 899 kg and 24 grousers:
// MSL. Fast rover: 130 kg from the press, its geometry assumed (docs/rovers.md).
const std::vector<PublicNumbers> kPublicNumbers = {
    {"exomars_lvm",
     310.0,
     0.1425,
     0.120,
     12,
     {{"front_left", {0.640, 0.600, 0.1425}},
      {"middle_left", {0.0, 0.600, 0.1425}},
      {"rear_left", {-0.720, 0.600, 0.1425}}}},
    {"rocker_bogie",
     899.0,
     0.25,
     0.40,
     24,
     {{"front_left", {1.095, 1.063, 0.249}},
      {"middle_left", {-0.089, 1.194, 0.249}},
      {"rear_left", {-1.163, 1.063, 0.249}}}},
    {"four_wheel_fast",
     130.0,
     0.20,
     0.20,
     0,
     {{"front_left", {0.60, 0.62, 0.20}}, {"rear_left", {-0.60, 0.62, 0.20}}}},
    {"viper",
     440.0,
     0.225,
     0.18,
     24,
     {{"front_left", {0.6418, 0.6098, 0.25}}, {"rear_left", {-0.6418, 0.6098, 0.25}}}},
    {"viper_mgru3",
     73.0,
     0.225,
     0.18,
     24,
     {{"front_left", {0.6418, 0.6098, 0.25}}, {"rear_left", {-0.6418, 0.6098, 0.25}}}},
};

std::string mirrored_name(const std::string& left) { return left.substr(0, left.size() - 4) + "right"; }

}  // namespace

TEST_CASE("every shipped rover has the mass, wheels and hub positions of its sources", "[vehicle]") {
  for (const PublicNumbers& known : kPublicNumbers) {
    CAPTURE(known.id);
    const ShippedRover rover(known.id);
    CHECK(rover.spec.name == known.id);
    CHECK(rover.model.total_mass() == Approx(known.mass).epsilon(kRounding));
    CHECK(rover.spec.wheels.size() == 2 * known.left_hubs.size());
    CHECK_FALSE(rover.spec.sources.empty());
    CHECK_FALSE(rover.spec.assumed.empty());
    for (const WheelSpec& wheel : rover.spec.wheels) {
      CHECK(wheel.geometry.radius == known.radius);
      CHECK(wheel.geometry.width == known.width);
      CHECK(wheel.geometry.grouser_count == known.grousers);
    }
    const Kinematics neutral = at_rest(rover.model, rover.model.neutral_q());
    for (const Hub& hub : known.left_hubs) {
      CAPTURE(hub.wheel);
      const Vec3 left = hub_position(rover, neutral, rover.wheel(hub.wheel));
      const Vec3 right = hub_position(rover, neutral, rover.wheel(mirrored_name(hub.wheel)));
      CHECK((left - hub.position).norm() < kRounding);
      CHECK((right - hub.position.cwiseProduct(Vec3(1, -1, 1))).norm() < kRounding);
    }
  }
}

TEST_CASE("the joints of the suspensions stand where the sources have them", "[vehicle]") {
  const auto pivot = [](const ShippedRover& rover, const std::string& body) {
    return at_rest(rover.model, rover.model.neutral_q())
        .body[static_cast<std::size_t>(rover.model.body(body).index)]
        .X_WB.p;
  };
  const ShippedRover exomars("exomars_lvm");
  CHECK((pivot(exomars, "left_bogie") - Vec3(0.320, 0.600, 0.540)).norm() < kRounding);
  CHECK((pivot(exomars, "right_bogie") - Vec3(0.320, -0.600, 0.540)).norm() < kRounding);
  CHECK((pivot(exomars, "rear_bogie") - Vec3(-0.720, 0.0, 0.540)).norm() < kRounding);
  CHECK(exomars.joint("rear_bogie").axis == Vec3::UnitX());  // transverse: it rolls
  const ShippedRover curiosity("rocker_bogie");
  CHECK((pivot(curiosity, "left_rocker") - Vec3(0.214, 0.604, 0.8754)).norm() < kRounding);
  CHECK((pivot(curiosity, "right_bogie") - Vec3(-0.54, -0.845, 0.6433)).norm() < kRounding);
}

TEST_CASE("wheels turn about their own y axis and steer about a vertical line through the hub", "[vehicle]") {
  for (const std::string& id : kShippedRovers) {
    const ShippedRover rover(id);
    const Kinematics neutral = at_rest(rover.model, rover.model.neutral_q());
    for (const WheelSpec& wheel : rover.spec.wheels) {
      CAPTURE(id, wheel.name);
      const BodyId body = rover.model.body(wheel.body);
      const Joint& drive = rover.joint(wheel.drive_joint);
      CHECK(drive.child == body);
      CHECK(drive.mode == CoordinateMode::prescribed);
      const Mat3& R = neutral.body[static_cast<std::size_t>(body.index)].X_WB.R;
      CHECK((R.col(1) - Vec3::UnitY()).norm() < kRounding);
      CHECK((R * drive.axis - Vec3::UnitY()).norm() < kRounding);
      if (wheel.steer_joint.empty()) continue;
      const Joint& steer = rover.joint(wheel.steer_joint);
      CHECK(steer.mode == CoordinateMode::prescribed);
      VecX q = rover.model.neutral_q();
      constexpr double kSteer = 0.5;  // rad to the left
      q[steer.q_index] = kSteer;
      const Kinematics steered = at_rest(rover.model, q);
      CHECK((hub_position(rover, steered, wheel) - hub_position(rover, neutral, wheel)).norm() < kRounding);
      const Vec3 heading = steered.body[static_cast<std::size_t>(body.index)].X_WB.R.col(0);
      CHECK((heading - Vec3(std::cos(kSteer), std::sin(kSteer), 0.0)).norm() < kRounding);
    }
  }
}

TEST_CASE("six wheels of ExoMars steer, the corners of the rocker-bogie, all four of the others",
          "[vehicle]") {
  const auto steered = [](const std::string& id) {
    const ShippedRover rover(id);
    return std::count_if(rover.spec.wheels.begin(), rover.spec.wheels.end(),
                         [](const WheelSpec& w) { return !w.steer_joint.empty(); });
  };
  CHECK(steered("exomars_lvm") == 6);
  CHECK(steered("rocker_bogie") == 4);
  CHECK(steered("four_wheel_fast") == 4);
  CHECK(steered("viper") == 4);
  const ShippedRover curiosity("rocker_bogie");
  CHECK(curiosity.wheel("middle_left").steer_joint.empty());
  CHECK(curiosity.wheel("middle_right").steer_joint.empty());
}

TEST_CASE("left and right halves of a rover mirror each other in mass and place", "[vehicle]") {
  for (const std::string& id : kShippedRovers) {
    const ShippedRover rover(id);
    const Kinematics neutral = at_rest(rover.model, rover.model.neutral_q());
    Vec3 moment = Vec3::Zero();
    for (std::size_t i = 0; i < rover.model.bodies().size(); ++i) {
      const Body& body = rover.model.bodies()[i];
      moment += body.mass * (neutral.body[i].X_WB * body.com);
    }
    CAPTURE(id);
    CHECK(std::abs(moment.y()) / rover.model.total_mass() < kRounding);
  }
}

TEST_CASE("coupled joints oppose each other: differentials and parallelograms", "[vehicle]") {
  const auto check = [](const ShippedRover& rover, const std::string& dependent,
                        const std::string& independent) {
    CAPTURE(rover.spec.name, dependent);
    const auto& all = rover.model.rows();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Row& c) {
      return c.dependent_v == rover.joint(dependent).v_index &&
             c.independent_v == rover.joint(independent).v_index;
    });
    REQUIRE(found != all.end());
    CHECK(found->ratio == -1.0);
    CHECK(found->offset == 0.0);
  };
  check(ShippedRover("rocker_bogie"), "right_rocker", "left_rocker");
  check(ShippedRover("four_wheel_fast"), "right_arm", "left_arm");
  for (const char* corner : {"front_left", "front_right", "rear_left", "rear_right"})
    check(ShippedRover("viper"), std::string("carrier_") + corner, std::string("arm_") + corner);
}

TEST_CASE("the contact of a wheel is slow enough for a step of 3 ms", "[vehicle]") {
  // An explicit step of a mass on a spring is stable below sqrt(k/m) dt = 2 and resolves it well below 0.5.
  constexpr double kStep = 0.003;  // s, that of the scenarios
  for (const std::string& id : kShippedRovers) {
    const ShippedRover rover(id);
    const VecX q = rover.model.neutral_q();
    const Kinematics neutral = at_rest(rover.model, q);
    for (const WheelSpec& wheel : rover.spec.wheels) {
      const Vec3 hub = hub_position(rover, neutral, wheel);
      const double mass =
          calc_effective_mass(rover.model, q, neutral, rover.model.body(wheel.body), hub, Vec3::UnitZ());
      CAPTURE(id, wheel.name, mass);
      CHECK(mass >= rover.body(wheel.body).mass);
      CHECK(std::sqrt(wheel.stiffness / mass) * kStep < 0.5);
    }
  }
}

TEST_CASE("a wheel looks as large as it is", "[vehicle]") {
  for (const std::string& id : kShippedRovers) {
    const ShippedRover rover(id);
    for (const WheelSpec& wheel : rover.spec.wheels) {
      CAPTURE(id, wheel.name);
      const auto look = std::find_if(
          rover.spec.visuals.begin(), rover.spec.visuals.end(),
          [&](const NamedVisual& v) { return v.body == wheel.body && v.shape.kind == VisualKind::wheel; });
      REQUIRE(look != rover.spec.visuals.end());
      CHECK(look->shape.size.x() + look->shape.size.z() ==
            Approx(wheel.geometry.radius + wheel.geometry.grouser_height).epsilon(kRounding));
      CHECK(look->shape.size.y() == wheel.geometry.width);
      CHECK(look->shape.pose.p.norm() == 0.0);
    }
  }
}
