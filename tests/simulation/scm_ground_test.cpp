// Rovers on ground that deforms by the Soil Contact Model.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "grouser/base/error.hpp"
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

// Seed 003, section III.E: the rover pulls at a spring until it stands.
TEST_CASE(
    "a rover that is held back pulls up to a limit and digs itself in without end, its front wheels least") {
  Simulation s = start("drawbar_pull", settings({"duration=60"}));
  const auto pull = [&] { return s.output().tensions.front(); };
  run_to(s, 10.0);
  const double early = pull();
  run_to(s, 30.0);
  const double late = pull(), sunk = mean_sinkage(s, "rear"), slid = s.output().wheels.front().slip;
  CHECK(early < 0.8 * late);
  CHECK(slid > 0.9);
  run_to(s, 50.0);
  CHECK(pull() == Approx(late).epsilon(0.1));
  INFO("rear wheels " << sunk << " and 20 s later " << mean_sinkage(s, "rear") << " m deep");
  CHECK(mean_sinkage(s, "rear") > sunk + 0.008);
  CHECK(mean_sinkage(s, "front") < mean_sinkage(s, "middle"));
  CHECK(mean_sinkage(s, "front") < mean_sinkage(s, "rear"));
  CHECK(s.state().ledger.relative_error() < 0.01);
}

TEST_CASE(
    "a run says where its step makes the elastic part of the Soil Contact Model softer than the soil's") {
  const auto notes_on = [](const std::string& soil, const std::string& step) {
    const std::vector<std::string> keys{"terrain.soil_law=scm", "terrain.soil=" + soil,
                                        "integration.step=" + step};
    const Simulation s = start("drive_flat_soft", keys);
    const std::vector<std::string>& notes = s.world().scene.notes;
    return std::count_if(notes.begin(), notes.end(), [](const std::string& note) {
      return note.find("elastic part of the Soil Contact Model") != std::string::npos;
    });
  };
  CHECK(notes_on("wong_LETE_sand", "0.003") == 1);
  CHECK(notes_on("wong_LETE_sand", "0.00001") == 0);  // 90,000 times the stiffness can be carried
}
