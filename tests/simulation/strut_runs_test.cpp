// SPDX-License-Identifier: BSD-3-Clause
// The lander on crushable struts: crushed lengths and strut loads by hand, the energy book, both formulations, resumed runs.
#include <cmath>

#include "catch.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/strut.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

using Texts = std::vector<std::string>;

std::map<std::string, Metric> touch_down(const Texts& overrides) {
  Simulation s = start("strut_landing", overrides);
  MetricsTracker tracker(s);
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    tracker.observe(s);
  }
  return tracker.metrics(s);
}

const Texts kFlat{"initial_lander.velocity.0=0", "initial_lander.velocity.2=-2", "terrain.soil=hard_plate"};
Texts flat(const Texts& more) {
  Texts texts = kFlat;
  texts.insert(texts.end(), more.begin(), more.end());
  return texts;
}

/// Reads a strut of a world by its name.
StrutReading strut_now(const Simulation& s, const std::string& name) {
  const World& world = s.world();
  for (std::size_t i = 0; i < world.struts.size(); ++i)
    if (world.struts[i].spec.name == name)
      return read_strut(world.struts[i], s.state().all<StrutMemory>()[i], s.kinematics());
  FAIL("no strut " + name);
  return {};
}

}  // namespace

TEST_CASE("Struts: a flat touchdown on ice crushes what the energy says") {
  // By hand. Without friction the primary strut's push outwards (2,000 N in its first stage) is held by the two secondary struts in
  // tension below their crush force, so a foot goes along the circle about their line on the hull. With the way z of the hull, as the
  // legs stop at once,
  //   m_hull v^2/2 + m g z = 4 (F c + F^2/2k + 2 T^2/2k + N^2/2k_pad),   c = L0 - |top - foot(z)| - F/k
  // with T and N of the start. Left out: what the dampers of struts and plate take, how T and N change.
  constexpr double kSpeed = 1.2, kForce = 2000.0, kFlank = 4e5;  // m/s, N, N/m
  const Simulation s = start("strut_landing");
  const double mass = s.world().model->total_mass(), gravity = s.world().settings.gravity;
  const double free_length = std::hypot(1.5 - 0.7, 0.25 + 0.9), circle = std::hypot(1.5 - 0.55, 0.9 - 0.35);
  const auto crushed_at = [&](double z) {
    const double foot = 0.55 + std::sqrt(circle * circle - std::pow(0.9 - 0.35 - z, 2));
    return free_length - std::hypot(foot - 0.7, 0.25 + 0.9 - z) - kForce / kFlank;
  };
  const double hull =
      s.world().model->bodies()[static_cast<std::size_t>(s.world().model->find_body("hull")->index)].mass;
  const double side = std::sqrt(circle * circle + 0.45 * 0.45);  // m, of a secondary strut
  const double tension =
      0.5 * kForce * (0.8 / free_length) / (0.95 / side);  // N, holds the foot from going outwards
  const double load = kForce * 1.15 / free_length - 2.0 * tension * 0.55 / side;  // N, on the ground
  double low = 0.0, high = 0.3;
  for (int k = 0; k < 60; ++k) {
    const double z = 0.5 * (low + high);
    const double taken =
        4.0 * (kForce * crushed_at(z) + 0.5 * kForce * kForce / kFlank + tension * tension / kFlank +
               0.5 * load * load / kFlank);  // the pads have the same stiffness
    (taken < 0.5 * hull * kSpeed * kSpeed + mass * gravity * z ? low : high) = z;
  }
  REQUIRE(crushed_at(low) > 0.03);
  REQUIRE(crushed_at(low) < 0.08);  // the first stage alone
  const auto m = touch_down({"initial_lander.velocity.0=0", "initial_lander.velocity.2=-1.2",
                             "terrain.soil=hard_plate", "lander.pad_contact.friction=0"});
  CAPTURE(crushed_at(low), m.at("primary_1_crushed").value, m.at("left_1_crushed").value);
  CHECK(m.at("primary_1_crushed").value == Approx(crushed_at(low)).epsilon(0.03));
  for (const char* other : {"primary_2_crushed", "primary_3_crushed", "primary_4_crushed"})
    CHECK(m.at(other).value ==
          Approx(m.at("primary_1_crushed").value).epsilon(1e-6));  // the same by symmetry
}

TEST_CASE("Struts: at rest they bear what the feet bear, by hand") {
  Simulation s = start("strut_landing", flat({"landing.rest_hold=100"}));
  REQUIRE(run_until(s, 6.0));
  const World& world = s.world();
  const auto body = [&](const std::string& name) {
    return s.kinematics().body[static_cast<std::size_t>(world.model->find_body(name)->index)].X_WB;
  };
  const auto weight_of = [&](const std::string& name) {
    return Vec3(
        0, 0,
        -world.settings.gravity *
            world.model->bodies()[static_cast<std::size_t>(world.model->find_body(name)->index)].mass);
  };
  double worst = 0.0;
  for (const char* leg : {"1", "2", "3", "4"}) {
    const std::string n = leg;
    Vec3 foot = Vec3::Zero(), sole = Vec3::Zero();
    for (std::size_t i = 0; i < world.parts.size(); ++i)
      if (world.parts[i].name == "foot_" + n)
        foot = s.output().records[i].force, sole = s.output().records[i].point;
    REQUIRE(foot.z() > 100.0);
    const StrutReading primary = strut_now(s, "primary_" + n), left = strut_now(s, "left_" + n),
                       right = strut_now(s, "right_" + n);
    const auto along = [](const StrutReading& r) { return Vec3((r.point_b - r.point_a) / r.length); };
    // cylinder and piston turn about the primary strut's upper end: moments there of ground, secondary struts and weights
    const Vec3 top = primary.point_a, K = primary.point_b;
    Vec3 weights = Vec3::Zero();
    for (const auto& [name, com] :
         {std::pair<std::string, double>{"cylinder_" + n, -0.35}, {"piston_" + n, 0.3}}) {
      const RigidTransform X = body(name);
      weights += (X * Vec3(0, 0, com) - top).cross(weight_of(name));
    }
    const Vec3 arm = K - top;
    Mat3 equations;
    equations.col(0) = arm.cross(along(left));
    equations.col(1) = arm.cross(along(right));
    equations.col(2) = arm;  // no moment about the strut's own line
    const Vec3 loads = equations.fullPivLu().solve(-((sole - top).cross(foot) + weights));
    // the piston slides freely along the cylinder
    const double axial = along(primary).dot(foot + weight_of("piston_" + n) + loads[0] * along(left) +
                                            loads[1] * along(right));
    CAPTURE(n, (sole - K).transpose(), foot.transpose(), loads.transpose(), left.force, right.force, -axial,
            primary.force);
    for (const double off : {loads[0] - left.force, loads[1] - right.force, -axial - primary.force})
      worst = std::max(worst, std::fabs(off));
    CHECK(worst < 0.01 * 0.25 * weight(s));  // N: what still moves after 6 s
  }
}

TEST_CASE("Struts: the book closes by absorber, in both formulations") {
  std::map<std::string, Metric> of[2];
  for (int k = 0; k < 2; ++k) {
    // with 0.5 ms a peak of tension is not found to better than 15 % by either
    of[k] = touch_down({k ? "integration.formulation=constrained" : "integration.formulation=tree",
                        "integration.step=0.00025"});
    CHECK(of[k].at("energy_ledger_error").value < 0.01);
    CHECK(of[k].at("energy_crush").value > 200.0);
  }
  for (const char* name : {"energy_crush", "primary_1_crushed", "primary_3_crushed"}) {
    CAPTURE(name);
    CHECK(of[1].at(name).value == Approx(of[0].at(name).value).epsilon(0.002));
  }
  // of a light piston that shakes: 1 % is what a step of 0.1 ms changes it by
  CHECK(of[1].at("left_1_peak_tension").value == Approx(of[0].at("left_1_peak_tension").value).epsilon(0.01));
}

TEST_CASE("Struts: oleo legs are pressed as far as the energy of their gas says, without oil and friction") {
  // By hand, as above: all that the hull brings along is stored when it is lowest, in the gas by its polytropic law
  //   W = F0 L/(n - 1) ((1 - x/L)^(1 - n) - 1)
  // and in secondary struts and plate, a few per mille.
  constexpr double kSpeed = 1.2, kGas = 1500.0, kLength = 0.25, kPower = 1.3;  // m/s, N, m
  Texts bare = flat({"lander=oleo_lander", "lander.pad_contact.friction=0"});
  bare[1] = "initial_lander.velocity.2=-1.2";
  for (const char* leg : {"1", "2", "3", "4"})
    for (const char* what : {".friction=0", ".damper=[[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]"})
      bare.push_back(std::string("lander.strut.primary_") + leg + what);
  Simulation s = start("strut_landing", bare);
  const double gravity = s.world().settings.gravity;
  const double hull = 562.0, circle = std::hypot(1.5 - 0.55, 0.9 - 0.35);  // kg, m
  const auto pressed_at = [&](double z) {
    const double foot = 0.55 + std::sqrt(circle * circle - std::pow(0.9 - 0.35 - z, 2));
    return std::hypot(1.5 - 0.7, 0.25 + 0.9) - std::hypot(foot - 0.7, 0.25 + 0.9 - z);
  };
  double low = 0.0, high = 0.25;
  for (int k = 0; k < 60; ++k) {
    const double z = 0.5 * (low + high), x = pressed_at(z);
    const double gas = kGas * kLength / (kPower - 1.0) * (std::pow(1.0 - x / kLength, 1.0 - kPower) - 1.0);
    (4.0 * gas < 0.5 * hull * kSpeed * kSpeed + hull * gravity * z ? low : high) = z;
  }
  double most = 0.0;
  const double free_length = std::hypot(1.5 - 0.7, 0.25 + 0.9);
  while (s.time() < 0.6) {
    REQUIRE(s.step() == StepStatus::ok);
    most = std::max(most, free_length - strut_now(s, "primary_1").length);
  }
  CAPTURE(pressed_at(low), most);
  REQUIRE(pressed_at(low) > 0.05);
  REQUIRE(low < 0.25);  // the nozzle stays off the ground
  // Legs' own masses come in addition (a tenth of the hull's, of which a part stops at once), secondary struts and plate take some.
  CHECK(most == Approx(pressed_at(low)).epsilon(0.05));
}

TEST_CASE("Struts: oleo legs give what they dissipate, in both formulations, and stand on their gas") {
  std::map<std::string, Metric> of[2];
  for (int k = 0; k < 2; ++k) {
    of[k] = touch_down({"lander=oleo_lander", "integration.step=0.00025",
                        k ? "integration.formulation=constrained" : "integration.formulation=tree"});
    CHECK(of[k].at("energy_ledger_error").value < 0.01);
    CHECK(of[k].at("energy_strut_dampers").value > 100.0);
    CHECK(of[k].at("energy_strut_friction").value > 10.0);
    CHECK(of[k].at("energy_crush").value <
          0.5 * of[k].at("energy_strut_dampers").value);  // of secondary struts
  }
  for (const char* name : {"energy_strut_dampers", "energy_strut_friction", "primary_1_stroke_used"}) {
    CAPTURE(name);
    CHECK(of[1].at(name).value == Approx(of[0].at(name).value).epsilon(0.001));
  }
  Simulation s = start("strut_landing", flat({"lander=oleo_lander", "landing.rest_hold=100"}));
  REQUIRE(run_until(s, 8.0));
  for (const Strut& strut : s.world().struts) {
    if (strut.spec.absorber.empty()) continue;
    const StrutReading now = strut_now(s, strut.spec.name);
    const double gas =
        spring_force(strut.spec.absorber.spring, strut.spec.stiffness, strut.spec.free_length - now.length)
            .force;
    CAPTURE(strut.spec.name, now.force, gas, now.length);
    CHECK(std::fabs(now.force - gas) <= strut.spec.absorber.friction + 1.0);  // N: what still moves after 8 s
  }
}

TEST_CASE("Struts: half the step changes what is crushed by less than two per cent") {
  const auto coarse = touch_down({}), fine = touch_down({"integration.step=0.00025"});
  for (const char* name : {"energy_crush", "primary_1_crushed", "primary_2_crushed"}) {
    CAPTURE(name);
    CHECK(coarse.at(name).value == Approx(fine.at(name).value).epsilon(0.02));
  }
}

TEST_CASE(
    "Descent thrust: impulse and work are those of its tail, and it starts to fall at the first touch") {
  // In free flight a thrust of the weight keeps the speed; after the touch the impulse left is F (delay + tail).
  const ThrustSettings settings{1000.0, 0.1, 0.2};
  const ThrustMemory touched{2.0};
  CHECK(thrust_at(settings, {}, 50.0) == 1000.0);
  CHECK(thrust_at(settings, touched, 2.0999) == 1000.0);
  CHECK(thrust_at(settings, touched, 2.3) == Approx(1000.0 * std::exp(-1.0)));
  CHECK(thrust_at({1000.0, 0.1, 0.0}, touched, 2.1001) == 0.0);
  double impulse = 0.0;
  constexpr double kStep = 1e-4;
  for (double t = 2.0 + 0.5 * kStep; t < 8.0; t += kStep) impulse += kStep * thrust_at(settings, touched, t);
  CHECK(impulse == Approx(1000.0 * 0.3).epsilon(1e-4));  // the middle rule, and the corner at 2.1 s

  // Two landings that differ by the thrust alone, which here lifts nothing: what the ground bears less is the thrust's impulse.
  const auto pressed = [](const std::string& force, double& book) {
    Simulation s = start("strut_landing", flat({"descent_thrust.force=" + force, "descent_thrust.delay=0.1",
                                                "descent_thrust.tail=0.2", "landing.rest_hold=100"}));
    const double before = s.kinematics().body[0].v.z();
    double sum = 0.0;
    REQUIRE(run_until(s, 6.0, [&] {
      for (const ContactRecord& record : s.output().records) sum += s.world().settings.dt * record.force.z();
    }));
    CHECK(std::fabs(s.kinematics().body[0].v.z() - before) > 1.9);  // at rest now
    book = s.state().ledger.relative_error();
    return sum;
  };
  double book[2];
  const double with = pressed("500", book[0]), without = pressed("0", book[1]);
  CHECK(book[0] < 0.01);
  CHECK(without - with == Approx(500.0 * 0.3).epsilon(0.02));  // of the mass's momentum what still moves
  CHECK_THROWS_WITH(start("strut_landing", {"descent_thrust.force=-3"}),
                    Catch::Matchers::ContainsSubstring("descent_thrust"));
  CHECK_THROWS_WITH(start("free_fall", {"descent_thrust.force=3"}),
                    Catch::Matchers::ContainsSubstring("an engine without a lander"));
}

TEST_CASE("Struts: a run that is taken up again remembers what is crushed") {
  Simulation whole = start("strut_landing"), first = start("strut_landing"), second = start("strut_landing");
  REQUIRE(run_until(whole, 0.4));
  REQUIRE(run_until(first, 0.2));
  SimulationState state = first.state();
  CHECK(state.first<StrutMemory>()->crush_loss > 0.0);
  SimulationState taken = second.state();
  taken.ground = state.ground;
  taken.unpack(state.pack());
  second.restore(taken);
  REQUIRE(run_until(second, 0.4));
  CHECK(second.state().hash() == whole.state().hash());
}
