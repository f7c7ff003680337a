// SPDX-License-Identifier: BSD-3-Clause
// Feet in a world: where they press, what prints they leave, and how a walker chooses where to put them.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/vehicle/legs/support_polygon.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;

namespace {

double told(const std::map<std::string, Metric>& metrics, const char* name) { return metrics.at(name).value; }

}  // namespace

TEST_CASE("a plate presses through its ankle, and its print keeps what it sank", "[simulation]") {
  const auto world = load_world("walker_crawl_plates", {{"gait.distance", "0.04"}});
  const Walker& walker = world->walkers.front();
  Simulation s = start_simulation(world);
  struct Print {
    Vec2 place;
    double depth;
  };
  std::vector<Print> prints;
  std::vector<double> before(walker.legs.size(), 0.0), peak(walker.legs.size(), 0.0);
  std::vector<Vec2> place(walker.legs.size(), Vec2::Zero());
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    for (std::size_t i = 0; i < walker.legs.size(); ++i) {
      const double holds = s.state().contacts.pads[i].shear_stiffness;
      place[i] = (s.kinematics().body[static_cast<std::size_t>(walker.legs[i].foot_body.index)].X_WB *
                  walker.legs[i].foot_center)
                     .head<2>();
      if (before[i] > 0.0 && holds == 0.0) prints.push_back({place[i], s.state().contacts.pads[i].peak});
      before[i] = holds;
    }
  }
  REQUIRE(prints.size() >= 4);
  for (const Print& print : prints) {
    CHECK(print.depth > 1e-6);  // 5 N on 20 cm2 of LETE sand sink 30 um; some feet have borne less
    // a plate of 25 mm covers cells of 20 mm all around its middle; others may have stood there deeper
    CHECK(s.state().ground.depth(print.place.x(), print.place.y()) > 0.99 * print.depth);
  }
  MetricsTracker metrics(s);
  CHECK(told(metrics.metrics(s), "energy_ledger_error") < 0.01);
}

TEST_CASE("a walker that chooses footholds comes over stones, and its margin is that of its feet",
          "[simulation]") {
  const auto world = load_world("walker_crawl_rocks", {{"gait.distance", "0.3"}});
  const Walker& walker = world->walkers.front();
  Simulation s = start_simulation(world);
  MetricsTracker metrics(s);
  double least = 1e300;
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    metrics.observe(s);
    std::vector<Vec2> feet;
    for (const Walker::Leg& leg : walker.legs) {
      const ContactRecord& record = s.output().records[static_cast<std::size_t>(leg.record)];
      if (record.touches()) feet.push_back(record.point.head<2>());
    }
    Vec3 mass = Vec3::Zero();
    const auto& bodies = world->model->bodies();
    for (std::size_t b = 0; b < bodies.size(); ++b)
      mass += bodies[b].mass * (s.kinematics().body[b].X_WB * bodies[b].com);
    mass /= world->model->total_mass();
    if (s.time() >= walker.controller->gait().start)
      least = std::min(least, static_margin(support_polygon(feet), mass.head<2>()));
  }
  const auto found = metrics.metrics(s);
  REQUIRE(s.verdict());
  CHECK(s.verdict()->name == "arrived");
  CHECK(told(found, "least_static_margin") == Approx(least).margin(1e-9));
  CHECK(told(found, "energy_ledger_error") < 0.01);
}

// The soil's damper is an assumed number: half and twice of it are as good. What a run says must not hang on
// it.
TEST_CASE("half and twice the soil's damper leave the verdicts of walkers and landers, and books close",
          "[simulation]") {
  struct Case {
    const char *scenario, *soil;
  };
  for (const Case& c :
       {Case{"walker_trot_flat", "wong_LETE_sand"}, Case{"walker_trot_flat", "GRC1_roverdevkit"},
        Case{"walker_trot_flat", "lunar_nominal_chrono"}, Case{"walker_trot_flat", "DLR_sim_A"},
        Case{"walker_trot_flat", "apollo_loose"}, Case{"walker_trot_flat", "es2"},
        Case{"walker_crawl_flat", "apollo_loose"}, Case{"strut_landing", "wong_LETE_sand"},
        Case{"strut_landing", "lunar_nominal_chrono"}}) {
    std::vector<std::string> verdicts;
    for (const char* damper : {"3e4", "1.5e4", "6e4"}) {
      std::vector<std::string> settings{std::string("terrain.soil=") + c.soil,
                                        std::string("soil.soil_damping_per_area=") + damper};
      if (std::string(c.scenario) != "strut_landing") settings.push_back("gait.distance=1");
      Simulation s = test::start(c.scenario, settings);
      const auto found = test::run_to_end(s);
      CAPTURE(c.scenario, c.soil, damper);
      CHECK(told(found, "energy_ledger_error") < 0.01);
      verdicts.push_back(s.verdict() ? s.verdict()->name : "none");
      CHECK(verdicts.back() == verdicts.front());
    }
  }
}

// Cells under two of a sole's discs bear one of them (theory_legs.md).
TEST_CASE("a fixed sole on the ground of the law scm has a note that it sinks too deep", "[simulation]") {
  const test::ScratchFolder folder("sole");
  std::ofstream(folder / "sole.toml")
      << "units = \"SI\"\nname = \"sole\"\nroot = \"b\"\n[pad_contact]\nstiffness = 2e6\ndamping = 20.0\n"
         "friction = 0.3\n[[body]]\nname = \"b\"\nmass = 2.0\ninertia = [0.002, 0.002, 0.002]\n"
         "[[foot]]\nname = \"sole\"\nbody = \"b\"\nposition = [0, 0, -0.05]\nshape = \"plate\"\nradius = "
         "0.05\n";
  std::ofstream(folder / "stand.toml")
      << "units = \"SI\"\nname = \"stand\"\nrover = \"sole.toml\"\nduration = 1.0\ngravity = 3.71\n"
         "[terrain]\nkind = \"flat\"\nsoil = \"wong_LETE_sand\"\n[initial]\nposition = [0, 0]\n";
  const auto count = [&](const char* law) {
    const auto world =
        load_world((folder / "stand.toml").string(), test::sets({std::string("terrain.soil_law=") + law}));
    return std::ranges::count_if(world->scene.notes, [](const std::string& note) {
      return note.find("soles of feet are pressed into soil wong_LETE_sand (law scm)") != std::string::npos;
    });
  };
  CHECK(count("scm") == 1);
  CHECK(count("bekker") == 0);
}

TEST_CASE("what a soil's law makes of feet and old dampers is said in notes", "[simulation]") {
  const auto notes_of = [](const std::vector<std::string>& settings) {
    std::string all;
    const auto world = load_world("walker_crawl_plates", test::sets(settings));
    for (const std::string& note : world->scene.notes) all += note + "\n";
    return all;
  };
  CHECK(notes_of({}).find("grousers") == std::string::npos);
  CHECK(notes_of({"rover.foot.0.grousers=0.004"}).find("grousers") == std::string::npos);  // they count
  CHECK(notes_of({"rover.foot.0.grousers=0.004", "terrain.soil_law=rft"}).find("grousers") ==
        std::string::npos);
  CHECK_THAT(
      notes_of({"rover.foot.0.grousers=0.004", "terrain.soil_law=scm"}),
      Catch::Matchers::ContainsSubstring("grousers of feet add nothing on soil wong_LETE_sand (law scm)"));
  CHECK_THAT(notes_of({"rover.foot.0.grousers=0.004", "terrain.soil=bedrock"}),
             Catch::Matchers::ContainsSubstring("grousers of feet add nothing on soil bedrock (hard)"));
  CHECK_THAT(notes_of({"terrain.soil_law=scm"}), Catch::Matchers::ContainsSubstring("plates on ankles"));
  CHECK(notes_of({"terrain.soil_law=scm"}).find("soles of feet") == std::string::npos);
  CHECK(notes_of({}).find("soil_damping") == std::string::npos);
  CHECK_THAT(notes_of({"soil.soil_damping=300"}), Catch::Matchers::ContainsSubstring("30000 N s/m3"));
}
