// SPDX-License-Identifier: BSD-3-Clause
// Rovers on ground that deforms by the Soil Contact Model.
#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "contact/scm_contacts.hpp"
#include "grouser/base/error.hpp"
#include "grouser/contact/footprint.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/terrain/memory/soil_layers.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

/// The ExoMars model on the soil of seed 003, figure 17, on Mars.
std::vector<std::string> settings(std::vector<std::string> more) {
  std::vector<std::string> all{"terrain.soil_law=scm", "terrain.soil=krenn_SCM_exomars", "gravity=3.71"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Sum of a layer over all cells times their area, m3.
double volume(const Simulation& s, SoilLayer layer) {
  constexpr std::size_t kCells = GroundMemory::kTileCells * GroundMemory::kTileCells;
  const GroundMemory& ground = s.state().ground;
  double sum = 0.0;
  for (const TileKey key : ground.all_tiles())
    for (const double x : ground.tile_values(key).subspan(static_cast<std::size_t>(layer) * kCells, kCells))
      sum += x;
  return sum * ground.cell() * ground.cell();
}

void run_to(Simulation& s, double time) {
  while (s.time() < time) REQUIRE(s.step() == StepStatus::ok);
}

ScmGround grid_of(const World& world) {
  const auto parts = world.grounds.footprints();
  return {.cell = world.grounds.pitch(), .parts = {parts.begin(), parts.end()}};
}

/// Upward force of fresh ground on the first wheel in a pose, N.
double press_once(const World& world, Kinematics& at, const RigidTransform& pose) {
  for (const WheelPart& wheel : world.wheels) at.body[wheel.body.index].X_WB = {pose.R, Vec3(5.0, 5.0, 5.0)};
  at.body[world.wheels.front().body.index].X_WB = pose;
  const ScmGround grid = grid_of(world);
  ScmContacts wheels(world, grid);
  const ContactState state = untouched(world);
  const GroundMemory ground = world.grounds.untouched();
  Loads loads(*world.model);
  ContactLoads sum(loads, at);
  ContactReadings readings;
  readings.wheels.resize(world.wheels.size());
  readings.records.resize(world.parts.size());
  ContactInstant instant;
  instant.now = instant.sliding = &at;
  instant.terrain = world.terrain.get();
  instant.ground = &ground;
  instant.step = 1e-3;
  wheels.begin(state);
  REQUIRE(wheels.step(instant, 1e6, sum, readings));  // so slowly that the rim's damper is nothing
  return readings.wheels.front().force.z();
}

/// The first wheel of a world, moved by hand on ground of its own; the others hang in the air.
struct PressedWheel {
  const World& world;
  const ScmGround grid;
  ScmContacts wheels;
  ContactState state;
  GroundMemory ground;
  Kinematics at;
  Loads loads;
  ContactLoads sum;
  ContactReadings readings;
  explicit PressedWheel(const World& w)
      : world(w),
        grid(grid_of(w)),
        wheels(w, grid),
        state(untouched(w)),
        ground(w.grounds.untouched()),
        at(*w.model),
        loads(*w.model),
        sum(loads, at) {
    readings.wheels.resize(w.wheels.size());
    readings.records.resize(w.parts.size());
    for (const WheelPart& wheel : w.wheels)
      at.body[wheel.body.index].X_WB = {Mat3::Identity(), Vec3(5.0, 5.0, 5.0)};
  }
  /// Returns what the springs hold afterwards, J.
  double move_to(const Vec3& hub) {
    BodyMotion& body = at.body[world.wheels.front().body.index];
    constexpr double kSlowly = 1e6;  // s: the rim's damper is nothing
    body.v = (hub - body.X_WB.p) / kSlowly;
    body.X_WB.p = hub;
    ContactInstant instant;
    instant.now = instant.sliding = &at;
    instant.terrain = world.terrain.get();
    instant.ground = &ground;
    instant.step = kSlowly;
    loads.clear();
    sum.clear();
    wheels.begin(state);
    REQUIRE(wheels.step(instant, kSlowly, sum, readings));
    wheels.accept(state, *world.terrain, ground);
    return sum.power.stored;
  }
};

double mean_sinkage(const Simulation& s, const char* row) {
  double sum = 0.0;
  for (std::size_t w = 0; w < s.world().wheels.size(); ++w)
    if (s.world().wheels[w].spec.name.starts_with(row)) sum += 0.5 * s.output().wheels[w].sinkage;
  return sum;
}

}  // namespace

TEST_CASE("soil keeps its volume and energy its book while a rover drives") {
  Simulation s = start("drive_flat_soft", settings({"drive.speed=0.05", "duration=30"}));
  run_to(s, 12.0);
  const ScmBook& book = s.state().contacts.book.front();
  CHECK(book.displaced > 1e-3);
  CHECK(book.slid > 0.0);
  // what was lowered is deposited somewhere, or not yet carried away
  CHECK(std::fabs(volume(s, SoilLayer::depth) - volume(s, SoilLayer::pending)) < 1e-9 * book.displaced);
  CHECK(std::fabs(book.balance) < 1e-9 * book.displaced);
  CHECK(s.state().ledger.relative_error() < 0.01);
  CHECK(book.plastic > 0.0);
  CHECK(book.plastic + book.friction < 1.05 * s.state().ledger.contact_dissipation + 1e-9);
  for (const WheelOutput& wheel : s.output().wheels) CHECK(wheel.load > 0.0);
}

TEST_CASE("the wheels of a rover carry its weight on deforming ground, and the front ones sink least") {
  Simulation s = start("drive_flat_soft", settings({"drive.speed=0.05", "duration=60"}));
  double load = 0.0;
  for (const WheelOutput& wheel : s.output().wheels) load += wheel.force.z();
  CHECK(load == Approx(s.world().model->total_mass() * 3.71).epsilon(1e-3));
  // the middle wheels are 0.6 m behind: all three have left their own hollows when they follow each other
  run_to(s, 26.0);
  const double front = mean_sinkage(s, "front"), middle = mean_sinkage(s, "middle"),
               rear = mean_sinkage(s, "rear");
  INFO("sinkage " << front << ", " << middle << ", " << rear << " m");
  CHECK(front < middle);
  CHECK(front < rear);
  CHECK(rear - middle < middle);  // a second pass over a rut presses less than the first one
}

TEST_CASE("a run on deforming ground is the same to the bit from any of its states") {
  Simulation a = start("drive_flat_soft", settings({"drive.speed=0.05", "duration=30"}));
  run_to(a, 4.0);
  SimulationState copy = a.state();
  const std::vector<double> numbers = copy.pack();
  copy.ground = GroundMemory(a.ground().cell(), kSoilLayers);
  for (const TileKey& key : a.ground().all_tiles())
    copy.ground.load_tile(key, std::as_const(a).ground().tile_values(key));
  copy.unpack(numbers);
  CHECK(copy.hash() == a.state().hash());
  Simulation b = start("drive_flat_soft", settings({"drive.speed=0.05", "duration=30"}));
  b.restore(copy);
  run_to(a, 6.0);
  run_to(b, 6.0);
  CHECK(a.state_hash() == b.state_hash());
}

TEST_CASE("a ground of the law scm is refused where it cannot be") {
  const auto refused = [](std::vector<std::string> more, const char* because) {
    try {
      start("drive_flat_soft", settings(std::move(more)));
    } catch (const InputError& error) {
      INFO(error.what());
      CHECK(std::string(error.what()).find(because) != std::string::npos);
      return;
    }
    FAIL("not refused: " << because);
  };
  refused({"terrain.scm_cell=0.0002"}, "GB");
  refused({"rover.wheel.grouser_height=0.2"}, "grouser");
  refused({"terrain.soil_law=bekker", "terrain.scm_cell=0.02"}, "without the law scm");
  refused({"terrain.soil=GRC1_SCM_fit", "rover.wheel.width=0.05"}, "positive modulus");
}

// A wheel six cells wide stands on five whole ones and two halves. Lifted off, what the springs of friction held is lost: that of the ground
// that it covered, not of whole cells.
TEST_CASE("a wheel that is lifted off loses what its friction held, of the ground that it covered") {
  const Simulation s = start("drive_flat_soft", settings({"rover.wheel.width=0.12"}));
  PressedWheel wheel(s.world());
  const WheelGeometry& geometry = s.world().wheels.front().spec.geometry;
  const Vec3 pressed(0.5, 0.51, geometry.radius - 0.02), dragged = pressed + Vec3(0.0, 1e-5, 0.0);
  wheel.move_to(pressed);
  wheel.move_to(dragged);

  const double cell = wheel.ground.cell(),
               stiffness = s.world().grounds.footprints()[0].laws[0].shear_stiffness;
  const PressSurface surface(dragged, Vec3::UnitY(), geometry.radius, geometry.width);
  const MemoryRect rect = surface.cells(cell);
  std::vector<double> rim(rect.size()), axle(rect.size());
  TileHint hint;
  wheel.ground.read(static_cast<int>(SoilLayer::rim), rect, rim, hint);
  wheel.ground.read(static_cast<int>(SoilLayer::axle), rect, axle, hint);
  double covered = 0.0, whole = 0.0;
  for (std::size_t k = 0; k < rect.size(); ++k) {
    const double square = rim[k] * rim[k] + axle[k] * axle[k];
    if (square == 0.0) continue;
    const auto columns = static_cast<std::size_t>(rect.columns);
    const double x =
        (static_cast<double>(rect.west) + static_cast<double>(k % columns) + 0.5) * cell - dragged.x();
    const double y =
        (static_cast<double>(rect.south) + static_cast<double>(k / columns) + 0.5) * cell - dragged.y();
    const double slope = std::sqrt(1.0 - x * x / (geometry.radius * geometry.radius));  // n_z
    const double within = std::clamp((0.5 * geometry.width - std::fabs(y)) / cell + 0.5, 0.0, 1.0);
    covered += 0.5 * stiffness * square * within * cell * cell / slope;
    whole += 0.5 * stiffness * square * cell * cell;
  }
  REQUIRE(whole > 1.05 * covered);
  const double before = wheel.state.book.front().friction;
  wheel.move_to(dragged + Vec3(0.0, 0.0, 0.04));
  CHECK(wheel.state.book.front().friction - before == Approx(covered).epsilon(1e-6));
}

// Seed 003, section III.E: the rover pulls at a spring until it stands.
TEST_CASE(
    "a rover that is held back pulls up to a limit and digs itself in without end, its front wheels least") {
  Simulation s = start("drawbar_pull", settings({"duration=60"}));
  const auto pull = [&] { return s.output().tensions.front(); };
  run_to(s, 5.0);  // its wheels do not spin yet
  const double early = pull();
  CHECK(s.output().wheels.front().slip < 0.5);
  run_to(s, 30.0);
  const double late = pull(), sunk = mean_sinkage(s, "rear"), slid = s.output().wheels.front().slip;
  CHECK(early < 0.8 * late);
  CHECK(slid > 0.9);
  run_to(s, 50.0);
  CHECK(pull() > 0.9 * late);
  CHECK(pull() - late < 0.3 * (late - early));  // it levels off
  INFO("rear wheels " << sunk << " and 20 s later " << mean_sinkage(s, "rear") << " m deep");
  CHECK(mean_sinkage(s, "rear") > sunk + 0.008);
  CHECK(mean_sinkage(s, "front") < mean_sinkage(s, "middle"));
  CHECK(mean_sinkage(s, "front") < mean_sinkage(s, "rear"));
  CHECK(s.state().ledger.relative_error() < 0.01);
}

// W = 2 b int_0^l k (z_0 - r + sqrt(r^2 - x^2))^n dx, by Simpson's rule, and K d = W for the rim.
TEST_CASE(
    "a wheel that is pressed down pushes as the integral of Bekker's pressures over its "
    "grid") {
  constexpr double kDown = 0.02;  // m
  for (const char* soil : {"krenn_SCM_exomars", "wong_LETE_sand"}) {
    std::vector<double> errors;
    for (const char* cell : {"0.02", "0.01", "0.005"}) {
      const Simulation s =
          start("drive_flat_soft",
                settings({std::string("terrain.soil=") + soil, std::string("terrain.scm_cell=") + cell}));
      const World& world = s.world();
      const WheelGeometry& wheel = world.wheels.front().spec.geometry;
      const ScmLaw& law = world.grounds.footprints()[0].laws[0];
      const auto load_at = [&](double z0) {
        const double length = std::sqrt(z0 * (2.0 * wheel.radius - z0));
        constexpr int kParts = 4000;
        double sum = 0.0;
        for (int i = 0; i <= kParts; ++i) {
          const double x = length * i / kParts;
          const double z = z0 - wheel.radius + std::sqrt(wheel.radius * wheel.radius - x * x);
          sum += (i == 0 || i == kParts ? 1.0
                  : i % 2               ? 4.0
                                        : 2.0) *
                 virgin_pressure(law.curve, std::max(z, 0.0));
        }
        return 2.0 * wheel.width * sum * length / kParts / 3.0;
      };
      double low = 0.0, high = kDown;  // of the rim's way
      for (int i = 0; i < 60; ++i) {
        const double d = 0.5 * (low + high);
        (world.grounds.footprints()[0].rim.stiffness * d < load_at(kDown - d) ? low : high) = d;
      }
      Kinematics at(*world.model);
      calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), at);
      // over many places on the grid, turned and not
      double worst = 0.0, mean = 0.0;
      constexpr int kPlaces = 40;
      for (int i = 0; i < kPlaces; ++i) {
        const RigidTransform pose{rotation_about(Vec3::UnitZ(), 0.05 * i),
                                  Vec3(0.01 + 0.0137 * i, 0.0071 * i, wheel.radius - kDown)};
        const double load = press_once(world, at, pose);
        mean += load / kPlaces;
        worst = std::max(worst, std::fabs(load / load_at(kDown - low) - 1.0));
      }
      INFO(soil << " " << cell << ": " << mean << ", worst " << worst << ", integral " << load_at(kDown - low)
                << " N");
      errors.push_back(worst);
      CHECK(mean == Approx(load_at(kDown - low)).epsilon(0.01));
    }
    CHECK(errors[0] < 0.05);
    CHECK(errors[2] < 0.005);
  }
}

TEST_CASE("ruts in firm soil are as deep as the wheels sank, with any step") {
  for (const char* step : {"0.003", "0.001"}) {
    Simulation s = start("drive_flat_soft", {"terrain.soil_law=scm", "drive.speed=0.05", "duration=20",
                                             std::string("integration.step=") + step});
    run_to(s, 6.0);
    double rut = 0.0, sunk = 0.0;
    for (const TileKey key : s.state().ground.all_tiles()) {
      constexpr std::size_t kCells = GroundMemory::kTileCells * GroundMemory::kTileCells;
      for (const double z : s.state().ground.tile_values(key).first(kCells)) rut = std::max(rut, z);
    }
    for (const WheelOutput& wheel : s.output().wheels) sunk = std::max(sunk, wheel.sinkage);
    INFO("rut " << rut << ", wheel " << sunk << " m deep");
    CHECK(rut > 0.9 * sunk);  // the rest is p / k_e, a quarter of a millimetre
    // Bekker's rigid wheel, whose front half alone carries (Wong, "Theory of Ground Vehicles", eq. 2.60); here what
    // rebounds behind the axle and the soil heaped ahead of the wheel carry too.
    const WheelPart& wheel = s.world().wheels.front();
    const VirginCurve& curve = s.world().grounds.footprints()[0].laws[0].curve;
    const double load = s.world().model->total_mass() * 9.81 / 6.0;
    const double bekker = std::pow(3.0 * load /
                                       (wheel.spec.geometry.width * curve.modulus * (3.0 - curve.n) *
                                        std::sqrt(2.0 * wheel.spec.geometry.radius)),
                                   2.0 / (2.0 * curve.n + 1.0));
    CHECK(rut < bekker);
    CHECK(rut > 0.5 * bekker);
    CHECK(s.state().ledger.relative_error() < 0.005);
  }
}

// A viewer has poses and the ground alone. The way of one step (0.15 mm) lies between them and the forces, and dampers.
TEST_CASE("SCM: pressures under the wheels, found from poses and ground, carry what the wheels load") {
  Simulation s = start("drive_flat_soft", settings({"drive.speed=0.05", "duration=6"}));
  const World& world = s.world();
  FrameWriter writer(world);
  for (const double time : {2.0, 5.0}) {
    run_to(s, time);
    Frame frame;
    writer.fill(s, frame);
    REQUIRE(world.scene.footprints.size() == world.parts.size());
    for (std::size_t w = 0; w < world.wheels.size(); ++w) {
      const PressFootprint& wheel = world.scene.footprints[w];
      std::vector<PressedCell> cells;
      add_pressed_cells(wheel, frame.body_poses[static_cast<std::size_t>(wheel.body)], *world.terrain,
                        s.ground(), cells);
      Vec3 pressing = Vec3::Zero();  // sum of the normal forces: pressure times true area
      for (const PressedCell& cell : cells)
        pressing += cell.pressure * cell.area / cell.normal.z() * cell.normal;
      INFO(world.wheels[w].spec.name << " at " << time << " s");
      const WheelOutput& felt = s.output().wheels[w];
      CHECK((pressing - felt.pressing).norm() < 0.02 * felt.pressing.norm());
    }
  }
}

TEST_CASE(
    "SCM: a wheel that presses by its grousers' tips is a wheel of that radius, b of the footprint is the "
    "plate's shorter side") {
  const auto pressed = [](const std::vector<std::string>& more, double hub) {
    const auto world = load_world("drive_flat_soft", sets(settings(more)));
    Kinematics at(*world->model);
    calc_kinematics(*world->model, world->model->neutral_q(), VecX::Zero(world->model->nv()), at);
    return press_once(*world, at, {Mat3::Identity(), Vec3(0.1, 0.03, hub)});
  };
  const double tips = pressed({"terrain.scm_surface=tips"}, 0.1425 + 0.012 - 0.01);
  CHECK(tips > 10.0);
  CHECK(tips == Approx(pressed({"rover.wheel.radius=0.1545"}, 0.1545 - 0.01)).epsilon(1e-9));
  // 4 mm down four rows of nodes lie below the rim, 10 and 30 mm before and behind its middle: 80 mm, less than its width
  const double hub = 0.1425 - 0.004, b = 0.08;
  const double footprint = pressed({"terrain.scm_width=footprint"}, hub);
  const std::string modulus = "soil.k_phi=" + std::to_string(2370.0 / b + 60300.0);
  CHECK(footprint == Approx(pressed({"soil.k_c=0", modulus}, hub)).epsilon(1e-7));  // as exact as the text
  CHECK(footprint > 1.05 * pressed({}, hub));
}

// b follows from the state alone: a run that goes on from a copy of it has the bits of one that was not stopped.
TEST_CASE("SCM: with b of the footprint a run goes on from any state as if it had not stopped") {
  Simulation s =
      start("drive_flat_soft", settings({"terrain.scm_width=footprint", "drive.speed=0.05", "duration=4"}));
  for (const double time : {0.6, 1.5}) {
    run_to(s, time);
    Simulation on(s.world().shared_from_this(), s.state());
    run_to(on, time + 0.5);
    run_to(s, time + 0.5);
    CHECK(on.state_hash() == s.state_hash());
  }
}
