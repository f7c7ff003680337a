// SPDX-License-Identifier: BSD-3-Clause
// Closed meshes in hard contact in whole runs: against closed forms, conservation laws, and what a state must remember.
#include <fstream>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/shape/file/mesh_file.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

constexpr double kG = 9.81;  // m/s2

std::string body_text(const std::string& mesh, const std::string& layer) {
  return "units = \"SI\"\nname = \"body\"\nroot = \"body\"\n[[body]]\nname = \"body\"\ndensity = "
         "1000.0\n[mesh_contact]\n" +
         layer + "\n[[mesh]]\nname = \"skin\"\nbody = \"body\"\n" + mesh + "\n";
}

std::string write_text(const fs::path& path, const std::string& text) {
  std::ofstream(path) << text;
  return path.string();
}

/// A body upon a plane that falls along x, turned with it, at rest at t = 0. lift: of its middle over the plane, m.
Simulation on_slope(const std::string& body, double slope_deg, double lift,
                    std::vector<std::string> more = {}) {
  const double slope = slope_deg * std::numbers::pi / 180.0;
  const std::string position =
      fmt::format("initial.position=[{}, 0.0, {}]", lift * std::sin(slope), lift * std::cos(slope));
  // uphill along -x, so that it goes towards +x; nose down is a positive pitch
  std::vector<std::string> sets{
      "rover=" + body,           "terrain.kind=plane",   fmt::format("terrain.slope_deg={}", slope_deg),
      "terrain.uphill_deg=180",  "gravity=9.81",         position,
      "initial.on_ground=false", "initial.settle=false", fmt::format("initial.pitch_deg={}", slope_deg),
      "integration.step=0.0002", "terrain.soil=bedrock"};
  sets.insert(sets.end(), more.begin(), more.end());
  return start("free_fall", sets);
}

double way_of(const Simulation& s, const Vec3& from) { return (chassis(s) - from).norm(); }

struct WholeMomentum {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};
/// Of all bodies, about the world's origin.
WholeMomentum momentum_of(const Simulation& s) {
  WholeMomentum sum;
  const Model& model = *s.world().model;
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const Body& body = model.bodies()[b];
    const BodyMotion& m = s.kinematics().body[b];
    const Vec3 c = m.X_WB * body.com, p = body.mass * m.velocity_at(c);
    sum.linear += p;
    sum.angular += c.cross(p) + m.X_WB.R * (body.inertia * (m.X_WB.R.transpose() * m.w));
  }
  return sum;
}

const std::string kBox = "shape = \"box\"\nsize = [0.2, 0.16, 0.1]\nedge = 0.04";
const std::string kLayer =
    "stiffness = 1e8\ndamping = 1e5\nfriction = 0.4\nsliding_friction = 0.3\nshear_stiffness = 5e7";

}  // namespace

TEST_CASE("meshes in runs: a block slides down a slope by Coulomb's law, in both forms of a step") {
  const test::ScratchFolder folder("mesh_slide");
  const std::string block = write_text(folder / "block.toml", body_text(kBox, kLayer));
  const double slope = 30.0 * std::numbers::pi / 180.0,
               along = kG * (std::sin(slope) - 0.3 * std::cos(slope));
  for (const char* method : {"beeman", "rk4"}) {
    Simulation s = on_slope(block, 30.0, 0.05, {std::string("integration.method=") + method});
    CHECK(s.world().model->bodies()[0].mass == Approx(1000.0 * 0.2 * 0.16 * 0.1).epsilon(1e-12));
    REQUIRE(run_until(s, 0.2));  // let it sink into its layer
    const Vec3 from = chassis(s);
    const double v = s.state().motion.v.segment<3>(3).norm();
    REQUIRE(run_until(s, 1.0));
    INFO(method << ": way " << way_of(s, from) << " m, closed form " << v * 0.8 + 0.5 * along * 0.64);
    // its front and back go into the layer by 1e-5 m, carry 1e-4 of the load, and rub along themselves
    CHECK(way_of(s, from) == Approx(v * 0.8 + 0.5 * along * 0.64).epsilon(5e-4));
    CHECK(s.state().ledger.relative_error() < 1e-3);
  }
}

TEST_CASE("meshes in runs: a block that friction can hold stays where it is") {
  const test::ScratchFolder folder("mesh_stick");
  const std::string block =
      write_text(folder / "block.toml", body_text(kBox, kLayer + "\nshear_damping = 1e5"));
  Simulation s = on_slope(
      block, 15.0,
      0.05);  // tan 15 deg = 0.268: less than the friction of sliding, which stops it after its start
  REQUIRE(run_until(s, 1.0));
  const Vec3 from = chassis(s);
  const char* hours = std::getenv("GROUSER_STICK_HOURS");
  const double until = hours ? 1.0 + 3600.0 * std::strtod(hours, nullptr) : 20.0;
  REQUIRE(run_until(s, until));
  INFO("crept " << way_of(s, from) << " m in " << until - 1.0 << " s");
  CHECK(way_of(s, from) < 1e-9);
}

TEST_CASE(
    "meshes in runs: a fixed step that the layer does not carry makes the block hop, and the run says so") {
  const test::ScratchFolder folder("mesh_step");
  // its whole face is a spring of 3.2e6 N/m under 3.2 kg, 1000 rad/s: Beeman carries 1.7 ms
  const std::string block =
      write_text(folder / "block.toml",
                 body_text(kBox, "stiffness = 1e8\ndamping = 100.0\nfriction = 0.4\nsliding_friction = 0.3"));
  const auto highest = [&](double step, std::vector<std::string>& notes) {
    Simulation s = on_slope(block, 0.0, 0.05, {fmt::format("integration.step={}", step)});
    MetricsTracker tracker(s);
    double top = 0.0;
    while (s.time() < 0.5 && s.step() == StepStatus::ok) {
      tracker.observe(s);
      top = std::max(top, chassis(s).z());
    }
    notes = tracker.notes(s);
    return top;
  };
  std::vector<std::string> notes;
  CHECK(highest(0.0002, notes) < 0.05 + 1e-6);
  CHECK(notes.empty());
  CHECK(highest(0.0025, notes) > 0.051);
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0],
             ContainsSubstring("of this run were 0.0025 s") && ContainsSubstring("integration.adaptive"));
}

TEST_CASE("meshes in runs: a spinning disc is stopped by two thirds of its rim's friction") {
  const test::ScratchFolder folder("mesh_spin");
  constexpr double kRadius = 0.1, kHeight = 0.02;
  const std::string disc =
      write_text(folder / "disc.toml",
                 body_text("shape = \"cylinder\"\nradius = 0.1\nlength = 0.02\nedge = 0.01", kLayer));
  Simulation s = on_slope(disc, 0.0, 0.5 * kHeight, {"initial.spin=[0.0, 0.0, 20.0]"});
  REQUIRE(run_until(s, 0.2));
  const double before = s.state().motion.v[2];
  REQUIRE(run_until(s, 0.4));
  // a disc of even pressure: M = 2/3 mu m g R, I = m R^2 / 2
  const double slows = 4.0 / 3.0 * 0.3 * kG / kRadius;
  CHECK((before - s.state().motion.v[2]) / 0.2 == Approx(slows).epsilon(0.01));  // its rim has 63 sides
}

TEST_CASE("meshes in runs: two free bodies that collide keep their momentum and their energy's book") {
  const test::ScratchFolder folder("mesh_collide");
  const std::string hook = write_text(  // a bent bracket: not convex
      folder / "hook.toml",
      "units = \"SI\"\nname = \"hook\"\nroot = \"hook\"\n[[body]]\nname = \"hook\"\ndensity = "
      "500.0\n[mesh_contact]\n" +
          kLayer +
          "\n[[mesh]]\nname = \"arm\"\nbody = \"hook\"\nshape = \"box\"\nsize = [0.3, 0.05, 0.05]\nedge = "
          "0.02\n[[mesh]]\nname = "
          "\"tip\"\nbody = \"hook\"\nshape = \"box\"\nsize = [0.05, 0.05, 0.15]\nposition = [0.15, 0.0, "
          "0.05]\nedge = 0.02\n");
  const std::string block = write_text(folder / "block.toml", body_text(kBox, kLayer));
  const std::string ball =
      write_text(folder / "ball.toml", body_text("shape = \"ball\"\nradius = 0.08\nedge = 0.01", kLayer));
  struct Drift {
    double linear, angular;  // over the impulse: -, m
  };
  const auto worst_of = [&](const std::string& target, const char* step) {
    const std::string scenario = write_text(
        folder / "collide.toml",
        std::string(
            "units = \"SI\"\nname = \"collide\"\nduration = 1.0\ngravity = 0.0\n[integration]\nstep = ") +
            step +
            "\n[terrain]\nkind = \"none\"\nsoil = \"bedrock\"\n"
            "[[vehicle]]\nname = \"hook\"\nfile = \"" +
            target +
            "\"\n[vehicle.initial]\nposition = [0.0, 0.0, 0.0]\non_ground = false\n"
            "settle = false\nspin = [0.5, -0.3, 1.0]\n[[vehicle]]\nname = \"ball\"\nfile = \"" +
            ball +
            "\"\n[vehicle.initial]\nposition = [-0.05, 0.05, 0.35]\non_ground = false\nsettle = "
            "false\nvelocity = [0.1, -0.05, -1.0]\n");
    Simulation s = start(scenario);
    const WholeMomentum before = momentum_of(s);
    double impulse = 0.0, linear = 0.0, angular = 0.0;
    const std::size_t first = s.world().parts.size() - 1;  // the ball's
    REQUIRE(run_until(s, 1.0, [&] {
      impulse += s.output().records[first].force.norm() * s.world().settings.dt;
      const WholeMomentum now = momentum_of(s);
      linear = std::max(linear, (now.linear - before.linear).norm());
      angular = std::max(angular, (now.angular - before.angular).norm());
    }));
    INFO("impulse " << impulse << " N s, linear " << linear << ", angular " << angular << ", book "
                    << s.state().ledger.relative_error());
    CHECK(impulse > 0.5);  // it was hit
    CHECK(s.state().ledger.relative_error() < 2e-3);
    return Drift{linear / impulse, angular / impulse};
  };
  // bodies whose frames are in their centres of mass: their velocities are the integrator's own, and Newton's third law is exact
  CHECK(worst_of(block, "1e-4").linear < 1e-12);
  // the hook's centre turns about its frame: what the integrator's order leaves
  const Drift coarse = worst_of(hook, "1e-4"), fine = worst_of(hook, "5e-5");
  INFO("lost over the impulse: linear " << coarse.linear << ", with half the step " << fine.linear
                                        << "; angular, m: " << coarse.angular << ", " << fine.angular);
  // between first order, of friction that lets go within a step, and second
  CHECK(coarse.linear < 1e-6);
  CHECK(coarse.angular < 1e-6);
  CHECK(fine.linear < 0.5 * coarse.linear);
  CHECK(fine.angular < 0.5 * coarse.angular);
}

TEST_CASE("meshes in runs: a state is all that the next step needs, and a run repeats itself") {
  const test::ScratchFolder folder("mesh_state");
  const std::string block = write_text(folder / "block.toml", body_text(kBox, kLayer));
  Simulation s = on_slope(block, 15.0, 0.06);
  REQUIRE(run_until(s, 0.15));  // it has touched, and its friction's springs are stretched
  REQUIRE(s.state().contacts.anchors.front().pair >= 0.0);
  SimulationState copy = s.state();
  copy.unpack(s.state().pack());
  Simulation again(s.world().shared_from_this(), copy);
  REQUIRE(run_until(s, 0.3));
  REQUIRE(run_until(again, 0.3));
  CHECK(again.state().hash() == s.state().hash());
}

TEST_CASE("meshes in runs: a mesh's file is part of the run, and lies with the scenario or the assets") {
  const test::ScratchFolder folder("mesh_file_run"), elsewhere("mesh_file_elsewhere");
  write_stl(folder / "rock.stl", ball_mesh(100.0, 2));
  write_stl(elsewhere / "rock.stl", ball_mesh(100.0, 2));
  const auto rover_of = [&](const std::string& file) {
    return body_text("shape = \"file\"\nfile = \"" + file + "\"\nscale = 0.001", kLayer);
  };
  write_text(folder / "body.toml", rover_of("rock.stl"));
  const std::string scenario =
      write_text(folder / "drop.toml",
                 "units = \"SI\"\nname = \"drop\"\nrover = \"body.toml\"\nduration = 0.3\ngravity = "
                 "9.81\n[integration]\nstep = 0.0005\n[terrain]\nkind = "
                 "\"flat\"\nsoil = \"bedrock\"\n[initial]\nposition = [0.0, 0.0, 0.11]\non_ground = "
                 "false\nsettle = false\n");
  RunOptions options = timeless();
  options.out = folder / "run.h5";
  Simulation s = start(scenario);
  REQUIRE(run_scenario(s, options).status == RunStatus::completed);
  CHECK(s.world().model->bodies()[0].mass == Approx(4.19).epsilon(0.1));  // a ball of 0.1 m, of 128 faces
  fs::remove(folder / "rock.stl");
  CHECK_FALSE(rerun(folder / "run.h5", timeless()).first_difference);
  const std::string outside = (elsewhere / "rock.stl").string();
  write_text(folder / "body.toml", rover_of(outside));
  CHECK_THROWS_WITH(start(scenario), ContainsSubstring("outside the folders") && ContainsSubstring("--set"));
  write_text(folder / "body.toml", rover_of("rock.stl"));
  CHECK_THROWS_WITH(start(scenario), ContainsSubstring("no file \"rock.stl\""));
  CHECK_NOTHROW(start(scenario, {"rover.mesh.skin.file=" + outside}));
}

TEST_CASE("relative motion in orbit: a free body goes as Clohessy and Wiltshire's closed form") {
  const test::ScratchFolder folder("orbit");
  const std::string block = write_text(folder / "block.toml", body_text(kBox, kLayer));
  const std::string ball =
      write_text(folder / "ball.toml", body_text("shape = \"ball\"\nradius = 0.08\nedge = 0.05", kLayer));
  constexpr double kPeriod = 600.0, x0 = 3.0, z0 = 2.0, vx0 = 0.01, vy0 = -0.02, vz0 = 0.015;
  const double n = 2.0 * std::numbers::pi / kPeriod;
  Simulation s =
      start("free_fall",
            {"rover=" + ball, "gravity=0", "duration=600", "terrain.kind=none", "initial.on_ground=false",
             "initial.settle=false", "orbit.period=600", "integration.step=0.01",
             // radial z, along x: across is z x x = y
             "initial.position=[1.0, 2.0, 3.0]", "initial.velocity=[-0.02, 0.015, 0.01]"});
  const double energy = s.state().ledger.stored();
  REQUIRE(run_until(s, 400.0));
  const double t = s.time(), sn = std::sin(n * t), cs = std::cos(n * t);
  const double x = (4.0 - 3.0 * cs) * x0 + sn / n * vx0 + 2.0 / n * (1.0 - cs) * vy0;
  const double y =
      6.0 * (sn - n * t) * x0 + 1.0 - 2.0 / n * (1.0 - cs) * vx0 + (4.0 * sn - 3.0 * n * t) / n * vy0;
  const double z = z0 * cs + vz0 / n * sn;
  CHECK((chassis(s) - Vec3(y, z, x)).norm() < 1e-4 * std::hypot(x, y));  // dt of 10 ms, second order in n dt
  CHECK(s.state().ledger.stored() == Approx(energy).epsilon(1e-5));
}

TEST_CASE(
    "meshes in runs: a layer has the friction's springs that [mesh_contact] gives, or its own, or half of "
    "its own stiffness") {
  const test::ScratchFolder folder("mesh_layers");
  const auto layer_of = [&](const std::string& usual, const std::string& own) {
    const std::string body =
        write_text(folder / "body.toml",
                   body_text("shape = \"box\"\nsize = [0.2, 0.2, 0.2]\nedge = 0.1\n" + own, usual));
    return start("free_fall", {"rover=" + body}).world().mesh.parts.front().spec.law;
  };
  CHECK(layer_of("stiffness = 1e6\ndamping = 1e3", "").shear_stiffness == 5e5);
  CHECK(layer_of("stiffness = 1e6\ndamping = 1e3", "").shear_damping == 5e2);
  const std::string given = "stiffness = 1e6\nshear_stiffness = 2e5\ndamping = 1e3\nshear_damping = 7e3";
  CHECK(layer_of(given, "").shear_stiffness == 2e5);
  CHECK(layer_of(given, "").shear_damping == 7e3);
  CHECK(layer_of(given, "stiffness = 4e6").shear_stiffness == 2e6);
  CHECK(layer_of(given, "stiffness = 4e6").shear_damping == 7e3);
  CHECK(layer_of(given, "shear_stiffness = 1e4").shear_stiffness == 1e4);
}
