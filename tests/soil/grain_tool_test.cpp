// SPDX-License-Identifier: BSD-3-Clause
// Blades and pads in grains: the published directions on plates, closed forms of whole faces, and no motion that gains energy.
#include "grouser/soil/force/grain_tool.hpp"

#include <array>
#include <cmath>
#include <random>

#include "catch.hpp"
#include "grouser/soil/laws/rft.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;
using test::kDeg;

namespace {

SoilParams grains_of_tools() {
  SoilParams s;
  s.id = "sand";
  s.law = SoilLaw::rft;
  s.phi = 33.0 * kDeg;
  s.density = 1600.0;
  s.surface_friction = 2.0;  // cuts nothing: the published forces
  return s;
}

ToolLaw without_inertia(double width, double radius) {
  ToolLaw law = put_tool(grains_of_tools(), width, radius, 9.81);
  law.inertia = 0.0;
  law.per_lift = 0.0;
  return law;
}

/// A tool that has moved this way for long.
ToolMemory moved(const ToolLaw& law, const Vec3& direction) {
  const Vec3 w = law.way * direction.normalized();
  return {{w.x(), w.y(), w.z()}};
}

/// About y: turns z towards x.
Mat3 tipped(double angle) {
  Mat3 r = Mat3::Identity();
  r(0, 0) = r(2, 2) = std::cos(angle);
  r(0, 2) = std::sin(angle);
  r(2, 0) = -std::sin(angle);
  return r;
}

}  // namespace

// Anchors of the published law: tilt beta of a plate from level, its motion gamma below the horizontal, both in one plane;
// components over xi_n, depth and area. A plate of 0.1 m in 0.5 m has a depth that is nearly one.
TEST_CASE("blade in grains: the published forces on tilted plates") {
  struct Anchor {
    double beta, gamma, along, up;  // deg, -
  };
  const double kSide = 0.1, kDepth = 0.5;
  const ToolLaw law = without_inertia(kSide, kSide);
  const auto plate = plate_elements(kSide, kSide);
  for (const auto& [beta, gamma, along, up] :
       {Anchor{0, 90, 0.0, 0.87574}, Anchor{45, 45, -0.342, 0.583}, Anchor{30, 60, -0.274, 0.758},
        Anchor{60, 30, -0.336, 0.350}, Anchor{90, 45, -0.329, 0.149}}) {
    // the face's normal leads: down and forward, by beta from straight down
    const Vec3 direction(std::cos(gamma * kDeg), 0.0, -std::sin(gamma * kDeg));
    ToolMotion motion;
    motion.turned = tipped((90.0 - beta) * kDeg);  // its x axis points forward and down
    motion.height = -kDepth;
    const ToolForce f = tool_force(law, plate, motion, moved(law, direction));
    const double scale = law.xi_n * kDepth * kSide * kSide;
    INFO("beta " << beta << " gamma " << gamma);
    CHECK(f.force.x() / scale == Approx(along).margin(0.002));
    CHECK(f.force.z() / scale == Approx(up).margin(0.002));
    CHECK(f.force.y() == Approx(0.0).margin(1e-9 * scale));
  }
}

TEST_CASE("blade in grains: half out of the ground it ploughs with the square of its depth") {
  const double kWidth = 0.3, kHeight = 0.2;
  const ToolLaw law = without_inertia(kWidth, 0.15);
  const auto blade = plate_elements(kWidth, kHeight);
  for (const double depth : {0.05, 0.1, 0.2}) {
    ToolMotion motion;
    motion.height = 0.5 * kHeight - depth;
    const ToolForce f = tool_force(law, blade, motion, moved(law, Vec3::UnitX()));
    CHECK(f.force.x() == Approx(-0.192 * law.xi_n * kWidth * 0.5 * depth * depth).epsilon(0.02));
    CHECK(f.depth == Approx(depth).margin(0.007));  // that of the lowest points
    // at two thirds of the depth: the moment about the origin
    CHECK(f.moment.y() == Approx(-f.force.x() * (0.5 * kHeight - depth / 3.0)).epsilon(0.03));
  }
}

TEST_CASE("pad in grains: level it is the plate of the other footpad, and a tilted one is turned back") {
  const double kRadius = 0.1;
  const ToolLaw law = without_inertia(2.0 * kRadius, kRadius);
  const auto sole = pad_elements(kRadius, 0.0), pad = pad_elements(kRadius, 0.05);
  const ToolMemory down = moved(law, -Vec3::UnitZ());
  ToolMotion motion;
  motion.height = -0.03;
  const double plate = kRftPlate * law.xi_n * 3.14159265358979324 * kRadius * kRadius * 0.03;
  const double bare = tool_force(law, sole, motion, down).force.z();
  CHECK(bare == Approx(plate).epsilon(1e-3));
  // its edge only rubs, with half the weight of what neither leads nor recedes
  const double edged = tool_force(law, pad, motion, down).force.z();
  CHECK(edged > bare);
  CHECK(edged < 1.3 * bare);
  // sideways the edge ploughs: a disc alone has its friction only
  const ToolMemory along = moved(law, Vec3::UnitX());
  CHECK(-tool_force(law, pad, motion, along).force.x() >
        -2.0 * tool_force(law, sole, motion, along).force.x());
  // a pad that stands on one side is turned back: tipped so that its +x side is lower, the moment about y is negative
  motion.turned = tipped(10.0 * kDeg);
  CHECK(tool_force(law, pad, motion, down).moment.y() < -0.05 * kRadius * plate);
  // turned about the vertical it is the same pad, up to its sectors
  motion.turned = Mat3::Identity();
  const Vec3 east = tool_force(law, pad, motion, moved(law, Vec3(1.0, 0.0, -1.0))).force;
  const Vec3 north = tool_force(law, pad, motion, moved(law, Vec3(0.0, 1.0, -1.0))).force;
  CHECK(north.y() == Approx(east.x()).epsilon(1e-6));
  CHECK(north.z() == Approx(east.z()).epsilon(1e-6));
}

TEST_CASE(
    "tool in grains: forces are proportional to gravity, and on a slope they are those of the level turned") {
  const SoilParams soil = grains_of_tools();
  const auto blade = plate_elements(0.3, 0.2);
  const ToolLaw earth = put_tool(soil, 0.3, 0.15, 9.81), moon = put_tool(soil, 0.3, 0.15, 9.81 / 6.0);
  ToolMotion motion;
  motion.height = -0.02;
  const ToolMemory forward = moved(earth, Vec3(1.0, 0.2, -0.3));
  const ToolForce level = tool_force(earth, blade, motion, forward);
  CHECK(tool_force(moon, blade, motion, forward).force.norm() ==
        Approx(level.force.norm() / 6.0).epsilon(1e-9));
  const Mat3 slope = tipped(20.0 * kDeg);
  ToolMotion inclined = motion;
  inclined.turned = slope;
  inclined.normal = slope.col(2);
  const ToolForce turned = tool_force(earth, blade, inclined, moved(earth, slope * Vec3(1.0, 0.2, -0.3)));
  CHECK((turned.force - slope * level.force).norm() < 1e-9 * level.force.norm());
}

TEST_CASE("tool in grains: fast faces push aside what they meet") {
  ToolLaw law = put_tool(grains_of_tools(), 0.3, 0.15, 9.81);
  const auto blade = plate_elements(0.3, 0.2);
  ToolMotion motion;
  motion.height = -1.0;
  motion.velocity = Vec3(2.0, 0.0, 0.0);
  const ToolMemory forward = moved(law, Vec3::UnitX());
  const double fast = tool_force(law, blade, motion, forward).force.x();
  motion.velocity = Vec3(1e-6, 0.0, 0.0);
  const double slow = tool_force(law, blade, motion, forward).force.x();
  CHECK(slow - fast == Approx(1.1 * 1600.0 * 0.06 * 4.0).epsilon(1e-6));
}

TEST_CASE("tool in grains: its memory is the same by steps and by rates, and stays at rest") {
  const ToolLaw law = put_tool(grains_of_tools(), 0.3, 0.15, 9.81);
  ToolMotion motion;
  motion.velocity = Vec3(0.1, 0.0, -0.05);
  motion.spin = Vec3(0.0, 0.3, 0.0);
  ToolMemory stepped, rated;
  constexpr int kSteps = 20000;
  for (int i = 0; i < kSteps; ++i) {
    step_tool(law, motion, 1.0 / kSteps, stepped);
    const ToolMemory rate = tool_rates(law, motion, rated);
    for (int k = 0; k < 6; ++k) rated.way[k] += 1.0 / kSteps * rate.way[k];
  }
  for (int k = 0; k < 3; ++k) {
    CHECK(stepped.way[k] == Approx(rated.way[k]).margin(1e-3 * law.way));
    CHECK(stepped.way[3 + k] == Approx(rated.way[3 + k]).margin(1e-3 * law.way / law.radius));
  }
  // after many ways l it has the direction of the motion and the length l
  const double length = std::sqrt(0.1 * 0.1 + 0.05 * 0.05 + 0.15 * 0.15 * 0.3 * 0.3);
  CHECK(stepped.way[0] == Approx(law.way * 0.1 / length).epsilon(1e-3));
  const ToolMemory before = stepped;
  motion.velocity = motion.spin = Vec3::Zero();
  step_tool(law, motion, 10.0, stepped);
  CHECK(stepped.way[0] == before.way[0]);
}

// Smoothly out of the air, pushed, turned and dragged, and out again; the dissipation is that of force and motion.
TEST_CASE("tool in grains: a thousand presses, drags and turns take energy, none gives any") {
  SoilParams soil = grains_of_tools();
  soil.surface_friction = kUnset;
  const ToolLaw law = put_tool(soil, 0.2, 0.1, 9.81);
  const std::array<std::vector<ToolElement>, 2> tools = {plate_elements(0.2, 0.1), pad_elements(0.1, 0.05)};
  std::mt19937 engine(17);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  double worst = 1.0;
  for (int visit = 0; visit < 1000; ++visit) {
    const double depth = 0.1 + 0.09 * any(engine);
    Vec3 drag[3], spin[3];
    for (int k = 0; k < 3; ++k) {
      drag[k] = 0.2 * Vec3(any(engine), any(engine), 0.0);
      spin[k] = 2.0 * Vec3(any(engine), any(engine), any(engine));
    }
    ToolMemory m;
    Mat3 turned = Mat3::Identity();
    double height = 0.1, put_in = 0.0, moved_work = 0.0;
    constexpr int kSteps = 400;
    constexpr double kStep = 1.0 / kSteps, kPi = 3.14159265358979324;
    for (int i = 1; i <= kSteps; ++i) {
      const double t = i * kStep;
      ToolMotion motion;
      for (int k = 0; k < 3; ++k) {
        const double wave = std::sin((k + 1) * kPi * t);
        motion.velocity += wave * drag[k];
        motion.spin += wave * spin[k];
      }
      motion.velocity.z() = -(depth + 0.1) * kPi * std::sin(2.0 * kPi * t);
      height += kStep * motion.velocity.z();
      const double angle = kStep * motion.spin.norm();
      if (angle > 0.0)
        turned = Eigen::AngleAxisd(angle, motion.spin.normalized()).toRotationMatrix() * turned;
      motion.turned = turned;
      motion.height = height;
      step_tool(law, motion, kStep, m);
      const ToolForce f = tool_force(law, tools[static_cast<std::size_t>(visit % 2)], motion, m);
      put_in += kStep * f.dissipation;
      moved_work += kStep * std::fabs(f.dissipation);
    }
    if (moved_work > 0.0) worst = std::min(worst, put_in / moved_work);
  }
  INFO("least share that stays in the ground " << worst);
  CHECK(worst > 0.0);
}
