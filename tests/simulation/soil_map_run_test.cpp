// SPDX-License-Identifier: BSD-3-Clause
// Runs over ground of several soils.
#include <fstream>
#include <map>

#include "../scratch_folder.hpp"
#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_writer.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kBorder = 0.6;  // m: plate west of it, sand east of it

const char* const kScenario = R"(
units = "SI"
name = "two_soils"
rover = "exomars_lvm"
duration = 70.0
gravity = 3.71
[integration]
step = 0.003
[terrain]
kind = "flat"
soil = "hard_plate"
soil_map = "soils.tif"
[initial]
position = [-0.4, 0.0]
[drive]
start = 0.5
speed = 0.06
)";

SoilLegend legend(const std::string& sand = "wong_LETE_sand") {
  return {{{1, "plate", "hard_plate", {120, 120, 130}}, {2, "sand", sand, {220, 160, 80}}}, "test"};
}

/// Plate and sand in cells of 0.2 m, 16 m by 8 m, the border at x = kBorder.
SoilMap plate_and_sand(double border = kBorder, const SoilLegend& names = legend()) {
  SoilGrid grid{.columns = 80, .rows = 40, .west = -7.9, .north = 3.9, .cell = 0.2};
  std::vector<std::uint8_t> cells;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column)
      cells.push_back(grid.west + column * grid.cell < border ? 1 : 2);
  return {grid, names, std::move(cells), "test"};
}

class Site {
 public:
  explicit Site(const std::string& name, const std::string& text = kScenario) : folder_("soils_" + name) {
    write_file_atomically(folder_ / "two.toml", text);
    put(plate_and_sand());
  }
  void put(const SoilMap& map) {
    write_soil_raster(folder_ / "soils.tif", map);
    write_legend(folder_ / "soils.tif", map.legend());
  }
  std::string scenario() const { return (folder_ / "two.toml").string(); }
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  ScratchFolder folder_;
};

/// Loads and sinkages of all wheels by their mean over the last `span` seconds before `time`.
struct Means {
  std::vector<double> load, sinkage, slip;
  double front_x = 0.0;
};
Means drive(Simulation& s, double time, double span) {
  Means m;
  const std::size_t wheels = s.world().wheels.size();
  m.load.resize(wheels), m.sinkage.resize(wheels), m.slip.resize(wheels);
  int count = 0;
  REQUIRE(run_until(s, time, [&] {
    if (s.time() < time - span) return;
    ++count;
    for (std::size_t w = 0; w < wheels; ++w) {
      m.load[w] += s.output().wheels[w].load;
      m.sinkage[w] += s.output().wheels[w].sinkage;
      m.slip[w] += s.output().wheels[w].slip;
    }
  }));
  for (auto* values : {&m.load, &m.sinkage, &m.slip})
    for (double& value : *values) value /= count;
  m.front_x = chassis(s).x();
  return m;
}

}  // namespace

TEST_CASE("From plate on to sand: before the border to the bit as on plate, beyond it as on sand") {
  Site site("drive");
  Simulation mapped = start(site.scenario()), plate = start(site.scenario(), {"terrain.soil_map=\"\""});
  Simulation sand = start(site.scenario(), {"terrain.soil_map=\"\"", "terrain.soil=\"wong_LETE_sand\""});
  // the front wheels' rims stay clear of the border: x of their hubs below 0.2 m
  const double clear = 4.0;
  while (mapped.time() < clear) {
    REQUIRE(mapped.step() == StepStatus::ok);
    REQUIRE(plate.step() == StepStatus::ok);
    for (std::size_t w = 0; w < mapped.world().wheels.size(); ++w) {
      REQUIRE(mapped.output().wheels[w].point.x() < kBorder - 0.1);
      REQUIRE(mapped.output().wheels[w].force == plate.output().wheels[w].force);
    }
  }
  CHECK(mapped.state().motion.q == plate.state().motion.q);

  const Means after = drive(mapped, 70.0, 10.0), uniform = drive(sand, 70.0, 10.0);
  for (std::size_t w = 0; w < after.load.size(); ++w) {
    CAPTURE(mapped.world().wheels[w].spec.name);
    REQUIRE(mapped.output().wheels[w].point.x() > kBorder + 0.2);
    // the same steady drive in tracks that began elsewhere: what is left is how it came there
    CHECK(after.load[w] == Approx(uniform.load[w]).epsilon(0.01));
    CHECK(after.sinkage[w] == Approx(uniform.sinkage[w]).epsilon(0.02));
    CHECK(after.slip[w] == Approx(uniform.slip[w]).margin(0.003));
  }
}

TEST_CASE("Over a border, to and fro: loads without peaks, and the energy book closes") {
  for (const bool to_sand : {true, false}) {
    Site site(to_sand ? "ledger_soft" : "ledger_hard");
    // towards the plate: driven from the other side
    std::vector<std::string> sets;
    if (!to_sand) sets = {"initial.position=[1.6, 0.0]", "initial.heading_deg=180.0"};
    Simulation s = start(site.scenario(), sets);
    std::map<int, double> heaviest;
    double largest = 0.0, moved = 0.0;
    REQUIRE(run_until(s, 36.0, [&] {
      if (s.time() < 2.0) return;
      for (const WheelOutput& w : s.output().wheels) largest = std::max(largest, w.load);
    }));
    const EnergyLedger& e = s.state().ledger;
    moved = std::fabs(e.motor_work) + std::fabs(e.contact_dissipation);
    CAPTURE(to_sand, largest, weight(s), e.motor_work, e.contact_dissipation, e.residual());
    // a wheel carries its sixth, half as much again where the suspension shifts load over an edge
    CHECK(largest < 0.6 * weight(s));
    CHECK(std::fabs(e.residual()) < 0.02 * moved);
  }
}

TEST_CASE("A run file holds the map: what is loaded from it is the same world") {
  Site site("rerun", R"(
units = "SI"
name = "two_soils"
rover = "exomars_lvm"
duration = 0.3
gravity = 3.71
[terrain]
kind = "flat"
size = [16.0, 8.0]
cell = 0.2
soil = "hard_plate"
soil_map = "soils.tif"
[initial]
position = [0.6, 0.0]
[drive]
speed = 0.06
)");
  // the recipe's own grid
  const auto world = [&] { return load_world(site.scenario(), {}); };
  const TomlTable recipe = TomlTable::parse("kind = 'flat'\nsize = [16.0, 8.0]\ncell = 0.2\n", "recipe");
  const SoilGrid grid = grid_of(make_terrain(recipe, "recipe"));
  std::vector<std::uint8_t> cells;
  for (std::size_t i = 0; i < grid.count(); ++i)
    cells.push_back(i % static_cast<std::size_t>(grid.columns) < 43 ? 1 : 2);
  site.put({grid, legend(), cells, "test"});

  Simulation s = start_simulation(world());
  REQUIRE(s.world().materials.size() == 2);
  {
    RunRecorder recorder(site / "run.h5", s);
    RunOptions options;
    options.now = [] { return 0.0; };
    while (s.time() < 0.29) {
      REQUIRE(s.step() == StepStatus::ok);
      recorder.after_step();
    }
    recorder.close({});
  }
  std::filesystem::remove(site / "soils.tif");
  std::filesystem::remove(site / "soils.legend.toml");
  const RunReader reader(site / "run.h5");
  const auto again = load_world_from_run(reader);
  CHECK(again->terrain->hash() == s.world().terrain->hash());
  Simulation r = start_simulation(again);
  while (r.time() < 0.29) REQUIRE(r.step() == StepStatus::ok);
  CHECK(r.state_hash() == s.state_hash());
}

TEST_CASE("A soil map in a run file holds whole classes or the run is refused") {
  Site site("forged");
  RunHeader header;
  {
    Simulation s = start(site.scenario(), {});
    RunRecorder recorder(site / "run.h5", s);
  }
  header = RunReader(site / "run.h5").header();
  const auto load = [&](float value) {
    header.rasters.back().values[7] = value;
    RunWriter(site / "forged.h5", header, {}).close("");
    return load_world_from_run(RunReader(site / "forged.h5"));
  };
  CHECK(load(1.0f));  // the class it had
  for (const float wrong : {-1.0f, 256.0f, 1e30f, 1.5f, std::nanf("")}) {
    INFO(wrong);
    CHECK_THROWS_AS(load(wrong), InputError);
    CHECK_THROWS_WITH(load(wrong), Catch::Matchers::ContainsSubstring("forged.h5") &&
                                       Catch::Matchers::ContainsSubstring("no class"));
  }
}

TEST_CASE("A recorded channel tells the class under each wheel") {
  Site site("channel");
  Simulation s = start(site.scenario(), {"initial.position=[0.6, 0.0]"});
  REQUIRE(run_until(s, 0.1));
  Frame frame;
  FrameWriter(s.world()).fill(s, frame);
  int seen = 0;
  for (std::size_t i = 0; i < s.scene().channels.size(); ++i) {
    const std::string& name = s.scene().channels[i].name;
    const bool front = name == "wheel/front_left/soil_class", rear = name == "wheel/rear_right/soil_class";
    if (!front && !rear) continue;
    ++seen;
    CHECK(frame.channels[i] == (front ? 2.0 : 1.0));
  }
  CHECK(seen == 2);
}

TEST_CASE("Soil maps that do not fit are refused with what is wrong") {
  Site site("refused");
  const auto refused = [&](const std::vector<std::string>& overrides, const std::string& words) {
    CHECK_THROWS_WITH(load_world(site.scenario(), sets(overrides)),
                      Catch::Matchers::ContainsSubstring(words));
  };
  refused({"terrain.soil_map=\"none.tif\""},
          "soil_map=\"none.tif\": found \"none.tif\", expected an existing soil map");
  refused({"terrain.size=[8.0, 8.0]", "terrain.cell=0.1"}, "the terrain's grid");
  site.put(plate_and_sand(kBorder, legend("quicksand")));
  refused({}, "quicksand");
  std::filesystem::remove(site / "soils.legend.toml");
  refused({}, "no legend soils.legend.toml");
  write_legend(site / "soils.tif", {{{1, "plate", "hard_plate", {}}}, "test"});
  refused({}, "found class 2 in column");
}

// Both soils have pressures in proportion to sinkage, one twice as firm as the other, so that a foot's load says how deep it goes.
TEST_CASE("A crawl along a border: each foot sinks as on the soil under it") {
  Site site("crawl", R"(
units = "SI"
name = "crawl_between"
rover = "quad_plates"
duration = 12.0
gravity = 9.81
[integration]
step = 0.0005
[terrain]
kind = "flat"
soil = "apollo_nominal"
soil_map = "soils.tif"
[initial]
position = [0.0, 0.0]
[gait]
kind = "crawl"
start = 1.0
distance = 2.0
stride = 0.08
shift_time = 0.3
swing_time = 0.4
margin = 0.04
)");
  SoilGrid grid{.columns = 80, .rows = 40, .west = -3.95, .north = 1.95, .cell = 0.1};
  std::vector<std::uint8_t> cells;
  for (int row = 0; row < grid.rows; ++row)
    cells.insert(cells.end(), static_cast<std::size_t>(grid.columns),
                 grid.north - row * grid.cell > 0.0 ? 1 : 2);
  site.put({grid,
            {{{1, "firm", "apollo_nominal", {120, 120, 130}}, {2, "loose", "apollo_loose", {220, 160, 80}}},
             "test"},
            std::move(cells),
            "test"});
  const auto deepest = [&](const std::vector<std::string>& sets) {
    Simulation simulation = start(site.scenario(), sets);
    const Walker& walker = simulation.world().walkers.front();
    std::vector<double> most(walker.legs.size(), 0.0);
    while (!simulation.finished()) {
      REQUIRE(simulation.step() == StepStatus::ok);
      for (std::size_t i = 0; i < most.size(); ++i)
        most[i] = std::max(
            most[i], simulation.output().records[static_cast<std::size_t>(walker.legs[i].record)].sinkage);
    }
    CHECK_FALSE(simulation.verdict());
    return most;
  };
  const std::vector<double> mapped = deepest({}), firm = deepest({"terrain.soil_map=\"\""}),
                            loose = deepest({"terrain.soil_map=\"\"", "terrain.soil=\"apollo_loose\""});
  const Simulation named = start(site.scenario());
  for (std::size_t i = 0; i < mapped.size(); ++i) {
    const bool left = named.world().walkers.front().controller->legs()[i].outward > 0.0;
    CAPTURE(i, left, mapped[i], firm[i], loose[i]);
    CHECK(loose[i] > 1.8 * firm[i]);
    // it leans to the loose side by some two degrees, which moves loads by a tenth
    CHECK(mapped[i] == Approx(left ? firm[i] : loose[i]).epsilon(0.15));
  }
}
