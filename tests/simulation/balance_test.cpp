// SPDX-License-Identifier: BSD-3-Clause
// A humanoid under whole-body control: it keeps its balance when pushed, steps up 31 cm, and says so when it cannot.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/humanoid.hpp"
#include "grouser/vehicle/legs/whole_body_controller.hpp"
#include "support.hpp"

using namespace grouser;

TEST_CASE("a humanoid keeps its balance when its chest is pushed", "[simulation]") {
  Simulation simulation = start_simulation(load_world("atlas_stand"));
  const auto m = test::run_to_end(simulation);
  REQUIRE(simulation.verdict());
  CHECK(simulation.verdict()->name == "stood");
  CHECK(m.at("most_off_course").value > 0.02);  // 60 N s on 172.6 kg is 0.35 m/s
  CHECK(simulation.state().first<HumanoidWatch>()->off_course < 1e-3);
  CHECK(m.at("qp_failures").value == 0.0);
  CHECK(m.at("qp_most_residual").value < 1e-8);
  CHECK(m.at("peak_torque_share").value < 1.0);
  CHECK(m.at("energy_ledger_error").value < 0.01);
  // at rest the soles bear the weight
  double load = 0.0;
  for (const ContactRecord& record : simulation.output().records) load += record.load;
  CHECK(load == Approx(m.at("weight").value).epsilon(1e-3));
}

TEST_CASE("a harder push topples it, and the run says so", "[simulation]") {
  Simulation simulation = start_simulation(
      load_world("atlas_stand", {{"push.0.force", "[1500.0, 0.0, 0.0]"}, {"duration", "6"}}));
  test::run_to_end(simulation);
  REQUIRE(simulation.verdict());
  CHECK(simulation.verdict()->name == "fallen");
  CHECK(simulation.time() < 6.0);
}

TEST_CASE("a humanoid steps up 31 cm by a plan", "[simulation]") {
  const auto world = load_world("stepup_31cm");
  Simulation simulation = start_simulation(world);
  const auto m = test::run_to_end(simulation);
  REQUIRE(simulation.verdict());
  CHECK(simulation.verdict()->name == "stood");
  for (const Humanoid::Sole& sole : world->humanoids.front().soles) {
    const Vec3 at =
        simulation.kinematics().body[static_cast<std::size_t>(sole.body.index)].X_WB * sole.middle;
    CHECK(at.z() == Approx(0.308).margin(0.003));
    CHECK(at.x() == Approx(0.55).margin(0.02));
  }
  CHECK(m.at("qp_failures").value == 0.0);
  CHECK(m.at("qp_most_residual").value < 1e-8);
  CHECK(m.at("peak_torque_share").value <= 1.0);
  CHECK(m.at("most_beyond_range").value <= 0.0);
  CHECK(m.at("energy_ledger_error").value < 0.01);
}

TEST_CASE("a humanoid that looks elsewhere at its start steps up that way, its knees bear the same",
          "[simulation]") {
  const double yaw = 2.0;  // rad
  const Mat3 turn = rotation_about(Vec3::UnitZ(), yaw);
  const auto text = [](const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); };
  const Vec3 start = turn * Vec3(-0.0842, 0.0, 0.0);
  const auto world =
      load_world("stepup_31cm",
                 {{"initial.heading_deg", fmt::format("{}", yaw * 180.0 / EIGEN_PI)},
                  {"initial.position", fmt::format("[{}, {}]", start.x(), start.y())},
                  {"terrain.shape.platform.position", text(turn * Vec3(0.975, 0.0, 0.154))},
                  {"terrain.shape.platform.rpy_deg", fmt::format("[0.0, 0.0, {}]", yaw * 180.0 / EIGEN_PI)}});
  Simulation turned = start_simulation(world), plain = start_simulation(load_world("stepup_31cm"));
  const auto found = test::run_to_end(turned), as_shipped = test::run_to_end(plain);
  REQUIRE(turned.verdict());
  CHECK(turned.verdict()->name == "stood");
  for (const Humanoid::Sole& sole : world->humanoids.front().soles) {
    const Vec3 at = turn.transpose() *
                    (turned.kinematics().body[static_cast<std::size_t>(sole.body.index)].X_WB * sole.middle);
    CHECK(at.z() == Approx(0.308).margin(0.003));
    CHECK(at.x() == Approx(0.55).margin(0.02));
  }
  // the same but for what feet that slip and lift make of rounding
  for (const char* metric : {"peak_torque_left_knee", "peak_torque_right_knee", "most_off_course"})
    CHECK(found.at(metric).value == Approx(as_shipped.at(metric).value).epsilon(0.01));
}

TEST_CASE("channels tell where the mass is and where it is to be", "[simulation]") {
  const auto world = load_world("stepup_31cm");
  Simulation simulation = start_simulation(world);
  const auto channel = [&](const Frame& frame, const std::string& name) {
    const auto& all = world->scene.channels;
    const auto found = std::ranges::find(all, name, &ChannelSpec::name);
    REQUIRE(found != all.end());
    return frame.channels[static_cast<std::size_t>(found - all.begin())];
  };
  const auto point = [&](const Frame& frame, const std::string& name) {
    return Vec3(channel(frame, name + "_x"), channel(frame, name + "_y"), channel(frame, name + "_z"));
  };
  Frame frame;
  double farthest = 0.0;
  while (simulation.time() < 4.0) {
    REQUIRE(simulation.step() == StepStatus::ok);
    if (simulation.step_count() % 200 != 0) continue;
    FrameWriter(*world).fill(simulation, frame);
    const Vec3 is = point(frame, "balance/com"), planned = point(frame, "balance/planned");
    // as old as the last watch, a step before
    CHECK((is - planned).norm() == Approx(channel(frame, "balance/off_course")).margin(1e-3));
    farthest = std::max(farthest, -planned.y());
    // where both feet stand still, what presses is below the mass to a foot's length
    CHECK(std::fabs(channel(frame, "balance/pressure_x") - is.x()) < 0.25);
  }
  CHECK(farthest > 0.05);  // m to the right, over the foot that bears it alone by then
}

TEST_CASE("what whole-body control decides is what the bodies then do", "[simulation]") {
  const auto world = load_world("atlas_stand");
  const Simulation simulation = start_simulation(world);
  const Humanoid& robot = world->humanoids.front();
  const MotionState& motion = simulation.state().motion;
  WholeBodyController controller(*world->model, *robot.places, *robot.control);
  std::vector<double> posture;
  for (const Humanoid::Motor& motor : robot.motors) posture.push_back(motor.stance);
  WholeBodyGoal goal;
  goal.acceleration = Vec3(0.5, -0.3, 0.4);
  goal.pelvis = goal.chest = rotation_about(Vec3::UnitY(), 0.25);
  goal.feet[0].stands = GENERATE(true, false);
  goal.feet[0].position = Vec3(0.1, 0.2, 0.1);
  WholeBodyMemory memory;
  controller.decide(motion.q, motion.v, simulation.kinematics(), Vec3(0, 0, -9.81), goal, posture, memory);
  REQUIRE(memory.solved == 1.0);
  CHECK(memory.residual < 1e-10);
  // its torques and the forces of its rays on the bodies give its accelerations
  Loads loads(*world->model);
  for (std::size_t k = 0; k < robot.motors.size(); ++k) {
    loads.generalized[robot.motors[k].v] = memory.torque[k];
    CHECK(std::fabs(memory.torque[k]) <= robot.motors[k].most_torque * (1.0 + 1e-9));
  }
  for (std::size_t f = 0; f < kSoles; ++f) {
    const WholeBodyPlaces::Foot& foot = robot.places->feet[f];
    const RigidTransform& X = simulation.kinematics().body[static_cast<std::size_t>(foot.body.index)].X_WB;
    Vec3 sum = Vec3::Zero();
    for (std::size_t corner = 0; corner < kSoleCorners; ++corner)
      for (int k = 0; k < kRays; ++k) {
        const double rho = memory.rho[(f * kSoleCorners + corner) * kRays + static_cast<std::size_t>(k)];
        if (goal.feet[f].stands) CHECK(rho >= robot.control->least_rho - 1e-6);
        const double angle = (0.25 + 0.5 * k) * EIGEN_PI, mu = robot.control->friction;
        const Vec3 force = X.R * (rho * Vec3(mu * std::cos(angle), mu * std::sin(angle), 1.0));
        Wrench& wrench = loads.on_body[static_cast<std::size_t>(foot.body.index)];
        wrench.force += force;
        wrench.moment += (X.R * foot.corners[corner]).cross(force);
        sum += force;
      }
    CHECK(sum.head<2>().norm() <= robot.control->friction * sum.z() + 1e-6);
  }
  VecX a = VecX::Zero(world->model->nv()), effort = a;
  forward_dynamics_reference(*world->model, motion.q, motion.v, simulation.kinematics(), loads, {}, a,
                             effort);
  double most = 0.0;
  for (Eigen::Index c = 0; c < controller.tree().size(); ++c)
    most = std::max(most, std::fabs(a[controller.tree().velocities()[static_cast<std::size_t>(c)]] -
                                    memory.acceleration[c]));
  CHECK(most < 1e-6);
}

TEST_CASE("a program without an answer is counted, and its torques hold once before they fade",
          "[simulation]") {
  const auto world = load_world("atlas_stand", {{"balance.most_rho", "5"}});  // 160 N for 1690 N of weight
  const Simulation simulation = start_simulation(world);
  const Humanoid& robot = world->humanoids.front();
  const MotionState& motion = simulation.state().motion;
  auto places = *robot.places;
  for (auto& joint : places.joints) joint.most_torque = 1e-3;
  WholeBodyController controller(*world->model, places, *robot.control);
  std::vector<double> posture;
  for (const Humanoid::Motor& motor : robot.motors) posture.push_back(motor.stance);
  VecX fast = motion.v;  // a joint that would have to stop at once to stay within its range
  for (const Humanoid::Motor& motor : robot.motors) fast[motor.v] = 30.0;
  WholeBodyMemory memory;
  memory.torque[0] = 10.0;
  Kinematics kinematics = simulation.kinematics();
  calc_kinematics(*world->model, motion.q, fast, kinematics);
  controller.decide(motion.q, fast, kinematics, Vec3(0, 0, -9.81), {}, posture, memory);
  CHECK(memory.failed == 1.0);
  CHECK(memory.torque[0] == 10.0);
  controller.decide(motion.q, fast, kinematics, Vec3(0, 0, -9.81), {}, posture, memory);
  CHECK(memory.failed == 2.0);
  CHECK(memory.torque[0] < 10.0);
}

TEST_CASE("whole-body control goes on from a copy of its state as it would have", "[simulation]") {
  const auto world = load_world("stepup_31cm");
  Simulation simulation = start_simulation(world);
  for (int i = 0; i < 3200; ++i) REQUIRE(simulation.step() == StepStatus::ok);
  SimulationState unpacked = start_simulation(world).state();
  unpacked.unpack(simulation.state().pack());
  CHECK(unpacked.hash() == simulation.state_hash());
  Simulation other(world, unpacked);
  for (int i = 0; i < 500; ++i) {
    REQUIRE(simulation.step() == StepStatus::ok);
    REQUIRE(other.step() == StepStatus::ok);
  }
  CHECK(other.state_hash() == simulation.state_hash());
}

TEST_CASE("what whole-body control cannot be is refused with its place", "[simulation]") {
  const auto refused = [](const char* scenario, std::vector<Override> changes, const std::string& words) {
    CHECK_THROWS_WITH(load_world(scenario, changes), Catch::Matchers::ContainsSubstring(words));
  };
  refused("walker_stand", {{"balance.friction", "0.5"}}, "no soles");
  refused("atlas_stand", {{"push.0.body", "tail"}}, "tail");
  refused("atlas_stand", {{"balance.rho", "0"}}, "weight");
  refused("atlas_stand", {{"rover.sole.0.pads", "[\"left_front_left\"]"}}, "pads");
  refused("atlas_stand", {{"rover.actuator.0.joints", "[\"left_hip_z\"]"}}, "right_hip_z");
  refused("stepup_31cm", {{"stepup.kind", "jump"}}, "shift");
  refused("walker_stand",
          {{"stepup.kind", "shift"},
           {"stepup.durations", "[1, 1, 1, 1, 1]"},
           {"stepup.step", "0.3"},
           {"stepup.height", "0.2"},
           {"stepup.low", "0.9"}},
          "stepup: found whole-body control");
}
