// SPDX-License-Identifier: BSD-3-Clause
// The soil library: its curves are the laws of the library, a copy replaces nothing, and a change shows at once.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include "catch.hpp"
#include "desks/soils/soil_work.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "scratch_folder.hpp"
#include "session/document/document.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

std::shared_ptr<const ShelvedSoil> soil_of(const Shelf& shelf, const std::string& given) {
  for (const auto& soil : shelf)
    if (soil->given == given) return soil;
  return nullptr;
}

const RigSetup kRig{{0.142, 0.12, 0.0, 0.0}, 200.0, 0.0, 0.0, 3.71};

void wait_for_curves(SoilWork& desk) {
  for (int k = 0; k < 2000 && desk.view().working; ++k) {
    desk.update();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  REQUIRE_FALSE(desk.view().working);
}

}  // namespace

TEST_CASE("soils: all that come with the program are on the shelf, stand-ins with their reason") {
  const Shelf shelf = shipped_soils();
  CHECK(shelf.size() == asset_ids("soils").size());
  const auto es3 = soil_of(shelf, "es3");
  REQUIRE(es3);
  CHECK(es3->params.provisional);
  CHECK(es3->params.provisional_reason.find("not public") != std::string::npos);
  bool has_unit = false;
  for (const KeyNote& note : es3->keys)
    has_unit = has_unit || (note.key == "cohesion" && std::string(note.range.unit) == "Pa");
  CHECK(has_unit);
}

TEST_CASE("soils: curves are Bekker's law and the wheel rig's pull") {
  const SoilParams sand = load_soil("sand_TSWJ2014");
  const SoilCurves curves = solve_soil_curves({sand, std::nullopt, kRig});
  REQUIRE(curves.chosen.why_not.empty());
  CHECK_FALSE(curves.beside);
  for (const PressurePoint& p : curves.chosen.pressure)  // (k_c / b + k_phi) z^n with the file's numbers
    CHECK(p.pressure == Approx((950.0 / 0.12 + 1528430.0) * std::pow(p.sinkage, 1.1)).margin(1e-9));
  CHECK(curves.chosen.pressure.back().sinkage == Approx(0.071));
  const std::vector<RigRow>& pull = curves.chosen.pull;
  REQUIRE(pull.size() == 41);
  CHECK(pull.front().slip == 0.0);
  CHECK(pull.back().slip == 1.0);
  CHECK(pull.front().drawbar_pull < 0.0);  // without slip the wheel is held back by what it presses down
  CHECK(pull[10].drawbar_pull > pull.front().drawbar_pull);
  for (const RigRow& row : pull) CHECK(row.load == Approx(200.0).epsilon(1e-6));
}

TEST_CASE("soils: what has no curves says why") {
  const SoilCurves curves =
      solve_soil_curves({load_soil("bedrock"), load_soil("KLS1"), {{0.1, 0.01, 0.0, 0.0}, 50.0}});
  CHECK(curves.chosen.why_not.find("Hard ground") == 0);
  REQUIRE(curves.beside);
  CHECK(curves.beside->why_not.find("k_c") != std::string::npos);  // its modulus is negative under 1 cm
}

TEST_CASE("soils: a copy has the numbers and its own name, and replaces no file") {
  const test::ScratchFolder folder("soils");
  const auto es3 = soil_of(shipped_soils(), "es3");
  const std::filesystem::path path = write_new_soil(*es3, "my_sand", folder / "soils");
  CHECK(path == folder / "soils" / "my_sand.toml");
  const std::string text = read_text_file(path);
  CHECK(text.find("# N/m^(n+1)") != std::string::npos);  // remarks stay
  const SoilParams copy = load_soil(path.string());
  CHECK(copy.name == "my_sand");
  CHECK(copy.k_c == es3->params.k_c);
  CHECK(copy.phi == es3->params.phi);
  CHECK(copy.provisional);
  CHECK_THROWS_AS(write_new_soil(*es3, "my_sand", folder / "soils"), InputError);
  CHECK(read_text_file(path) == text);
  for (const char* wrong : {"", "a/b", "..", "es2", "a b", "x.toml"})
    CHECK_THROWS_AS(write_new_soil(*es3, wrong, folder / "soils"), InputError);
  CHECK(own_soils(folder / "soils").size() == 1);
}

TEST_CASE("soils: curves follow a changed number before its world is built, and the last question counts") {
  const test::ScratchFolder folder("soils");
  SoilWork desk(folder.path());
  const auto world = load_world("drive_flat_soft", {});
  desk.show(world, nullptr, {}, "");
  REQUIRE(desk.view().chosen);
  CHECK(desk.view().chosen->is_grounds());
  CHECK(desk.view().chosen->given == "wong_LETE_sand");
  CHECK(desk.view().wheels.size() == world->wheels.size());
  CHECK(desk.view().rig.load == Approx(world->mass_of(world->main_vehicle) * world->settings.gravity /
                                       static_cast<double>(world->wheels.size())));
  wait_for_curves(desk);
  const double before = desk.view().curves.chosen.pull[8].drawbar_pull;
  for (const char* degrees : {"20", "25", "40"}) {
    desk.show(world, nullptr, {{"soil.phi_deg", degrees}}, "");
    desk.update();
  }
  wait_for_curves(desk);
  SoilParams firm = load_soil("wong_LETE_sand");
  firm.phi = 40.0 * M_PI / 180.0;
  CHECK(desk.view().curves.chosen.pull[8].drawbar_pull ==
        Approx(solve_wheel_rig(firm, desk.view().rig, 0.2, 0.0).drawbar_pull));
  CHECK(desk.view().curves.chosen.pull[8].drawbar_pull > before);
  desk.show(world, nullptr, {{"soil.phi_deg", "\"much\""}}, "");  // refused: the last good numbers stay
  CHECK(desk.view().chosen->is_grounds());
}

TEST_CASE("soils: another soil for the ground takes the old one's changed numbers back, in one step") {
  Document document;
  document.open("drive_flat_soft", {});
  document.set({{"soil.n", "1.2"}}, "n");
  document.set({{"terrain.soil", "\"es3\""}}, "Soil es3", {"soil.n"});
  REQUIRE(document.changes().size() == 1);
  CHECK(document.changes().front().key == "terrain.soil");
  document.undo();
  REQUIRE(document.changes().size() == 1);
  CHECK(document.changes().front().key == "soil.n");
}
