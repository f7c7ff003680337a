// SPDX-License-Identifier: BSD-3-Clause
// What walking is made of: the support polygon against brute force, the swing's ends, the servo, and the controller without a
// world: it stands on what it is told, and its commands are where it says.
#include <array>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/vehicle/legs/foothold.hpp"
#include "grouser/vehicle/legs/servo.hpp"
#include "grouser/vehicle/legs/support_polygon.hpp"
#include "grouser/vehicle/legs/swing_path.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"

using namespace grouser;

namespace {

/// Least distance to the lines through any two feet that have all feet on one side: the margin by its definition.
double margin_by_all_pairs(const std::vector<Vec2>& feet, const Vec2& p) {
  double least = 1e300;
  for (const Vec2& a : feet)
    for (const Vec2& b : feet) {
      const Vec2 along = b - a;
      if (!(along.norm() > 0.0)) continue;
      const Vec2 inwards = Vec2(-along.y(), along.x()) / along.norm();
      bool edge = true;
      for (const Vec2& c : feet) edge = edge && inwards.dot(c - a) > -1e-12;
      if (edge) least = std::min(least, inwards.dot(p - a));
    }
  return least;
}

Vec2 random_point(math::RandomStream& random) {
  return {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
}

}  // namespace

TEST_CASE("the static margin is the distance to the nearest edge of the convex hull", "[vehicle]") {
  math::RandomStream random(7, 0);
  for (int run = 0; run < 2000; ++run) {
    std::vector<Vec2> feet(3 + static_cast<std::size_t>(run % 6));
    for (Vec2& foot : feet) foot = random_point(random);
    const Vec2 p = random_point(random);
    CHECK(static_margin(support_polygon(feet), p) == Approx(margin_by_all_pairs(feet, p)).margin(1e-12));
  }
  const std::vector<Vec2> pair{{0.0, 0.0}, {2.0, 0.0}}, line{{0.0, 0.0}, {1.0, 0.0}, {2.0, 0.0}},
      one{{1.0, 1.0}};
  CHECK(static_margin(support_polygon(pair), {1.0, 0.5}) == Approx(-0.5));
  CHECK(static_margin(support_polygon(line), {3.0, 0.0}) == Approx(-1.0));
  CHECK(static_margin(support_polygon(one), {4.0, 5.0}) == Approx(-5.0));
  CHECK(static_margin(support_polygon({}), {4.0, 5.0}) == 0.0);
}

TEST_CASE("a held margin is held by the nearest point that can", "[vehicle]") {
  math::RandomStream random(8, 0);
  constexpr double kMargin = 0.05, kStep = 0.02;
  int held = 0;
  for (int run = 0; run < 200; ++run) {
    std::vector<Vec2> feet(3 + static_cast<std::size_t>(run % 3));
    for (Vec2& foot : feet) foot = random_point(random);
    const SupportPolygon polygon = support_polygon(feet);
    const Vec2 wanted = random_point(random), found = hold_margin(polygon, wanted, kMargin);
    const double reached = static_margin(polygon, found);
    // a grid of the plane: no point of it with the margin is nearer, none has more margin where there is none with enough
    double nearest = 1e300, most = -1e300;
    for (double x = -1.0; x <= 1.0; x += kStep)
      for (double y = -1.0; y <= 1.0; y += kStep) {
        const double margin = static_margin(polygon, {x, y});
        most = std::max(most, margin);
        if (margin >= kMargin) nearest = std::min(nearest, (Vec2(x, y) - wanted).norm());
      }
    if (nearest < 1e300) {
      ++held;
      CHECK(reached >= kMargin - 1e-9);
      CHECK((found - wanted).norm() <= nearest + 1e-9);
    } else {
      CHECK(reached >= most - kStep);
    }
  }
  CHECK(held > 100);
}

TEST_CASE("a swing starts and ends at rest but for its touch, with no jump of acceleration", "[vehicle]") {
  const SwingPath path{{0.1, -0.2, 0.05}, {0.18, -0.19, 0.08}, 0.4, 0.03, 0.06};
  constexpr double h = 1e-4;
  const auto speed = [&](double t) -> Vec3 { return (path.at(t + h) - path.at(t - h)) / (2.0 * h); };
  const auto acceleration = [&](double t) -> Vec3 {
    return (path.at(t + h) - 2.0 * path.at(t) + path.at(t - h)) / (h * h);
  };
  CHECK((path.at(0.0) - path.from).norm() == 0.0);
  CHECK((path.at(0.4) - path.to).norm() < 1e-15);
  // central differences of a quintic are off by h^2 times its third derivative, which is below 200 m/s3
  CHECK(speed(2.0 * h).norm() < 1e-4);
  CHECK((speed(0.4 - 2.0 * h) - Vec3(0.0, 0.0, -0.06)).norm() < 1e-4);
  CHECK(acceleration(2.0 * h).norm() < 0.15);
  CHECK(acceleration(0.4 - 2.0 * h).norm() < 0.15);
  CHECK(path.at(0.2).z() > 0.5 * (path.from.z() + path.to.z()) + 0.03);
}

TEST_CASE("a servo pushes in proportion, within its limits, and not in its dead band", "[vehicle]") {
  const ServoSpec servo{
      .stall_torque = 2.0, .no_load_speed = 8.0, .stiffness = 20.0, .dead_band = 0.02, .resolution = 0.01};
  CHECK(servo_torque(servo, 0.505, 0.5) == 0.0);
  CHECK(servo_torque(servo, 0.55, 0.5) == Approx(20.0 * 0.04));
  CHECK(servo_torque(servo, 0.45, 0.5) == Approx(-20.0 * 0.04));
  CHECK(servo_torque(servo, 1.5, 0.5) == 2.0);
  CHECK(servo.slope() == 0.25);
  CHECK(servo_pulse(servo, 0.1234) == Approx(0.12).margin(1e-15));
  CHECK(servo_pulse(ServoSpec{}, 0.1234) == 0.1234);
}

namespace {

class LevelGround final : public FootGround {
 public:
  double touch_height(double, double, double radius) const override { return radius; }
};

/// A walker of four legs on level ground whose servos do at once what they are told.
struct Puppet {
  explicit Puppet(const GaitSpec& gait)
      : controller(legs(), gait, 2.0, 9.81,
                   {.stall_torque = 2.0, .no_load_speed = 8.0, .stiffness = 1e9, .refresh_rate = 100.0}) {
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 angles = controller.stance_angles(i);
      for (int k = 0; k < 3; ++k) memory[i].angle[k] = memory[i].told[k] = angles[k];
    }
    body.p.z() = 0.215 + kFoot;
  }
  static constexpr double kFoot = 0.012;
  static std::vector<WalkerLeg> legs() {
    std::vector<WalkerLeg> out;
    for (const double x : {0.06, -0.24})
      for (const double side : {1.0, -1.0})
        out.push_back({FourBarLeg{}, {x, side * 0.08, 0.0}, side, {0.09, 0.05, 0.215}, kFoot, kFoot});
    return out;
  }
  Vec3 foot_in_body(std::size_t i) const {
    const WalkerLeg& leg = controller.legs()[i];
    return leg.foot(Vec3(memory[i].angle[0], memory[i].angle[1], memory[i].angle[2])).p;
  }
  /// The body goes where its standing feet, which do not move, are told to be: the mean of them tells its way.
  void pulse(double time) {
    std::array<FootSense, 4> feet;
    for (std::size_t i = 0; i < 4; ++i) {
      feet[i].center = body * foot_in_body(i);
      feet[i].load = feet[i].center.z() < kFoot + 1e-4 ? 5.0 : 0.0;
    }
    std::array<Vec3, 4> before;
    for (std::size_t i = 0; i < 4; ++i) before[i] = body * foot_in_body(i);
    const WalkSense sense{time, body, body.p, Vec3::Zero(), feet};
    controller.decide(sense, LevelGround{}, walk, memory);
    Vec3 way = Vec3::Zero();
    double stand = 0.0;
    for (std::size_t i = 0; i < 4; ++i)
      if (memory[i].mode == LegMode::stands) way += before[i] - body * foot_in_body(i), stand += 1.0;
    if (stand > 0.0) body.p += way / stand;
  }
  WalkController controller;
  RigidTransform body;
  WalkMemory walk;
  std::array<WalkLegMemory, 4> memory;
};

}  // namespace

TEST_CASE("a crawl puts one foot after the other, and the mean foot keeps to the line", "[vehicle]") {
  GaitSpec gait{.kind = GaitKind::crawl, .start = 0.0, .distance = 0.5, .margin = 0.03, .poses = {}};
  Puppet puppet(gait);
  double most_in_air = 0.0, aside = 0.0;
  int pulses = 0;
  for (; puppet.walk.phase != WalkPhase::arrived && pulses < 20000; ++pulses) {
    puppet.pulse(0.01 * pulses);
    double in_air = 0.0;
    for (const WalkLegMemory& leg : puppet.memory) in_air += leg.mode != LegMode::stands;
    most_in_air = std::max(most_in_air, in_air);
    aside = std::max(aside, std::fabs(puppet.body.p.y()));
  }
  CHECK(puppet.walk.phase == WalkPhase::arrived);
  CHECK(most_in_air == 1.0);
  CHECK(puppet.walk.unreached == 0.0);
  CHECK(puppet.walk.late == 0.0);
  // four steps a stride once it is in step
  CHECK(puppet.walk.steps == Approx(4.0 * puppet.walk.progress / gait.stride).margin(2.0));
  CHECK(aside < 0.06);  // it sways, and does not drift off
}

TEST_CASE("standing feet give way to what the ground pushes them aside by more than the others",
          "[vehicle]") {
  const auto holds_after = [](double brace) {
    Puppet puppet({.kind = GaitKind::crawl, .start = 100.0, .brace_speed = brace, .poses = {}});
    std::array<FootSense, 4> feet;
    for (std::size_t i = 0; i < 4; ++i)
      feet[i] = {puppet.body * puppet.foot_in_body(i),
                 0.25 * 2.0 * 9.81,
                 {i == 2 ? 3.0 : 0.0, i == 1 ? -2.0 : 0.0, 4.9}};
    puppet.controller.decide({0.0, puppet.body, puppet.body.p, Vec3::Zero(), feet}, LevelGround{},
                             puppet.walk, puppet.memory);
    std::array<Vec3, 4> holds;
    for (std::size_t i = 0; i < 4; ++i)
      holds[i] = Vec3(puppet.memory[i].hold[0], puppet.memory[i].hold[1], puppet.memory[i].hold[2]);
    return holds;
  };
  const auto held = holds_after(0.0), braced = holds_after(0.05);
  const double rate = 0.05 * 4.0 / (2.0 * 9.81) / 100.0;  // m a newton in one pulse
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 way = braced[i] - held[i];
    sum += way;
    CHECK(way.x() == Approx(rate * ((i == 2 ? 3.0 : 0.0) - 0.75)).margin(1e-12));
    CHECK(way.y() == Approx(rate * ((i == 1 ? -2.0 : 0.0) + 0.5)).margin(1e-12));
    CHECK(way.z() == 0.0);
  }
  CHECK(sum.norm() < 1e-12);  // the body stays where it is
}

TEST_CASE("a gait asks for what its legs can do", "[vehicle]") {
  std::vector<WalkerLeg> three = Puppet::legs();
  three.pop_back();
  CHECK_THROWS_AS(WalkController(three, {.kind = GaitKind::trot, .poses = {}}, 2.0, 9.81, ServoSpec{}),
                  InputError);
  CHECK_THROWS_AS(WalkController(three, {.kind = GaitKind::crawl, .poses = {}}, 2.0, 9.81, ServoSpec{}),
                  InputError);
  std::vector<WalkerLeg> far = Puppet::legs();
  far[1].stance.z() = 0.5;
  const WalkController controller(far, {}, 2.0, 9.81, ServoSpec{});
  CHECK_NOTHROW(controller.stance_angles(0));
  CHECK_THROWS_AS(controller.stance_angles(1), InputError);
}

namespace {

/// Level ground with a ditch across it, and soil that is soft to the left of the line.
class DitchGround final : public FootGround {
 public:
  double touch_height(double x, double, double radius) const override {
    return radius - (std::fabs(x - ditch) < 0.01 ? 0.1 : 0.0);
  }
  Hold hold(double, double y, double) const override { return {0.6, y > soft ? 0.05 : 0.0}; }
  double ditch = 1e3, soft = 1e3;
};

}  // namespace

TEST_CASE("a foothold keeps clear of edges and of soft soil, and stays where nothing speaks against it",
          "[vehicle]") {
  const WalkerLeg leg = Puppet::legs().front();
  const Vec3 wanted = leg.to_body(leg.stance);
  const auto choose = [&](const DitchGround& ground) {
    RigidTransform to_body;  // the body's origin is as high above the ground as the stance says
    to_body.p.z() = wanted.z() - leg.foot_radius;
    Vec3 at = wanted;
    at.z() = ground.touch_height(at.x(), at.y(), leg.foot_radius);
    return choose_foothold(leg, ground, to_body, at, 0.03, 5.0);
  };
  DitchGround ground;
  CHECK((choose(ground).head<2>() - wanted.head<2>()).norm() == 0.0);
  ground.ditch = wanted.x();
  const Vec3 beside = choose(ground);
  // the ditch is 10 mm to either side, and what lies one and a half feet away counts
  CHECK(std::fabs(beside.x() - wanted.x()) > 0.01 + 1e-6);
  CHECK((beside.head<2>() - wanted.head<2>()).norm() <= 0.03 + 1e-12);
  ground.ditch = 1e3;
  ground.soft = wanted.y() - 0.005;
  CHECK(choose(ground).y() <= ground.soft);
}
